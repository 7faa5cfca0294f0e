#!/usr/bin/env python3
"""Plays the game in a real window with a real mouse and keyboard, on an X server of its own (Xvfb).

    cargo build && tests/desktop.py

Needs Xvfb, xdotool and xwd (Debian: xvfb, xdotool, x11-apps) and what any window needs (libgl1, libgl1-mesa-dri,
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
        self.environment = {**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
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

    def drop(self, *paths):
        """Drops files on the game's window."""
        command = ["xdotool", "search", "--name", "Footpath"]
        found = subprocess.run(command, env=self.environment, check=True, timeout=30, capture_output=True, text=True)
        display = self.environment["DISPLAY"]
        demand(drop(display, int(found.stdout.split()[-1]), paths), "the window does not take what is dropped on it")

    def type(self, text):
        # Each letter goes down and up; some have Shift too.
        self.act(2 * len(text), "type", "--delay", 20, f'"{text}"')

    def key(self, name):
        self.act(2 * (name.count("+") + 1), "key", name)

    @contextlib.contextmanager
    def held(self, name):
        keys = name.count("+") + 1
        self.act(keys, "keydown", name)
        yield
        self.act(keys, "keyup", name)


class Game:
    """The program in its window, and what it reports."""

    def __init__(self, screen, options, folder, level=LEVEL, lab=False, name=None, arguments=(), environment=None):
        self.screen = screen
        self.level = folder / "field.ron"
        self.report = folder / "report.json"
        self.known, self.known_file = None, None
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

    def resting_camera(self):
        """Waits until the camera has come to rest, as after the map has made room for a panel."""
        seen = []

        def rests(state):
            seen.append(state["camera"])
            return len(seen) > 1 and seen[-1] == seen[-2]

        while not rests(self.refreshed()):
            demand_going_on()

    def passed(self, seconds):
        """Lets time pass for what is to come only with it, or never; gives the state after it."""
        end, known = time.monotonic() + seconds, self.state()["frames"]
        is_over = lambda state: time.monotonic() > end and state["frames"] > known + 2
        return self.wait("time to pass", is_over, seconds + ANSWER_SECONDS)

    def pixel(self, x, y):
        """Where on the screen a point of the world is."""
        camera = self.state()["camera"]
        return (
            (x - camera["x"]) * camera["scale"] + SIZE[0] / 2,
            (y - camera["y"]) * camera["scale"] + SIZE[1] / 2,
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


def check_selection(options, screen):
    with game(options, screen) as play:
        screen.click(play.agent_pixel(0))
        play.wait("agent 0 to be selected", lambda state: state["selected"] == [0])
        screen.click(play.tile(10, 3))
        state = play.wait("agent 0 to arrive alone", lambda state: arrived(state["agents"][0], 10.5, 3.5))
        demand(is_at(state["agents"][1], 4.5, 7.5), f"agent 1 was not selected and yet moved: {state}")
        with screen.held("shift"):
            screen.click(play.agent_pixel(1))
        play.wait("both to be selected", lambda state: state["selected"] == [0, 1])
        screen.key("Escape")
        play.wait("no agent to be selected", lambda state: state["selected"] == [])
        screen.drag(play.tile(2, 6), play.tile(6, 8))
        play.wait("the box to select agent 1", lambda state: state["selected"] == [1])
        screen.click(play.tile(8, 7), button=3)
        play.wait("the right click to send agent 1", lambda state: arrived(state["agents"][1], 8.5, 7.5))
        with screen.held("shift"):
            screen.click(play.tile(12, 7))
            screen.click(play.tile(12, 4))
        play.wait("agent 1 to go through its queue", lambda state: arrived(state["agents"][1], 12.5, 4.5))


def check_the_edit_mode_draws_and_undoes(options, screen):
    lone = LEVEL.replace(', (profile: "walker", tile: (4, 7))', "")
    with game(options, screen, lone) as play:
        open_ground = screen.picture()
        screen.key("comma")
        play.wait("the edit mode", lambda state: state["edit"])
        screen.key("b")
        screen.drag(play.tile(8, 3), play.tile(8, 7))
        state = play.wait("the drawn wall", lambda state: state["edit"]["done"] == 1)
        demand(state["edit"]["history"] == ["Draw wall"], f"one stroke is one entry: {state['edit']}")
        demand(not state["edit"]["is_saved"], "what was drawn counts as saved")
        screen.key("comma")
        play.wait("the game", lambda state: state["edit"] is None)
        screen.click(play.tile(13, 5))
        rows = []

        def walking(state):
            rows.append(state["agents"][0]["y"])
            return arrived(state["agents"][0], 13.5, 5.5)

        play.wait("the agent to arrive behind the wall", walking)
        demand(max(abs(y - 5.5) for y in rows) > 1.5, f"the agent did not go round the wall: rows {rows}")
        # The agents stay where they are while the ground is edited.
        screen.key("ctrl+e")
        play.wait("the edit mode again", lambda state: state["edit"])
        screen.key("ctrl+z")
        state = play.wait("the wall to be undone", lambda state: state["edit"]["done"] == 0)
        demand(state["edit"]["is_saved"], "what was undone counts as not saved")
        demand(is_at(state["agents"][0], 13.5, 5.5), f"the agent was moved: {state['agents'][0]}")
        screen.key("ctrl+shift+z")
        play.wait("the wall to be drawn again", lambda state: state["edit"]["done"] == 1)
        screen.key("z")
        play.wait("the wall to be undone again", lambda state: state["edit"]["done"] == 0)
        screen.key("ctrl+e")
        play.wait("the game again", lambda state: state["edit"] is None)
        screen.move((640, 20))
        part = screen.picture().differs(open_ground, play.tile(8, 5), int(0.3 * play.state()["camera"]["scale"]))
        demand(part < 0.3, "the wall that was undone is still to be seen")


def check_drawing_on_a_generated_map_is_asked_about_once(options, screen):
    cave = """(version: 1, name: "Cave", generate: (kind: "open", size: (20, 11), seed: 3), agents: [(tile: (4, 5))])
"""
    with game(options, screen, cave) as play:
        screen.key("comma")
        play.wait("the edit mode", lambda state: state["edit"])
        screen.key("b")
        screen.click(play.tile(8, 5))
        told = lambda state: "This map is generated" in (state["edit"]["said"] or "")
        state = play.wait("a word about what is replaced", told)
        demand(state["edit"]["done"] == 0, f"the first press drew: {state['edit']}")
        for done in (1, 2):
            screen.click(play.tile(8, 4 + done))
            play.wait("a stroke, no longer asked about", lambda state: state["edit"]["done"] == done)
        screen.key("z")
        screen.key("z")
        play.wait("both to be undone", lambda state: state["edit"]["done"] == 0 and state["edit"]["is_saved"])
        demand(play.level.read_text() == cave, "the file was changed")


def check_things_are_moved_copied_and_given_properties(options, screen):
    with game(options, screen) as play:
        screen.key("comma")
        play.wait("the edit mode", lambda state: state["edit"])
        screen.key("space")
        screen.click(play.tile(4, 5))
        play.wait("the agent to be selected", lambda state: state["edit"]["selected"] == ["agents[0]"])
        screen.drag(play.tile(4, 5), play.tile(9, 3))
        moved = lambda state: is_at(state["agents"][0], 9.5, 3.5) and state["edit"]["history"] == ["Move agent"]
        state = play.wait("the agent to stand elsewhere", moved)
        demand(is_at(state["agents"][1], 4.5, 7.5), "the other agent was moved too")
        # The name is the first property on the page.
        screen.click((215, 172))
        screen.type("ada")
        named = lambda state: state["edit"]["history"] == ["Move agent", "ada: name"]
        play.wait("the agent to be called ada", named)
        screen.key("Escape")
        screen.key("d")
        play.wait("a copy", lambda state: len(state["agents"]) == 3 and is_at(state["agents"][2], 10.5, 4.5))
        screen.key("Delete")
        play.wait("the copy to be gone", lambda state: len(state["agents"]) == 2)
        screen.click(play.tile(9, 3))
        play.wait("the agent to be selected again", lambda state: state["edit"]["selected"] == ["agents[0]"])
        screen.key("ctrl+c")
        screen.move(play.tile(6, 5))
        screen.key("ctrl+v")
        pasted = lambda state: len(state["agents"]) == 3 and is_at(state["agents"][2], 6.5, 5.5)
        play.wait("a copy where the pointer is", pasted)
        screen.key("ctrl+z")
        play.wait("the pasted copy to be gone", lambda state: len(state["agents"]) == 2)
        for _ in range(4):
            screen.key("ctrl+z")
        state = play.wait("all to be undone", lambda state: state["edit"]["done"] == 0)
        demand(is_at(state["agents"][0], 4.5, 5.5), f"the agent is not where it was: {state['agents'][0]}")


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


def check_zooming_paints_the_ground_once_it_rests(options, screen):
    with game(options, screen) as play:
        screen.move(play.tile(9, 5))
        before = play.refreshed()["ground"]
        for button in [4, 5] * 8:
            screen.wheel(button, 3)
        screen.wheel(4)
        play.wait("the ground to be painted", lambda state: state["ground"]["paintings"] > before["paintings"])
        after = play.passed(1)["ground"]
        demand(after["targets"] == before["targets"], f"painting took more textures: {before}, then {after}")
        demand(0 < after["paintings"] - before["paintings"] <= 24, f"49 notches of the wheel: {before}, then {after}")


def check_the_debug_layer_and_the_help_are_drawn(options, screen):
    with game(options, screen) as play:
        plain = screen.picture()
        screen.click(play.tile(12, 3))
        screen.key("i")
        screen.key("q")
        middle = (SIZE[0] / 2, SIZE[1] / 2)
        layer = screen.shows("the debug layer", lambda picture: picture.differs(plain, middle, 250) > 0.02)
        screen.key("h")
        screen.shows("the help", lambda picture: picture.differs(layer, middle, 250) > 0.1)


def check_modifiers(options, screen):
    with game(options, screen) as play:
        screen.click(play.tile(12, 3))
        play.wait("both to set out", lambda state: state["agents"][0]["state"] == "moving")
        screen.key("b")
        play.wait("B to take the brush", lambda state: state["brush"])
        for modifier in ("ctrl", "alt", "super"):
            for key in ("z", "y", "k", "b", "r"):
                screen.key(f"{modifier}+{key}")
        state = play.refreshed()
        replay, panel = state["search"]["replay"], state["search"]["panel"]
        demand(state["brush"] and replay is None and not panel, f"a key with a modifier was the key alone: {state['search']}")
        demand(state["tick"] > 10, "R with a modifier restarted the level")


def check_a_dialog_takes_every_key(options, screen):
    with game(options, screen) as play:
        play.wait("some time to pass", lambda state: state["tick"] > 30)
        for dialog in ("h", "l", "F6"):
            tick = play.refreshed()["tick"]
            screen.key(dialog)
            for key in ("b", "r", "F9", "comma", "ctrl+e", "ctrl+k"):
                screen.key(key)
            state = play.refreshed()
            menu = state["menu"] and state["menu"]["page"]
            demand(menu == ("Settings" if dialog == "F6" else None), f"with {dialog} open, Ctrl+K opened {menu}")
            demand(not state["brush"] and not state["lab"] and not state["edit"], f"with {dialog} open, keys reached the game")
            demand(state["tick"] > tick, f"with {dialog} open, R restarted the level")
            screen.key("Escape")
        screen.key("b")
        play.wait("B to take the brush once all are closed", lambda state: state["brush"])
        screen.key("l")
        screen.type("maze")
        screen.key("Return")
        play.wait("the level that was typed", lambda state: state["level"] == "maze")


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


def check_commands_are_found_by_typing(options, screen):
    with game(options, screen) as play:
        page = lambda state: state["menu"] and state["menu"]["page"]
        marked = lambda state: page(state) == "Commands" and state["menu"]["marked"]
        screen.key("slash")
        play.wait("/ to open the list", lambda state: page(state) == "Commands")
        screen.type("wal paint")
        play.wait("the brush to be found", lambda state: marked(state) == "brush: paint and erase walls")
        screen.key("Return")
        play.wait("Enter to take the brush", lambda state: state["brush"] and not state["menu"])
        screen.key("ctrl+k")
        play.wait("Ctrl+K to open the list", lambda state: page(state) == "Commands")
        screen.type("first-steps")
        play.wait("the level to be found", lambda state: (marked(state) or "").startswith("play "))
        screen.key("Return")
        play.wait("the level to be played", lambda state: state["level"] == "first-steps" and not state["menu"])
        screen.key("slash")
        screen.type("lab watch")
        play.wait("the lab to be found", lambda state: (marked(state) or "").startswith("the lab:"))
        screen.key("Return")
        known = play.wait("the lab", lambda state: state["lab"])["lab"]
        screen.key("slash")
        screen.type("search on maze")
        play.wait("a level for the lab to be found", lambda state: (marked(state) or "").startswith("search on"))
        screen.key("Return")
        play.wait("the ground of the level", lambda state: state["lab"] and state["lab"]["sheet"] != known["sheet"])
        screen.key("slash")
        play.wait("the list in the lab", lambda state: page(state) == "Commands")
        screen.key("Down")
        screen.key("Down")
        screen.key("Up")
        play.wait("the arrows to move the mark", lambda state: marked(state) == "the goal to a random place")
        screen.key("Escape")
        play.wait("Esc to close the list", lambda state: not state["menu"] and state["lab"])
        screen.key("slash")
        screen.type("back game")
        screen.key("Return")
        play.wait("the game again", lambda state: not state["lab"])


def check_keys_are_changed_and_remembered(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        play = Game(screen, options, Path(folder))
        try:
            screen.key("F6")
            play.wait("F6 to open the settings", lambda state: state["menu"] and state["menu"]["page"] == "Settings")
            for _ in range(3):
                screen.key("Tab")
            screen.key("Return")
            play.wait("light panels", lambda state: state["theme"] == "Light")
            for _ in range(2):
                screen.key("Tab")
            screen.key("Return")
            play.wait("the keys", lambda state: state["menu"] and state["menu"]["page"] == "Keys")
            screen.type("pause, resume")
            play.wait("the action", lambda state: state["menu"]["marked"] == "pause, resume")
            screen.key("Return")
            screen.key("f")
            screen.key("Escape")
            play.wait("Esc to close the keys", lambda state: not state["menu"])
            screen.key("f")
            paused = play.state()["tick"]
            demand(play.passed(0.5)["tick"] == paused, "the new key did not pause")
            # By the name of the action.
            kept = lambda _: '"pause"' in (Path(folder) / "settings.ron").read_text()
            play.wait("the settings to be kept", kept)
        finally:
            play.close()
        play = Game(screen, options, Path(folder))
        try:
            demand(play.state()["theme"] == "Light", "the light panels were forgotten")
            screen.key("space")
            known = play.state()["tick"]
            play.wait("time to pass: the old key pauses no more", lambda state: state["tick"] > known + 5)
            screen.key("f")
            paused = play.state()["tick"]
            demand(play.passed(0.5)["tick"] == paused, "the new key was forgotten")
        finally:
            play.close()


def check_the_keyboard_alone_sends_agents_and_moves_markers(options, screen):
    with game(options, screen) as play:
        screen.move((4, 4))
        screen.key("semicolon")
        for _ in range(3):
            screen.key("Right")
        screen.key("Return")
        sent = play.wait("Enter to send them", lambda state: state["agents"][0]["state"] == "moving")
        at = play.pixel(sent["camera"]["x"], sent["camera"]["y"])
        demand(at == (SIZE[0] / 2, SIZE[1] / 2), "the pointer begins in the middle")
        screen.key("Escape")
        screen.key("n")
        play.wait("N to add an agent there", lambda state: len(state["agents"]) == 3)
    with game(options, screen, lab=True) as play:
        known = play.state()["lab"]
        start = [round(part) for part in lab_cell(play, *known["start"])]
        screen.key("semicolon")
        steps = [round((to - middle) / 8) for to, middle in zip(start, (SIZE[0] / 2, SIZE[1] / 2))]
        for count, keys in zip(steps, (("Left", "Right"), ("Up", "Down"))):
            for _ in range(abs(count)):
                screen.key(keys[count > 0])
        with screen.held("Return"):
            for _ in range(8):
                screen.key("Down")
        play.wait("the start to follow", lambda state: state["lab"]["start"] != known["start"])


def check_card_speed_and_undo(options, screen):
    with game(options, screen, LEVEL.replace('name: "Field",', 'name: "Field", about: "Click anywhere.",')) as play:
        demand(play.refreshed()["card_is_open"], "the card does not begin unfolded")
        home = [agent["x"] for agent in play.state()["agents"]]
        screen.click(play.tile(12, 3))
        play.wait("an order to fold the card", lambda state: not state["card_is_open"])
        screen.key("ctrl+z")
        play.wait("Ctrl+Z to take the order back", lambda state: state["agents"][0]["state"] == "stopped")
        moved = max(abs(agent["x"] - x) for agent, x in zip(play.state()["agents"], home))
        demand(moved < 6, f"the agents went {moved} units before they stopped")
        screen.key("F4")
        play.wait("F4 to unfold the card", lambda state: state["card_is_open"])
        screen.click((300, 34))
        play.wait("a click to fold it", lambda state: not state["card_is_open"])
        for name in ("equal", "equal", "equal"):
            screen.key(name)
        play.wait("= to speed time up", lambda state: state["speed"] == "8×")
        screen.click((256, 686))
        play.wait("the button to slow it down", lambda state: state["speed"] == "4×")
        screen.click((304, 686))
        play.wait("the button between to set it back", lambda state: state["speed"] == "1×")


def check_what_is_under_a_resting_mouse_is_told(options, screen):
    with game(options, screen) as play:
        screen.move((1260, 300))
        before = screen.picture()
        x, y = play.agent_pixel(0)
        screen.move((x, y))
        beside = (x + 80, y + 50)
        screen.shows("a card beside the agent", lambda now: now.differs(before, beside, 20) > 0.9)
        screen.move(play.tile(15, 8))
        screen.shows("no card once the mouse leaves", lambda now: now.differs(before, beside, 20) < 0.1)


def check_cells_are_pinned_and_the_camera_follows(options, screen):
    with game(options, screen) as play:
        screen.move(play.tile(15, 0))
        before = screen.picture()
        screen.key("0")
        state = play.wait("0 to pin the wall", lambda state: len(state["pins"]) == 1)
        demand(is_at(state["pins"][0], 15.5, 0.5), f"another cell is pinned: {state['pins']}")
        screen.key("F3")
        play.wait("the inspector", inspector)
        play.resting_camera()
        # The left one of the two buttons at the foot of the inspector, then a cell instead of a goal.
        screen.click((85, 372))
        screen.click(play.tile(10, 8))
        state = play.wait("the next click to pin too", lambda state: len(state["pins"]) == 2)
        demand(all(agent["state"] == "idle" for agent in state["agents"]), "the click sent the agents")
        x, y = play.tile(10, 8)
        screen.shows("a card beside the cell", lambda now: now.differs(before, (x + 80, y + 50), 20) > 0.9)
        screen.key("F3")
        play.refreshed()
        screen.click(play.agent_pixel(0))
        for _ in range(4):
            screen.wheel(4)
        screen.key("8")
        play.wait("the camera to follow", lambda state: state["camera_follows"])
        screen.click(play.tile(7, 5))
        moved = play.wait("the agent to arrive", lambda state: arrived(state["agents"][0], 7.5, 5.5))
        x, y = play.agent_pixel(0)
        demand(abs(x - SIZE[0] / 2) < 60, f"the camera is at {moved['camera']}, the agent at {x}, {y}")
        screen.key("9")


def check_crowds_are_not_sent_by_accident(options, screen):
    rows = range(1, 10)
    crowd = ", ".join(f'(profile: "walker", tile: ({x}, {y}))' for x in (2, 4) for y in rows)
    with game(options, screen, LEVEL[: LEVEL.index("agents:")] + f"agents: [{crowd}],\n)") as play:
        screen.click(play.tile(12, 5))
        demand(all(agent["state"] == "idle" for agent in play.passed(0.5)["agents"]), "a stray click sent a crowd")
        screen.click((430, 34))
        play.wait("the button to send them all", lambda state: all(agent["state"] != "idle" for agent in state["agents"]))


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


ALGORITHMS = [
    "auto",
    "dijkstra",
    "a-star",
    "weighted-a-star",
    "greedy",
    "breadth-first",
    "depth-first",
    "ida-star",
    "bidirectional-a-star",
    "bidirectional-dijkstra",
    "jump-point",
    "subgoal",
    "any-angle",
    "hierarchical",
    "flow-field",
]

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

# Where things are in a window of 1280 x 720, under a card whose name takes one line.
NEXT_ALGORITHM, CLOSE_PANEL = (228, 91), (273, 91)
NEXT_VALUE = {"heuristic": (277, 127), "neighbours": (277, 181), "corners": (277, 208), "smooth": (277, 262)}
TRACK = (400, 880, 588)
# The slider of the lab: where its track begins and ends, and its height.
LAB_TRACK = (548, 1028, 594)
REPLAY_BUTTONS = {"back": (408, 626), "play": (456, 626), "on": (504, 626), "close": (874, 626)}


def table_row(algorithm):
    return (640, 112 + 30 * (ALGORITHMS.index(algorithm) + 1) + 15)


@contextlib.contextmanager
def searched(options, screen):
    """A game with a search to look into and its panel open; time stands still."""
    with game(options, screen, COURT) as play:
        # Ticks one by one: the agent does not come to another tile, from which later searches would begin.
        screen.key("space")
        screen.click(play.tile(14, 5))
        for _ in range(10):
            screen.key("period")
            if play.refreshed()["agents"][0]["state"] == "moving":
                break
        play.wait("the agent to set out", lambda state: state["agents"][0]["state"] == "moving")
        screen.key("k")
        play.wait("the panel with the search", lambda state: state["search"]["panel"] and found(state))
        yield play


def found(state):
    """What the search that is shown has found."""
    return (state["search"]["last"] or {}).get("found")


def check_searches_are_switched_live(options, screen):
    with searched(options, screen) as play:
        demand(play.state()["search"]["algorithm"] == "auto", "a level without a search of its own does not begin with auto")
        first = play.state()["search"]["last"]
        screen.key("bracketright")
        state = play.wait("] to choose Dijkstra's search", lambda state: (found(state) or {}).get("algorithm") == "dijkstra")
        dijkstra = state["search"]["last"]
        demand(dijkstra["found"]["expanded"] > first["found"]["expanded"], f"Dijkstra expanded no more: {dijkstra}, {first}")
        demand(abs(dijkstra["found"]["cost"] - first["found"]["cost"]) < 1e-9, "two exact searches differ in cost")
        before = screen.picture()
        screen.click(NEXT_ALGORITHM)
        play.wait("the arrow to choose A*", lambda state: (found(state) or {}).get("algorithm") == "a-star")
        screen.move((1000, 700))
        aside = (SIZE[0] / 2 + 150, SIZE[1] / 2)
        screen.shows("other open and closed sets", lambda after: before.differs(after, aside, 250) > 0.02)
        screen.key("bracketleft")
        play.wait("[ to go back", lambda state: (found(state) or {}).get("algorithm") == "dijkstra")
        eight = found(play.state())["length"]
        screen.click(NEXT_VALUE["neighbours"])
        state = play.wait("four neighbours", lambda state: state["search"]["neighbours"] == "4" and found(state)["length"] != eight)
        demand(found(state)["length"] > eight, f"four neighbours give {found(state)}, eight {eight}")
        screen.click(NEXT_VALUE["neighbours"])
        screen.click(NEXT_VALUE["corners"])
        screen.click(NEXT_VALUE["corners"])
        state = play.wait("corners to be cut", lambda state: state["search"]["corners"] == "always" and not found(state)["walkable"])
        screen.move((1000, 700))
        demand(found(state)["length"] < eight, f"cutting corners saves nothing: {found(state)}, {eight}")
        screen.key("space")
        state = play.wait("the agent to arrive", lambda state: arrived(state["agents"][0], 14.5, 5.5))
        demand(state["agents"][0]["wall_penetration"] <= 0.001, "the agent cut a corner")
        screen.click(CLOSE_PANEL)
        play.wait("the panel to close", lambda state: not state["search"]["panel"])


def check_every_algorithm_in_the_window(options, screen):
    with searched(options, screen) as play:
        exact = None
        for algorithm in ALGORITHMS:
            state = play.wait(
                f"{algorithm} to search",
                lambda state: (state["search"]["last"] or {}).get("asked") == algorithm and state["search"]["last"]["micros"],
            )
            last = state["search"]["last"]
            demand(last["found"] and last["found"]["complete"], f"{algorithm} found no path: {last}")
            demand(last["steps"] > 2 and last["played"] == last["steps"], f"{algorithm} left no trace: {last}")
            exact = exact or last["found"]["cost"]
            if last["found"]["guarantee"] == "shortest" and algorithm != "any-angle":
                demand(abs(last["found"]["cost"] - exact) < 1e-9, f"{algorithm} is not the shortest: {last}, {exact}")
            screen.key("bracketright")


def check_every_algorithm_on_one_question(options, screen):
    with searched(options, screen) as play:
        screen.key("j")
        state = play.wait("every algorithm", lambda state: len(state["search"]["comparison"] or []) == len(ALGORITHMS))
        rows = state["search"]["comparison"]
        demand([row["algorithm"] for row in rows] == ALGORITHMS, f"the table has {rows}")
        demand(all(row["found"] and row["micros"] > 0 for row in rows), f"not every algorithm found a path: {rows}")
        screen.click(table_row("greedy"))
        play.wait("a row to become the search", lambda state: (found(state) or {}).get("algorithm") == "greedy")
        screen.key("Escape")
        play.wait("Esc to close the table", lambda state: state["search"]["comparison"] is None)


def check_the_comparison_is_by_what_the_panel_shows(options, screen):
    own = COURT.replace("tile: (4, 5))", "tile: (4, 5), search: (connectivity: 4))")
    with game(options, screen, own) as play:
        screen.click(play.tile(14, 5))
        play.wait("the agent to set out", lambda state: state["agents"][0]["state"] == "moving")
        screen.key("space")
        screen.key("k")
        length = found(play.wait("its own search", found))["length"]
        screen.key("j")
        state = play.wait("every algorithm", lambda state: len(state["search"]["comparison"] or []) == len(ALGORITHMS))
        eight = state["search"]["comparison"][ALGORITHMS.index("a-star")]["found"]["length"]
        demand(eight < length - 0.1, f"the panel shows eight neighbours, and yet {eight} is no shorter than {length}")
        screen.key("r")
        play.wait("R to clear the table", lambda state: state["search"]["comparison"] is None)


def check_a_search_is_replayed(options, screen):
    with searched(options, screen) as play:
        tick = play.state()["tick"]
        replay = lambda state: state["search"]["replay"] or {"step": -1, "playing": None}
        screen.key("y")
        play.wait("Y to play the search", lambda state: replay(state)["step"] > 0)
        state = play.wait("the replay to end", lambda state: replay(state)["playing"] is False)
        steps = state["search"]["last"]["steps"]
        demand(replay(state)["step"] == replay(state)["of"] == steps, f"it ends at {replay(state)} of {steps}")
        demand(state["tick"] == tick, "time went on")
        left, right, height = TRACK
        screen.drag((right, height), ((left + right) / 2, height))
        state = play.wait("the knob to go to the middle", lambda state: abs(replay(state)["step"] - steps / 2) <= 1 + steps / 100)
        middle = replay(state)["step"]
        screen.key("u")
        play.wait("U to step on", lambda state: replay(state)["step"] == middle + 1)
        screen.click(REPLAY_BUTTONS["back"])
        screen.click(REPLAY_BUTTONS["back"])
        play.wait("the button to step back", lambda state: replay(state)["step"] == middle - 1)
        screen.key("z")
        play.wait("Z to step back", lambda state: replay(state)["step"] == middle - 2)
        pace = replay(play.state())["pace"]
        screen.key("equal")
        play.wait("= to play faster", lambda state: replay(state)["pace"] > pace)
        screen.click(REPLAY_BUTTONS["play"])
        play.wait("it to go on", lambda state: replay(state)["step"] > middle)
        screen.click(REPLAY_BUTTONS["close"])
        play.wait("the bar to close", lambda state: state["search"]["replay"] is None)


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


def check_the_lab_follows_what_is_dragged(options, screen):
    with game(options, screen, lab=True) as play:
        lab = play.state()["lab"]
        demand(lab["start"] == [4, 5] and lab["sheet"] == "Field", f"the level is not the sheet: {lab['start']}")
        straight = lab["lanes"][0]["found"]["cost"]
        screen.drag(lab_cell(play, 10, 1), lab_cell(play, 10, 8))
        state = play.wait("the wall to be drawn", lambda state: state["lab"]["walls"] == lab["walls"] + 8)
        goal = state["lab"]["goal"]
        costs, ends = [], []
        screen.move(lab_cell(play, *goal))
        screen.press()
        for x in range(goal[0], 11, -1):
            screen.move(lab_cell(play, x, 5))
            state = play.wait("the goal to follow the mouse", lambda state: state["lab"]["goal"] == [x, 5])
            lane = state["lab"]["lanes"][0]
            costs.append(lane["found"]["cost"])
            ends.append(lane["path"][-1] == [x, 5] and [10, 9] in lane["path"])
        screen.release()
        demand(all(ends), f"the path does not end at the goal, or not around the wall: {ends}")
        demand(all(a > b for a, b in zip(costs, costs[1:])) and costs[-1] > 9, f"its cost does not follow: {costs}")
        screen.drag(lab_cell(play, 4, 5), lab_cell(play, 9, 2))
        play.wait("the start to follow", lambda state: state["lab"]["start"] == [9, 2])
        screen.drag(lab_cell(play, 10, 4), lab_cell(play, 10, 6))
        state = play.wait("the wall to be erased", lambda state: state["lab"]["walls"] == lab["walls"] + 5)
        demand([10, 4] in state["lab"]["lanes"][0]["path"] or [10, 5] in state["lab"]["lanes"][0]["path"], "the gap is not used")
        demand(straight > 0, "the first path cost nothing")
        screen.key("Return")
        play.wait("the agent to walk", lambda state: state["lab"]["walkers"] == ["moving"])
        play.wait("the agent to arrive", lambda state: state["lab"]["walkers"] == ["arrived"])


def check_the_lab_and_the_game_keep_their_state(options, screen):
    with game(options, screen) as play:
        screen.click(play.tile(14, 5))
        play.wait("the agents to set out", lambda state: state["agents"][0]["state"] == "moving")
        screen.key("F9")
        state = play.wait("the lab to open", lambda state: state["lab"])
        tick = play.refreshed()["tick"]
        screen.drag(lab_cell(play, 12, 2), lab_cell(play, 12, 7))
        state = play.wait("a wall in the lab", lambda state: state["lab"]["walls"] == 58 + 6)
        demand(state["tick"] == tick and len(state["agents"]) == 2, "the game went on behind the lab")
        walls = state["lab"]["walls"]
        screen.key("F9")
        state = play.wait("the game to go on", lambda state: not state["lab"] and state["tick"] > tick)
        play.wait("the agents to arrive", lambda state: all(arrived(agent, 14.5, 5.5, 2.0) for agent in state["agents"]))
        screen.key("F9")
        play.wait("the lab as it was", lambda state: state["lab"] and state["lab"]["walls"] == walls)


def check_the_keys_of_the_lab(options, screen):
    with game(options, screen, lab=True) as play:
        known = play.state()["lab"]
        for key, name in [("s", "start"), ("g", "goal")]:
            screen.key(key)
            play.wait(f"{key} to place the {name}", lambda state: state["lab"][name] != known[name])
        screen.key("o")
        state = play.wait("O to scatter obstacles", lambda state: state["lab"]["walls"] != known["walls"])
        screen.key("p")
        play.wait("P to clear the path", lambda state: state["lab"]["lanes"] == [None])
        screen.key("x")
        play.wait("X to clear the walls", lambda state: state["lab"]["walls"] == 0 and state["lab"]["lanes"] != [None])
        screen.key("o")
        play.wait("more obstacles", lambda state: state["lab"]["walls"] > 0)
        screen.key("c")
        play.wait("C to clear all", lambda state: state["lab"]["walls"] == 0 and state["lab"]["lanes"] == [None])
        screen.key("v")
        play.wait("V to place the markers by clicks", lambda state: state["lab"]["tool"] == "Markers")
        for cell, name in [((3, 2), "start"), ((15, 8), "goal")]:
            screen.click(lab_cell(play, *cell))
            play.wait(f"a click to place the {name}", lambda state: state["lab"][name] == list(cell))


def check_the_sheet_of_the_lab_is_saved_as_a_level(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        saved = folder / "drawn-sheet-32-x-20.ron"
        asked = lambda state: state["menu"] and state["menu"]["page"] == "Question"
        playing = Game(screen, options, folder, level=None, lab=True)
        try:
            cell = lambda x, y: lab_cell(playing, x, y)
            screen.drag(cell(12, 4), cell(12, 9))
            screen.key("g")
            sheet = playing.refreshed()["lab"]
            screen.key("ctrl+s")
            playing.wait("the question for a name", asked)
            screen.key("Return")
            playing.wait("the sheet to be saved", lambda state: not state["menu"] and saved.is_file())
            first = saved.read_text()
            checked = subprocess.run([options.program, "check", saved], capture_output=True, text=True)
            demand(checked.returncode == 0, f"what was saved is no level: {checked.stdout}{checked.stderr}")
            screen.drag(cell(16, 4), cell(16, 9))
            screen.key("ctrl+s")
            playing.wait("the sheet to be saved again", lambda state: not state["menu"] and saved.read_text() != first)
            saved.write_text(first + "// theirs\n")
            screen.key("ctrl+s")
            playing.wait("the question for another name", asked)
            screen.key("Return")
            beside = folder / "drawn-sheet-32-x-20.mine.ron"
            playing.wait("the sheet to be saved beside", lambda state: not state["menu"] and beside.is_file())
            demand(saved.read_text() == first + "// theirs\n", "what others had written is gone")
        finally:
            playing.close()
        opened = Game(screen, options, folder, level=None, lab=True, name=saved)
        try:
            lab = opened.state()["lab"]
            ends = lambda lab: (lab["start"], lab["goal"])
            demand(ends(lab) == ends(sheet), f"start and goal are not those that were saved: {ends(lab)} and {ends(sheet)}")
        finally:
            opened.close()


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


@contextlib.contextmanager
def started(options, screen, folder, name=None):
    """The game as a player starts it, with the settings that are kept in the folder."""
    playing = Game(screen, options, folder, level=None, name=name)
    try:
        yield playing
    finally:
        playing.close()


def right_button(play):
    """The lower right corner of the card of the lesson."""
    x, y, width, height = play.state()["lesson"]["card"]
    return x + width - 50, y + height - 30


def steps_done(play, done):
    return play.wait(f"{done} steps to be done", lambda state: state["lesson"] and state["lesson"]["done"] == done)


def check_the_tour_is_shown_once(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        with started(options, screen, folder) as play:
            steps_done(play, 0)
            screen.click(play.tile(6, 10))
            steps_done(play, 1)
            x, y, _, height = play.state()["lesson"]["card"]
            screen.click((x + 50, y + height - 30))
            steps_done(play, 6)
            play.wait("the tour to be remembered", lambda _: '"first-steps": 6' in (folder / "settings.ron").read_text())
        with started(options, screen, folder) as play:
            demand(play.state()["lesson"] is None, f"the tour is shown again: {play.state()['lesson']}")


def check_a_tour_waits_for_the_player_and_goes_on_where_it_was_left(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        with started(options, screen, folder) as play:
            play.wait("the runner to arrive of itself", lambda state: state["agents"][1]["state"] == "arrived")
            demand(play.passed(1)["lesson"]["done"] == 0, "the tour went on although the player did nothing")
            screen.click(play.tile(6, 10))
            steps_done(play, 1)
            play.wait("the step to be remembered", lambda _: '"first-steps": 1' in (folder / "settings.ron").read_text())
        with started(options, screen, folder) as play:
            steps_done(play, 1)
        with started(options, screen, folder, "maze") as play:
            steps_done(play, 1)


def check_a_lesson_goes_on_where_it_was_left(options, screen):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        with started(options, screen, folder, "course/bodies") as play:
            demand(play.state()["lab"], "the lesson does not open in the lab")
            screen.click(right_button(play))
            state = steps_done(play, 1)
            demand("now 14.49" in state["lesson"]["task"], f"the task does not tell the cost: {state['lesson']}")
            for row in (4, 6):
                screen.click(lab_cell(play, 9, row))
            steps_done(play, 2)
            play.wait("that to be remembered", lambda _: '"course/bodies": 2' in (folder / "settings.ron").read_text())
        with started(options, screen, folder, "course/bodies") as play:
            steps_done(play, 2)
            screen.drag(lab_cell(play, 14, 5), lab_cell(play, 13, 9))
            steps_done(play, 3)
            screen.key("Return")
            steps_done(play, 4)
            screen.key("Tab")
            screen.key("Return")
            screen.key("Next")
            play.wait("the next lesson", lambda state: state["lesson"]["name"] == "course/costs")


def check_goal_is_dragged_after_arrival(options, screen):
    lone = LEVEL.replace(', (profile: "walker", tile: (4, 7))', "")
    with game(options, screen, lone) as play:
        screen.click(play.tile(8, 5))
        play.wait("the agent to arrive", lambda state: arrived(state["agents"][0], 8.5, 5.5))
        screen.drag(play.tile(8, 5), play.tile(12, 3))
        state = play.wait("the agent to follow its goal", lambda state: is_at(state["agents"][0], 12.5, 3.5, 0.3))
        demand(state["selected"] == [], "the drag selected instead")


# A wall with a gap of one tile, and a crate beside it.
GAP = LEVEL.replace("agents:", 'obstacles: [(name: "crate", at: (6.5, 2.5), size: (1.4, 1.0), angle: 20.0)],\n    agents:')
GAP = GAP.replace(', (profile: "walker", tile: (4, 7))', "")
for row in [1, 2, 3, 4, 6, 7, 8, 9]:
    rows = GAP.split('"#')
    rows[row + 1] = rows[row + 1][:9] + "#" + rows[row + 1][10:]
    GAP = '"#'.join(rows)

# The panel of baking in a window of 1280 x 720, under a card whose name takes one line.
MORE, LESS, FIRST_ROW, ROW = 275, 179, 127, 27
INDEX, BAKE, CLEAR = (150, FIRST_ROW + 8 * ROW), (85, 496), (219, 496)


def panel(state):
    """What the panel of baking holds; nothing while it is closed."""
    return state["bake"]["panel"] or {}


def check_baking(options, screen):
    with game(options, screen, GAP) as play:
        plain = screen.picture()
        screen.key("F2")
        state = play.wait("F2 to open the panel", panel)
        demand(panel(state)["profile"] == "walker" and not panel(state)["differs"], f"it opens with {panel(state)}")
        screen.move((700, 690))
        screen.shows("what is open over the ground", lambda now: now.differs(plain, play.tile(14, 3), 60) > 0.5)
        for _ in range(5):
            screen.click((MORE, FIRST_ROW))
        screen.click((MORE, FIRST_ROW))
        screen.click((LESS, FIRST_ROW))
        state = play.wait("the radius to change", lambda state: abs(panel(state)["values"]["Radius"] - 0.55) < 1e-6)
        demand(panel(state)["differs"] and state["bake"]["is_baked"], f"it is not told that something changed: {state}")
        screen.move(play.tile(10, 5))
        demand(panel(play.passed(0.3))["why_closed"] is None, "the gap is closed before anything is baked")
        screen.click(BAKE)
        state = play.wait("it to be baked", lambda state: not panel(state)["differs"])
        demand(panel(state)["took_ms"] is not None and "Baked in" in state["answer"], f"it is not told: {state}")
        screen.move(play.tile(10, 5))
        closed = play.wait("the gap to be closed", lambda state: panel(state)["why_closed"])
        demand("too narrow for walker" in panel(closed)["why_closed"], f"the reason is {panel(closed)['why_closed']}")
        screen.click(play.tile(15, 5))
        play.wait("the walker to be too wide", lambda state: state["agents"][0]["state"] == "arrived-near")
        screen.click(CLEAR)
        play.wait("nothing to be baked", lambda state: not state["bake"]["is_baked"])
        for _ in range(5):
            screen.click((LESS, FIRST_ROW))
        # With two cells a tile none has its middle in the middle of the gap.
        screen.click((MORE, FIRST_ROW + 7 * ROW))
        screen.click((MORE, FIRST_ROW + 7 * ROW))
        screen.click(BAKE)
        play.wait("three cells a tile", lambda state: state["bake"]["is_baked"] and state["bake"]["cells_per_tile"] == 3)
        screen.click(play.tile(15, 5))
        play.wait("the walker to fit through", lambda state: is_at(state["agents"][0], 15.5, 5.5, 0.3))
        screen.key("Escape")
        play.wait("Esc to close the panel", lambda state: not panel(state))


def check_obstacles_are_dragged(options, screen):
    with game(options, screen, GAP) as play:
        crate = lambda state: state["obstacles"][0]
        screen.drag(play.pixel(6.2, 2.4), play.pixel(9.7, 5.4))
        state = play.wait("the crate to follow", lambda state: is_at(crate(state), 10.0, 5.5, 0.15))
        demand(state["selected"] == [], "the drag selected as well")
        screen.click(play.tile(15, 5))
        play.wait("the crate to be in the way", lambda state: state["agents"][0]["state"] == "arrived-near")
        screen.drag(play.pixel(10.0, 5.5), play.pixel(7.0, 8.5))
        play.wait("the crate to be out of the way", lambda state: is_at(crate(state), 7.0, 8.5, 0.15))
        screen.click(play.tile(15, 5))
        play.wait("the walker to come through", lambda state: is_at(state["agents"][0], 15.5, 5.5, 0.3))
        demand(play.state()["agents"][0]["wall_penetration"] <= 0.001, "the agent was in a wall")


# Paths to patrol along, and room to follow and to flee.
ROUNDS = LEVEL.replace("agents:", '''paths: {
        "round": (points: [(tile: (3, 2)), (tile: (12, 2)), (tile: (12, 8)), (tile: (3, 8))], acceptance_radius: 0.8),
        "east": (points: [(tile: (16, 2)), (tile: (16, 8))], course: "back-and-forth"),
    },
    agents:''')

# The bar of orders for one agent of that level, in a window of 1280 x 720.
BAR = {"inspect": 397, "follow": 471, "flee": 534, "wander": 601, "wait": 669, "stop": 726, "round": 812, "east": 918}
BAR_HEIGHT = 34


def orders_of(state, agent):
    """What an agent does now, and after that."""
    return state["orders"]["of_agents"][agent]


def apart(state, one, other):
    one, other = state["agents"][one], state["agents"][other]
    return ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5


def settled(play, agent):
    """Waits until an agent is where it was half a second before."""
    before = {"x": None}

    def stays(state):
        now, last = state["agents"][agent], dict(before)
        before.update(now)
        return last["x"] is not None and is_at(now, last["x"], last["y"], 0.02)

    play.wait(f"agent {agent} to settle", lambda _: stays(play.passed(0.5)))


def check_orders_by_hand(options, screen):
    press = lambda name: screen.click((BAR[name], BAR_HEIGHT))
    with game(options, screen, ROUNDS) as play:
        told = lambda words: lambda state: orders_of(state, 0) == words
        screen.click(play.agent_pixel(1), button=3)
        play.wait("all others to follow", told(["follow walker 1"]))
        demand(orders_of(play.state(), 1) == [], "the agent that the others follow has an order too")
        screen.click(play.agent_pixel(1))
        play.wait("agent 1 to be selected", lambda state: state["selected"] == [1])
        screen.click(play.tile(15, 3))
        play.wait("agent 1 to arrive", lambda state: is_at(state["agents"][1], 15.5, 3.5, 0.6))
        play.wait("agent 0 to come after it", lambda state: apart(state, 0, 1) < 2.5)
        settled(play, 0)
        screen.key("Escape")
        screen.click(play.agent_pixel(0))
        play.wait("agent 0 to be selected", lambda state: state["selected"] == [0])
        screen.move(play.tile(9, 5))
        press("flee")
        play.wait("the bar to ask from whom", lambda state: state["orders"]["aim"] == "Flee")
        screen.key("Escape")
        play.wait("Esc to think better of it", lambda state: state["orders"]["aim"] is None)
        demand(play.state()["selected"] == [0], "Esc deselected as well")
        screen.key("2")
        screen.key("2")
        play.wait("the key pressed twice to ask which agent to follow on sight", lambda state: state["orders"]["aim"] == "FollowOnSight")
        screen.click(play.agent_pixel(1))
        play.wait("agent 0 to follow on sight", told(["follow walker 1 on sight"]))
        screen.key("3")
        screen.click(play.agent_pixel(1))
        play.wait("agent 0 to flee", told(["flee from walker 1"]))
        play.wait("it to get away", lambda state: apart(state, 0, 1) > 5)
        press("wander")
        play.wait("the bar to have it wander", told(["wander within 8"]))
        press("stop")
        play.wait("the bar to stop it", lambda state: state["agents"][0]["state"] == "stopped")
        # While time stands still. What is queued behind a loop is kept, though it is not begun.
        screen.key("space")
        press("round")
        with screen.held("shift"):
            press("wait")
            screen.key("5")
            screen.click(play.tile(9, 5))
        queue = ["patrol round", "wait 3 s", "patrol east", "go to 9.5, 5.5"]
        alike = lambda state: [order[:9] for order in orders_of(state, 0)] == [order[:9] for order in queue]
        play.wait("Shift to queue orders of every kind", alike)
        screen.key("space")
        press("round")
        for corner in [(12.5, 2.5), (12.5, 8.5), (3.5, 8.5), (3.5, 2.5)]:
            play.wait(f"it to come round by {corner}", lambda state: is_at(state["agents"][0], *corner, 1.2))


def check_formation(options, screen):
    with game(options, screen) as play:
        screen.drag(play.tile(2, 4), play.tile(6, 8))
        play.wait("both to be selected", lambda state: state["selected"] == [0, 1])
        screen.key("1")
        play.wait("1 to ask for ranks", lambda state: state["orders"]["formation"])
        screen.click(play.tile(13, 5))
        stand = lambda state: all(agent["state"] in ("arrived", "arrived-near") for agent in state["agents"])
        state = play.wait("both to arrive", stand)
        one, other = state["agents"]
        demand(orders_of(state, 0)[0].startswith("in formation"), f"the order is {orders_of(state, 0)}")
        away = (other["x"] - one["x"], other["y"] - one["y"])
        demand(abs(away[0]) < 0.4 and abs(away[1] - 2) < 0.4, f"they stood (0, 2) apart and stand {away} apart")


def inspector(state):
    """What the inspector shows; nothing while it is closed."""
    return state["inspector"] or {}


# The inspector in a window of 1280 x 720: its pages, and the first of its rows.
PAGES = {name: (43 + 54 * index, 136) for index, name in enumerate(["State", "Body", "Path", "Others", "Senses"])}
FIRST_PROPERTY = 176


def check_inspector(options, screen):
    with game(options, screen) as play:
        screen.click(play.agent_pixel(1))
        screen.key("F3")
        play.wait("F3 to open the inspector", lambda state: inspector(state).get("agent") == 1)
        # The map makes room for the panel.
        play.resting_camera()
        screen.click(play.tile(15, 3))
        walks = lambda state: inspector(state)["lines"]["State"] == "moving"
        state = play.wait("the agent to set out", walks)
        demand(inspector(state)["lines"]["Order"].startswith("go to 15."), f"it tells {inspector(state)}")
        demand(inspector(state)["lines"]["Path"] == "complete", f"it tells {inspector(state)}")
        for name, place in PAGES.items():
            screen.click(place)
            play.wait(f"the page {name}", lambda state: inspector(state)["page"] == name)
        screen.click(PAGES["Body"])
        state = play.wait("the page of the body", lambda state: "Speed" in inspector(state)["values"])
        demand(inspector(state)["values"]["Speed"] == 3, f"a walker's speed is 3, not {inspector(state)}")
        speed = ["Radius", "Height", "Mass", "Speed"].index("Speed")
        for _ in range(5):
            screen.click((LESS, FIRST_PROPERTY + ROW * speed))
        play.wait("the speed to change", lambda state: abs(inspector(state)["values"]["Speed"] - 2) < 1e-5)
        screen.key("Escape")
        play.wait("Esc to close the inspector", lambda state: not inspector(state))
        screen.key("F3")
        screen.click(play.tile(5, 3))
        slow = lambda state: inspector(state) and 1.7 < float(inspector(state)["lines"]["Speed"].split()[0]) < 2.2
        play.wait("the agent to go at that speed", slow)


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


def check_saving_keeps_the_text(options, screen):
    with game(options, screen, WRITTEN) as play:
        paint_a_tile(play, screen, 12, 4)
        play.wait("an edit", lambda state: not state["is_saved"])
        with_control(screen, "s")
        play.wait("the file", lambda state: state["is_saved"])
        demand(play.level.read_text() == painted(WRITTEN, 12, 4), f"saved otherwise: {play.level.read_text()}")
        drafts = list((play.level.parent / "drafts").glob("*.ron"))
        demand(not drafts, f"there are drafts of what is saved: {drafts}")


def check_two_versions_are_told_apart(options, screen):
    theirs = WRITTEN.replace("tile: (4, 5)", "tile: (9, 2)")
    for index, name in enumerate(["theirs", "mine", "beside", "not now"], 1):
        with game(options, screen, WRITTEN) as play:
            paint_a_tile(play, screen, 12, 4)
            play.level.write_text(theirs)
            asked = play.wait("the question", is_asked)
            demand(is_at(asked["agents"][0], 4.5, 5.5), "theirs was taken without asking")
            reply(play, screen, index)
            beside = play.level.with_name("field.mine.ron")
            if name in ["theirs", "beside"]:
                play.wait("their level", lambda state: is_at(state["agents"][0], 9.5, 2.5) and state["is_saved"])
                demand(play.level.read_text() == theirs, "their file was written")
            if name == "beside":
                demand(beside.read_text() == painted(WRITTEN, 12, 4), "mine is not beside")
            else:
                demand(not beside.exists(), "something was saved beside")
            if name in ["mine", "not now"]:
                demand(not play.passed(0.5)["is_saved"] and play.level.read_text() == theirs, "something was done")
                with_control(screen, "s")
            if name == "mine":
                play.wait("the file", lambda state: state["is_saved"])
                demand(play.level.read_text() == painted(WRITTEN, 12, 4), "mine was not saved")
            if name == "not now":
                reply(play, screen, 4)
                demand(play.level.read_text() == theirs, "theirs was written over")


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


def check_live_reload(options, screen):
    with game(options, screen) as play:
        ticks = play.state()["tick"]
        play.level.write_text(LEVEL.replace("tile: (4, 5)", "tile: (9, 2)"))
        begin = time.monotonic()
        changed = play.wait("the changed level", lambda state: is_at(state["agents"][0], 9.5, 2.5))
        # The report comes twice a second.
        demand(time.monotonic() - begin < 5, "it took too long")
        demand(changed["tick"] > ticks and is_at(changed["agents"][1], 4.5, 7.5), "it began anew")
        play.level.write_text(LEVEL.replace("#..................#", "#........?.........#", 1))
        broken = play.wait("the message", lambda state: any("field.ron:7:" in text for text in state["messages"]))
        demand(broken["faults"] == [[9, 1]], f"the tile at fault is not marked: {broken['faults']}")
        demand(is_at(broken["agents"][0], 9.5, 2.5), "the last good level is gone")
        play.wait("the game to go on", lambda state: state["tick"] > broken["tick"] + 20)
        play.level.write_text(LEVEL)
        play.wait("the mended level", lambda state: not state["messages"] and is_at(state["agents"][0], 4.5, 5.5))


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
        with_control(screen, "v")
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
    for tool in ["Xvfb", "xdotool", "xwd"]:
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not installed (Debian: apt-get install xvfb xdotool x11-apps)")
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

    checks = [with_options(check) for name, check in globals().items() if name.startswith("check_") and options.only in name]
    sys.exit(0 if Checks("desktop", checks, options.out).make(tools, options.workers) else 1)


if __name__ == "__main__":
    main()
