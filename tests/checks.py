"""Runs the checks of a window or a page: several workers side by side, a second try, and what is kept of a failure."""

import shutil
import signal
import threading
import time
import traceback

# Of checks that needed a second try, as many in a run are no accident any more.
MOST_SECOND_TRIES = 1

# As many failed starts, and nothing here can be started.
MOST_FAILED_STARTS = 2


class Failed(Exception):
    """A check that did not hold; the text says what was expected and what was there."""


class NotStarted(Failed):
    """The program or the browser that is to be checked did not start."""


class Stopped(Exception):
    """The run is over before the check is."""


# Set once nothing more is to be done.
STOPPED = threading.Event()


def demand_going_on():
    """To be called wherever a check waits: ends it when the run is stopped."""
    if STOPPED.is_set():
        raise Stopped


def stop_on_signals():
    """Has SIGTERM and SIGHUP end the run as Ctrl+C does, so that nothing that was started stays behind."""

    def stop(number, _):
        # What has been started is put away once, undisturbed.
        for again in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(again, signal.SIG_IGN)
        raise KeyboardInterrupt(signal.Signals(number).name)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


class Checks:
    """The checks that are still to be made, and how the others went."""

    def __init__(self, label, checks, out):
        self.label, self.out = label, out
        self.left = list(checks)
        self.lock = threading.Lock()
        self.failures, self.second_tries = [], []
        self.failed_starts = 0
        for folder in out.glob(f"failed/{label}-*"):
            shutil.rmtree(folder)

    def make(self, tools, workers):
        """Makes all checks with so many workers; `tools` gives what each has to itself. Returns whether all is well.

        `tools()` is a context manager. A check is called with what it yields, which has a place `evidence` for the
        folder in which a failure is kept.
        """
        threads = [threading.Thread(target=self.work, args=[tools]) for _ in range(min(workers, len(self.left)))]
        any_checks = bool(self.left)
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.1)
        finally:
            STOPPED.set()
            # Each one puts its own tools away.
            for thread in threads:
                thread.join()
        return self.tell() and any_checks

    def work(self, tools):
        try:
            with tools() as own:
                while (check := self.next()) is not None:
                    self.make_one(check, own)
        except Stopped:
            pass
        except Exception:
            self.say(f"a worker ended:\n{traceback.format_exc()}")
            self.failures.append("a worker")

    def next(self):
        with self.lock:
            return self.left.pop(0) if self.left and not STOPPED.is_set() else None

    def make_one(self, check, own):
        name = check.__name__.removeprefix("check_")
        # A press can be lost where the machine is busy; what is wrong with the game fails again.
        for attempt in (1, 2):
            own.evidence = self.out / "failed" / f"{self.label}-{name}-{attempt}"
            begun = time.monotonic()
            try:
                told = check(own)
                self.say(f"{name} ({time.monotonic() - begun:.1f} s): ok{f', {told}' if told else ''}")
                return
            except Stopped:
                raise
            except NotStarted as failure:
                words = str(failure)
                with self.lock:
                    self.failed_starts += 1
                    if self.failed_starts > MOST_FAILED_STARTS:
                        STOPPED.set()
            except Failed as failure:
                words = str(failure)
            except Exception:
                words = traceback.format_exc()
            self.say(f"{name} ({time.monotonic() - begun:.1f} s): FAILED: {words}")
            if STOPPED.is_set():
                break
            if attempt == 1:
                self.second_tries.append(name)
        self.failures.append(name)

    def say(self, text):
        with self.lock:
            print(f"{self.label}: {text}", flush=True)

    def tell(self):
        """Prints how the run went; returns whether all is well."""
        flaky = [name for name in self.second_tries if name not in self.failures]
        if flaky:
            self.say(f"{len(flaky)} needed a second try, of which {MOST_SECOND_TRIES} is no failure: {', '.join(flaky)}")
        if self.failures:
            self.say(f"{len(self.failures)} FAILED: {', '.join(self.failures)}; see {self.out / 'failed'}")
        if self.failed_starts > MOST_FAILED_STARTS:
            self.say(f"given up after {self.failed_starts} failed starts; {len(self.left)} checks were not made")
        return not self.failures and len(flaky) <= MOST_SECOND_TRIES
