#!/usr/bin/env python3
"""Plays the web build in headless Chromium: loads it, clicks, taps, opens levels, and breaks things on purpose.

    cargo web && tests/browser.py                     starts `cargo web --serve` itself
    tests/browser.py --address http://127.0.0.1:8080/ --site target/web

Needs Chromium and python3-websocket (both are Debian packages). Mouse and touch events are real ones, given to the
browser through its DevTools protocol; what they did is read from window.footpath. Prints a line for each check and exits
with 1 when one of them failed, or when two needed a second try; the last state and a picture of a failure are left in
target/ci/failed/.
"""

import argparse
import base64
import contextlib
import functools
import gzip
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

try:
    import websocket
except ImportError:
    sys.exit(f"{sys.executable} has no websocket module; Debian's python3-websocket gives it to /usr/bin/python3")

from checks import Checks, Failed, NotStarted, demand_going_on, stop_on_signals

PROJECT = Path(__file__).resolve().parent.parent
DESKTOP = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
ON_ITS_SIDE = {"width": 667, "height": 375, "deviceScaleFactor": 1, "mobile": True}
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
# As phones are. A quarter of the pixels does where only places are asked for: drawing them without a graphics card is what
# takes the time.
SHARP_PHONE = {**PHONE, "deviceScaleFactor": 2}
# For what is computed, and not looked at.
SMALL = {"width": 640, "height": 400, "deviceScaleFactor": 1, "mobile": False}

# The settings of a player who has seen the tour.
TOUR_IS_DONE = '(lessons: {"first-steps": 6})'

# The button of the help that begins the tour, in a window of 1280 x 720.
HELP_TOUR = (264, 76)

# Software rendering on a busy machine is slow; these are for a game that hangs, not for one that takes its time.
LOAD_SECONDS = 90
WALK_SECONDS = 90
ANSWER_SECONDS = 60
FILM_SECONDS = 240

# The game answers input in a frame or two; this is for what does not come to it.
INPUT_SECONDS = 1

# Ten seconds of a level, after which its state in the browser is compared with the desktop's.
COMPARED_TICKS = 600

CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    # A page that is still scrolling goes on to where it was to come, whatever it is told meanwhile.
    "--disable-smooth-scrolling",
    # Half a gigabyte of memory for the game, which is more than it needs and is used up sooner than four.
    "--js-flags=--wasm-max-mem-pages=8192",
]

BROKEN_LEVEL = """(
    version: 1,
    name: "Broken",
    legend: {'.': "gras", '#': "wall"},
    rows: ["....", "..."],
    agents: [(profile: "walker", tile: (1, 1))],
)
"""


def expect(holds, text):
    if not holds:
        raise Failed(text)


def wait_for(what, seconds, look, last=lambda: "nothing"):
    """Returns the first true answer of look(); fails when there is none in time, and says what last() was there."""
    end = time.monotonic() + seconds
    while True:
        answer = look()
        if answer:
            return answer
        demand_going_on()
        if time.monotonic() > end:
            raise Failed(f"waited {seconds} s for {what}; there was {last()}")
        time.sleep(0.03)


# ---- Chromium ----


@contextlib.contextmanager
def child(command, **options):
    """A process that is gone, with all that it started, when the block ends."""
    process = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)


@contextlib.contextmanager
def chromium(program):
    """Yields the port on which a fresh Chromium listens for DevTools."""
    with tempfile.TemporaryDirectory(prefix="footpath-browser-", ignore_cleanup_errors=True) as profile:
        command = [program, *CHROMIUM_FLAGS, f"--user-data-dir={profile}", "about:blank"]
        # In English, whatever the user of this computer speaks.
        environment = {**os.environ, "LANGUAGE": "en"}
        with child(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            port_file = Path(profile, "DevToolsActivePort")

            def port():
                expect(process.poll() is None, f"{program} ended with {process.returncode}")
                return port_file.exists() and port_file.read_text().split("\n")[0]

            try:
                listens = int(wait_for("Chromium to start", 30, port))
            except Failed as failure:
                raise NotStarted(str(failure)) from failure
            yield listens


class Page:
    """A tab, its window size, and everything that went wrong in it."""

    def __init__(self, port, screen, settings, waits_for_all):
        ask = urllib.request.Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(ask, timeout=ANSWER_SECONDS) as answer:
            target = json.load(answer)
        # Chromium refuses DevTools connections that name an origin it was not told about.
        self.socket = websocket.create_connection(
            target["webSocketDebuggerUrl"], timeout=ANSWER_SECONDS, suppress_origin=True
        )
        self.last_id = 0
        self.errors = []
        self.requests = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        # What is kept for when there is no network would answer in place of a server that is to fail.
        self.call("Network.setBypassServiceWorker", bypass=True)
        self.call("Emulation.setDeviceMetricsOverride", **screen)
        keep = f"sessionStorage.begun ??= localStorage['footpath.settings'] = {json.dumps(settings)}"
        # What is kept of other checks may need more for the first frame than its part of the wasm; then the page would be loaded
        # again in the middle of a check.
        if waits_for_all:
            keep += "; localStorage['footpath.needs-all'] ??= 'yes'"
        self.call("Page.addScriptToEvaluateOnNewDocument", source=f"try {{ {keep} }} catch {{}}")
        if screen["mobile"]:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def close(self):
        with contextlib.suppress(Exception):
            self.call("Page.close")
        self.socket.close()

    def call(self, method, **parameters):
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.last_id:
                expect("error" not in message, f"{method}: {message.get('error')}")
                return message["result"]
            self.note(message.get("method"), message.get("params", {}))

    def note(self, event, about):
        if event == "Runtime.exceptionThrown":
            details = about["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif event == "Runtime.consoleAPICalled" and about["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in about["args"]))
        elif event == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.errors.append(f"{about['entry']['text']} {about['entry'].get('url', '')}".strip())
        elif event == "Page.javascriptDialogOpening":
            self.errors.append(f"a dialog opened: {about['message']}")
        elif event == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        expect("exceptionDetails" not in result, f"{script}: {result.get('exceptionDetails')}")
        return result["result"].get("value")

    def open(self, address):
        """Loads the page and returns window.footpath once it has a first frame or an error."""
        self.call("Page.navigate", url=address)
        wait_for(
            "the first frame or an error",
            LOAD_SECONDS,
            lambda: self.run("!!window.footpath && (footpath.started !== null || footpath.error !== null)"),
        )
        return self.run("footpath")

    def open_game(self, address):
        """Loads the page and returns the game's state; an error on the page is a failure."""
        footpath = self.open(address)
        expect(footpath["error"] is None, f"the page says: {footpath['error']}")
        return wait_for("the game to tell its state", ANSWER_SECONDS, self.state)

    def state(self):
        return self.run("footpath.state")

    def screenshot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def on_screen(self, camera, point):
        """Where a point of the world is in the page, in CSS pixels."""
        box = self.run("(({x, y, width, height}) => ({x, y, width, height}))(glcanvas.getBoundingClientRect())")
        x = (point[0] - camera["x"]) * camera["scale"] + box["x"] + box["width"] / 2
        y = (point[1] - camera["y"]) * camera["scale"] + box["y"] + box["height"] / 2
        return x, y

    def act(self, events):
        """Gives the page input, and waits until the game has answered as many events and made a frame more.

        What the page or the browser takes for itself never comes to the game; then it waits no longer than a second.
        """
        known = self.taken()
        for method, parameters in events:
            self.call(method, **parameters)
        if known is None:
            return
        end, frames = time.monotonic() + INPUT_SECONDS, None
        while (now := self.taken()) and time.monotonic() < end:
            if frames is None and now[0] >= known[0] + len(events) and now[1] > known[1]:
                frames = now[1]
            if frames is not None and now[1] > frames:
                return
            demand_going_on()
            time.sleep(0.01)

    def frames(self, count=3):
        """Waits until the game has made so many frames more and told of them: what was done before is shown by then."""
        known = self.state()["frames"]
        wait_for("more frames", ANSWER_SECONDS, lambda: (now := self.state()) and now["frames"] >= known + count, self.state)

    def still(self):
        """Waits until a paused game draws nothing any more, but shows its last picture; returns how often it has drawn."""
        drawn = []

        def is_still():
            time.sleep(0.5)
            self.frames()
            drawn.append(self.state()["drawn"])
            return len(drawn) > 1 and drawn[-1] == drawn[-2]

        wait_for("a paused game that is not drawn", ANSWER_SECONDS, is_still, lambda: drawn)
        return drawn[-1]

    def taken(self):
        """How many events and how many frames the game tells of; None where no game is played."""
        return self.run("window.footpath?.state ? [footpath.state.events, footpath.state.frames] : null")

    # What moves is not waited for: the page has it in the frame in which the browser answers, and what follows comes after.

    def mouse(self, kind, x, y, **more):
        self.give("Input.dispatchMouseEvent", kind != "mouseMoved", type=kind, x=x, y=y, **more)

    def touch(self, kind, *points):
        self.give("Input.dispatchTouchEvent", kind != "touchMove", type=kind, touchPoints=points)

    def give(self, method, is_waited_for, **parameters):
        if is_waited_for:
            self.act([(method, parameters)])
        else:
            self.call(method, **parameters)

    # The game sees a press and a release of one frame, so that both are waited for together.

    def act_twice(self, method, first, second, **parameters):
        """Gives the page input that goes down and up, and waits for the answer to both."""
        self.act([(method, {"type": kind, **parameters}) for kind in (first, second)])

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.act_twice("Input.dispatchMouseEvent", "mousePressed", "mouseReleased", x=x, y=y, button="left", clickCount=1)

    def key(self, code, **more):
        self.act_twice("Input.dispatchKeyEvent", "keyDown", "keyUp", code=code, **more)

    def shortcut(self, code, **more):
        """Presses a key with Control."""
        self.act_twice("Input.dispatchKeyEvent", "rawKeyDown", "keyUp", code=code, modifiers=2, **more)

    def type(self, text):
        for letter in text:
            self.call("Input.dispatchKeyEvent", type="char", text=letter)

    def tap(self, x, y):
        method, finger = "Input.dispatchTouchEvent", {"x": x, "y": y}
        self.act([(method, {"type": "touchStart", "touchPoints": [finger]}), (method, {"type": "touchEnd", "touchPoints": []})])

    def drag_finger(self, start, end):
        """Drags one finger from a point to another."""
        for part in range(9):
            x, y = (a + (b - a) * part / 8 for a, b in zip(start, end))
            self.touch("touchMove" if part else "touchStart", {"x": x, "y": y})
        self.touch("touchEnd")

    def drag_mouse(self, start, end):
        """Drags with the left button from a point to another."""
        for part in range(9):
            x, y = (a + (b - a) * part / 8 for a, b in zip(start, end))
            for kind in ("mouseMoved", "mousePressed") if part == 0 else ("mouseMoved",):
                self.mouse(kind, x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def two_fingers(self, start, end):
        """Moves two fingers from two points to two others."""
        for part in range(11):
            points = [[a + (b - a) * part / 10 for a, b in zip(*ends)] for ends in zip(start, end)]
            fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            self.touch("touchMove" if part else "touchStart", *fingers)
        self.touch("touchEnd")

    def keep(self, folder):
        """Keeps what can tell why a check has failed: the address, the errors and the last state, and a picture."""
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(Exception):
            told = {"address": self.run("location.href"), "errors": self.errors, "state": self.state()}
            (folder / "page.json").write_text(json.dumps(told, indent=4))
        with contextlib.suppress(Exception):
            self.screenshot(folder / "page.png")


# ---- The site ----


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class SlowWasmHandler(QuietHandler):
    """Keeps the wasm back for a while."""

    def do_GET(self):
        if self.path.endswith(".wasm"):
            time.sleep(3)
        super().do_GET()


class SlowRestHandler(QuietHandler):
    """Keeps the second part of the game back until it may come."""

    may_come = threading.Event()

    def do_GET(self):
        if self.path.endswith("rest.wasm"):
            self.may_come.wait(LOAD_SECONDS)
        super().do_GET()


class SandboxHandler(QuietHandler):
    """Has the page be as in a frame that may run scripts and nothing else."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", "sandbox allow-scripts")
        super().end_headers()


class OpenSandboxHandler(SandboxHandler):
    """The same, on a host that answers to pages of every origin."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@contextlib.contextmanager
def altered_site(site, alter, handler=QuietHandler):
    """A changed copy of the site, on another kind of server and in a sub-folder; yields its address."""
    with tempfile.TemporaryDirectory(prefix="footpath-site-") as root:
        folder = Path(root, "games", "footpath")
        shutil.copytree(site, folder)
        alter(folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=root))
        # A page that is closed takes no more of an answer, which is no mistake.
        server.handle_error = lambda *_: None
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/games/footpath/"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


@contextlib.contextmanager
def cargo_web():
    """Builds and serves the site with `cargo web`; yields its address and folder."""
    command = ["cargo", "web", "--serve", "--port", "0"]
    with child(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        before = ""
        for line in process.stdout:
            print(line, end="")
            if line.startswith("http://"):
                yield line.strip(), Path(before.strip())
                return
            before = line
        raise Failed(f"`{' '.join(command)}` ended before it printed an address")


def reachable_target(text, state, page):
    """A point that an agent can surely walk to: the middle of a tile of open ground, connected with the agent's.

    Of those at least three tiles away from every agent it is the one nearest to the middle of the window, where no
    panel covers the ground.
    """
    rows = re.findall(r'^\s*"([^"]*)",?\s*$', text, re.MULTILINE)
    number = lambda name, fallback: float(m[1]) if (m := re.search(name + r":\s*([\d.]+)", text)) else fallback
    size = number("tile_size", 1.0)
    origin = re.search(r"origin:\s*\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)", text)
    left, top = (float(origin[1]), float(origin[2])) if origin else (0.0, 0.0)
    middle = lambda column, row: (left + (column + 0.5) * size, top + (row + 0.5) * size)

    agent = state["agents"][0]
    start = (int((agent["x"] - left) // size), int((agent["y"] - top) // size))
    open_ground = {".", rows[start[1]][start[0]]}
    reached, front = {start}, [start]
    while front:
        column, row = front.pop()
        for next_tile in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
            inside = 0 <= next_tile[1] < len(rows) and 0 <= next_tile[0] < len(rows[next_tile[1]])
            if inside and next_tile not in reached and rows[next_tile[1]][next_tile[0]] in open_ground:
                reached.add(next_tile)
                front.append(next_tile)

    def far_enough(point):
        return all(abs(point[0] - a["x"]) + abs(point[1] - a["y"]) >= 3 * size for a in state["agents"])

    points = [point for point in (middle(*tile) for tile in sorted(reached)) if far_enough(point)]
    expect(points, f"level {state['level']} has no open tile at least three tiles from its agents")
    width, height = page.run("[innerWidth, innerHeight]")

    def from_the_middle(point):
        x, y = page.on_screen(state["camera"], point)
        return (x - width / 2) ** 2 + (y - height / 2) ** 2

    return min(points, key=from_the_middle), size


# ---- The checks ----


class Run:
    """What every check needs to know."""

    def __init__(self, port, address, site, out, program, replays):
        self.port, self.address, self.site, self.out, self.program = port, address, site, out, program
        self.replays = replays
        self.evidence = None

    @contextlib.contextmanager
    def page(self, screen=DESKTOP, settings=TOUR_IS_DONE, waits_for_all=True):
        """A tab in which the game begins with these settings, unless it has kept others, once all of the wasm is there."""
        page = Page(self.port, screen, settings, waits_for_all)
        try:
            yield page
        except BaseException:
            page.keep(self.evidence)
            raise
        finally:
            # All tabs share the browser's storage: what one check leaves unsaved is not offered to the next one.
            with contextlib.suppress(Exception):
                page.run(FORGET_DRAFTS)
            page.close()

    def simulate(self, level, ticks, *options):
        """What `footpath simulate` reports of a shipped level after `ticks` ticks, with the level's own seed."""
        command = [self.program, "simulate", level, "--seconds", str(ticks / 60), "--json", *options]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def replay(self, file):
        """What `footpath replay` reports of a replay."""
        command = [self.program, "replay", file, "--headless", "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def level_text(self, page, state):
        """The file of the level that is played, found by the name that the game gives it."""
        for file in sorted(self.site.glob("levels/**/*.ron")):
            text = file.read_text()
            stem = file.relative_to(self.site / "levels").with_suffix("").as_posix()
            if state["level"] == stem or f'name: "{state["level"]}"' in text:
                return text
        raise Failed(f"no level file in the site belongs to {state['level']!r}")

    def send_there(self, page, press):
        """Opens the default level, presses on open ground and waits until an agent stands there."""
        state = page.open_game(self.address)
        target, size = reachable_target(self.level_text(page, state), state, page)
        there_before = {agent["id"] for agent in state["agents"] if self.stands_at(agent, target, size)}
        press(*page.on_screen(state["camera"], target))

        def arrived():
            return any(
                self.stands_at(agent, target, size) and agent["id"] not in there_before
                for agent in page.state()["agents"]
            )

        wait_for(f"an agent to arrive at {target}", WALK_SECONDS, arrived, page.state)
        expect_no_errors(page)
        return f"an agent arrived at {target}"

    @staticmethod
    def stands_at(agent, point, size):
        """Whether the agent has arrived there: of several, one has the very place and the others stand around it."""
        near = abs(agent["x"] - point[0]) < 0.5 * size and abs(agent["y"] - point[1]) < 0.5 * size
        return near and agent["state"] in ("arrived", "arrived-near")


def expect_no_errors(page):
    page.run("0")
    expect(not page.errors, "errors in the console: " + "; ".join(page.errors))


def page_loads(run):
    with run.page() as page:
        page.open_game(run.address)
        seconds = page.run("footpath.started") / 1000
        expect_no_errors(page)
        elsewhere = [url for url in page.requests if not url.startswith((run.address, "data:", "blob:", "about:"))]
        expect(not elsewhere, f"the page asked elsewhere for {elsewhere}")
        return f"{seconds:.2f} s from navigation to the first frame"


def what_is_needed_is_loaded_side_by_side(run):
    with altered_site(run.site, lambda folder: None, SlowWasmHandler) as address, run.page() as page:
        page.open_game(address + "?level=maze")
        timed = page.run(
            "Object.fromEntries(performance.getEntriesByType('resource').map((one) =>"
            " [decodeURI(one.name).slice(document.baseURI.split('?')[0].length), [one.startTime, one.responseEnd]]))"
        )
        wasm_came = timed["footpath.wasm"][1]
        files = ["assets/fonts/inter-footpath.ttf", "assets/sprites.png", "assets/icons.png", "assets/marks.png"]
        for file in [*files, "levels/index.tsv", "levels/maze.ron"]:
            expect(file in timed, f"{file} was not loaded; there are {sorted(timed)}")
            expect(timed[file][1] < wasm_came, f"{file} came after the wasm")
        paths = [url[len(address) :] for url in page.requests if url.startswith(address)]
        twice = sorted({path for path in paths if paths.count(path) > 1 and path.startswith(("assets/fonts", "levels"))})
        expect(not twice, f"asked for twice: {twice}")
        expect_no_errors(page)
        return f"all came before the wasm, at {wasm_came / 1000:.2f} s"


def first_frame_does_not_wait_for_the_rest_of_the_game(run):
    SlowRestHandler.may_come.clear()
    with altered_site(run.site, lambda folder: None, SlowRestHandler) as address, run.page(waits_for_all=False) as page:
        page.open_game(address)
        seconds = page.run("footpath.started") / 1000
        expect(page.state()["tick"] == 0, "time has passed although the rest was not there")
        said = wait_for("a word of the rest", 2, lambda: page.run("document.getElementById('held').innerText"))
        expect("Loading" in said, f"the page says {said!r}")
        page.screenshot(run.out / "first-frame.png")
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=300, y=300)
        page.call("Input.dispatchKeyEvent", type="keyDown", code="KeyG", key="g", text="g")
        page.call("Input.dispatchKeyEvent", type="keyUp", code="KeyG", key="g")
        expect(page.state()["tick"] == 0, "a key made the page wait for the rest")
        SlowRestHandler.may_come.set()
        wait_for("the game to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > 10)
        expect(page.run("document.getElementById('held').hidden"), "the page still says that it is loading")
        expect_no_errors(page)
        # Another address may need more of the game before its first frame.
        for query in ("?lab", "?level=drawbridge"):
            page.open_game(address + query)
            wait_for(f"the game to go on with {query}", ANSWER_SECONDS, page.state)
            expect_no_errors(page)
        # So may what is kept of a player: then the page finds out once.
        with run.page(waits_for_all=False, settings='(theme: Light, keys: (game: {"help": ["F2"]}), page: "https://a.b/")') as other:
            other.open(address)
            is_on = lambda: (other.state() or {}).get("tick", 0) > 5
            wait_for("the game to go on with other settings", ANSWER_SECONDS, is_on, other.state)
            expect(other.state()["theme"] == "Light", "the settings were not read")
            other.errors = [error for error in other.errors if "loaded again" not in error]
            expect_no_errors(other)
        return f"{seconds:.2f} s to the first frame, {said}"


def second_part_that_is_missing_or_of_another_build_is_said(run):
    def change(folder):
        rest = folder / "rest.wasm"
        wasm = rest.read_bytes()
        rest.write_bytes(wasm[:-1] + (b"0" if wasm[-1:] != b"0" else b"1"))

    for alter, words in [
        (lambda folder: (folder / "rest.wasm").unlink(), ["rest.wasm", "404"]),
        (change, ["not from the same build"]),
    ]:
        with altered_site(run.site, alter) as address, run.page() as page:
            page.open(address)
            wait_for("the page to say it", ANSWER_SECONDS, lambda: page.run("footpath.error"))
            expect_cover(page, words)
    return "in words"


def levels_are_fetched_when_they_are_opened(run):
    with run.page() as page:
        page.open_game(run.address)
        fetched = lambda: [url.split("/levels/")[1] for url in page.requests if url.endswith(".ron")]
        expect(fetched() == ["first-steps.ron"], f"before any level was opened, the page fetched {fetched()}")
        page.key("PageDown")
        wait_for("the next level", ANSWER_SECONDS, lambda: page.state()["level"] == "maze", page.state)
        expect(fetched() == ["first-steps.ron", "maze.ron"], f"the page fetched {fetched()}")
        page.key("KeyL")
        wait_for("levels for their pictures", ANSWER_SECONDS, lambda: page.state() and len(fetched()) > 2, fetched)
        expect_no_errors(page)
        return f"{len(fetched())} levels once the list is open, for their pictures"


def a_level_that_cannot_be_fetched_is_tried_again(run):
    with run.page() as page:
        offline = lambda is_so: page.call(
            "Network.emulateNetworkConditions", offline=is_so, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        page.open_game(run.address)
        asked = lambda: wait_for("the question", ANSWER_SECONDS, lambda: page.state()["menu"] == "Question", page.state)
        again, not_now = (640, 318), (640, 370)
        offline(True)
        page.key("PageDown")
        asked()
        page.click(*not_now)
        wait_for("the question to be gone", ANSWER_SECONDS, lambda: page.state()["menu"] is None, page.state)
        expect(page.state()["level"] == "first-steps", f"the level that was played is gone: {page.state()}")
        tick = page.state()["tick"]
        wait_for("it to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > tick, page.state)
        page.key("PageDown")
        asked()
        tries = lambda: sum(url.endswith("maze.ron") for url in page.requests)
        tried = tries()
        page.click(*again)
        wait_for("another try", ANSWER_SECONDS, lambda: page.run("true") and tries() > tried, tries)
        asked()
        offline(False)
        page.click(*again)
        wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "maze", page.state)
        return "left alone, tried again in vain, and fetched"


def a_level_that_takes_long_is_said_and_can_be_cancelled(run):
    with run.page() as page:
        page.open_game(run.address)
        delay = lambda milliseconds: page.call(
            "Network.emulateNetworkConditions", offline=False, latency=milliseconds, downloadThroughput=-1, uploadThroughput=-1
        )
        delay(3000)
        page.key("PageDown")
        wait_for("the panel", ANSWER_SECONDS, lambda: page.state()["menu"] == "Work", page.state)
        page.key("Escape")
        wait_for("it to close", ANSWER_SECONDS, lambda: page.state()["menu"] is None, page.state)
        time.sleep(4)
        expect(page.state()["level"] == "first-steps", f"it was opened all the same: {page.state()}")
        delay(0)
        page.key("PageDown")
        wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "maze", page.state)
        expect_no_errors(page)
        return "cancelled, then opened"


def a_sandboxed_page_plays_or_says_what_its_frame_needs(run):
    with run.page() as page:
        with altered_site(run.site, lambda folder: None, OpenSandboxHandler) as address:
            page.open_game(address)
            page.click(640, 360)
            tick = page.state()["tick"]
            wait_for("it to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > tick, page.state)
            expect_no_errors(page)
        with altered_site(run.site, lambda folder: None, SandboxHandler) as address:
            error = page.open(address)["error"]
            expect(error and "allow-same-origin" in error, f"the page says: {error}")
        return "played, and told"


def the_page_speaks_the_language_of_its_user(run):
    is_table = lambda address: "/assets/languages/" in address
    chinese = lambda text: any("\u4e00" <= letter <= "\u9fff" for letter in text)
    with run.page() as page:
        page.open_game(run.address)
        expect(page.run("document.documentElement.lang") == "en", "the page is not in English")
        expect(not any(map(is_table, page.requests)), f"a table is fetched for English: {page.requests}")
        page.call("Network.setUserAgentOverride", userAgent=page.run("navigator.userAgent"), acceptLanguage="zh-CN")
        page.open_game(run.address)
        wait_for("the page to be in Chinese", ANSWER_SECONDS, lambda: page.run("document.documentElement.lang") == "zh")
        expect(any(map(is_table, page.requests)), "no table is fetched")
        page.key("Insert")
        wait_for("a sentence in Chinese", ANSWER_SECONDS, lambda: chinese(page.state()["said"]), page.state)
        expect(chinese(page.run("document.getElementById('again').textContent")), "the page's own words are in English")
        page.open_game(run.address + "?language=en")
        expect(page.run("document.documentElement.lang") == "en", "the address is not heard")
        expect_no_errors(page)
        return "English, Chinese, and English again"


def all_letters_have_room_in_their_picture(run):
    """Where it grew in the middle of a frame, the browser told of a texture that was deleted already."""
    with run.page({**DESKTOP, "width": 640, "height": 480}) as page:
        page.open_game(run.address + "?language=zh")
        for key in ("KeyH", "F6", "KeyL", "KeyK"):
            page.key(key)
            time.sleep(0.6)
            page.key("Escape")
        page.key("F9")
        wait_for("the lab", ANSWER_SECONDS, lambda: page.state()["lab"], page.state)
        page.key("KeyY")
        time.sleep(0.6)
        page.key("F9")
        page.key("Comma")
        wait_for("the edit mode", ANSWER_SECONDS, lambda: page.state()["edit"], page.state)
        for page_of_mode in ("Digit4", "Digit3", "Digit5"):
            page.key(page_of_mode)
            time.sleep(0.6)
        expect_no_errors(page)
        return "Chinese at 640 x 480, through panels, lab and edit mode"


def sounds_are_played_once_the_user_has_done_something(run):
    count = "window.played = 0; const start = AudioBufferSourceNode.prototype.start;"
    count += "AudioBufferSourceNode.prototype.start = function () { window.played += 1; return start.call(this); }"
    with run.page() as page:
        page.open_game(run.address)
        page.run(count)
        time.sleep(1)
        expect(page.run("played") == 0, "something is heard before anything was done")
        page.click(640, 500)
        wait_for("the order to be heard", ANSWER_SECONDS, lambda: page.run("played") >= 1, page.state)
        page.key("Insert")
        wait_for("the game to say so", ANSWER_SECONDS, lambda: page.state()["said"] == "Sound: off", page.state)
        known = page.run("played")
        page.click(300, 400)
        time.sleep(2)
        expect(page.run("played") == known, "something is heard although sound is off")
        expect_no_errors(page)
        return f"{known} sounds"


def a_page_that_was_loaded_starts_without_a_network(run):
    with run.page() as page:
        page.call("Network.setBypassServiceWorker", bypass=False)
        with altered_site(run.site, lambda folder: None) as address:
            page.open_game(address)
            page.run("navigator.serviceWorker.ready.then(() => true)")
            kept = page.run("caches.open('footpath').then((kept) => kept.keys()).then((all) => all.length)")
        # The server is gone. The page is opened once more, on a level that it has never asked for.
        page.open_game(address + "?level=maze")
        expect(page.state()["level"] == "maze", f"another level was opened: {page.state()}")
        expect_no_errors(page)
        return f"{kept} files are kept, and a level among them is played"


def every_file_is_served_packed(run):
    types = {
        ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".wasm": "application/wasm",
        ".css": "text/css; charset=utf-8", ".png": "image/png", ".ttf": "font/ttf",
        ".ron": "text/plain; charset=utf-8", ".tsv": "text/tab-separated-values; charset=utf-8",
    }
    count = 0
    for file in sorted(path for path in run.site.rglob("*") if path.is_file() and path.suffix not in (".br", ".gz")):
        for accepted, coding, ending in (("gzip, deflate, br", "br", ".br"), ("gzip", "gzip", ".gz"), ("identity", None, "")):
            ask = urllib.request.Request(run.address + file.relative_to(run.site).as_posix())
            ask.add_header("Accept-Encoding", accepted)
            with urllib.request.urlopen(ask, timeout=ANSWER_SECONDS) as came:
                body, head = came.read(), came.headers
            beside = file.with_name(file.name + ending)
            expect(head["Content-Encoding"] == coding, f"{file.name}: {accepted} is answered with {head['Content-Encoding']}")
            expect(body == beside.read_bytes(), f"{file.name}: what is served is not {beside.name}")
            expect(coding != "gzip" or gzip.decompress(body) == file.read_bytes(), f"{beside.name} holds something else")
            kind = types.get(file.suffix)
            expect(kind in (None, head["Content-Type"]), f"{file.name} is served as {head['Content-Type']}")
        count += 1
    return f"{count} files with brotli, gzipped and as they are"


def page_fits_the_window(run):
    for screen in (DESKTOP, SHARP_PHONE):
        with run.page(screen) as page:
            page.open_game(run.address)
            ratio, width, height = screen["deviceScaleFactor"], screen["width"], screen["height"]
            canvas = page.run("[glcanvas.width, glcanvas.height]")
            expect(canvas == [width * ratio, height * ratio], f"the canvas has {canvas} pixels in {screen}")
            scroll = page.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            expect(scroll == [width, height], f"the page is {scroll} in a window of {width} x {height}")
            expect(page.run("document.activeElement.id") == "glcanvas", "the canvas does not have the focus")
            menu = "glcanvas.dispatchEvent(new MouseEvent('contextmenu', {cancelable: true}))"
            expect(page.run(menu) is False, "a right click opens the browser's menu")
    return "canvas, focus and right click, at pixel ratios 1 and 2"


def click_moves_an_agent(run):
    with run.page() as page:
        return run.send_there(page, page.click)


def tap_moves_an_agent(run):
    with run.page(SHARP_PHONE) as page:
        return run.send_there(page, page.tap)


def two_fingers_zoom_and_move_the_map(run):
    with run.page(PHONE) as page:
        before = page.open_game(run.address)
        near, wide = [(150, 420), (240, 420)], [(70, 420), (320, 420)]
        page.two_fingers(near, wide)
        zoomed = page.state()
        expect(zoomed["camera"]["scale"] > 2 * before["camera"]["scale"], f"the pinch zooms to {zoomed['camera']}")
        page.two_fingers(near, [(x + 60, y + 40) for x, y in near])
        moved = page.state()
        tiles = (zoomed["camera"]["x"] - moved["camera"]["x"]) * moved["camera"]["scale"]
        expect(abs(tiles - 60) < 5, f"60 pixels of two fingers move the map by {tiles}")
        walker = lambda state: (state["agents"][0]["x"], state["agents"][0]["state"])
        expect(walker(moved) == walker(before), "two fingers send no agent anywhere")
        ground = [state["ground"] for state in (before, moved)]
        expect(ground[0]["targets"] == ground[1]["targets"], f"painting the ground took more textures: {ground}")
        expect(ground[1]["paintings"] - ground[0]["paintings"] <= 10, f"twenty movements painted the ground: {ground}")
        expect_no_errors(page)
        return f"from {before['camera']['scale']:.1f} to {zoomed['camera']['scale']:.1f} pixels a unit"


def a_paused_game_draws_nothing_new(run):
    with run.page(SMALL) as page:
        page.open_game(run.address + "?level=race")
        page.key("Space")
        before = page.still()
        time.sleep(1)
        page.frames(10)
        expect(page.state()["drawn"] == before, "frames were drawn with nothing new")
        page.key("Space")
        wait_for("frames to be drawn again", 10, lambda: page.state()["drawn"] > before + 5)
        expect_no_errors(page)
        return f"{before} frames drawn until it was still"


def searches_are_switched_and_compared(run):
    with run.page() as page:
        page.open_game(run.address + "?level=race")
        search = lambda: page.state()["search"]
        page.click(736, 686)
        wait_for("the panel of the search", ANSWER_SECONDS, lambda: search()["panel"] and search()["ran"], search)
        page.click(228, 91)
        dijkstra = lambda: search()["algorithm"] == search()["ran"] == "dijkstra" and search()["expanded"]
        wait_for("Dijkstra's search", ANSWER_SECONDS, dijkstra, search)
        expanded = search()["expanded"]
        page.click(228, 91)
        wait_for("A*", ANSWER_SECONDS, lambda: search()["ran"] == "a-star" and search()["expanded"] < expanded, search)
        page.key("KeyJ")
        wait_for("every algorithm", ANSWER_SECONDS, lambda: search()["compared"] == 15, search)
        expect_no_errors(page)
        return f"Dijkstra expanded {expanded} cells, A* {search()['expanded']}"


def the_ground_is_baked_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?level=maze")
        bake = lambda: page.state()["bake"]
        page.tap(339, 766)
        wait_for("the panel of baking", ANSWER_SECONDS, lambda: bake()["panel"], bake)
        radius = bake()["radius"]
        page.tap(173, 338)
        wait_for("the radius to grow", ANSWER_SECONDS, lambda: bake()["radius"] > radius and bake()["differs"], bake)
        page.tap(106, 650)
        wait_for("it to be baked", ANSWER_SECONDS, lambda: bake()["is_baked"] and not bake()["differs"], bake)
        page.tap(283, 650)
        wait_for("nothing to be baked", ANSWER_SECONDS, lambda: not bake()["is_baked"], bake)
        expect_no_errors(page)
        return f"radius {radius:.2f}, then {bake()['radius']:.2f}"


def a_resting_finger_reads_a_tooltip(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?level=maze")
        panel = lambda: page.state()["bake"]["panel"]
        page.touch("touchStart", {"x": 339, "y": 766})
        # As long as it takes to read one.
        time.sleep(1.5)
        page.touch("touchEnd")
        expect(not panel(), "a press that showed a tooltip pressed the button too")
        page.tap(339, 766)
        wait_for("a short press to open the panel", ANSWER_SECONDS, panel, panel)
        expect_no_errors(page)
        return "no press after a tooltip"


def text_is_copied_and_pasted(run):
    with run.page() as page:
        page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page.open_game(run.address)
        page.key("KeyL")
        active = lambda: page.run("document.activeElement.id")
        wait_for("the field of the list to have the focus", ANSWER_SECONDS, lambda: active() == "typing", active)
        page.type("maze")
        page.frames()
        for code in ("KeyA", "KeyX"):
            page.shortcut(code)
        copied = lambda: page.run("navigator.clipboard.readText()")
        wait_for("the text on the clipboard", ANSWER_SECONDS, lambda: copied() == "maze", copied)
        page.run("navigator.clipboard.writeText('drawbridge\\n')")
        page.shortcut("KeyV", commands=["paste"])
        page.key("Enter")
        wait_for("Enter to play the level", ANSWER_SECONDS, lambda: page.state()["level"] == "drawbridge", page.state)
        expect_no_errors(page)
        return "maze, then drawbridge"


def groups_are_kept_and_selected(run):
    with run.page() as page:
        page.open_game(run.address + "?level=the-lawn")
        selected = lambda: page.state()["orders"]["selected"]
        page.shortcut("KeyA")
        wait_for("Ctrl+A to select all", ANSWER_SECONDS, selected, page.state)
        count = selected()
        # Shift is pressed after Control.
        shift = {"key": "Shift", "code": "ShiftLeft"}
        page.call("Input.dispatchKeyEvent", type="rawKeyDown", modifiers=10, **shift)
        page.shortcut("Digit3")
        page.call("Input.dispatchKeyEvent", type="keyUp", modifiers=2, **shift)
        page.key("Escape")
        wait_for("Escape to select nobody", ANSWER_SECONDS, lambda: selected() == 0, page.state)
        page.shortcut("Digit3")
        wait_for("Ctrl+3 to select the group", ANSWER_SECONDS, lambda: selected() == count, page.state)
        expect_no_errors(page)
        return f"{count} agents"


def keys_are_what_is_printed_on_them(run):
    """On a French keyboard, Z stands where W is on a US one, and M where the semicolon is."""
    with run.page() as page:
        page.open_game(run.address)
        menu = lambda: page.state()["menu"]

        # By what is printed on the key, and of another script by its place.
        for code, key in (("Semicolon", "k"), ("KeyK", "л")):
            page.shortcut(code, key=key)
            wait_for(f"Ctrl with {key} to open the list", ANSWER_SECONDS, lambda: menu() == "Commands", page.state)
            page.key("Escape")
            wait_for("the list to close", ANSWER_SECONDS, lambda: menu() is None, page.state)
        page.shortcut("KeyK", key="e")
        wait_for("Ctrl with E to open the edit mode", ANSWER_SECONDS, lambda: page.state()["edit"], page.state)
        expect(menu() is None, "the key in the place of K is not K")
        expect_no_errors(page)
        return "Ctrl+K, Ctrl+E, and a Cyrillic key"


def commands_are_found_by_typing_and_by_touch(run):
    with run.page() as page:
        page.open_game(run.address)
        menu, marked = (lambda name=name: page.state()[name] for name in ("menu", "marked"))

        page.key("Slash")
        wait_for("/ to open the list", ANSWER_SECONDS, lambda: menu() == "Commands", menu)
        page.type("maze")
        wait_for("the level to be found", ANSWER_SECONDS, lambda: marked().startswith("play "), marked)
        page.key("Enter")
        wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "maze", page.state)
        page.shortcut("KeyK")
        wait_for("Ctrl+K to open the list", ANSWER_SECONDS, lambda: menu() == "Commands", menu)
        page.type("f9")
        wait_for("the lab to be found", ANSWER_SECONDS, lambda: marked().startswith("the lab"), marked)
        page.key("Enter")
        wait_for("the lab", ANSWER_SECONDS, lambda: page.state()["lab"], page.state)
        expect_no_errors(page)
    with run.page(PHONE) as page:
        page.open_game(run.address)
        page.tap(243, 810)
        wait_for("the button to open the list", ANSWER_SECONDS, lambda: page.state()["menu"] == "Commands", page.state)
        for _ in range(2):
            page.drag_finger((150, 700), (150, 200))
        page.tap(150, 400)
        wait_for("a tap to carry a command out", ANSWER_SECONDS, lambda: page.state()["menu"] is None, page.state)
        page.tap(291, 810)
        wait_for("the settings", ANSWER_SECONDS, lambda: page.state()["menu"] == "Settings", page.state)
        page.tap(283, 270)
        wait_for("a tap to choose the light panels", ANSWER_SECONDS, lambda: page.state()["theme"] == "Light", page.state)
        kept = lambda: page.run("localStorage['footpath.settings']")
        wait_for("them to be kept", ANSWER_SECONDS, lambda: "Light" in kept(), kept)
        page.open_game(run.address)
        expect(page.state()["theme"] == "Light", "the light panels were forgotten")
        expect_no_errors(page)
        return "a level, the lab, a command, light panels"


LEVEL_OF_MANY_SCRIPTS = """(
    version: 1,
    name: "北京的胡同",
    about: "点击任意位置：行人会找到路径。هذا هو الطريق إلى البوابة. 日本語のテキスト。한국어. हिन्दी पाठ. 🚪",
    legend: {'.': "grass", 'G': (terrain: "road", place: "大门")},
    rows: ["............", "............", "..........G.", "............"],
    agents: [(name: "小明", profile: "walker", tile: (1, 1), order: MoveTo("大门"))],
)
"""


def every_script_is_drawn_and_written(run):
    spy = """
        window.drawn = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
            drawn.push(text);
            return draw.call(this, text, ...at);
        };
    """
    add = lambda folder: (folder / "levels/scripts.ron").write_text(LEVEL_OF_MANY_SCRIPTS)
    with altered_site(run.site, add) as address, run.page() as page:
        page.call("Page.addScriptToEvaluateOnNewDocument", source=spy)
        page.open_game(address + "?level=scripts")
        drawn = lambda: page.run("drawn.join('|')")
        for text in ("北京的胡同", "大门", "الطريق", "テキスト", "🚪"):
            wait_for(f"{text} to be drawn", ANSWER_SECONDS, lambda: text in drawn(), drawn)
        expect("grass" not in drawn() and "agent" not in drawn(), f"the page draws what the game's font has: {drawn()}")
        page.screenshot(run.out / "scripts.png")
        page.key("Slash")
        active = lambda: page.run("document.activeElement.id")
        wait_for("the field of the page to have the focus", ANSWER_SECONDS, lambda: active() == "typing", active)
        # As an input method does: what is written so far, and then the word that was chosen.
        for text in ("j", "jing"):
            page.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
        page.call("Input.insertText", text="京")
        wait_for("the word in the game's field", ANSWER_SECONDS, lambda: page.run("drawn.includes('京')"), drawn)
        page.key("Backspace")
        page.type("maze")
        marked = lambda: page.state()["marked"]
        wait_for("the word to be taken out, and keys to write", ANSWER_SECONDS, lambda: marked() == "play The maze", marked)
        hidden = lambda id: page.run(f"document.getElementById('{id}').ariaHidden === 'true'")
        expect(not hidden("typing"), "the field that is written into is hidden from screen readers")
        page.key("Escape")
        wait_for("the focus to be the game's again", ANSWER_SECONDS, lambda: active() == "glcanvas", active)
        expect(hidden("typing"), "a field that nobody sees is read out")
        cover = lambda: page.run("getComputedStyle(document.getElementById('cover')).visibility")
        wait_for("the cover to be gone for screen readers", ANSWER_SECONDS, lambda: cover() == "hidden", cover)
        expect_no_errors(page)
        return "Chinese, Arabic, Japanese, an emoji; a word of an input method"


def a_phones_keyboard_types_into_the_games_fields(run):
    with run.page(PHONE) as page:
        page.open_game(run.address)
        menu, marked = (lambda name=name: page.state()[name] for name in ("menu", "marked"))
        active = lambda: page.run("document.activeElement.id")
        page.tap(243, 810)
        wait_for("the button to open the list", ANSWER_SECONDS, lambda: menu() == "Commands", menu)
        expect(active() == "glcanvas", "the keyboard comes before a finger was on the field")
        page.tap(148, 140)
        wait_for("a tap on the field to bring the keyboard", ANSWER_SECONDS, lambda: active() == "typing", active)
        page.call("Input.insertText", text="ma")
        # As a keyboard does that suggests words: it puts the whole word in the place of what it has so far.
        page.call("Input.imeSetComposition", text="zz", selectionStart=2, selectionEnd=2)
        page.call("Input.imeSetComposition", text="ze", selectionStart=2, selectionEnd=2)
        page.call("Input.insertText", text="ze")
        wait_for("the level to be found", ANSWER_SECONDS, lambda: marked() == "play The maze", marked)
        backspace = dict(code="Backspace", key="Backspace", windowsVirtualKeyCode=8)
        for _ in range(6):
            for kind in ("rawKeyDown", "keyUp"):
                page.call("Input.dispatchKeyEvent", type=kind, **backspace)
        wait_for("the field to be empty", ANSWER_SECONDS, lambda: not marked().startswith("play "), marked)
        page.call("Input.insertText", text="drawbr")
        wait_for("another level to be found", ANSWER_SECONDS, lambda: "rawbridge" in marked(), marked)
        # A phone tells the name of this key, and no place of it.
        for kind in ("rawKeyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key="Enter", windowsVirtualKeyCode=13)
        wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "drawbridge", page.state)
        wait_for("the keyboard to go", ANSWER_SECONDS, lambda: active() == "glcanvas", active)
        expect_no_errors(page)
        return "maze, then drawbridge"


def tab_goes_through_every_panel(run):
    # So small that every panel scrolls.
    small = {"width": 667, "height": 375, "deviceScaleFactor": 1, "mobile": False}
    # A page, the keys that open a panel, the most widgets that are looked at there, and one that only the panel has.
    panels = [
        ("?level=first-steps", ["KeyK"], 24, "Play(Replay)"),
        ("?level=hill-fort", ["F2"], 24, "Play(Bake(Bake))"),
        ("?level=first-steps", ["KeyI"], 18, "Play(Overlay(Heat))"),
        ("?level=first-steps", ["KeyL"], 14, "Play(Level(1))"),
        ("?level=first-steps", ["Slash"], 14, "Menu(Choose(1))"),
        ("?level=first-steps", ["F6"], 6, "Menu(Theme(Light))"),
        ("?level=first-steps", ["KeyK", "KeyJ"], 16, "Play(By(Dijkstra))"),
        ("?lab", [], 30, "Lab(Walk)"),
        ("?lab", ["KeyL"], 24, "Lab(RandomStart)"),
        ("?level=course/less-far", [], 12, "Lesson(Next)"),
    ]
    walked = 0
    with run.page(small) as page:
        for query, keys, count, own in panels:
            page.open_game(run.address + query)
            for key in keys:
                page.key(key)
            page.frames()
            seen = []
            for _ in range(count):
                # Where the focus is then is waited for.
                for kind in ("keyDown", "keyUp"):
                    page.call("Input.dispatchKeyEvent", type=kind, code="Tab")
                focus = lambda: page.state()["focus"]
                in_sight = lambda: focus() and [*focus()[:2], focus()[5]] not in seen[-1:] and min(focus()[2:4]) > 6
                wait_for(f"a widget of {query} {keys} in sight after {seen}", ANSWER_SECONDS, in_sight, focus)
                x, y, width, height, after, name = focus()
                inside = x > -1 and y > -1 and x + width < 668 and y + height < 376
                expect(inside, f"{query} {keys}: the focus is at {focus()}")
                seen.append([x, y, name])
                if after == 0:
                    break
            expect(own in [name for _, _, name in seen], f"{query} {keys}: {own} is not among {seen}")
            walked += len(seen)
        expect_no_errors(page)
    return f"{walked} widgets in {len(panels)} panels"


def the_page_fills_the_screen_and_is_a_window_again(run):
    with run.page() as page:
        page.open_game(run.address)
        is_full = lambda: page.run("document.fullscreenElement !== null")
        page.key("F6")
        wait_for("the settings", ANSWER_SECONDS, lambda: page.state()["menu"] == "Settings", page.state)
        for expected in (True, False):
            # The button in the third row of the settings, wherever these are now.
            width, height = page.run("[innerWidth, innerHeight]")
            page.click(width / 2, round(0.4 * (height - 422)) + 178)
            wait_for(f"full screen to be {expected}", ANSWER_SECONDS, lambda: is_full() == expected, is_full)
            fits = lambda: page.run("glcanvas.width === innerWidth && glcanvas.height === innerHeight")
            wait_for("the canvas to fit", ANSWER_SECONDS, fits)
            page.frames()
        # The browser's own key is left to it.
        page.run("addEventListener('keydown', (event) => (window.kept = event.defaultPrevented), true)")
        page.key("F11")
        expect(page.run("window.kept") is False, "F11 is kept from the browser")
        expect_no_errors(page)
        return "by the settings"


def orders_are_given_and_agents_inspected_by_touch(run):
    with run.page(PHONE) as page:
        state = page.open_game(run.address + "?level=first-steps")
        orders = lambda: page.state()["orders"]
        first = lambda: orders()["of_agents"][0]
        agent = page.state()["agents"][0]
        page.tap(*page.on_screen(state["camera"], (agent["x"], agent["y"])))
        wait_for("the agent to be selected", ANSWER_SECONDS, lambda: orders()["selected"] == 1, orders)
        page.tap(235, 618)
        wait_for("it to wander", ANSWER_SECONDS, lambda: first().startswith("wander within"), orders)
        # Where time stands still, the other is still there when the finger comes down.
        page.tap(51, 722)
        stands = lambda: (before := page.state()["tick"], time.sleep(0.5)) and page.state()["tick"] == before
        wait_for("time to stand still", ANSWER_SECONDS, stands, page.state)
        page.tap(121, 618)
        page.tap(*page.on_screen(page.state()["camera"], [(a["x"], a["y"]) for a in page.state()["agents"]][1]))
        wait_for("it to follow the other", ANSWER_SECONDS, lambda: first().startswith("follow") and " 1" in first(), orders)
        page.tap(55, 618)
        wait_for("the inspector", ANSWER_SECONDS, lambda: orders()["page"] == "State", orders)
        page.tap(122, 443)
        wait_for("the page of the body", ANSWER_SECONDS, lambda: orders()["page"] == "Body", orders)
        speed = orders()["speed"]
        page.tap(356, 536)
        wait_for("the speed to grow", ANSWER_SECONDS, lambda: orders()["speed"] > speed, orders)
        expect_no_errors(page)
        return f"{first()}, speed {speed:.1f}, then {orders()['speed']:.1f}"


def a_game_is_won_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?level=the-lane")
        outcome = lambda: page.state()["outcome"]
        on_map = lambda x, y: page.on_screen(page.state()["camera"], (x, y))
        page.tap(195, 766)
        # From the lower fence to the embers in the north, through which the beetles then go.
        page.drag_finger(on_map(9.5, 15.5), on_map(9.5, 4.5))
        page.tap(195, 766)
        for _ in range(3):
            page.tap(243, 721)
        wait_for("the level to be won", WALK_SECONDS, lambda: (now := outcome()) and now["won"] and now["is_shown"], page.state)
        seconds = page.state()["tick"] / 60
        page.tap(107, 415)
        begun_again = lambda: outcome() is None and page.state()["tick"] < 60 * seconds / 2
        wait_for("the level to begin again", ANSWER_SECONDS, begun_again, page.state)
        expect_no_errors(page)
        return f"after {seconds:.0f} seconds of the level, and begun again"


def a_search_is_replayed_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?level=race")
        search = lambda: page.state()["search"]
        page.tap(291, 766)
        wait_for("the panel of the search", ANSWER_SECONDS, lambda: search()["panel"] and search()["ran"], search)
        page.tap(313, 280)
        wait_for("Dijkstra's search", ANSWER_SECONDS, lambda: search()["ran"] == "dijkstra", search)
        page.tap(283, 658)
        wait_for("the replay to begin", ANSWER_SECONDS, lambda: 0 < search()["played"] < search()["steps"], search)
        wait_for("the replay to end", ANSWER_SECONDS, lambda: search()["played"] == search()["steps"], search)
        expect_no_errors(page)
        return f"{search()['steps']} steps"


def a_link_to_the_lab_opens_it_as_it_was(run):
    """The address follows what is done in the lab, and opens it as it was in another tab: at three moments."""
    two_searches_halted = ["KeyG", "KeyO", "KeyJ", "Home", *5 * ["Period"]]
    another_search_by_way_of_a_point = ["Delete", "KeyM", "KeyS", "BracketRight"]
    three_searches_on_another_sheet = ["KeyM", "KeyN", "KeyJ", "KeyJ"]
    with run.page() as page:
        page.open_game(run.address + "?lab")
        lab = lambda: page.state()["lab"]
        wait_for("the search", ANSWER_SECONDS, lambda: lab() and lab()["lanes"] and lab()["lanes"][0], page.state)
        address = lambda: page.run("location.href")
        facts = lambda state: [state["start"], state["goal"], [[lane["algorithm"], lane["cost"], lane["played"]] for lane in state["lanes"]]]
        known = address()
        for keys, count in [(two_searches_halted, 2), (another_search_by_way_of_a_point, 1), (three_searches_on_another_sheet, 3)]:
            [page.key(key) for key in keys]
            wait_for("the searches", ANSWER_SECONDS, lambda: len(lab()["lanes"]) == count and all(lab()["lanes"]), lab)
            # It follows once the lab rests, on a busy machine some time after that.
            is_new = lambda now: "&lab=" in now and now != known and (time.sleep(4 * INPUT_SECONDS) or now == address()) and now
            known = wait_for("the address to hold them and to rest", ANSWER_SECONDS, lambda: is_new(address()), address)
            with run.page() as other:
                other.open_game(known)
                there = lambda: other.state()["lab"]
                is_same = lambda: there() and all(there()["lanes"]) and facts(there()) == facts(lab())
                wait_for("the same there", ANSWER_SECONDS, is_same, lambda: [facts(there()), facts(lab())])
                expect_no_errors(other)
        page.key("F9")
        wait_for("the level's address", ANSWER_SECONDS, lambda: "lab" not in page.run("location.search"), address)
        expect_no_errors(page)
        return f"{len(known)} letters"


def an_article_shows_sheets_of_the_lab(run):
    """Frames in a long page, the last of a lesson: wheel and keys scroll it until one of the frames is clicked, which then plays."""
    with run.page() as page:
        page.open_game(run.address + "?lab")
        wait_for("the search", ANSWER_SECONDS, lambda: (page.state()["lab"] or {}).get("lanes"), page.state)
        page.key("KeyO")
        address = lambda: page.run("location.href")
        wait_for("the address to hold the searches", ANSWER_SECONDS, lambda: "&lab=" in address(), address)
        link = address().replace("?lab=", "?lab&embed")
    with run.page() as page:
        # Any document of the same origin can be the article.
        page.call("Page.navigate", url=run.address + "footpath.css")
        wait_for("the document", LOAD_SECONDS, lambda: page.run("document.readyState === 'complete' && location.pathname.endsWith('css')"))
        lesson = run.address + "?embed&level=course/grid&algorithm=greedy"
        frames = [link, link.replace("&embed", "&embed&algorithm=dijkstra&step=30&theme=light"), lesson]
        html = "".join(f'<p style="height: 200px">words</p><iframe src="{html_of(src)}" width="{width}" height="{height}"></iframe>'
                       for src, (width, height) in zip(frames, [(320, 240), (640, 420), (640, 420)]))
        page.run(f"document.body.innerHTML = {json.dumps(html + '<p style=height:2000px>more words</p>')}")
        state = lambda frame: page.run(f"(frames[{frame}].footpath?.started ?? null) !== null && frames[{frame}].footpath.state")
        lab = lambda frame: (state(frame) or {}).get("lab")
        for frame in (0, 1, 2):
            wait_for(f"frame {frame}", LOAD_SECONDS, lambda: lab(frame) and all(lab(frame)["lanes"]), lambda: state(frame))
        first, second = lab(0)["lanes"][0], lab(1)["lanes"][0]
        expect((second["algorithm"], second["played"]) == ("dijkstra", 30), f"the second is not as asked for: {second}")
        expect((lab(2)["page"], lab(2)["lanes"][0]["algorithm"]) == (None, "greedy"), f"a lesson is not shown alone: {lab(2)}")
        expect(page.run("frames[2].location.href") == lesson, "a part has changed its address")
        expect([state(0)["theme"], state(1)["theme"]] == ["Dark", "Light"], "the themes are not as asked for")
        top, camera = lambda: page.run("scrollY"), lab(0)["camera"]

        def rest_at_the_top():
            """Goes there again and again until the browser, which may still be scrolling smoothly, stays there."""
            drawn = lambda: page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => scrollY)")
            rests = lambda: page.run("scrollTo(0, 0)") or [drawn() for _ in range(5)] == [0] * 5
            wait_for("the article to rest at its top", ANSWER_SECONDS, rests, top)

        page.call("Input.dispatchMouseEvent", type="mouseWheel", x=160, y=340, deltaX=0, deltaY=120)
        wait_for("the article to scroll", ANSWER_SECONDS, lambda: top() > 50, top)
        expect(lab(0)["camera"] == camera, f"the sheet took the wheel: {lab(0)['camera']}, {camera}")
        rest_at_the_top()
        for kind in ("rawKeyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key="PageDown", code="PageDown", windowsVirtualKeyCode=34)
        wait_for("a key to scroll the article", ANSWER_SECONDS, lambda: top() > 50, top)
        rest_at_the_top()
        expect(page.run("document.activeElement === document.body"), "a frame took the focus")
        page.screenshot(run.out / "article.png")
        # The page knows which frame has taken the click; before that a key is not for the frame.
        taken = state(0)["events"]
        box = page.run("(({x, y, width, height}) => [x, y, width, height])(document.querySelector('iframe').getBoundingClientRect())")
        page.click(box[0] + 0.5 * box[2], box[1] + 100)
        has_taken = lambda: state(0)["events"] >= taken + 2 and page.run("document.activeElement === document.querySelector('iframe')")
        wait_for("the first frame to take the click", ANSWER_SECONDS, has_taken, lambda: (taken, state(0)["events"], top()))
        page.key("Space")
        wait_for("the search to be played", ANSWER_SECONDS, lambda: lab(0)["lanes"][0]["played"] < first["of"], lambda: lab(0))
        expect(lab(0)["page"] is None and lab(0)["lanes"][0]["cost"] == first["cost"], f"the click has changed something: {lab(0)}")
        # Of the article itself an icon may be missing.
        errors = page.run("[frames[0].footpath.error, frames[1].footpath.error]")
        expect(errors == [None, None], f"errors in the frames: {errors}")
        return f"{len(link)} letters"


def html_of(text):
    return text.replace("&", "&amp;")


def the_lab_is_used_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?lab")
        lab = lambda: page.state()["lab"]
        first = lambda: (lab()["lanes"] or [None])[0]
        wait_for("the lab and its search", ANSWER_SECONDS, lambda: lab() and first() and first()["cost"], page.state)
        cell = lambda x, y: page.on_screen(lab()["camera"], (x + 0.5, y + 0.5))
        page.key("KeyC")
        wait_for("an empty sheet", ANSWER_SECONDS, lambda: not first(), lab)
        page.tap(51, 766)
        wait_for("the panel to close", ANSWER_SECONDS, lambda: lab()["page"] is None, lab)
        time.sleep(0.5)
        # What is drawn has it search again.
        page.drag_finger(cell(2, 18), cell(5, 18))
        wait_for("a search on it", ANSWER_SECONDS, lambda: first() and first()["cost"], lab)
        goal, straight = lab()["goal"], first()["cost"]
        page.drag_finger(cell(16, 2), cell(16, 16))
        wait_for("the path to bend around the wall", ANSWER_SECONDS, lambda: first()["cost"] > straight + 3, lab)
        page.drag_finger(cell(*goal), cell(18, 10))
        wait_for("the goal to follow the finger", ANSWER_SECONDS, lambda: abs(lab()["goal"][0] - 18) <= 1, lab)
        for count in (2, 3, 4):
            page.tap(51, 810)
            wait_for(f"search {count}", ANSWER_SECONDS, lambda: len(lab()["lanes"]) == count and all(lab()["lanes"]), lab)
        exact = [lane["cost"] for lane in lab()["lanes"] if lane["algorithm"] in ("a-star", "dijkstra", "jump-point")]
        expect(len(exact) == 3 and max(exact) - min(exact) < 1e-6, f"exact searches differ: {exact}")
        page.tap(195, 668)
        # In the middle of the longest search; shorter ones may be done.
        longest = lambda: max(lab()["lanes"], key=lambda lane: lane["of"])
        middle = lambda: 0.4 < longest()["played"] / longest()["of"] < 0.6 and longest()["closed"] > 0
        wait_for("the middle of the searches", ANSWER_SECONDS, middle, lab)
        expect_no_errors(page)
        return f"from {straight} to {exact[0]:.2f}"


def a_level_is_edited_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address)
        edit = lambda: page.state()["edit"]
        on_map = lambda x, y: page.on_screen(page.state()["camera"], (x, y))
        page.tap(99, 810)
        wait_for("the edit mode", ANSWER_SECONDS, edit, page.state)
        page.tap(80, 766)
        wait_for("the brush", ANSWER_SECONDS, lambda: edit()["tool"] == "Brush", edit)
        time.sleep(0.5)
        page.drag_finger(on_map(9.5, 1.5), on_map(9.5, 5.5))
        wait_for("the drawn wall", ANSWER_SECONDS, lambda: edit()["history"] == ["Draw wall"], edit)
        page.tap(264, 766)
        wait_for("the wall to be undone", ANSWER_SECONDS, lambda: edit()["done"] == 0 and edit()["is_saved"], edit)
        page.tap(34, 766)
        wait_for("the arrow", ANSWER_SECONDS, lambda: edit()["tool"] == "Select", edit)
        time.sleep(0.5)
        start = page.state()["agents"][0]
        page.tap(*on_map(start["x"], start["y"]))
        wait_for("the agent to be selected", ANSWER_SECONDS, lambda: edit()["selected"] == ["agents[0]"], edit)
        time.sleep(0.5)
        page.drag_finger(on_map(start["x"], start["y"]), on_map(start["x"] + 3, start["y"]))
        moved = lambda: edit()["history"] == ["Move agent"] and abs(page.state()["agents"][0]["x"] - start["x"] - 3) < 0.2
        wait_for("the agent to stand elsewhere", ANSWER_SECONDS, moved, page.state)
        # What is not saved would be offered to the next page.
        page.tap(264, 766)
        wait_for("the agent to be back", ANSWER_SECONDS, lambda: edit()["done"] == 0, edit)
        wait_for_drafts(page, 0)
        page.tap(356, 810)
        wait_for("the game", ANSWER_SECONDS, lambda: edit() is None, edit)
        expect_no_errors(page)
        return "drawn, undone, moved"


class Course:
    """A lesson on a page, and the buttons of its card."""

    def __init__(self, page):
        self.page = page

    def lesson(self):
        return self.page.state()["lesson"]

    def lab(self):
        return self.page.state()["lab"]

    def cell(self, x, y):
        return self.page.on_screen(self.lab()["camera"], (x + 0.5, y + 0.5))

    def right_button(self):
        """The lower right corner of the card: Next, and at the end Next lesson."""
        x, y, width, height = self.lesson()["card"]
        return x + width - 50, y + height - 30

    def step(self, done, name=None):
        holds = lambda: self.lesson() and self.lesson()["done"] == done and name in (None, self.lesson()["name"])
        wait_for(f"{done} steps of {name or 'the lesson'} to be done", WALK_SECONDS, holds, self.page.state)
        # The card finds its place.
        self.page.frames()

    def kept(self, name, done):
        """Waits until the page has kept that so many steps are done."""
        kept = lambda: self.page.run("localStorage['footpath.settings'] ?? ''")
        wait_for("the steps to be kept", ANSWER_SECONDS, lambda: f'"{name}": {done}' in kept(), kept)


def a_course_is_walked_through_by_mouse(run):
    with run.page() as page:
        page.open_game(run.address + "?level=course/less-far")
        course = Course(page)
        course.step(0, "course/less-far")
        page.click(*course.right_button())
        course.step(1)
        algorithm = lambda: course.lab()["lanes"][0]["algorithm"]
        page.click(228, 31)
        wait_for("A* to be chosen", ANSWER_SECONDS, lambda: algorithm() == "a-star", course.lab)
        course.step(2)
        page.click(*course.right_button())
        course.step(3)
        course.kept("course/less-far", 3)
        page.open_game(run.address + "?level=course/less-far")
        course.step(3, "course/less-far")
        page.drag_mouse(course.cell(13, 5), course.cell(17, 0))
        course.step(4)
        # It goes on as the second step left it.
        expect(algorithm() == "a-star", f"the lesson goes on with {algorithm()}")
        page.click(31, 31)
        wait_for("Dijkstra's search to be chosen", ANSWER_SECONDS, lambda: algorithm() == "dijkstra", course.lab)
        course.step(5)
        page.click(*course.right_button())
        course.step(0, "course/heuristics")
        page.key("F9")
        wait_for("the game", ANSWER_SECONDS, lambda: course.lab() is None, page.state)
        expect(course.lesson() is None, "the game has a lesson of the lab")
        page.key("F9")
        course.step(0, "course/heuristics")
        expect_no_errors(page)
        return "five steps, one reload, and on to the next lesson"


def a_course_is_walked_through_by_touch(run):
    with run.page(PHONE) as page:
        page.open_game(run.address + "?level=course/grid")
        course = Course(page)
        course.step(0, "course/grid")
        page.tap(*course.right_button())
        course.step(1)
        page.drag_finger(course.cell(5, 3), course.cell(10, 3))
        course.step(2)
        page.drag_finger(course.cell(4, 1), course.cell(4, 4))
        course.step(3)
        course.kept("course/grid", 3)
        page.open_game(run.address + "?level=course/grid")
        course.step(3, "course/grid")
        page.tap(99, 813)
        course.step(4)
        page.tap(*course.right_button())
        course.step(5)
        page.tap(*course.right_button())
        course.step(0, "course/less-far")
        expect_no_errors(page)
        return "five steps, one reload, and on to the next lesson"


def the_tour_is_shown_once(run):
    with run.page(settings="") as page:
        page.open_game(run.address)
        course = Course(page)
        course.step(0, "first-steps")
        x, y, _, height = course.lesson()["card"]
        page.click(x + 50, y + height - 30)
        wait_for("the tour to be skipped", ANSWER_SECONDS, lambda: course.lesson()["done"] == 6, course.lesson)
        course.kept("first-steps", 6)
        page.open_game(run.address)
        expect(course.lesson() is None, f"the tour is shown again: {course.lesson()}")
        page.key("KeyH")
        page.click(*HELP_TOUR)
        course.step(0, "first-steps")
        target = page.on_screen(page.state()["camera"], (6.5, 10.5))
        page.click(*target)
        course.step(1)
        course.kept("first-steps", 1)
        page.open_game(run.address + "?level=first-steps")
        course.step(1)
        page.open_game(run.address)
        course.step(1)
        expect_no_errors(page)
    with run.page(settings="") as page:
        page.open_game(run.address + "?level=first-steps")
        expect(page.state()["lesson"] is None, "the tour is shown although the address names a level")
    return "skipped, not shown again, and taken from the help, where it goes on after a reload"


def a_link_that_the_clipboard_refuses_is_shown(run):
    with run.page() as page:
        shown = lambda: page.run("document.getElementById('link').open && document.getElementById('link-text').value")
        selected = "(field => field.selectionEnd - field.selectionStart)(document.getElementById('link-text'))"
        page.open_game(run.address + "?level=maze")
        page.run("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
        page.key("F12")
        wait_for("the link to be shown", ANSWER_SECONDS, shown, shown)
        expect("#" in shown() and page.run(selected) == len(shown()), f"the link is not selected: {shown()}")
        page.run("document.querySelector('#link button').click()")
        wait_for("the game to have the keys again", ANSWER_SECONDS, lambda: page.run("document.activeElement.id") == "glcanvas", shown)
        page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.key("F12")
        wait_for("the link to be taken", ANSWER_SECONDS, lambda: page.run("window.copied ?? null"), shown)
        time.sleep(1)
        expect(not shown(), "the link is shown although the clipboard has taken it")
    return "refused: shown and selected; taken: not shown"


def the_browser_computes_what_the_desktop_computes(run):
    told = []
    for level in ("first-steps", "the-ring"):
        with run.page(SMALL) as page:
            page.open_game(f"{run.address}?level={level}")
            # Only ticks are compared, not clicks: a click comes at another tick every time.
            page.run("footpath.wantsHash = true")
            latest = lambda: (state := page.state()) and state["tick"] >= COMPARED_TICKS and state["state_hash"] and state
            here = wait_for(f"tick {COMPARED_TICKS}", WALK_SECONDS, latest, lambda: page.state()["tick"])
            expect_no_errors(page)
        there = run.simulate(level, here["tick"])
        expect(there["ticks"] == here["tick"], f"{level}: the desktop made {there['ticks']} ticks of {here['tick']}")
        expect(
            there["state_hash"] == here["state_hash"],
            f"{level} at tick {here['tick']}: {here['state_hash']} in the browser, {there['state_hash']} on the desktop",
        )
        told.append(f"{level} at tick {here['tick']}: {here['state_hash']}")
    return "; ".join(told)


def level_in_the_address(run):
    with run.page() as page:
        state = page.open_game(run.address + "?level=maze")
        expect("maze" in state["level"].lower(), f"the level is {state['level']!r}")
        expect(not state["messages"], f"messages: {state['messages']}")
        expect_no_errors(page)
        return f"?level=maze opened {state['level']!r}"


def wait_for_message(page, words):
    """Waits until the game's messages contain the words, and are on the page too; returns them."""

    def said():
        text = "\n".join((page.state() or {}).get("messages") or [])
        return text if all(word.lower() in text.lower() for word in words) else None

    text = wait_for(f"a message with {words}", ANSWER_SECONDS, said, page.state)
    on_page = page.run("document.getElementById('messages').textContent")
    expect(text in on_page, f"the page holds {on_page!r}, the game says {text!r}")
    return text


def broken_level_shows_its_message(run):
    with altered_site(run.site, lambda folder: (folder / "levels/broken.ron").write_text(BROKEN_LEVEL)) as address:
        with run.page() as page:
            page.open_game(address + "?level=broken")
            text = wait_for_message(page, ["broken.ron:"])
            expect_no_errors(page)
            return text.split("\n")[0]


def unknown_level_is_said(run):
    with run.page() as page:
        page.open_game(run.address + "?level=nosuch")
        text = wait_for_message(page, ["nosuch"])
        page.errors = [error for error in page.errors if "404" not in error]
        expect_no_errors(page)
        return text.split("\n")[0]


def expect_cover(page, words):
    shown = page.run("document.getElementById('cover').innerText")
    visible = page.run("!document.getElementById('cover').classList.contains('gone')")
    expect(visible, "the error is hidden")
    expect(all(word in shown for word in words), f"the page says {shown!r}, without {words}")


def missing_wasm_is_said(run):
    with altered_site(run.site, lambda folder: (folder / "footpath.wasm").unlink()) as address:
        with run.page() as page:
            page.open(address)
            expect_cover(page, ["footpath.wasm", "404"])
            return page.run("footpath.error")


def page_in_place_of_wasm_is_said(run):
    with altered_site(run.site, lambda folder: (folder / "footpath.wasm").write_text("<!doctype html>")) as address:
        with run.page() as page:
            page.open(address)
            expect_cover(page, ["footpath.wasm", "not WebAssembly"])
            return page.run("footpath.error")


def missing_files_are_said(run):
    for file in ("assets/fonts/inter-footpath.ttf", "assets/marks.png", "levels/index.tsv", "levels/first-steps.ron"):
        with altered_site(run.site, lambda folder: (folder / file).unlink()) as address, run.page() as page:
            page.open(address)
            expect_cover(page, ["cannot start", file])
    with altered_site(run.site, lambda folder: (folder / "levels/maze.ron").unlink()) as address, run.page() as page:
        page.open_game(address + "?level=maze")
        return wait_for_message(page, ["levels/maze.ron", "could not be fetched"])


def missing_loader_is_said(run):
    for file in ("mq_js_bundle.js", "footpath.js"):
        with altered_site(run.site, lambda folder: (folder / file).unlink()) as address, run.page() as page:
            page.call("Page.navigate", url=address)
            said = lambda: page.run(f"(document.getElementById('status')?.textContent || '').includes('{file}')")
            wait_for(f"the page to say that {file} is missing", ANSWER_SECONDS, said)
    return "for both scripts"


def saved_by(page, act):
    """The name and the text of the file that the page saves."""
    page.run(
        """(() => {
            window.savedName = window.savedText = null;
            URL.createObjectURL = (blob) => (blob.text().then((text) => { savedText = text; }), "data:,");
            HTMLAnchorElement.prototype.click = function () { savedName = this.download; };
        })()"""
    )
    act()
    return wait_for("a file to be saved", ANSWER_SECONDS, lambda: page.run("savedText !== null && [savedName, savedText]"))


def the_lab_saves_a_picture(run):
    with run.page() as page:
        page.open_game(run.address + "?lab")
        name, text = saved_by(page, lambda: page.key("KeyA"))
        expect(name == "lab.png" and text[1:4] == "PNG", f"{name} begins with {text[:8]!r}")
        # An empty picture of this size takes some hundred bytes.
        expect(len(text) > 5000, f"the picture has {len(text)} letters: is anything on it?")
        expect_no_errors(page)
        return f"a picture, {len(text)} letters when read as text"


def the_lab_makes_a_moving_picture(run):
    with run.page() as page:
        page.open_game(run.address + "?lab")
        page.run(
            """(() => {
                window.film = null;
                const save = URL.createObjectURL;
                URL.createObjectURL = (blob) => {
                    blob.arrayBuffer().then((content) => (film = { type: blob.type, bytes: [...new Uint8Array(content)] }));
                    return save(blob);
                };
            })()"""
        )
        page.key("F7")
        film = wait_for("the moving picture", FILM_SECONDS, lambda: page.run("film"), page.state)
        content = bytes(film["bytes"])
        expect(film["type"] == "image/gif" and content[:6] == b"GIF89a", f"{film['type']} begins with {content[:8]!r}")
        pictures = content.count(b"\x21\xf9\x04")
        expect(pictures >= 73, f"it has {pictures} pictures")
        expect_no_errors(page)
        return f"{pictures} pictures in {len(content) // 1000} kB"


def give_file(page, *paths):
    """Opens files as if the player had chosen them."""
    node = page.call("Runtime.evaluate", expression="document.getElementById('file')")["result"]["objectId"]
    page.call("DOM.setFileInputFiles", files=[*map(str, paths)], objectId=node)


def a_replay_is_saved_and_verified_on_the_desktop(run):
    with run.page() as page, tempfile.TemporaryDirectory(prefix="footpath-replay-") as folder:
        state = page.open_game(run.address + "?level=first-steps")
        target, _ = reachable_target(run.level_text(page, state), state, page)
        page.click(*page.on_screen(state["camera"], target))
        wait_for("two seconds", WALK_SECONDS, lambda: page.state()["tick"] > 125, page.state)
        name, text = saved_by(page, lambda: page.key("Quote"))
        expect(name == "first-steps.replay", f"it is called {name}")
        expect_no_errors(page)
        replay = Path(folder, name)
        replay.write_text(text)
        told = run.replay(replay)
        expect(told["complete"] and told["difference"] is None and told["compared"] >= 3, f"the desktop says {told}")
        expect("Do(" in text, f"no order was recorded: {text[-200:]}")
        return f"{told['ticks']} ticks, {told['compared']} states equal on the desktop"


def a_replay_of_a_game_ends_alike_in_the_page(run):
    """The first wave comes after eight seconds, and a rule fires every second and a half."""
    ticks = 720
    with run.page(SMALL) as page, tempfile.TemporaryDirectory(prefix="footpath-replay-") as folder:
        replay, script = Path(folder, "lane.replay"), Path(folder, "script.ron")
        script.write_text('[(at: 1.0, do: Paint(terrain: "wall", tiles: [(9, 8), (9, 9)]))]')
        there = run.simulate("the-lane", ticks, "--script", script, "--record", replay)
        page.open_game(run.address + "?level=maze")
        page.run("footpath.wantsHash = true")
        give_file(page, replay)
        over = lambda: (state := page.state()) and state["replay"] and state["replay"]["tick"] == ticks and state
        here = wait_for("the end of the replay", WALK_SECONDS, over, page.state)
        expect(here["replay"]["compared"] == 13 and here["replay"]["differs"] is None, f"it is {here['replay']}")
        wait_for("the hash", ANSWER_SECONDS, lambda: page.state()["state_hash"] == there["state_hash"], page.state)
        expect(len(page.state()["agents"]) == 4, f"the wave has not come: {page.state()['agents']}")
        expect_no_errors(page)
        return f"{ticks} ticks of a game with rules and waves, the same hash {there['state_hash']}"


def a_replay_of_the_desktop_is_watched_in_the_page(run):
    with run.page(SMALL) as page, tempfile.TemporaryDirectory(prefix="footpath-replay-") as folder:
        replay, script = Path(folder, "ring.replay"), Path(folder, "script.ron")
        script.write_text("[(at: 1, do: Scatter), (at: 2, agents: [3], do: MoveTo((at: (8.0, 8.0))))]")
        there = run.simulate("the-ring", 240, "--script", script, "--record", replay)
        page.open_game(run.address + "?level=maze")
        page.run("footpath.wantsHash = true")
        give_file(page, replay)
        over = lambda: (state := page.state()) and state["replay"] and state["replay"]["tick"] == 240 and state
        here = wait_for("the end of the replay", WALK_SECONDS, over, page.state)
        expect(here["replay"]["compared"] == 5 and here["replay"]["differs"] is None, f"it is {here['replay']}")
        wait_for("the hash", ANSWER_SECONDS, lambda: page.state()["state_hash"] == there["state_hash"], page.state)
        text = replay.read_text()
        third = text.index('Hash(120,"') + len('Hash(120,"')
        replay.write_text(text[:third] + ("0" if text[third] != "0" else "1") + text[third + 1 :])
        give_file(page, replay)
        said = lambda: "replay differs at second 2" in page.state()["said"]
        wait_for("a word of the difference", WALK_SECONDS, said, page.state)
        expect_no_errors(page)
        return f"240 ticks of 64 agents, the same hash {there['state_hash']}; a changed one is told"


def levels_are_replayed_both_ways(run):
    """What the page plays is verified on the desktop, and what the desktop plays in the page, level by level."""
    levels = sorted(file.stem for file in run.site.glob("levels/*.ron"))
    expect(len(levels) >= run.replays, f"there are only {len(levels)} levels")
    states = 0
    # Spread over the whole list: neighbours in it are often of one kind.
    for level in (levels[len(levels) * number // run.replays] for number in range(run.replays)):
        with run.page(SMALL) as page, tempfile.TemporaryDirectory(prefix="footpath-replay-") as folder:
            page.open_game(f"{run.address}?level={level}")
            page.run("footpath.wantsHash = true")
            wait_for("two seconds", WALK_SECONDS, lambda: page.state()["tick"] > 125, page.state)
            here, there = Path(folder, "here.replay"), Path(folder, "there.replay")
            here.write_text(saved_by(page, lambda: page.key("Quote"))[1])
            told = run.replay(here)
            is_equal = told["complete"] and told["difference"] is None and told["compared"] >= 3
            expect(is_equal, f"of {level}, played in the page, the desktop says {told}")
            script = Path(folder, "script.ron")
            script.write_text("[(at: 0.5, do: Scatter)]")
            run.simulate(level, 180, "--script", script, "--record", there)
            give_file(page, there)
            over = lambda: (state := page.state()) and state["replay"] and state["replay"]["tick"] == 180 and state
            shown = wait_for(f"the end of the replay of {level}", WALK_SECONDS, over, page.state)["replay"]
            is_equal = shown["differs"] is None and shown["compared"] == 4
            expect(is_equal, f"of {level}, played on the desktop, the page says {shown}")
            expect_no_errors(page)
            states += told["compared"] + shown["compared"]
    return f"{run.replays} levels, {states} states equal"


def panic_is_said(run):
    with run.page() as page:
        page.open_game(run.address)
        page.run(
            """(() => {
                const bytes = new TextEncoder().encode("panicked on purpose: ä€");
                const address = wasm_exports.allocate_vec_u8(bytes.length);
                new Uint8Array(wasm_memory.buffer, address, bytes.length).set(bytes);
                importObject.env.footpath_fail(address, bytes.length);
                importObject.env.footpath_record(1, address, bytes.length);
            })()"""
        )
        expect_cover(page, ["stopped", "panicked on purpose: ä€"])
        saved = saved_by(page, lambda: page.run('document.getElementById("save-replay").click()'))
        expect(saved == ["crash.replay", "panicked on purpose: ä€"], f"the replay of a panic is saved as {saved}")
        return "with the panic's own words, and a replay to be saved"


def storage_that_is_forbidden_is_said(run):
    """As in a window without a memory: the game is played all the same, and says what is not kept."""
    with run.page() as page:
        forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
        page.call("Page.addScriptToEvaluateOnNewDocument", source=forbid)
        state = page.open_game(run.address + "?level=maze")
        draw_a_wall(page, state)
        wait_for("a word of it", ANSWER_SECONDS, lambda: "is not kept" in page.state()["said"], page.state)
        said = page.state()["said"]
        page.shortcut("KeyE")
        tick = page.state()["tick"]
        wait_for("the game to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > tick + 10, page.state)
        expect_no_errors(page)
        return said


def storage_that_is_full_loses_nothing(run):
    """What is unsaved is kept as soon as there is room, though nothing is edited since."""
    with run.page() as page:
        state = page.open_game(run.address + "?level=maze")
        page.run(
            """(() => {
                for (let size = 1 << 20; size > 0; size >>= 1) {
                    try { for (;;) localStorage["filling" + Math.random()] = "x".repeat(size); } catch {}
                }
            })()"""
        )
        draw_a_wall(page, state)
        wait_for("a word of it", ANSWER_SECONDS, lambda: "is not kept" in page.state()["said"], page.state)
        drafts = "Object.keys(localStorage).filter((name) => name.startsWith('footpath.draft.')).length"
        expect(page.run(drafts) == 0, "there was room")
        page.run("Object.keys(localStorage).filter((name) => name.startsWith('filling')).forEach((name) => delete localStorage[name])")
        wait_for("the draft", ANSWER_SECONDS, lambda: page.run(drafts) == 1, lambda: page.run("Object.keys(localStorage)"))
        reload(page)
        answer(page, 0)
        wait_for("what was drawn", ANSWER_SECONDS, lambda: not page.state()["saved"], page.state)
        expect_no_errors(page)
        return "kept once there was room, and there after a reload"


def a_tab_that_was_hidden_for_an_hour_goes_on(run):
    """A hidden page gets no frames. When it does again the clocks are an hour later, and the game is where it was."""
    with run.page(SMALL) as page:
        page.open_game(run.address + "?level=maze")
        wait_for("a second", ANSWER_SECONDS, lambda: page.state()["tick"] > 60, page.state)
        page.run(
            """(() => {
                const [frame, clock, date] = [requestAnimationFrame, performance.now.bind(performance), Date.now];
                const held = [];
                window.requestAnimationFrame = (draw) => held.push(draw);
                window.show = () => {
                    performance.now = () => clock() + 3600e3;
                    Date.now = () => date() + 3600e3;
                    window.requestAnimationFrame = frame;
                    held.forEach((draw) => frame(draw));
                };
            })()"""
        )
        time.sleep(1)
        before = page.state()["tick"]
        page.run("show()")
        wait_for("the game to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > before + 10, page.state)
        after = page.state()["tick"]
        expect(after < before + 1800, f"it was at {before} and is at {after}")
        expect_no_errors(page)
        return f"from tick {before} to {after}"


def memory_that_is_used_up_is_said(run):
    with run.page(SMALL) as page:
        page.open_game(run.address + "?level=first-steps")
        wait_for("two seconds", WALK_SECONDS, lambda: page.state()["tick"] > 125, page.state)
        page.run(
            """(() => {
                for (let size = 1 << 30; size >= 8; size >>= 1) {
                    try { for (;;) wasm_exports.allocate_vec_u8(size); } catch {}
                }
            })()"""
        )
        wait_for("the game to stop", ANSWER_SECONDS, lambda: page.run("footpath.error"), page.state)
        expect_cover(page, ["needs more memory than the browser gives it"])
        name, text = saved_by(page, lambda: page.run('document.getElementById("save-replay").click()'))
        with tempfile.TemporaryDirectory(prefix="footpath-memory-") as folder:
            replay = Path(folder, name)
            replay.write_text(text)
            told = run.replay(replay)
        expect(not told["complete"] and told["ticks"] >= 60 and told["difference"] is None, f"the replay is {told}")
        return f"with a replay of its {told['ticks']} ticks"


def lost_graphics_come_back(run):
    with run.page() as page:
        page.open_game(run.address + "?level=first-steps")
        for code in ("KeyK", "KeyI"):
            page.key(code)
        page.key("Space")
        page.still()
        before = page.state()
        page.screenshot(run.out / "browser-graphics-before.png")
        page.run("window.loss = gl.getExtension('WEBGL_lose_context'); loss.loseContext()")
        time.sleep(1)
        stood = page.state()
        page.run("loss.restoreContext()")
        # Then the picture of the paused game is kept and shown again.
        wait_for("the game to draw again", ANSWER_SECONDS, lambda: page.state()["drawn"] > stood["drawn"], page.state)
        page.still()
        page.screenshot(run.out / "browser-graphics-after.png")
        expect(page.run("footpath.error") is None, f"the page says: {page.run('footpath.error')}")
        expect(page.state()["tick"] == before["tick"], f"the game was at {before['tick']} and is at {page.state()['tick']}")
        same = "browser-graphics-before.png", "browser-graphics-after.png"
        sizes = [(run.out / name).stat().st_size for name in same]
        expect(abs(sizes[0] - sizes[1]) < 0.02 * sizes[0], f"the pictures before and after have {sizes} bytes")
        page.key("Space")
        page.click(900, 300)
        wait_for("the game to go on", ANSWER_SECONDS, lambda: page.state()["tick"] > stood["tick"] + 10, page.state)
        page.errors = [error for error in page.errors if "CONTEXT_LOST" not in error]
        expect_no_errors(page)
        return f"at tick {before['tick']}, and on"


def lost_graphics_are_said(run):
    with run.page() as page:
        page.open_game(run.address)
        page.run("gl.getExtension('WEBGL_lose_context').loseContext()")
        wait_for("the error", ANSWER_SECONDS, lambda: page.run("footpath.error"))
        expect_cover(page, ["graphics"])
        return page.run("footpath.error")


def a_level_without_a_possible_name_is_said(run):
    with run.page() as page:
        page.open_game(run.address + "?level=%00")
        text = wait_for_message(page, ["No level can be called"])
        expect_no_errors(page)
        return text


def a_level_in_the_address_is_played(run):
    """What `footpath link` prints opens that level; a part of it is said to be damaged."""
    level = PROJECT / "levels" / "drawbridge.ron"
    command = [run.program, "link", str(level), "--base", run.address]
    link = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    with run.page() as page:
        state = page.open_game(link)
        expect(state["level"] == "The drawbridge", f"the level is {state['level']!r}")
        expect(not state["messages"], f"messages: {state['messages']}")
        expect_no_errors(page)
    with run.page() as page:
        page.open_game(link[:-9])
        text = wait_for_message(page, ["damaged"])
        expect_no_errors(page)
    return f"{len(link)} letters; {text}"


def tab_leaves_the_game(run):
    with run.page() as page:
        page.open_game(run.address)
        page.run("document.body.append(Object.assign(document.createElement('button'), {id: 'beyond', textContent: 'x'}))")
        focused = lambda: page.run("document.activeElement.id")
        for press in range(1, 40):
            tab = {"code": "Tab", "key": "Tab", "windowsVirtualKeyCode": 9}
            page.act_twice("Input.dispatchKeyEvent", "rawKeyDown", "keyUp", **tab)
            if focused() != "glcanvas":
                break
        expect(focused() == "beyond" and press > 10, f"after {press} presses of Tab the focus is on {focused()!r}")
        expect_no_errors(page)
        return f"after {press} presses"


def panels_scroll_on_a_phone_on_its_side(run):
    with run.page(ON_ITS_SIDE) as page:
        page.open_game(run.address + "?level=race")
        search = lambda: page.state()["search"]
        page.tap(34, 232)
        wait_for("the panel of the search", ANSWER_SECONDS, lambda: search()["panel"], search)
        for _ in range(3):
            page.drag_finger((260, 320), (260, 90))
        page.tap(127, 330)
        wait_for("every algorithm", ANSWER_SECONDS, lambda: search()["compared"] > 0, search)
        expect_no_errors(page)
        return "Compare all is reached"


def agents_come_and_go_by_touch(run):
    with run.page(PHONE) as page:
        state = page.open_game(run.address + "?level=first-steps")
        count = lambda: len(page.state()["agents"])
        before = count()
        page.tap(147, 766)
        time.sleep(0.5)
        page.tap(*page.on_screen(state["camera"], (6.5, 4.5)))
        wait_for("another agent", ANSWER_SECONDS, lambda: count() == before + 1, count)
        page.tap(*page.on_screen(state["camera"], (6.5, 4.5)))
        wait_for("it to be selected", ANSWER_SECONDS, lambda: page.state()["orders"]["selected"] == 1, page.state)
        page.tap(224, 662)
        wait_for("it to be removed", ANSWER_SECONDS, lambda: count() == before, count)
        expect_no_errors(page)
        return f"{before}, {before + 1}, {before} agents"


def a_file_is_opened_by_touch(run):
    with run.page(PHONE) as page, tempfile.TemporaryDirectory(prefix="footpath-file-") as folder:
        page.open_game(run.address)
        level = Path(folder, "mine.ron")
        level.write_text((run.site / "levels/maze.ron").read_text().replace("The maze", "Mine"))
        page.run("window.asked = 0; document.getElementById('file').addEventListener('click', (e) => { asked++; e.preventDefault(); })")
        page.tap(195, 810)
        page.tap(198, 806)
        wait_for("the page to ask for a file", ANSWER_SECONDS, lambda: page.run("asked"), lambda: page.run("asked"))
        give_file(page, level)
        wait_for("the level", ANSWER_SECONDS, lambda: "mine" in page.state()["level"], page.state)
        expect_no_errors(page)
        return page.state()["level"]


def a_changed_pixel_ratio_is_followed(run):
    with run.page() as page:
        before = page.open_game(run.address + "?level=first-steps")
        page.call("Emulation.setDeviceMetricsOverride", **{**DESKTOP, "deviceScaleFactor": 2})
        canvas = lambda: page.run("[glcanvas.width, glcanvas.height]")
        wait_for("a canvas of twice the pixels", ANSWER_SECONDS, lambda: canvas() == [2560, 1440], canvas)
        now = page.state()["camera"]
        expect(abs(now["scale"] - before["camera"]["scale"]) < 0.01, f"the map went from {before['camera']} to {now}")
        agent = page.state()["agents"][0]
        page.click(*page.on_screen(now, (agent["x"], agent["y"])))
        selected = lambda: page.state()["orders"]["selected"]
        wait_for("a click to select the agent", ANSWER_SECONDS, lambda: selected() == 1, selected)
        expect_no_errors(page)
        return f"{canvas()} pixels"


def the_page_can_be_shared_and_installed(run):
    with run.page() as page:
        page.open_game(run.address)
        manifest = page.run("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
        sizes = page.run(
            "Promise.all(%s.map((src) => fetch(src).then((r) => r.blob()).then(createImageBitmap).then((i) => i.width + 'x' + i.height)))"
            % json.dumps([icon["src"] for icon in manifest["icons"]])
        )
        expect(sizes == [icon["sizes"] for icon in manifest["icons"]], f"the icons are {sizes}, not {manifest['icons']}")
        for name in ("og:title", "og:description", "og:image"):
            expect(page.run(f"!!document.querySelector('meta[property=\"{name}\"]').content"), f"{name} is missing")
        # The protocol would lift the policy for what it evaluates itself.
        asked = "(() => { try { return eval('1') } catch (error) { return error.name } })()"
        answer = page.call("Runtime.evaluate", expression=asked, returnByValue=True, allowUnsafeEvalBlockedByCSP=False)
        refused = answer["result"].get("value")
        elsewhere = page.run("fetch('https://example.org/').then(() => 'fetched', () => 'refused')")
        expect((refused, elsewhere) == ("EvalError", "refused"), f"the policy lets through: {refused}, {elsewhere}")
        return f"{manifest['name']}, {', '.join(sizes)}"


def draw_a_wall(page, state):
    """In the edit mode, in the middle of the window."""
    page.shortcut("KeyE")
    wait_for("the edit mode", ANSWER_SECONDS, lambda: page.state()["edit"], page.state)
    page.key("KeyB")
    wait_for("the brush", ANSWER_SECONDS, lambda: page.state()["edit"]["tool"] == "Brush", page.state)
    page.click(*page.on_screen(state["camera"], (state["camera"]["x"], state["camera"]["y"])))
    wait_for("an edit", ANSWER_SECONDS, lambda: not page.state()["saved"], page.state)


def reload(page):
    """Loads the page again, as the browser does; returns the game's state."""
    page.run("window.isOld = true")
    page.call("Page.reload")
    return loaded_again(page)


def loaded_again(page):
    """Waits until another page than the one that was marked as old is in its place; returns the game's state."""
    wait_for("the page to be loaded again", LOAD_SECONDS, lambda: page.run("!window.isOld && !!window.footpath?.state"))
    return page.state()


def answer(page, index):
    """Presses the button at a place of a question's, by the keyboard."""
    wait_for("the question", ANSWER_SECONDS, lambda: page.state()["menu"] == "Question", page.state)
    for _ in range(index + 1):
        page.key("Tab")
    page.key("Enter")
    wait_for("the answer to be taken", ANSWER_SECONDS, lambda: page.state()["menu"] is None, page.state)


def a_reload_offers_what_was_unsaved(run):
    with run.page() as page:
        address = run.address + "?level=maze"
        state = page.open_game(address)
        draw_a_wall(page, state)
        wait_for_drafts(page, 1)
        state = reload(page)
        expect(state["saved"], "the draft was taken up without asking")
        wait_for("the question", ANSWER_SECONDS, lambda: page.state()["menu"] == "Question", page.state)
        answer(page, 0)
        wait_for("the draft", ANSWER_SECONDS, lambda: not page.state()["saved"], page.state)
        page.shortcut("KeyS")
        wait_for("the download", ANSWER_SECONDS, lambda: page.state()["saved"], page.state)
        reload(page)
        time.sleep(1)
        expect(page.state()["menu"] is None, "the draft is there although the level was saved")
        page.shortcut("KeyE")
        page.shortcut("KeyZ")
        wait_for("the level as it was before", ANSWER_SECONDS, lambda: not page.state()["saved"], page.state)
        # Beside what was saved.
        wait_for_drafts(page, 2)
        reload(page)
        answer(page, 1)
        expect(page.state()["saved"], "the draft was taken up although it was to be discarded")
        reload(page)
        time.sleep(1)
        expect(page.state()["menu"] is None, "the draft is there again")
        expect_no_errors(page)
        return "taken up, downloaded, discarded, and gone"


def a_level_that_was_saved_is_there_after_a_reload(run):
    with run.page() as page:
        state = page.open_game(run.address + "?level=maze")
        draw_a_wall(page, state)
        wait_for_drafts(page, 1)
        _, text = saved_by(page, lambda: page.shortcut("KeyS"))
        wait_for("the level to be saved", ANSWER_SECONDS, lambda: page.state()["saved"], page.state)
        reload(page)
        time.sleep(1)
        state = page.state()
        expect(state["saved"] and state["menu"] is None, f"after save and reload: {state['saved']}, {state['menu']}")
        expect("As it was saved" in state["said"], f"it says: {state['said']}")
        expect(saved_by(page, lambda: page.shortcut("KeyS"))[1] == text, "it is another level than was saved")
        expect_no_errors(page)
        return "nothing is asked, and what was saved is there"


FORGET_DRAFTS = """for (const name of Object.keys(localStorage)) {
    if (name.startsWith('footpath.draft.')) localStorage.removeItem(name);
}"""


def drafts_kept(page):
    return page.run("Object.keys(localStorage).filter((name) => name.startsWith('footpath.draft.'))")


def wait_for_drafts(page, count):
    wait_for(f"{count} drafts to be kept", ANSWER_SECONDS, lambda: len(drafts_kept(page)) == count, lambda: drafts_kept(page))


def two_tabs_hold_drafts_of_their_own(run, has_locks):
    hides = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
    with run.page() as first, run.page() as second:
        for page in (first, second):
            if not has_locks:
                page.call("Page.addScriptToEvaluateOnNewDocument", source=hides)
        first.call("Page.bringToFront")
        draw_a_wall(first, first.open_game(run.address + "?level=maze"))
        wait_for_drafts(first, 1)
        second.call("Page.bringToFront")
        state = second.open_game(run.address + "?level=maze")
        time.sleep(1)
        expect(second.state()["menu"] is None, "a draft of a running tab is offered")
        draw_a_wall(second, state)
        wait_for_drafts(second, 2)
        reload(second)
        answer(second, 1)
        expect(len(drafts_kept(second)) == 1, f"after one is discarded: {drafts_kept(second)}")
        first.run("location.href = 'about:blank'")
        time.sleep(1)
        reload(second)
        answer(second, 0)
        wait_for("the draft of the first tab", ANSWER_SECONDS, lambda: not second.state()["saved"], second.state)
        second.shortcut("KeyS")
        wait_for("the level to be saved", ANSWER_SECONDS, lambda: second.state()["saved"], second.state)
        expect_no_errors(first)
        expect_no_errors(second)
        second.run("localStorage.clear()")


def drafts_of_two_tabs_are_kept_apart(run):
    for has_locks in (True, False):
        two_tabs_hold_drafts_of_their_own(run, has_locks)
    return "with locks and without: not offered while the other tab runs, offered afterwards"


def settings_of_two_tabs_are_both_kept(run):
    with run.page() as first, run.page() as second:
        kept = lambda: first.run("localStorage['footpath.settings']")
        first.call("Page.bringToFront")
        theme = first.open_game(run.address)["theme"]
        second.call("Page.bringToFront")
        second.open_game(run.address + "?level=course/grid")
        first.call("Page.bringToFront")
        first.key("F6")
        wait_for("the settings", ANSWER_SECONDS, lambda: first.state()["menu"] == "Settings", first.state)
        focus_on(first, "Menu(Theme(Dark))" if theme == "Light" else "Menu(Theme(Light))")
        first.key("Enter")
        other = wait_for("another theme", ANSWER_SECONDS, lambda: (now := first.state()["theme"]) != theme and now, first.state)
        wait_for("it to be kept", ANSWER_SECONDS, lambda: other in kept(), kept)
        second.call("Page.bringToFront")
        x, y, _, height = second.state()["lesson"]["card"]
        second.click(x + 50, y + height - 30)
        wait_for("the lesson to be kept too", ANSWER_SECONDS, lambda: "course/grid" in kept(), kept)
        expect(other in kept(), f"the theme is lost: {kept()}")
        expect_no_errors(first)
        expect_no_errors(second)
        return kept()


def settings_that_cannot_be_read_are_put_aside(run):
    broken = '(lessons: 7)'
    with run.page(settings=broken) as page:
        page.open_game(run.address + "?level=first-steps")
        kept = lambda key: page.run(f"localStorage['footpath.{key}'] ?? ''")
        expect(kept("settings.broken") == broken, f"they are gone: {page.run('JSON.stringify({...localStorage})')}")
        expect(kept("settings") != broken, "they are in the way of new ones")
        expect_no_errors(page)
    return "under a name of their own"


def levels_of_one_name_are_kept_apart(run):
    """Two levels of one name are dropped and edited; each has what is its own."""
    text = lambda row: (
        f'(version: 1, name: "Yard", legend: {{\'.\': "grass"}}, rows: [{", ".join([json.dumps(row)] * 8)}])'
    )
    with run.page() as page:
        page.open_game(run.address + "?level=maze")
        for row, drafts in (("." * 10, 1), ("." * 12, 2)):
            drop_files(page, [["yard.ron", text(row)]])
            state = wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "yard.ron" and page.state()["saved"] and page.state(), page.state)
            time.sleep(1)
            expect(page.state()["menu"] is None, f"it asks of the draft of another level of {row}")
            draw_a_wall(page, page.state())
            wait_for_drafts(page, drafts)
            page.shortcut("KeyE")
        expect_no_errors(page)
        return "two drafts, and neither level is offered that of the other"


def the_address_follows_the_level(run):
    with run.page(SMALL) as page:
        first = page.open_game(run.address + "?level=maze")["level"]
        title = page.run("document.title")
        expect(title == "The maze - Footpath", f"the title is {title}")
        page.key("PageDown")
        wait_for("the next level", ANSWER_SECONDS, lambda: page.state()["level"] != first, page.state)
        wait_for("another title", ANSWER_SECONDS, lambda: page.run("document.title") != title)
        following = page.state()["level"]
        named = wait_for("its name in the address", ANSWER_SECONDS, lambda: following in page.run("location.search") and following)
        expect(reload(page)["level"] == named, "a reload plays another level")
        page.run("window.isOld = true")
        # Answered before the page is gone.
        page.run("void setTimeout(() => history.back())")
        expect(loaded_again(page)["level"] == first, "back does not lead to the level before")
        expect_no_errors(page)
        return f"from {first} to {following}, and back"


def a_broken_file_is_told_and_the_level_goes_on(run):
    with run.page() as page:
        before = page.open_game(run.address + "?level=maze")
        page.run(
            f"""(() => {{
                const copy = (text) => {{
                    const bytes = new TextEncoder().encode(text);
                    const address = wasm_exports.allocate_vec_u8(bytes.length);
                    new Uint8Array(wasm_memory.buffer, address, bytes.length).set(bytes);
                    return [address, bytes.length];
                }};
                wasm_exports.on_files_dropped_start();
                wasm_exports.on_file_dropped(...copy("dropped.ron"), ...copy({json.dumps(BROKEN_LEVEL)}));
                wasm_exports.on_files_dropped_finish();
            }})()"""
        )
        text = wait_for_message(page, ["dropped.ron:"])
        expect(page.state()["level"] == before["level"], "the level is gone")
        expect_no_errors(page)
        return text.split("\n")[0]


# A room with a pillar in a layer whose name does not say that it is solid, and a tileset in a file of its own.
TILED_MAP = """<map version="1.10" orientation="orthogonal" width="12" height="8" tilewidth="16" tileheight="16">
    <tileset firstgid="1" source="../sets/tiles.tsx"/>
    <layer name="meadow" width="12" height="8"><data encoding="csv">{meadow}</data></layer>
    <layer name="moss" width="12" height="8"><data encoding="csv">{moss}</data></layer>
</map>""".format(
    meadow=",".join(["1"] * 96),
    moss=",".join("2" if index % 12 in (5, 6) and 0 < index // 12 < 6 else "0" for index in range(96)),
)
TILED_TILESET = '<tileset name="tiles" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>'


def drop_files(page, files):
    """Drops files on the page as the browser does; `files` are names and texts."""
    page.run(
        f"""(() => {{
            const dataTransfer = new DataTransfer();
            for (const [name, text] of {json.dumps(files)}) dataTransfer.items.add(new File([text], name));
            glcanvas.dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));
        }})()"""
    )


def focus_on(page, name):
    """Goes on with Tab until the widget of that name has the keyboard's focus."""
    for _ in range(20):
        before = page.state()["focus"]
        page.key("Tab")
        focus = wait_for(
            "the focus to go on",
            ANSWER_SECONDS,
            lambda: (now := page.state()["focus"]) != before and now,
            page.state,
        )
        if focus[5] == name:
            return focus
    raise Failed(f"Tab does not come to {name}; the last was {focus}")


def a_dropped_map_of_another_program_becomes_a_level(run):
    with run.page() as page:
        page.open_game(run.address + "?level=maze")
        drop_files(page, [["tiles.tsx", TILED_TILESET], ["hof ä.tmx", TILED_MAP]])
        shown = lambda: page.state()["import"]
        wait_for("the dialog", ANSWER_SECONDS, shown, page.state)
        expect(shown()["name"] == "hof ä", f"the map is called {shown()['name']}")
        expect(page.state()["level"] == "maze", "the level behind the dialog is another one")
        # The commonest ground comes first.
        *others, moss = shown()["solid"]
        expect(shown()["solid"][moss] is False, f"it takes for solid: {shown()}")
        focus_on(page, f"Import(Ground({len(others)}))")
        page.key("Enter")
        wait_for("moss to be solid", ANSWER_SECONDS, lambda: shown()["solid"][moss], page.state)
        focus_on(page, "Import(Play)")
        page.key("Enter")
        state = wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "hof ä" and page.state(), page.state)
        expect(not state["saved"], "a level that was never saved is said to be saved")
        page.click(*page.on_screen(state["camera"], (10.5, 3.5)))
        page.click(*page.on_screen(state["camera"], (1.5, 3.5)))
        at = lambda: page.state()["agents"][0]
        wait_for("the walker", WALK_SECONDS, lambda: abs(at()["x"] - 1.5) + abs(at()["y"] - 3.5) < 0.6, at)
        name, text = saved_by(page, lambda: page.shortcut("KeyS"))
        expect(name == "hof ä.ron" and "walkable: false" in text, f"{name}: {text[:200]}")
        wait_for("the level to be saved", ANSWER_SECONDS, lambda: page.state()["saved"], page.state)
        state = reload(page)
        expect(state["level"] == "hof ä" and state["menu"] is None, f"after a reload: {state['level']}, {state['menu']}")
        page.click(*page.on_screen(state["camera"], (6.0, 3.5)))
        page.frames()
        expect_no_errors(page)
        return f"{name}, {len(text)} bytes"


def a_map_is_opened_and_its_ground_switched_by_touch(run):
    with run.page(PHONE) as page, tempfile.TemporaryDirectory(prefix="footpath-map-") as folder:
        page.open_game(run.address)
        files = [Path(folder, "yard.tmx"), Path(folder, "tiles.tsx")]
        for file, text in zip(files, (TILED_MAP, TILED_TILESET)):
            file.write_text(text)
        give_file(page, *files)
        shown = lambda: page.state()["import"]
        wait_for("the dialog", ANSWER_SECONDS, shown, page.state)
        *others, moss = shown()["solid"]
        first = focus_on(page, "Import(Ground(0))")
        expect(first[3] >= 44, f"a row is {first[3]} pixels high")
        page.tap(first[0] + 60, first[1] + first[3] / 2 + len(others) * first[3])
        wait_for("moss to be solid", ANSWER_SECONDS, lambda: shown()["solid"][moss], page.state)
        focus = focus_on(page, "Import(Play)")
        page.tap(focus[0] + 20, focus[1] + 20)
        wait_for("the level", ANSWER_SECONDS, lambda: page.state()["level"] == "yard", page.state)
        drop_files(page, [["broken.tmx", "<map"]])
        text = wait_for_message(page, ["broken.tmx"])
        expect(page.state()["level"] == "yard" and page.state()["import"] is None, "the level is gone")
        expect_no_errors(page)
        return text.split("\n")[0]


CHECKS = [
    page_loads,
    what_is_needed_is_loaded_side_by_side,
    first_frame_does_not_wait_for_the_rest_of_the_game,
    levels_are_fetched_when_they_are_opened,
    a_level_that_cannot_be_fetched_is_tried_again,
    a_level_that_takes_long_is_said_and_can_be_cancelled,
    a_page_that_was_loaded_starts_without_a_network,
    the_page_speaks_the_language_of_its_user,
    all_letters_have_room_in_their_picture,
    sounds_are_played_once_the_user_has_done_something,
    a_sandboxed_page_plays_or_says_what_its_frame_needs,
    every_file_is_served_packed,
    page_fits_the_window,
    click_moves_an_agent,
    tap_moves_an_agent,
    groups_are_kept_and_selected,
    keys_are_what_is_printed_on_them,
    two_fingers_zoom_and_move_the_map,
    a_paused_game_draws_nothing_new,
    searches_are_switched_and_compared,
    a_search_is_replayed_by_touch,
    the_lab_is_used_by_touch,
    a_link_to_the_lab_opens_it_as_it_was,
    the_lab_saves_a_picture,
    the_lab_makes_a_moving_picture,
    an_article_shows_sheets_of_the_lab,
    a_level_is_edited_by_touch,
    commands_are_found_by_typing_and_by_touch,
    every_script_is_drawn_and_written,
    a_phones_keyboard_types_into_the_games_fields,
    tab_goes_through_every_panel,
    the_page_fills_the_screen_and_is_a_window_again,
    the_ground_is_baked_by_touch,
    a_resting_finger_reads_a_tooltip,
    text_is_copied_and_pasted,
    orders_are_given_and_agents_inspected_by_touch,
    a_game_is_won_by_touch,
    a_course_is_walked_through_by_mouse,
    a_course_is_walked_through_by_touch,
    the_tour_is_shown_once,
    a_link_that_the_clipboard_refuses_is_shown,
    the_browser_computes_what_the_desktop_computes,
    level_in_the_address,
    broken_level_shows_its_message,
    unknown_level_is_said,
    missing_wasm_is_said,
    second_part_that_is_missing_or_of_another_build_is_said,
    page_in_place_of_wasm_is_said,
    missing_files_are_said,
    missing_loader_is_said,
    a_replay_is_saved_and_verified_on_the_desktop,
    a_replay_of_the_desktop_is_watched_in_the_page,
    a_replay_of_a_game_ends_alike_in_the_page,
    levels_are_replayed_both_ways,
    panic_is_said,
    storage_that_is_forbidden_is_said,
    storage_that_is_full_loses_nothing,
    a_tab_that_was_hidden_for_an_hour_goes_on,
    memory_that_is_used_up_is_said,
    lost_graphics_come_back,
    lost_graphics_are_said,
    a_level_without_a_possible_name_is_said,
    a_level_in_the_address_is_played,
    a_reload_offers_what_was_unsaved,
    a_level_that_was_saved_is_there_after_a_reload,
    drafts_of_two_tabs_are_kept_apart,
    settings_of_two_tabs_are_both_kept,
    settings_that_cannot_be_read_are_put_aside,
    levels_of_one_name_are_kept_apart,
    the_address_follows_the_level,
    a_broken_file_is_told_and_the_level_goes_on,
    a_dropped_map_of_another_program_becomes_a_level,
    a_map_is_opened_and_its_ground_switched_by_touch,
    tab_leaves_the_game,
    panels_scroll_on_a_phone_on_its_side,
    agents_come_and_go_by_touch,
    a_file_is_opened_by_touch,
    a_changed_pixel_ratio_is_followed,
    the_page_can_be_shared_and_installed,
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="of a server that is running; without it `cargo web --serve` is started")
    parser.add_argument("--site", type=Path, default=PROJECT / "target/web", help="the folder served there")
    parser.add_argument(
        "--program", type=Path, default=PROJECT / "target/debug/footpath", help="the desktop game, to compare with"
    )
    parser.add_argument("--out", type=Path, default=PROJECT / "target/ci", help="for what is kept of a failure")
    parser.add_argument("--chromium", default="chromium", help="the program to start")
    parser.add_argument("--replays", type=int, default=2, help="how many levels are replayed both ways")
    parser.add_argument("--workers", type=int, default=2, help="how many browsers are played in side by side")
    parser.add_argument("--only", default="", help="run only the checks with this text in their name")
    options = parser.parse_args()
    if shutil.which(options.chromium) is None:
        sys.exit(f"{options.chromium} is not installed; --chromium names another program")

    stop_on_signals()
    chosen = [check for check in CHECKS if options.only.replace("_", " ") in check.__name__.replace("_", " ")]
    with contextlib.ExitStack() as stack:
        if options.address:
            address, site = options.address.rstrip("/") + "/", options.site
        else:
            address, site = stack.enter_context(cargo_web())

        @contextlib.contextmanager
        def tools():
            with chromium(options.chromium) as port:
                yield Run(port, address, site, options.out, options.program, options.replays)

        return 0 if Checks("browser", chosen, options.out).make(tools, options.workers) else 1


if __name__ == "__main__":
    sys.exit(main())
