"""Drops files on a window of an X server, as a file manager does: the source's side of the XDND protocol, version 5.

https://www.freedesktop.org/wiki/Specifications/XDND
"""

import ctypes
import ctypes.util
import time

SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33
XA_ATOM, REPLACE = 4, 0


class Event(ctypes.Union):
    """An XEvent. Its fields are longs, or a pair of ints with padding, in the order in which Xlib has them."""

    _fields_ = [("longs", ctypes.c_long * 24), ("ints", ctypes.c_int * 48)]


def drop(display_name, window, paths, seconds=20):
    """Drops files on a window; returns whether it has asked for their names in time."""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = x11.XCreateSimpleWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
    if not display.value:
        raise RuntimeError(f"the X server {display_name} does not answer")
    atom = lambda name: x11.XInternAtom(display, name.encode(), 0)
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    source = ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, ctypes.c_ulong(0), ctypes.c_ulong(0)))
    target = ctypes.c_ulong(window)
    selection, text = ctypes.c_ulong(atom("XdndSelection")), atom("UTF8_STRING")
    x11.XSetSelectionOwner(display, selection, source, ctypes.c_ulong(0))

    def tell(name, *data):
        event = Event()
        event.ints[0] = CLIENT_MESSAGE
        event.longs[4], event.longs[5] = window, atom(name)
        event.ints[12] = 32
        for place, value in enumerate((source.value, *data)):
            event.longs[7 + place] = value
        x11.XSendEvent(display, target, 0, ctypes.c_long(0), ctypes.byref(event))
        x11.XFlush(display)

    tell("XdndEnter", 5 << 24, text)
    tell("XdndPosition", 0, 0, 0, atom("XdndActionCopy"))
    tell("XdndDrop", 0, 0)
    names = "\n".join(map(str, paths)).encode()
    end, event, is_asked = time.monotonic() + seconds, Event(), False
    while not is_asked and time.monotonic() < end:
        if not x11.XPending(display):
            time.sleep(0.05)
            continue
        x11.XNextEvent(display, ctypes.byref(event))
        if event.ints[0] != SELECTION_REQUEST:
            continue
        requestor, wanted, kind, place, at = (event.longs[index] for index in (5, 6, 7, 8, 9))
        x11.XChangeProperty(
            display, ctypes.c_ulong(requestor), ctypes.c_ulong(place), ctypes.c_ulong(kind), 8, REPLACE, names, len(names)
        )
        answer = Event()
        answer.ints[0] = SELECTION_NOTIFY
        answer.longs[4], answer.longs[5], answer.longs[6], answer.longs[7], answer.longs[8] = (
            requestor, wanted, kind, place, at
        )
        x11.XSendEvent(display, ctypes.c_ulong(requestor), 0, ctypes.c_long(0), ctypes.byref(answer))
        x11.XFlush(display)
        is_asked = True
    x11.XCloseDisplay(display)
    return is_asked
