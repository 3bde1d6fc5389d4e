import sys,faulthandler
faulthandler.dump_traceback_later(150, exit=True)
from tests.hunting.kit.patrols import *
import cProfile
dice=Random("patrol")
st=PATROLS[sys.argv[1]](dice)
print([ (s["bearing"],s["range_m"],s["course"],s["kn"]) for s in st["SHIPS"]][:3])
p=play(st,sys.argv[2],"p0")
for l in p.lines[:90]: print(l)
print(p._replace(lines=()))
