#!/usr/bin/env python3
"""Plays the web build in Firefox: loads it, clicks, presses keys, and looks at the answers.

    cargo web && tests/firefox.py --site target/web

Needs Firefox, Xvfb and what tests/browser.py needs (Debian's firefox-esr, xvfb, python3-websocket). Firefox draws with WebGL
only where there is a screen, so that it plays on one that nobody sees. Input comes through Marionette, the protocol that
Firefox is driven by, and is as real as that of a mouse. Exits with 1 when something did not hold.
"""

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import ANSWER_SECONDS, LOAD_SECONDS, TOUR_IS_DONE, WALK_SECONDS, altered_site, child, wait_for
from checks import Failed

SIZE = (1280, 800)

# Without these, Firefox shows pages of its own first, or does not draw with WebGL on a computer without a graphics card.
SETTINGS = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "gfx.webrender.software": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "webgl.force-enabled": True,
}


@contextlib.contextmanager
def screen():
    """Yields the name of a screen that nobody sees."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"]
    with child(command, pass_fds=[writes], stderr=subprocess.DEVNULL):
        os.close(writes)
        with open(reads, encoding="ascii") as number:
            yield f":{number.readline().strip()}"


class Firefox:
    """A connection to Marionette: a message is its length, a colon, and a list as JSON."""

    def __init__(self, port):
        def connection():
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)

        self.socket = wait_for("Firefox to start", LOAD_SECONDS, connection)
        self.last_id = 0
        self.receive()
        self.call("WebDriver:NewSession")

    def receive(self):
        length = b""
        while (letter := self.socket.recv(1)) != b":":
            if not letter:
                raise Failed("Firefox has closed the connection")
            length += letter
        message = b""
        while len(message) < int(length):
            message += self.socket.recv(int(length) - len(message))
        return json.loads(message)

    def call(self, command, **parameters):
        self.last_id += 1
        message = json.dumps([0, self.last_id, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise Failed(f"{command}: {error['error']}: {error['message']}")
        return result

    def run(self, expression):
        return self.call("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def state(self):
        return self.run("window.footpath?.state")

    def act(self, kind, actions, **parameters):
        self.call("WebDriver:PerformActions", actions=[{"type": kind, "id": kind, "actions": actions, **parameters}])

    def click(self, x, y):
        press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        # The game looks at the mouse once a frame.
        hold = {"type": "pause", "duration": 100}
        self.act("pointer", [{"type": "pointerMove", "x": round(x), "y": round(y)}, hold, press, hold, release])

    def type(self, letter):
        self.act("key", [{"type": "keyDown", "value": letter}, {"type": "pause", "duration": 100}, {"type": "keyUp", "value": letter}])


def play(firefox, address):
    firefox.call("WebDriver:Navigate", url="about:blank")
    firefox.call("WebDriver:Navigate", url=address)
    firefox.run(f"localStorage['footpath.settings'] = {json.dumps(TOUR_IS_DONE)}")
    firefox.call("WebDriver:Navigate", url=f"{address}?level=first-steps")
    wait_for("the level", LOAD_SECONDS, lambda: (firefox.state() or {}).get("level") == "first-steps", firefox.state)

    width, height = firefox.run("[innerWidth, innerHeight]")
    camera = firefox.state()["camera"]
    firefox.click(width / 2, height / 2)
    is_there = lambda agent: abs(agent["x"] - camera["x"]) + abs(agent["y"] - camera["y"]) < 2 and agent["state"].startswith("arrived")
    agents = lambda: firefox.state()["agents"]
    wait_for("an agent to arrive where the click was", WALK_SECONDS, lambda: any(map(is_there, agents())), agents)

    firefox.type("/")
    wait_for("/ to open the list of commands", ANSWER_SECONDS, lambda: firefox.state()["menu"] == "Commands", firefox.state)
    firefox.type("\ue00c")
    wait_for("Escape to close it", ANSWER_SECONDS, lambda: firefox.state()["menu"] is None, firefox.state)
    error = firefox.run("window.footpath.error")
    if error is not None:
        raise Failed(f"the page says: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, required=True, help="the folder that `cargo web` has made")
    parser.add_argument("--firefox", default=shutil.which("firefox-esr") or shutil.which("firefox"), help="the program to start")
    arguments = parser.parse_args()
    if not arguments.firefox:
        sys.exit("there is no Firefox; Debian's package firefox-esr has it")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with contextlib.ExitStack() as stack:
        profile = stack.enter_context(tempfile.TemporaryDirectory(prefix="footpath-firefox-", ignore_cleanup_errors=True))
        settings = {**SETTINGS, "marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        address = stack.enter_context(altered_site(arguments.site, lambda folder: None))
        environment = {**os.environ, "DISPLAY": stack.enter_context(screen())}
        command = [arguments.firefox, "--marionette", "--profile", profile, "--width", str(SIZE[0]), "--height", str(SIZE[1])]
        stack.enter_context(child(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        try:
            play(Firefox(port), address)
        except Failed as failure:
            sys.exit(f"firefox: FAILED: {failure}")
    print("firefox: ok, loaded, clicked, keys pressed")


if __name__ == "__main__":
    main()
