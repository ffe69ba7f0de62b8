"""A stillnode for tests: the one at STILLNODE_URL, or a new one. Copy this file."""

import asyncio
import atexit
import hashlib
import json
import os
import subprocess
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path

from solders.keypair import Keypair


class StillNode:
    def __init__(self, url: str) -> None:
        self.url = url

    @classmethod
    def start(cls, *arguments: str) -> "StillNode":
        """Starts `stillnode ARGUMENTS` on a free port. It ends with this process, also if that is killed."""
        if url := os.environ.get("STILLNODE_URL"):
            return cls(url)
        ready = Path(tempfile.gettempdir()) / f"stillnode-{uuid.uuid4()}.json"
        command = [os.environ.get("STILLNODE_BIN", "stillnode"), *arguments, "--port", "0", "--quiet"]
        command += ["--until-stdin-ends", "--ready-file", str(ready)]
        node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        atexit.register(node.terminate)
        while not ready.exists():
            if node.poll() is not None:
                raise RuntimeError(f"stillnode ended with {node.returncode}")
            time.sleep(0.02)
        return cls(json.loads(ready.read_text())["url"])

    async def request(self, method: str, *params: object) -> object:
        """Calls a method, control methods included."""
        return await asyncio.to_thread(self._post, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    async def fork(self) -> "StillNode":
        """A ledger for one test: a fork of this one."""
        return StillNode((await self.request("stillnode_fork"))["url"])

    def _post(self, call: dict) -> object:
        request = urllib.request.Request(self.url, json.dumps(call).encode(), {"content-type": "application/json"})
        reply = json.load(urllib.request.urlopen(request))
        if "error" in reply:
            raise RuntimeError(f"{call['method']}: {reply['error']['message']}")
        return reply["result"]


def keypair(name: str) -> Keypair:
    """The key pair of the wallet $NAME of a script."""
    return Keypair.from_seed(hashlib.sha256(f"stillnode key {name}".encode()).digest())
