# A headless Chromium, driven through the DevTools protocol over two pipes (--remote-debugging-pipe): no driver, no port, no network.
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds for one answer: a browser that hangs must not hang the tests


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page. `errors` are its exceptions and console errors, `requests` the addresses that it asked for."""

    def __init__(self, width=1280, height=900, dark=False):
        self.errors, self.requests = [], []
        self.last, self.unread, self.waiting = 0, b"", {}
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        from_us, self.to = os.pipe()
        self.answers, from_it = os.pipe()
        command = [find_chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"]
        # The browser reads at 3 and writes at 4. High numbers first: the pipes' own ends may be 3 and 4.
        script = f'exec 98<&{from_us} 99>&{from_it}; exec 3<&98 4>&99 98<&- 99>&-; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", script, "bash", *command], pass_fds=(from_us, from_it),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(from_it)
        target = self.call("Target.getTargets", session=None)["targetInfos"]
        page = next(one["targetId"] for one in target if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", session=None, targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close", session=None)
            self.process.wait(10)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method, session="page", **parameters):
        """The answer to one command; events that come before it are noted."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        number = self.last
        while number not in self.waiting:
            self.receive(time.monotonic() + PATIENCE)
        answer = self.waiting.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def receive(self, deadline):
        while b"\0" not in self.unread:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"chromium has not answered for {PATIENCE} s")
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise EOFError("chromium has ended")
            self.unread += read
        text, self.unread = self.unread.split(b"\0", 1)
        message = json.loads(text)
        if "id" in message:
            self.waiting[message["id"]] = message
        else:
            self.note(message["method"], message["params"])

    def note(self, event, about):
        if event == "Runtime.exceptionThrown":
            self.errors.append(about["exceptionDetails"].get("exception", {}).get("description") or about["exceptionDetails"]["text"])
        elif event == "Runtime.consoleAPICalled" and about["type"] in ("error", "assert", "warning"):
            self.errors.append(str([one.get("value") for one in about["args"]]))
        elif event == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
            self.errors.append(about["entry"]["text"])
        elif event == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def open(self, path):
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.until("document.readyState === 'complete'")

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            if time.monotonic() > deadline:
                raise TimeoutError(f"never true: {condition}")
            time.sleep(0.05)

    def evaluate(self, expression):
        """The value of a JavaScript expression, as Python has it."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def key(self, key):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = {"windowsVirtualKeyCode": 13} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def screenshot(self, path):
        """The whole page, not only what the window shows."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]))
