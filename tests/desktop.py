#!/usr/bin/env python3
"""Plays the game in a real window with a real mouse and keyboard, on an X server of its own (Xvfb).

    cargo build && tests/desktop.py

Needs Xvfb, xdotool, xwd and setxkbmap (Debian: xvfb, xdotool, x11-apps, x11-xkb-utils) and what any window needs (libgl1, libgl1-mesa-dri,
libx11-6, libxi6, libxkbcommon0). What the mouse did is read from the file that --report keeps, and from pictures of the
screen. Prints a line for each check and exits with 1 when one of them failed, or when two needed a second try; the level,
the log, the last report and a picture of a failure are left in target/ci/failed/.
"""

import argparse
import contextlib
import functools
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

from checks import Checks, Failed, NotStarted, demand_going_on, stop_on_signals
from drop import drop

PROJECT = Path(__file__).resolve().parent.parent
SIZE = (1280, 720)

# Software rendering on a busy machine is slow; these are for a game that hangs, not for one that takes its time.
START_SECONDS = 90
ANSWER_SECONDS = 60

LEVEL = """(
    version: 1,
    name: "Field",
    legend: { '.': "grass", '#': "wall" },
    rows: [
        "####################",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "#..................#",
        "####################",
    ],
    agents: [(profile: "walker", tile: (4, 5)), (profile: "walker", tile: (4, 7))],
)
"""


def demand(holds, message):
    if not holds:
        raise Failed(message)


class Picture:
    """The part of the screen that the window covers: its size, and red, green and blue of each pixel."""

    def __init__(self, dump):
        header = struct.unpack(">25I", dump[:100])
        start = header[0] + 12 * header[19]
        big_endian, bits, line = header[7], header[11], header[12]
        self.width, self.height = min(header[4], SIZE[0]), min(header[5], SIZE[1])
        demand(bits in (24, 32), f"the screen has {bits} bits a pixel, neither 24 nor 32")
        step = bits // 8
        red, green, blue = (step - 3, step - 2, step - 1) if big_endian else (2, 1, 0)
        self.rows = []
        for y in range(self.height):
            row = dump[start + y * line : start + y * line + step * self.width]
            rgb = bytearray(3 * self.width)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[red::step], row[green::step], row[blue::step]
            self.rows.append(bytes(rgb))

    def save(self, path):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        data = zlib.compress(b"".join(b"\0" + row for row in self.rows))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))

    def colors(self):
        """How many different colours there are on every fourth line."""
        return len({row[i : i + 3] for row in self.rows[::4] for i in range(0, len(row), 3)})

    def differs(self, other, around, reach):
        """Which part of the pixels near a point differ from another picture, 0 to 1."""
        x, y = (int(value) for value in around)
        different = total = 0
        for row in range(max(0, y - reach), min(self.height, y + reach)):
            for column in range(max(0, x - reach), min(self.width, x + reach)):
                mine = self.rows[row][3 * column : 3 * column + 3]
                theirs = other.rows[row][3 * column : 3 * column + 3]
                different += any(abs(a - b) > 12 for a, b in zip(mine, theirs))
                total += 1
        return different / max(total, 1)


# The numbers that X gives to places of the keyboard, by what a US one has there.
PLACES = {"3": 12, "q": 24, "w": 25, "e": 26, "a": 38, ";": 47, "b": 56, "n": 57, "m": 58}


class Screen:
    """An X server of our own, with mouse and keyboard, and the game that is played on it."""

    def __init__(self):
        self.game, self.evidence = None, None
        reading, writing = os.pipe()
        # Without -noreset the server restarts whenever a game closes, and answers no program meanwhile. With -r no key
        # repeats, however long a slow game takes to answer before it is let go.
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset", "-r"]
        # In a session of its own: Ctrl+C is for this program, which puts everything away.
        self.server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise NotStarted("Xvfb did not start")
        self.environment = {**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C.UTF-8"}
        self.hands = subprocess.Popen(
            ["xdotool", "-"], env=self.environment, stdin=subprocess.PIPE, text=True, start_new_session=True
        )

    def close(self):
        for process in (self.hands, self.server):
            process.terminate()
            process.wait()

    def tell(self, *words):
        """Has mouse or keyboard do something, and does not wait until it is done."""
        self.hands.stdin.write(" ".join(map(str, words)) + "\n")
        self.hands.stdin.flush()

    def act(self, events, *words):
        """Has mouse or keyboard do something, and waits until the game has answered so many events."""
        known = self.game.state()["input"]["events"]
        self.tell(*words)
        self.game.answer(" ".join(map(str, words)), lambda taken: taken["events"] >= known + events)

    def picture(self):
        """What is on the screen once the state that was reported last is shown."""
        if self.game:
            self.game.refreshed()
        command = ["xwd", "-root", "-silent"]
        return Picture(subprocess.run(command, env=self.environment, check=True, timeout=30, capture_output=True).stdout)

    def shows(self, what, holds):
        """Waits until the picture is so; gives that picture."""
        end = time.monotonic() + ANSWER_SECONDS
        while not holds(picture := self.picture()):
            demand(time.monotonic() < end, f"waited {ANSWER_SECONDS} s for the picture to show {what}")
        return picture

    def move(self, point):
        x, y = (round(value) for value in point)
        self.tell("mousemove", x, y)
        there = lambda taken: taken["pointer"] and is_at(taken["pointer"], x, y, 0.6)
        self.game.answer(f"the mouse to be at {x}, {y}", there)

    def press(self, button=1):
        self.act(1, "mousedown", button)

    def release(self, button=1):
        self.act(1, "mouseup", button)

    def click(self, point, button=1):
        self.move(point)
        self.press(button)
        self.release(button)

    def wheel(self, button, notches=1):
        """Turns the wheel up (4) or down (5)."""
        self.act(notches, "click", "--repeat", notches, "--delay", 30, button)

    def drag(self, start, end):
        self.move(start)
        self.press()
        for part in range(1, 11):
            self.move([a + (b - a) * part / 10 for a, b in zip(start, end)])
        self.release()

    def window(self):
        """The number of the game's window."""
        command = ["xdotool", "search", "--name", "Footpath"]
        found = subprocess.run(command, env=self.environment, check=True, timeout=30, capture_output=True, text=True)
        return int(found.stdout.split()[-1])

    def drop(self, *paths):
        """Drops files on the game's window."""
        demand(drop(self.environment["DISPLAY"], self.window(), paths), "the window does not take what is dropped on it")

    def type(self, text):
        # Each letter goes down and up; some have Shift too.
        self.act(2 * len(text), "type", "--delay", 20, f'"{text}"')

    def key(self, name):
        self.act(2 * (name.count("+") + 1), "key", name)

    def press_place(self, place):
        """Presses the key in a place of the keyboard, whatever the layout has there; `PLACES` has the number of each."""
        self.act(2, "key", PLACES[place])

    @contextlib.contextmanager
    def layout(self, *names):
        """Gives the keyboard another layout."""
        lay_out = lambda *names: subprocess.run(["setxkbmap", *names], env=self.environment, check=True, timeout=30)
        lay_out(*names)
        try:
            yield
        finally:
            lay_out("us")

    @contextlib.contextmanager
    def held(self, name):
        keys = name.count("+") + 1
        self.act(keys, "keydown", name)
        try:
            yield
        except BaseException:
            # Held on, it would come to the next game, and no press of it would be an event there.
            self.tell("keyup", name)
            raise
        self.act(keys, "keyup", name)


class Game:
    """The program in its window, and what it reports."""

    def __init__(self, screen, options, folder, level=LEVEL, lab=False, name=None, arguments=(), environment=None):
        self.screen = screen
        self.level = folder / "field.ron"
        self.report = folder / "report.json"
        self.known, self.known_file = None, None
        self.size = SIZE
        self.level.write_text(level or "")
        self.report.unlink(missing_ok=True)
        self.log = open(folder / "log.txt", "w+")
        # Outside of the window: wherever in it the mouse then goes, it moves.
        screen.tell("mousemove", 1270, 890)
        size = f"{SIZE[0]}x{SIZE[1]}"
        named = [name] if name else [self.level] if level else []
        command = [options.program, *arguments, *(["lab"] if lab else []), *named, "--size", size, "--report", self.report]
        kept = {"FOOTPATH_CONFIG": str(folder), "FOOTPATH_STATE": str(folder)}
        environment = {**screen.environment, **kept, **(environment or {})}
        self.process = subprocess.Popen(
            command, env=environment, stdout=self.log, stderr=self.log, cwd=folder, start_new_session=True
        )
        screen.game = self
        try:
            self.wait("the window to open", lambda state: state["lab"] or state["tick"] >= 10, START_SECONDS)
            # Keys go to the window that the mouse is over.
            screen.move((SIZE[0] - 2, SIZE[1] - 2))
        except Failed as failure:
            self.close()
            raise NotStarted(str(failure)) from failure
        except BaseException:
            self.close()
            raise

    def close(self):
        """Closes the window; if the check has failed, what can tell why is kept."""
        if sys.exc_info()[0] is not None:
            self.keep(self.screen.evidence)
        self.screen.game = None
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def keep(self, folder):
        self.screen.game = None
        folder.mkdir(parents=True, exist_ok=True)
        self.log.flush()
        for file in (self.level, self.report, Path(self.log.name)):
            if file.is_file():
                shutil.copyfile(file, folder / file.name)
        with contextlib.suppress(Exception):
            self.screen.picture().save(folder / "screen.png")

    def state(self):
        """What was reported last."""
        try:
            facts = self.report.stat()
            file = (facts.st_mtime_ns, facts.st_ino)
            if file != self.known_file:
                self.known, self.known_file = json.loads(self.report.read_text()), file
        except (FileNotFoundError, json.JSONDecodeError):
            pass
        return self.known

    def wait(self, what, holds, seconds=ANSWER_SECONDS):
        """Waits until the state is so; gives that state."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            demand_going_on()
            if self.process.poll() is not None:
                self.log.seek(0)
                raise Failed(f"the game ended with {self.process.returncode} while waiting for {what}: {self.log.read()}")
            state = self.state()
            if state and holds(state):
                return state
            time.sleep(0.01)
        raise Failed(f"waited {seconds} s for {what}, which did not come: {json.dumps(self.state())}")

    def answer(self, what, is_taken):
        """Waits until input has been taken, and for the frame after it: some panels find their place only then."""
        frame = self.wait(what, lambda state: is_taken(state["input"]))["frames"]
        self.wait(f"the frame after {what}", lambda state: state["frames"] > frame)

    def refreshed(self):
        """A state of which all was done after now; the one before it is on the screen."""
        known = self.state()["frames"]
        return self.wait("the next report", lambda state: state["frames"] > known + 2)

    def passed(self, seconds):
        """Lets time pass for what is to come only with it, or never; gives the state after it."""
        end, known = time.monotonic() + seconds, self.state()["frames"]
        is_over = lambda state: time.monotonic() > end and state["frames"] > known + 2
        return self.wait("time to pass", is_over, seconds + ANSWER_SECONDS)

    def pixel(self, x, y):
        """Where on the screen a point of the world is."""
        camera = self.state()["camera"]
        return (
            (x - camera["x"]) * camera["scale"] + self.size[0] / 2,
            (y - camera["y"]) * camera["scale"] + self.size[1] / 2,
        )

    def tile(self, column, row):
        return self.pixel(column + 0.5, row + 0.5)

    def agent_pixel(self, agent):
        agent = self.state()["agents"][agent]
        return self.pixel(agent["x"], agent["y"])


def is_at(agent, x, y, within=0.1):
    return abs(agent["x"] - x) < within and abs(agent["y"] - y) < within


def arrived(agent, x, y, within=0.1):
    return agent["state"] == "arrived" and is_at(agent, x, y, within)


@contextlib.contextmanager
def game(options, screen, level=LEVEL, lab=False):
    with tempfile.TemporaryDirectory() as folder:
        playing = Game(screen, options, Path(folder), level, lab)
        try:
            yield playing
        finally:
            playing.close()


def check_click_sends_agents(options, screen):
    lone = LEVEL.replace(', (profile: "walker", tile: (4, 7))', "")
    with game(options, screen, lone) as play:
        before = screen.picture()
        demand(before.colors() > 100, f"the picture has only {before.colors()} colours")
        goal, home = play.tile(13, 5), play.agent_pixel(0)
        screen.click(goal)
        play.wait("the agent to set out", lambda state: state["agents"][0]["state"] == "moving")
        state = play.wait("the agent to arrive", lambda state: arrived(state["agents"][0], 13.5, 5.5))
        demand(state["agents"][0]["wall_penetration"] <= 0.001, "the agent was in a wall")
        screen.move(play.tile(9, 8))
        reach = int(0.25 * state["camera"]["scale"])
        for name, place in [("where the agent was sent", goal), ("where it came from", home)]:
            screen.shows(f"a change {name}", lambda after: after.differs(before, place, reach) > 0.3)


def check_what_is_drawn_and_undone_in_the_edit_mode_is_seen(options, screen):
    with game(options, screen) as play:
        screen.move((640, 20))
        open_ground = screen.picture()
        wall = lambda picture: picture.differs(open_ground, play.tile(8, 5), int(0.3 * play.state()["camera"]["scale"]))
        screen.key("comma")
        play.wait("the edit mode", lambda state: state["edit"])
        screen.key("b")
        screen.drag(play.tile(8, 3), play.tile(8, 7))
        play.wait("the drawn wall", lambda state: state["edit"]["done"] == 1)
        screen.key("comma")
        play.wait("the game", lambda state: state["edit"] is None)
        screen.move((640, 20))
        screen.shows("the drawn wall", lambda picture: wall(picture) > 0.3)
        screen.key("ctrl+e")
        play.wait("the edit mode again", lambda state: state["edit"])
        screen.key("ctrl+z")
        play.wait("the wall to be undone", lambda state: state["edit"]["done"] == 0)
        screen.key("ctrl+shift+z")
        play.wait("the wall to be drawn again", lambda state: state["edit"]["done"] == 1)
        screen.key("z")
        play.wait("the wall to be undone again", lambda state: state["edit"]["done"] == 0)
        screen.key("ctrl+e")
        play.wait("the game again", lambda state: state["edit"] is None)
        screen.move((640, 20))
        demand(wall(screen.picture()) < 0.3, "the wall that was undone is still to be seen")


def drawn_until_still(play):
    """Waits until no frame is drawn from one report to the next; gives how many have been drawn."""
    drawn = None
    end = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < end:
        known, drawn = drawn, play.passed(0.3)["frames_drawn"]
        if known == drawn:
            return drawn
    raise Failed(f"frames are drawn all the time: {drawn}")


def check_a_paused_game_draws_nothing_new(options, screen):
    with game(options, screen) as play:
        screen.move((30, SIZE[1] - 30))
        screen.key("space")
        drawn = drawn_until_still(play)
        before = screen.picture()
        state = play.passed(2)
        demand(state["frames_drawn"] == drawn, f"{state['frames_drawn'] - drawn} frames were drawn with nothing new")
        demand(screen.picture().rows == before.rows, "the picture did not stay as it was")
        screen.click(play.agent_pixel(0))
        play.wait("the click to select", lambda state: state["selected"] == [0] and state["frames_drawn"] > drawn)
        part = screen.picture().differs(before, play.agent_pixel(0), 20)
        demand(part > 0.05, f"the ring around the selected agent is not to be seen: {part:.0%}")
        drawn_until_still(play)
        play.level.write_text(LEVEL.replace("(4, 7)", "(15, 2)"))
        play.wait("the game to follow the file", lambda state: is_at(state["agents"][1], 15.5, 2.5))
        screen.shows("what changed in the file", lambda after: after.differs(before, play.tile(15, 2), 20) > 0.2)
        drawn_until_still(play)
        screen.key("space")
        tick = play.state()["tick"]
        play.wait("time to pass again", lambda state: state["tick"] > tick + 10)


def check_the_debug_layer_the_help_and_what_is_baked_are_drawn(options, screen):
    with game(options, screen) as play:
        plain = screen.picture()
        screen.click(play.tile(12, 3))
        screen.key("i")
        screen.key("q")
        middle = (SIZE[0] / 2, SIZE[1] / 2)
        layer = screen.shows("the debug layer", lambda picture: picture.differs(plain, middle, 250) > 0.02)
        screen.key("h")
        screen.shows("the help", lambda picture: picture.differs(layer, middle, 250) > 0.1)
        screen.key("Escape")
        screen.key("i")
        screen.move((700, 690))
        screen.key("F2")
        screen.shows("what is open over the ground", lambda now: now.differs(plain, play.tile(14, 3), 60) > 0.5)


def check_walls_are_taken_back_and_outlive_a_restart(options, screen):
    with game(options, screen) as play:
        screen.move((640, 20))
        before = screen.picture()
        screen.key("b")
        screen.drag(play.tile(8, 3), play.tile(8, 7))
        screen.key("b")
        screen.move((640, 20))
        drawn, undrawn = True, False

        def shows(expected, what):
            reach = int(0.2 * play.state()["camera"]["scale"])
            screen.shows(what, lambda now: (now.differs(before, play.tile(8, 5), reach) > 0.5) == expected)

        shows(drawn, "the painted wall")
        screen.key("ctrl+z")
        shows(undrawn, "no wall after Ctrl+Z")
        screen.key("ctrl+shift+z")
        shows(drawn, "the wall after Ctrl+Shift+Z")
        screen.key("Home")
        play.wait("Home to restart the agents", lambda state: state["tick"] < 120)
        shows(drawn, "the wall after Home")
        screen.key("r")
        shows(undrawn, "no wall after R")
        screen.key("ctrl+z")
        shows(drawn, "the wall when Ctrl+Z has taken R back")


def check_what_is_under_a_resting_mouse_is_told(options, screen):
    with game(options, screen) as play:
        away, corner = (1260, 300), (60, 639)
        x, y = play.agent_pixel(0)
        beside = (x + 80, y + 50)
        screen.move(away)
        before = screen.picture()
        screen.move((x, y))
        screen.shows("a line in the corner", lambda now: now.differs(before, corner, 8) > 0.9)
        demand(screen.picture().differs(before, beside, 20) < 0.1, "a card covers the map while the debug layer is off")
        screen.move(play.tile(15, 8))
        screen.move(away)
        screen.shows("no line once the mouse leaves", lambda now: now.differs(before, corner, 8) < 0.1)
        screen.key("i")
        before = screen.shows("the debug layer", lambda now: now.differs(before, beside, 250) > 0.02)
        screen.move((x, y))
        screen.shows("a card beside the agent", lambda now: now.differs(before, beside, 20) > 0.9)


def check_a_pinned_cell_has_a_card(options, screen):
    with game(options, screen) as play:
        screen.move(play.tile(10, 8))
        before = screen.picture()
        screen.key("0")
        play.wait("0 to pin the cell", lambda state: len(state["pins"]) == 1)
        x, y = play.tile(10, 8)
        screen.move(play.tile(15, 0))
        screen.shows("a card beside the cell", lambda now: now.differs(before, (x + 80, y + 50), 20) > 0.9)


def check_the_wheel_and_the_other_buttons(options, screen):
    with game(options, screen) as play:
        screen.move(play.tile(10, 5))
        framed = play.state()["camera"]["scale"]
        screen.wheel(4, 3)
        near = play.wait("the wheel to zoom in", lambda state: state["camera"]["scale"] > 1.1 * framed)["camera"]["scale"]
        screen.wheel(5)
        play.wait("the wheel to zoom out", lambda state: state["camera"]["scale"] < near)
        play.passed(0.5)
        here = play.tile(10, 5)
        screen.move(here)
        screen.press(2)
        for step in range(1, 6):
            screen.move((here[0] + 10 * step, here[1]))
        screen.release(2)
        play.wait("the middle button to pan", lambda state: abs(play.tile(10, 5)[0] - here[0] - 50) < 6)
        screen.click(play.tile(9, 5), button=3)
        play.wait("the right button to send agents", lambda state: state["agents"][0]["state"] == "moving")


def check_a_resized_window_is_filled(options, screen):
    with game(options, screen) as play:
        for size in [(900, 600), SIZE]:
            screen.tell("windowsize", screen.window(), *size)
            play.size = size
            # The screen shows the new size before the game knows of it and lays out anew.
            play.wait(f"the game to take a window of {size}", lambda state: state["window"] == list(size))
            # Of what only the large window covers.
            colors = lambda picture: len({pixel_at(picture, (x, y)) for x in range(910, 1280, 10) for y in range(20, 700, 20)})
            screen.shows(f"a window of {size}", lambda picture: (colors(picture) > 5) == (size == SIZE))
            screen.click(play.agent_pixel(0))
            play.wait(f"a click to select the agent in a window of {size}", lambda state: state["selected"] == [0])
            screen.key("Escape")
            play.wait("Esc to deselect", lambda state: state["selected"] == [])


def check_groups_are_kept_and_selected(options, screen):
    with game(options, screen) as play:
        screen.key("ctrl+a")
        play.wait("Ctrl+A to select all", lambda state: state["selected"] == [0, 1])
        screen.key("ctrl+shift+3")
        play.wait("the group to be kept", lambda state: state["answer"] == "Group 3: 2 agents")
        screen.key("Escape")
        play.wait("Escape to select nobody", lambda state: not state["selected"])
        screen.key("ctrl+3")
        play.wait("Ctrl+3 to select the group", lambda state: state["selected"] == [0, 1])


def check_orders_while_paused(options, screen):
    lone = LEVEL.replace(', (profile: "walker", tile: (4, 7))', "")
    with game(options, screen, lone) as play:
        screen.key("space")
        paused = play.state()["tick"]
        before = screen.picture()
        goal = play.tile(13, 5)
        screen.click(goal)
        screen.key("b")
        screen.drag(play.tile(8, 3), play.tile(8, 7))
        screen.key("b")
        screen.move(play.tile(16, 8))
        demand(play.passed(0.5)["tick"] == paused, "time went on")
        reach = int(0.3 * play.state()["camera"]["scale"])
        for name, place, least in [("the painted wall", play.tile(8, 5), 0.3), ("the goal", goal, 0.1)]:
            screen.shows(f"{name} while paused", lambda after: after.differs(before, place, reach) > least)
        screen.key("space")
        play.wait("the agent to arrive", lambda state: arrived(state["agents"][0], 13.5, 5.5))


def check_letters_are_what_is_printed_on_the_keys(options, screen):
    with game(options, screen) as play:
        # On a French keyboard A stands where Q is on a US one, Q where A is, Z for W, M for the semicolon, and the comma for M.
        with screen.layout("fr"):
            with screen.held("Control_L"):
                screen.press_place("a")
            demand(play.refreshed()["selected"] == [], "Ctrl with the key in the place of A is Ctrl+A, though Q is printed on it")
            with screen.held("Control_L"):
                screen.press_place("q")
            play.wait("Ctrl+A to select all agents", lambda state: state["selected"] == [0, 1])
            # Of the row above the letters, digits are typed with Shift.
            with screen.held("Shift_L"):
                screen.press_place("3")
            play.wait("the key that types 3 to ask from whom to flee", lambda state: state["orders"]["aim"] == "Flee")
            screen.key("Escape")
            screen.press_place("m")
            play.wait("the comma to open the edit mode", lambda state: state["edit"])
            screen.press_place("m")
            play.wait("the comma to close it", lambda state: state["edit"] is None)
            screen.key("ctrl+k")
            play.wait("Ctrl+K to open the list", lambda state: state["menu"])
            for place in (";", "q", "w", "e"):
                screen.press_place(place)
            play.wait("a text to be what is printed", lambda state: state["menu"]["marked"] == "play The maze")
            screen.key("Escape")
            play.wait("Esc to close the list", lambda state: state["menu"] is None)
        # On a Dvorak one B stands where N is on a US one, and X where B is.
        with screen.layout("us", "dvorak"):
            screen.press_place("b")
            demand(not play.refreshed()["brush"], "the key in the place of B is the brush, though X is printed on it")
            screen.press_place("n")
            play.wait("B to take the brush", lambda state: state["brush"])


# Walls to search around, on even ground and in the small.
COURT = """(
    version: 1,
    name: "Court",
    legend: { '.': "grass", '#': "wall" },
    rows: [
        "####################",
        "#..................#",
        "#.........####.....#",
        "#............#.....#",
        "#............#.....#",
        "#............#.....#",
        "#.........####.....#",
        "#..................#",
        "#..................#",
        "#..................#",
        "####################",
    ],
    agents: [(profile: "walker", tile: (4, 5))],
)
"""

# Where the arrow to the next algorithm is in a window of 1280 x 720, under a card whose name takes one line.
NEXT_ALGORITHM = (228, 91)

# The slider of the lab: where its track begins and ends, and its height.
LAB_TRACK = (548, 1028, 594)


def check_another_search_paints_other_sets(options, screen):
    with game(options, screen, COURT) as play:
        # Ticks one by one: the agent does not come to another tile, from which later searches would begin.
        screen.key("space")
        screen.click(play.tile(14, 5))
        for _ in range(10):
            screen.key("period")
            if play.refreshed()["agents"][0]["state"] == "moving":
                break
        screen.key("k")
        screen.key("bracketright")
        found = lambda state: ((state["search"]["last"] or {}).get("found") or {}).get("algorithm")
        play.wait("] to choose Dijkstra's search", lambda state: found(state) == "dijkstra")
        before = screen.picture()
        screen.click(NEXT_ALGORITHM)
        play.wait("the arrow to choose A*", lambda state: found(state) == "a-star")
        screen.move((1000, 700))
        aside = (SIZE[0] / 2 + 150, SIZE[1] / 2)
        screen.shows("other open and closed sets", lambda after: before.differs(after, aside, 250) > 0.02)


def lab_cell(play, x, y, pane=0):
    """Where on the screen the middle of a cell of the lab is, in one of its panes."""
    camera = play.state()["lab"]["panes"][pane]
    return (
        (x + 0.5 - camera["x"]) * camera["scale"] + SIZE[0] / 2,
        (y + 0.5 - camera["y"]) * camera["scale"] + SIZE[1] / 2,
    )


def sets_of(trace):
    """The open and the closed set after the steps of a trace, without the library."""
    sets = {}
    for kind, x, y in trace:
        if kind in ("Generated", "Improved", "Reopened"):
            sets[x, y] = "open"
        elif kind == "Expanded":
            sets[x, y] = "closed"
    return [sorted(cell for cell, known in sets.items() if known == wanted) for wanted in ("open", "closed")]


def shown_sets(lane):
    return [sorted(map(tuple, lane[name])) for name in ("open", "closed")]


def is_purple(color):
    """Whether it is that of the closed set."""
    return all(abs(a - b) < 16 for a, b in zip(color, (156, 135, 196)))


def pixel_at(picture, point):
    x, y = (round(value) for value in point)
    return tuple(picture.rows[y][3 * x : 3 * x + 3])


def check_the_lab_shows_the_middle_of_a_search(options, screen):
    with game(options, screen, lab=True) as play:
        screen.key("o")
        lane = lambda state: state["lab"]["lanes"][0]
        state = play.wait("obstacles and a search", lambda state: state["lab"]["walls"] != 58 and lane(state))
        steps = state["lab"]["steps"]
        screen.key("Home")
        play.wait("Home to go to the beginning", lambda state: state["lab"]["played"] == 0 and not lane(state)["closed"])
        before = screen.picture()
        left, right, height = LAB_TRACK
        screen.click(((left + right) / 2, height))
        state = play.wait("the middle", lambda state: abs((state["lab"]["played"] or 0) - steps / 2) <= 1 + steps / 50)
        state = play.refreshed()
        known = lane(state)
        demand(len(known["trace"]) == steps, f"the trace is cut at {len(known['trace'])} of {steps}")
        demand(shown_sets(known) == sets_of(known["trace"][: known["played"]]), "the sets are not those of the trace")
        picture = screen.picture()
        away = [cell for cell in known["closed"] if cell not in (state["lab"]["start"], state["lab"]["goal"])]
        corner = lambda cell: lab_cell(play, cell[0] - 0.3, cell[1] - 0.3)
        purple = sum(is_purple(pixel_at(picture, corner(cell))) for cell in away)
        demand(away and purple >= 0.9 * len(away), f"{purple} of {len(away)} closed cells have their colour")
        demand(not any(is_purple(pixel_at(before, corner(cell))) for cell in away), "they had it at the beginning too")
        screen.key("period")
        play.wait("a step forward", lambda state: state["lab"]["played"] == known["played"] + 1)
        screen.key("comma")
        screen.key("comma")
        play.wait("two steps back", lambda state: state["lab"]["played"] == known["played"] - 1)


def check_the_lab_saves_a_picture_and_a_film(options, screen):
    with game(options, screen, lab=True) as play:
        folder = play.level.parent
        written = lambda name: (folder / name).is_file()
        screen.key("o")
        play.wait("obstacles", lambda state: state["lab"]["walls"] != 58 and state["lab"]["lanes"][0])
        screen.key("a")
        play.wait("the picture", lambda _: written("lab.png"))
        picture = (folder / "lab.png").read_bytes()
        size = struct.unpack(">II", picture[16:24])
        demand(picture[1:4] == b"PNG" and len(picture) > 10000, f"the picture of {size} has {len(picture)} bytes: is it empty?")
        screen.key("F7")
        play.wait("the moving picture", lambda _: written("lab.gif"))
        film = (folder / "lab.gif").read_bytes()
        width, height = struct.unpack("<HH", film[6:10])
        # The code of the search that is played stands beside the sheet and takes some of the width.
        demand(film[:6] == b"GIF89a" and height == size[1] and 300 < width <= size[0], f"{film[:10]} is no film of {size}")
        frames = film.count(b"\x21\xf9\x04")
        demand(frames >= 73, f"the film has {frames} pictures")
        state = play.wait("the end of the search", lambda state: state["lab"]["played"] == state["lab"]["steps"])
        screen.key("a")
        play.wait("a second picture beside the first", lambda _: written("lab-2.png"))
        demand((folder / "lab.png").read_bytes() == picture, "the first picture was written over")


def check_four_searches_side_by_side(options, screen):
    with game(options, screen, lab=True) as play:
        screen.key("o")
        play.wait("obstacles", lambda state: state["lab"]["walls"] != 58)
        for count in (2, 3, 4):
            screen.key("j")
            play.wait(f"search {count}", lambda state: len(state["lab"]["lanes"]) == count)
        screen.key("j")
        is_measured = lambda state: all(lane and lane["measured"] for lane in state["lab"]["lanes"])
        state = play.wait("all to be measured", is_measured)
        lab = state["lab"]
        demand(len(lab["lanes"]) == 4 and len({lane["algorithm"] for lane in lab["lanes"]}) == 4, "not four different ones")
        areas = [pane["area"] for pane in lab["panes"]]
        for index, (x, y, width, height) in enumerate(areas):
            for other in areas[:index]:
                apart = x + width <= other[0] or other[0] + other[2] <= x or y + height <= other[1] or other[1] + other[3] <= y
                demand(apart and width > 100 and height > 80, f"panes overlap or are small: {areas}")
        exact = [lane["found"]["cost"] for lane in lab["lanes"] if lane["found"]["guarantee"] == "shortest"]
        demand(len(exact) >= 2 and max(exact) - min(exact) < 1e-6, f"exact searches differ: {exact}")
        picture = screen.picture()
        for pane, lane in enumerate(lab["lanes"]):
            away = [cell for cell in lane["closed"] if cell not in (lab["start"], lab["goal"])]
            corner = lambda cell: lab_cell(play, cell[0] - 0.3, cell[1] - 0.3, pane)
            purple = sum(is_purple(pixel_at(picture, corner(cell))) for cell in away)
            demand(purple >= 0.7 * len(away), f"{purple} of {len(away)} closed cells are shown of {lane['algorithm']}")
        screen.key("Home")
        screen.key("t")
        play.wait("T to play by time", lambda state: state["lab"]["by_time"] and state["lab"]["played"] == 0)
        screen.key("End")
        play.wait("the end", lambda state: all(lane["played"] == len(lane["trace"]) for lane in state["lab"]["lanes"]))
        screen.key("Delete")
        play.wait("Delete to take one away", lambda state: len(state["lab"]["lanes"]) == 3)


def panel(state):
    """What the panel of baking holds; nothing while it is closed."""
    return state["bake"]["panel"] or {}


# Paths to patrol along, and room to follow and to flee.
ROUNDS = LEVEL.replace("agents:", '''paths: {
        "round": (points: [(tile: (3, 2)), (tile: (12, 2)), (tile: (12, 8)), (tile: (3, 8))], acceptance_radius: 0.8),
        "east": (points: [(tile: (16, 2)), (tile: (16, 8))], course: "back-and-forth"),
    },
    agents:''')

def check_orders_and_senses_are_drawn(options, screen):
    with game(options, screen, ROUNDS) as play:
        screen.key("space")
        plain = screen.picture()
        screen.key("F7")
        screen.move((700, 690))
        layer = screen.shows("the first point", lambda now: now.differs(plain, play.tile(12, 2), 8) > 0.2)
        for name, place in [("a point", (12, 2)), ("the segment after it", (12, 5)), ("the closing segment", (3, 5))]:
            part = layer.differs(plain, play.tile(*place), 8)
            demand(part > 0.2, f"{name} of the loop changed only {part:.0%} of the pixels")
        part = layer.differs(plain, play.tile(9, 5), 8)
        demand(part == 0, f"{part:.0%} of the pixels changed where there is no path")
        screen.key("F7")
        screen.click(play.agent_pixel(0))
        screen.key("F8")
        screen.move((700, 690))
        # A walker sees ten units far, all round.
        screen.shows("the end of sight", lambda now: now.differs(plain, play.pixel(14.5, 5.5), 8) > 0.05)


LINKS = """(
    version: 1,
    name: "Links",
    legend: { '.': "grass", ' ': "void" },
    rows: [
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
        "....        .....",
    ],
    links: [%s],
    obstacles: [(name: "cart", at: (14.5, 1.0), size: (1.0, 0.8), motion: (to: [(14.5, 7.0)], speed: 2.0, wait: 0.0, course: "back-and-forth", when: "always"))],
    agents: [(profile: "walker", tile: (0, 8))],
)
"""


def check_links_of_every_kind_are_drawn(options, screen):
    kinds = ["walk", "jump", "drop", "ladder", "rope", "lift", "teleport"]
    link = '(name: "{0}", from: (tile: (3, {1})), to: (tile: (12, {1})), kind: "{0}")'
    looks = {}
    with game(options, screen, LINKS % "") as play:
        bare = screen.picture()
        places = [play.passed(0.3)["obstacles"][0]["y"] for _ in range(3)]
        demand(len(set(places)) > 1, f"the cart stays at {places}")
    with game(options, screen, LINKS % ", ".join(link.format(kind, row) for row, kind in enumerate(kinds))) as play:
        picture = screen.picture()
        for row, kind in enumerate(kinds):
            (left, y), (right, _) = play.tile(3, row), play.tile(12, row)
            y, half = round(y), round(0.4 * play.state()["camera"]["scale"])
            area = [(x, y + dy) for x in range(round(left), round(right), 2) for dy in range(-half, half)]
            pixel = lambda image, x, y: image.rows[y][3 * x : 3 * x + 3]
            changed = sum(pixel(picture, *at) != pixel(bare, *at) for at in area) / len(area)
            demand(changed > 0.05, f"the {kind} changed only {changed:.0%} of the pixels")
            looks[kind] = bytes(b for x, y in area for b in pixel(picture, x, y))
        demand(len(set(looks.values())) == len(kinds), "two kinds of links look the same")


# A chasm that one crosses where a bridge is, once it is switched on.
CHASM = """(
    version: 1,
    name: "Chasm",
    legend: { '.': "grass", ' ': "void" },
    rows: [
        "........    ........",
        "........    ........",
        "........    ........",
        "........    ........",
        "........    ........",
        "........    ........",
        "........    ........",
        "........    ........",
    ],
    links: [(name: "bridge", from: (tile: (7, 4)), to: (tile: (12, 4)), active: false)],
    switches: [(tile: (2, 6), turns: "bridge")],
    agents: [(profile: "walker", tile: (6, 4), order: MoveTo((tile: (15, 4)))), (profile: "walker", tile: (2, 2))],
)
"""


def check_waiting_agents_are_marked(options, screen):
    with game(options, screen, CHASM) as play:
        waiting = lambda state: state["agents"][0]["reason"] == 'waiting for a bridge: "bridge" is off'
        play.wait("agent 0 to wait for the bridge", waiting)
        screen.move(play.tile(17, 7))
        # The answer about the goal goes by.
        play.passed(6)
        marked = screen.picture()
        screen.click(play.agent_pixel(1))
        head = play.pixel(7.5, 3.9)
        screen.click(play.tile(2, 6))
        play.wait("agent 0 to cross", lambda state: is_at(state["agents"][0], 15.5, 4.5))
        screen.move(play.tile(17, 7))
        reach = int(0.15 * play.state()["camera"]["scale"])
        screen.shows("plain ground where the mark was", lambda now: now.differs(marked, head, reach) > 0.3)


# Something of everything that ground can be.
YARD = """(
    version: 1,
    name: "Yard",
    legend: {
        '.': "grass", '#': "wall", ' ': "void",
        't': (terrain: "road", ceiling: 2.5), 'l': (terrain: "floor", ceiling: 1.4),
        'h': (terrain: "grass", height: 1.0), 's': (terrain: "floor", height: 0.5, ceiling: 8.0),
        '-': (terrain: "road", ramp: "east-west"),
    },
    rows: [
        "########################",
        "#.........  ...........#",
        "#..hhhh...  ...#tt#....#",
        "#..hhhh--.  ...#tt#....#",
        "#..hhhh...  ...#ll#....#",
        "#..........  ..........#",
        "#.........  ...........#",
        "#.........  ...........#",
        "#.........  ...........#",
        "#.........  ...........#",
        "#.........  ...........#",
        "########################",
    ],
    zones: {
        "fire": (kind: "danger", at: (17.5, 9.0), radius: 2.0, strength: 8.0, falloff: 1.0),
        "gold": (kind: "reward", at: (5.5, 8.5), radius: 1.5, strength: 0.5),
        "gaze": (kind: "danger", on: "guard", radius: 3.0, in_sight: true, strength: 6.0),
    },
    wear: (terrains: ["grass"], by_walking: 1.0, recovery: 0.0, worn_cost: 0.5),
    obstacles: [(name: "barrel", at: (7.5, 10.0), radius: 0.4), (at: (20.0, 8.0), size: (1.4, 1.0), angle: 30.0)],
    links: [(name: "bridge", from: (tile: (9, 6)), to: (tile: (12, 6)), active: false)],
    switches: [(tile: (8, 8), turns: "bridge")],
    bake: (cells_per_tile: 2, obstacle_epsilon: 0.05),
    agents: [(profile: "walker", tile: (3, 8)), (name: "guard", profile: "walker", tile: (21, 4))],
)
"""


def check_ground_of_every_kind(options, screen):
    with game(options, screen, YARD) as play:
        start = screen.picture()
        reach = int(0.35 * play.state()["camera"]["scale"])
        places = {"the edge of a hill": (5, 4), "a void": (11, 9), "a tunnel": (16, 3), "a danger": (16, 8), "a plate": (8, 8)}
        for name, place in {**places, "a reward": (4, 8), "a link": (10, 6)}.items():
            x, y = play.tile(*place)
            grass = play.tile(2, 6)
            pixels = [start.rows[round(y + dy)][3 * round(x + dx) :][:3] for dx in (-reach, 0, reach) for dy in (-reach, 0, reach)]
            plain = [start.rows[round(grass[1] + dy)][3 * round(grass[0] + dx) :][:3] for dx in (-reach, 0, reach) for dy in (-reach, 0, reach)]
            apart = [max(abs(a - b) for a, b in zip(one, other)) for one, other in zip(pixels, plain)]
            demand(max(apart) > 14, f"{name} looks like plain ground: {apart}")
        screen.click(play.agent_pixel(0))
        play.wait("the walker to be selected", lambda state: state["selected"] == [0])
        screen.click(play.tile(8, 8))
        play.wait("the plate to let the bridge down", lambda state: state["links"][0]["active"])
        play.wait("the reward to be picked up", lambda state: "gold" not in state["zones"])
        screen.shows("wear and no reward", lambda worn: worn.differs(start, play.tile(6, 8), reach) > 0.3)
        screen.shows("the bridge let down", lambda worn: worn.differs(start, play.tile(10, 6), reach) > 0.3)
        screen.click(play.tile(14, 6))
        play.wait("the walker to cross the bridge", lambda state: is_at(state["agents"][0], 14.5, 6.5, 0.3))
        screen.key("F2")
        play.wait("the panel", panel)
        play.refreshed()
        screen.move(play.tile(16, 4))
        play.wait("the low tunnel to have a reason", lambda state: "too low: 1.4 of room" in (panel(state).get("why_closed") or ""))
        screen.key("i")
        screen.key("q")


WRITTEN = LEVEL.replace("version: 1,", "version: 1, // a comment   of its author").replace("rows: [", "rows: [ /* drawn */")


def with_control(screen, key):
    with screen.held("Control_L"):
        screen.key(key)


def paint_a_tile(play, screen, column, row):
    """Paints a wall in the edit mode, and goes back to the game."""
    with_control(screen, "e")
    before = play.wait("the edit mode", lambda state: state["edit"])["edit"]["done"]
    screen.key("b")
    screen.click(play.tile(column, row))
    play.wait("the stroke", lambda state: state["edit"] and state["edit"]["done"] > before)
    with_control(screen, "e")
    play.wait("the game", lambda state: not state["edit"])


def painted(text, column, row):
    """The level's text with a wall at a tile."""
    lines = text.split("\n")
    first = next(index for index, line in enumerate(lines) if "rows:" in line) + 1
    at = lines[first + row].index('"') + 1 + column
    lines[first + row] = lines[first + row][:at] + "#" + lines[first + row][at + 1 :]
    return "\n".join(lines)


def is_asked(state):
    return state["menu"] and state["menu"]["page"] == "Question"


def reply(play, screen, index):
    """Presses a button of a question by the keyboard: the one at a place of its order, the cross first if it has one."""
    play.wait("the question", is_asked)
    for _ in range(index + 1):
        screen.key("Tab")
    screen.key("Return")
    play.wait("the answer", lambda state: not is_asked(state))


def check_drafts_survive_a_kill(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        for index, name in enumerate(["kill", "take up", "discard", "nothing"]):
            level = WRITTEN if name != "discard" else WRITTEN.replace("tile: (4, 5)", "tile: (9, 2)")
            play = Game(screen, options, Path(folder), level)
            try:
                if name == "kill":
                    paint_a_tile(play, screen, 12, 4)
                    # The draft of the first stroke is kept before the second.
                    drafts = Path(folder) / "drafts"
                    walls = lambda: [draft.read_text().count("#") - WRITTEN.count("#") for draft in drafts.glob("*.ron")]
                    play.wait("the draft of one stroke", lambda _: walls() == [1])
                    paint_a_tile(play, screen, 14, 4)
                    play.wait("the draft of both strokes", lambda _: walls() == [2])
                    play.process.kill()
                elif name == "take up":
                    play.wait("the draft", is_asked)
                    demand(play.state()["is_saved"], "the draft was taken up without asking")
                    reply(play, screen, 0)
                    play.wait("the draft", lambda state: not state["is_saved"])
                    demand(play.level.read_text() == WRITTEN, "the file was written")
                    # The draft is kept once a second.
                    play.passed(1.5)
                    play.process.kill()
                elif name == "discard":
                    reply(play, screen, 1)
                    demand(play.passed(0.5)["is_saved"], "the draft was taken up")
                else:
                    demand(not is_asked(play.passed(0.5)), "the draft is there again")
            finally:
                play.close()


def check_two_games_on_one_file_do_not_write_over_each_other(options, screen):
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as other:
        folder = Path(name)
        mine = Game(screen, options, folder, WRITTEN)
        try:
            paint_a_tile(mine, screen, 12, 4)
            mine.wait("the draft", lambda _: list((folder / "drafts").glob("*.ron")))
            kept = {"FOOTPATH_CONFIG": name, "FOOTPATH_STATE": name}
            theirs = Game(screen, options, Path(other), level=None, name=mine.level, environment=kept)
            try:
                demand(not is_asked(theirs.passed(0.5)), "the draft of a game that goes on is offered to another")
                paint_a_tile(theirs, screen, 9, 6)
                with_control(screen, "s")
                theirs.wait("their file", lambda state: state["is_saved"])
            finally:
                theirs.close()
            screen.game = mine
            mine.wait("the question which of both to take", is_asked)
            demand(mine.level.read_text() == painted(WRITTEN, 9, 6), "the file is not theirs")
            reply(mine, screen, 3)
            mine.wait("their level", lambda state: state["is_saved"])
            demand(mine.level.read_text() == painted(WRITTEN, 9, 6), "their file was written over")
            beside = folder / "field.mine.ron"
            demand(beside.read_text() == painted(WRITTEN, 12, 4), f"saved beside is {beside.read_text()}")
        finally:
            mine.close()


def check_a_level_without_a_file_is_saved_under_a_name(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        play = Game(screen, options, Path(folder), name="maze")
        try:
            target = Path(folder) / "my.ron"
            target.write_text("theirs")
            with_control(screen, "s")
            play.wait("the question", is_asked)
            with_control(screen, "a")
            screen.type(str(target.with_suffix("")))
            screen.key("Return")
            demand(is_asked(play.passed(1)) and target.read_text() == "theirs", "a file was written over")
            with_control(screen, "a")
            screen.type(str(Path(folder) / "other"))
            screen.key("Return")
            play.wait("the level to have a file", lambda state: state["level"] == "other")
            demand((Path(folder) / "other.ron").read_text() == (PROJECT / "levels/maze.ron").read_text(), "it differs")
        finally:
            play.close()


def check_a_message_opens_the_editor(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        editor, told = Path(folder) / "editor", Path(folder) / "told"
        editor.write_text(f'#!/bin/sh\necho "$@" > {told}\n')
        editor.chmod(0o755)
        play = Game(screen, options, Path(folder), environment={"VISUAL": f"{editor} --wait"})
        try:
            play.level.write_text(LEVEL.replace('"wall"', '"wal"'))
            play.wait("the message", lambda state: state["messages"])
            play.refreshed()
            screen.click((SIZE[0] / 2, 0.45 * SIZE[1]))
            play.wait("the editor", lambda _: told.exists() and told.read_text())
            demand(told.read_text().strip() == f"--wait +4 {play.level}", told.read_text())
        finally:
            play.close()


def check_a_level_is_copied_as_a_link_and_pasted(options, screen):
    with game(options, screen) as play:
        paint_a_tile(play, screen, 12, 4)
        screen.key("F12")
        play.wait("the link to be shown", is_asked)
        screen.key("Escape")
        play.wait("Esc to close it", lambda state: not state["menu"])
        with screen.held("Control_L"):
            # Not counted: miniquad drops the events that come while it waits for the clipboard, here V going up.
            screen.tell("key", "v")
            pasted = play.wait("the pasted level", lambda state: state["level"] == "pasted")
        demand(pasted["is_saved"] and len(pasted["agents"]) == 2, "it is another level")


def verified(options, replay):
    """What `footpath replay --verify` says of a replay, which must be right."""
    return json.loads(run(options, "replay", replay, "--verify", "--json")[0])


def check_a_killed_game_leaves_its_replay(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        play = Game(screen, options, Path(folder))
        try:
            screen.click(play.tile(13, 5))
            play.wait("the agents to set out", lambda state: state["agents"][0]["state"] == "moving")
            screen.key("b")
            screen.drag(play.tile(8, 2), play.tile(8, 4))
            screen.key("b")
            tick = play.refreshed()["tick"]
            play.wait("two seconds", lambda state: state["tick"] > tick + 120)
            killed_at = play.refreshed()["tick"]
            play.process.kill()
        finally:
            play.close()
        [replay] = (Path(folder) / "replays").iterdir()
        told = verified(options, replay)
        demand(not told["complete"] and told["ticks"] > killed_at - 120, f"killed at {killed_at}: {told}")
        text = replay.read_text()
        demand("Do(" in text and "Paint(" in text, f"not all that was done is in it: {text[-500:]}")


def check_a_replay_is_watched_and_wound(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        replay, script = Path(folder) / "run.replay", Path(folder) / "walk.ron"
        script.write_text("[(at: 1, do: MoveTo((tile: (15, 5))))]")
        level = Path(folder) / "yard.ron"
        level.write_text(LEVEL)
        run(options, "simulate", level, "--seconds", 30, "--script", script, "--record", replay)
        with watched(options, screen, folder, replay) as play:
            state = play.wait("the agents to set out", lambda state: state["agents"][0]["state"] == "moving")
            demand(state["replay"]["of"] == 1800, f"the replay is {state['replay']}")
            screen.click(play.tile(3, 3))
            play.wait("the order to be refused", lambda state: "takes no orders" in (state["said"] or ""))
            # The bar is in the middle at the bottom, above the toolbar; its slider fills it.
            screen.click((640 + 220, SIZE[1] - 150))
            far = play.wait("the slider to wind it", lambda state: state["replay"]["tick"] > 1500)
            demand(far["replay"]["differs"] is None and arrived(far["agents"][0], 15.5, 5.5, 1.0), f"wound to {far}")
            screen.key("r")
            play.wait("it to begin again", lambda state: 0 < state["replay"]["tick"] < 300)
            screen.key("space")
            halted = play.wait("it to halt", lambda state: not state["replay"]["playing"])
            screen.key("space")
            play.wait("it to go on", lambda state: state["replay"]["tick"] > halted["replay"]["tick"])
            screen.click((640 - 40, SIZE[1] - 108))
            play.wait("the game to go on from there", lambda state: state["replay"] is None)
            play.refreshed()
            screen.click(play.tile(3, 3))
            play.wait("the agents to obey", lambda state: arrived(state["agents"][0], 3.5, 3.5, 1.5))
            screen.key("apostrophe")
            play.wait("the replay to be saved", lambda state: "Saved the replay" in (state["said"] or ""))
        told = verified(options, Path(folder) / "yard.replay")
        demand(told["complete"] and told["ticks"] > 60, f"the saved replay is {told}")


@contextlib.contextmanager
def watched(options, screen, folder, replay):
    """A replay in its window."""
    play = Game(screen, options, Path(folder), level=None, arguments=["replay", replay])
    try:
        yield play
    finally:
        play.close()


def run(options, *arguments, env=None, code=0):
    """Runs the program to its end; gives stdout and stderr."""
    command = [options.program, *map(str, arguments)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=START_SECONDS, cwd=PROJECT)
    demand(done.returncode == code, f"{command} ended with {done.returncode}, not {code}: {done.stderr}")
    return done.stdout, done.stderr


def check_pictures_and_scripts(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        script, report = Path(folder) / "walk.ron", Path(folder) / "report.json"
        script.write_text("[(at: 0.2, do: MoveTo((tile: (20, 11)))), (at: 0.5, do: Key(\"I\"))]")
        for name, size in [("large", (1280, 720)), ("phone", (390, 844))]:
            picture = options.out / f"desktop-{name}.png"
            arguments = ["first-steps", "--size", f"{size[0]}x{size[1]}", "--screenshot", picture, "--after", 3]
            run(options, *arguments, "--script", script, "--report", report, env=screen.environment)
            data = picture.read_bytes()
            demand(data[:8] == b"\x89PNG\r\n\x1a\n", f"{picture} is not a PNG file")
            demand(struct.unpack(">II", data[16:24]) == size, f"{picture} is {struct.unpack('>II', data[16:24])} large")
            state = json.loads(report.read_text())
            demand(any(agent["state"] == "moving" for agent in state["agents"]), f"the script moved no agent: {state}")


def check_faults_lose_nothing(options, screen):
    """Folders, pipes and links where files should be: the game goes on, says so, and saves what it can."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "levels").mkdir()
        written = folder / "levels" / "field.ron"
        (folder / "field.ron").symlink_to("levels/field.ron")
        os.mkfifo(folder / "settings.ron")
        (folder / "drafts").write_text("in the way")
        (folder / "replays").write_text("in the way")
        play = Game(screen, options, folder, WRITTEN)
        try:
            paint_a_tile(play, screen, 12, 4)
            play.wait("the draft to fail", lambda state: "What is unsaved is not kept" in (state["said"] or ""))
            (folder / "drafts").unlink()
            wait_for_file = lambda _: list((folder / "drafts").glob("*.ron"))
            play.wait("the draft, once there is a folder for it", wait_for_file)
            with_control(screen, "s")
            play.wait("the file", lambda state: state["is_saved"])
            demand(written.read_text() == painted(WRITTEN, 12, 4), "what is behind the link was not written")
            demand(play.level.is_symlink(), "the link is none any more")
            written.chmod(0o444)
            paint_a_tile(play, screen, 14, 4)
            with_control(screen, "s")
            play.wait("the refusal", lambda state: any("is read-only" in text for text in state["messages"]))
            demand(not play.passed(0.5)["is_saved"] and written.read_text() == painted(WRITTEN, 12, 4), "it was written")
            written.chmod(0o644)
            with_control(screen, "s")
            play.wait("the file", lambda state: state["is_saved"])
            twice = painted(painted(WRITTEN, 12, 4), 14, 4)
            demand(written.read_text() == twice, "not both tiles are saved")
            written.unlink()
            os.mkfifo(written)
            told = play.wait("the pipe to be told", lambda state: any("is a pipe" in text for text in state["messages"]))
            play.wait("the game to go on", lambda state: state["tick"] > told["tick"] + 20)
            written.unlink()
            written.write_text(WRITTEN)
            play.wait("the file's level", lambda state: state["is_saved"] and not state["messages"])
        finally:
            play.close()
        left = [file for file in folder.rglob("*.unfinished")]
        demand(not left, f"these are left: {left}")


def check_pictures_that_cannot_be_saved_are_told(options, screen):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "folder.png").mkdir()
        os.mkfifo(folder / "pipe.json")
        for file, words in [("folder.png", "is a folder"), ("none/a.png", "its folder does not exist")]:
            _, stderr = run(options, "--screenshot", folder / file, env=screen.environment, code=2)
            demand(words in stderr, f"{file}: {stderr}")
        _, stderr = run(options, "--report", folder / "pipe.json", "--exit-after", 1, env=screen.environment, code=2)
        demand("is a pipe or a device" in stderr, stderr)
        # No file may be larger than this: as if the disk were full.
        limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "sh", options.program]
        command = [*limited, "maze", "--screenshot", folder / "a.png", "--after", "0.5"]
        done = subprocess.run(command, env=screen.environment, capture_output=True, text=True, timeout=START_SECONDS)
        demand(done.returncode == 2 and "a.png` cannot be written: a file must not be so large" in done.stderr, done.stderr)
        demand("panicked" not in done.stderr, done.stderr)
        left = sorted(file.name for file in folder.iterdir())
        demand(left == ["folder.png", "pipe.json"], f"these are left: {left}")


def check_broken_level_at_the_start(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        level = Path(folder) / "broken.ron"
        level.write_text(LEVEL.replace('"wall"', '"wal"'))
        _, stderr = run(options, level, "--exit-after", 1, env=screen.environment, code=1)
        demand("broken.ron:4:" in stderr and "did you mean `wall`?" in stderr, f"no message: {stderr}")


def check_no_display(options, screen):
    bare = {name: value for name, value in screen.environment.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for env in [bare, {**bare, "DISPLAY": ":99999"}]:
        stdout, stderr = run(options, env=env)
        demand("arrived" in stdout and "cargo web --serve" in stdout, f"no demo in text: {stdout}")
        demand(stderr.startswith("No window can be opened:") and len(stderr.splitlines()) == 1, stderr)
        run(options, "--exit-after", 1, env=env, code=2)


def check_missing_libraries(options, screen):
    libraries = [("libX11.so", ".6", "libx11-6"), ("libXi.so", ".6", "libxi6")]
    libraries += [("libxkbcommon.so", ".0", "libxkbcommon0"), ("libGL.so", ".1", "libgl1")]
    for name, version, package in libraries:
        with tempfile.TemporaryDirectory() as folder:
            # An empty file that is found first is as good as no library.
            (Path(folder) / name).touch()
            (Path(folder) / (name + version)).touch()
            _, stderr = run(options, env={**screen.environment, "LD_LIBRARY_PATH": folder}, code=2)
            demand(name + version in stderr and f"apt install {package}" in stderr, f"{package} is not named: {stderr}")


# A room with a pillar in a layer whose name does not say that it is solid.
TILED_MAP = """<map version="1.10" orientation="orthogonal" width="12" height="8" tilewidth="16" tileheight="16">
    <tileset firstgid="1" source="sets/tiles.tsx"/>
    <layer name="meadow" width="12" height="8"><data encoding="csv">{meadow}</data></layer>
    <layer name="moss" width="12" height="8"><data encoding="csv">{moss}</data></layer>
</map>""".format(
    meadow=",".join(["1"] * 96),
    moss=",".join("2" if index % 12 in (5, 6) and 0 < index // 12 < 6 else "0" for index in range(96)),
)


def check_a_dropped_map_is_played_and_saved_beside(options, screen):
    with game(options, screen) as play, tempfile.TemporaryDirectory() as folder:
        map, kept, saved = (Path(folder, name) for name in ("yard.tmx", "yard.ron", "yard-2.ron"))
        map.write_text(TILED_MAP)
        kept.write_text("not to be written over")
        Path(folder, "sets").mkdir()
        Path(folder, "sets/tiles.tsx").write_text('<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>')
        screen.drop(map)
        state = play.wait("the dialog", lambda state: state["import"])
        moss = list(state["import"]["solid"])[-1]
        demand(state["import"]["solid"][moss] is False and state["level"] == "field", f"it shows {state['import']}")
        screen.key("Tab")
        screen.key("Tab")
        screen.key("Return")
        state = play.wait("moss to be solid", lambda state: state["import"]["solid"][moss])
        screen.key("Escape")
        state = play.wait("the dialog to close", lambda state: state["import"] is None)
        demand(state["level"] == "field" and len(state["agents"]) == 2, "cancelling has changed the level")
        screen.drop(map)
        play.wait("the dialog again", lambda state: state["import"])
        screen.key("Tab")
        screen.key("Tab")
        screen.key("Return")
        play.wait("moss to be solid again", lambda state: state["import"]["solid"][moss])
        screen.move((640, 20))
        screen.key("Tab")
        screen.key("Return")
        state = play.wait("the level", lambda state: state["level"] == "yard")
        demand(not state["is_saved"], "a level that was never saved counts as saved")
        # The camera shows the level from the next frame on.
        play.refreshed()
        screen.click(play.tile(10, 3))
        play.wait("the walker to go there", lambda state: arrived(state["agents"][0], 10.5, 3.5))
        rows = []

        def walking(state):
            rows.append(state["agents"][0]["y"])
            return arrived(state["agents"][0], 1.5, 3.5)

        screen.click(play.tile(1, 3))
        play.wait("the walker to go round the moss", walking)
        demand(max(abs(y - 3.5) for y in rows) > 1.5, f"it walked through: rows {rows}")
        screen.key("ctrl+s")
        play.wait("the level to be saved", lambda state: state["is_saved"])
        demand(kept.read_text() == "not to be written over", "another file was written over")
        demand(map.read_text() == TILED_MAP, "the map was written over")
        demand("walkable: false" in saved.read_text(), f"{saved} holds {saved.read_text()[:200]}")
        broken = Path(folder, "broken.tmx")
        broken.write_text("<map")
        screen.drop(broken)
        state = play.wait("a message", lambda state: state["messages"])
        demand("broken.tmx" in state["messages"][0] and state["level"] == "yard-2", f"it says {state['messages']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=PROJECT / "target/debug/footpath", help="the program to play")
    parser.add_argument("--out", type=Path, default=PROJECT / "target/ci", help="for what is kept of a failure")
    parser.add_argument("--workers", type=int, default=2, help="how many games are played side by side")
    parser.add_argument("--only", default="", help="run only the checks with this text in their name")
    options = parser.parse_args()
    for tool in ["Xvfb", "xdotool", "xwd", "setxkbmap"]:
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not installed (Debian: apt-get install xvfb xdotool x11-apps x11-xkb-utils)")
    if not options.program.is_file():
        sys.exit(f"there is no program {options.program}: build it with `cargo build`")
    options.program = options.program.resolve()
    options.out.mkdir(parents=True, exist_ok=True)

    stop_on_signals()

    @contextlib.contextmanager
    def tools():
        screen = Screen()
        try:
            yield screen
        finally:
            screen.close()

    def with_options(check):
        return functools.wraps(check)(lambda screen: check(options, screen))

    checks = [with_options(check) for name, check in globals().items() if name.startswith("check_") and options.only.replace("_", " ") in name.replace("_", " ")]
    sys.exit(0 if Checks("desktop", checks, options.out).make(tools, options.workers) else 1)


if __name__ == "__main__":
    main()
