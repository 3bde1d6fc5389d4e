import sys
from klaxon.crew.uboot.hunting import hunter
o=hunter._towards
from klaxon.rules.uboot.orders.conditions import bar_order
from klaxon.crew.uboot.stations import plan_stations
def t(view,notes,order,args):
    r=o(view,notes,order,args)
    if r is None or order in("launch","tdc"):
        b=view.board
        print("   towards",order,args,"->",r, bar_order(b,order), order in notes.hunt.moved, b.order,b.morale, bar_order(plan_stations(b,order,notes.skill).board_after(b),order))
    return r
hunter._towards=t
at=hunter.attack
def a(board,hunt,target):
    w=list(at(board,hunt,target))
    print("   ",hunt.plot.at,target.name,"brg %.0f R %d aob %.0f kn %.0f n %d"%(target.bearing,target.metres,target.angle,target.speed,target.reports),"hdg",hunt.plot.heading,w, board.boat.setting, board.waters.hunted, board.waters.detected)
    return w
hunter.attack=a
exec(open("h7.py").read())
