import faulthandler
faulthandler.dump_traceback_later(800, exit=True)
from tests.hunting.kit.attack import *
import sys,time
dice=Random("attack")
for n in range(int(sys.argv[1])):
    ship=freighter(dice); out=[]
    async def one(): out.append(await attack_on(ship,f"attack{n}"))
    t=time.process_time()
    try: travel(one); a=out[0]; print(a.end, ship["type"],ship["bearing"],ship["range_m"],ship["course"],ship["kn"], a.measured and (round(a.measured.angle),round(a.measured.metres),round(a.measured.knots,1),a.measured.ship.id), "cpu %.1f"%(time.process_time()-t),flush=True)
    except Exception as e:
        import traceback; traceback.print_exc(limit=3); traceback.print_exception(e,limit=-4)
