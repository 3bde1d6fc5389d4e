"""U-BOOT: one boat of four roles and 32 men, orders and watches, on a sea behind a seam."""

from klaxon.rules.uboot.game import Uboot

__all__ = ["Uboot"]
