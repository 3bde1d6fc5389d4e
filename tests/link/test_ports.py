"""Ports by names that stay: lines 14 and 15 of a Pi 5 by the device tree, an adapter by its id."""

from __future__ import annotations

from pathlib import Path

from klaxon.link.ports import find_port


def terminal(root: Path, name: str, node: str) -> None:
    """Enter a serial port with its node of the device tree."""
    device = root / "sys/class/tty" / name / "device"
    device.mkdir(parents=True)
    tree = root / "sys/firmware/devicetree" / node
    tree.mkdir(parents=True)
    (device / "of_node").symlink_to(tree)


def test_the_header_of_a_pi_5_is_not_the_socket_for_debugging(tmp_path: Path) -> None:
    terminal(tmp_path, "ttyAMA10", "serial@7d001000")
    terminal(tmp_path, "ttyAMA0", "serial@30000")
    assert find_port("/dev/serial0", tmp_path) == "/dev/ttyAMA0"


def test_elsewhere_the_port_is_the_one_that_is_named(tmp_path: Path) -> None:
    terminal(tmp_path, "ttyAMA0", "serial@7e201000")
    assert find_port("/dev/serial0", tmp_path) == "/dev/serial0"
    assert find_port("/dev/ttyUSB0", tmp_path) == "/dev/ttyUSB0"


def test_an_adapter_that_came_back_under_another_name_is_found(tmp_path: Path) -> None:
    by_id = tmp_path / "dev/serial/by-id"
    by_id.mkdir(parents=True)
    (tmp_path / "dev/ttyUSB1").touch()
    (by_id / "usb-adapter-if00").symlink_to("../../ttyUSB1")
    assert find_port("/dev/ttyUSB0", tmp_path) == "/dev/serial/by-id/usb-adapter-if00"
    (by_id / "usb-second-if00").symlink_to("../../ttyUSB2")
    assert find_port("/dev/ttyUSB0", tmp_path) == "/dev/ttyUSB0"
