"""A game behind a web service, with nothing but the standard library: two players, each with a key of his own.

    python examples/web_game.py [FILE]

It prints the address and both keys, and saves the game to FILE after every change. A request is plain data:

    GET  /game       what the game waits for, what I may do, and what has happened
    GET  /map.svg    the map, as I may see it
    POST /order      {"kind": "move", "units": ["ge 1 Inf XX"], "path": ["16A:1506"]}
    POST /answer     ["ge 2 Inf XX"]
    POST /done       null

Each carries the header `Authorization: Bearer KEY`. What the rules refuse comes back as 422, with rules and reasons.
"""

from __future__ import annotations

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import europa_rules as er

LONGEST = 100_000
"""Bytes of a request; nobody sends an order that is longer."""


class Table:
    """A game, the keys of its players, and the file that it is saved to."""

    def __init__(self, game: er.Game, file: Path | None = None) -> None:
        """Begin with a game; both keys are new."""
        self.game, self.file = game, file
        self.keys = {secrets.token_urlsafe(16): side for side in (er.AXIS, er.ALLIED)}

    def look(self, side: er.Side) -> dict[str, object]:
        """What a side sees."""
        view = self.game.view(side)
        pending = view.pending
        choice = pending if isinstance(pending, er.Decision) else None
        return {
            "turn": str(view.state.moment),
            "waits_for": view.waits_for,
            "your_turn": pending is not None,
            "candidates": list(choice.candidates) if choice else [],
            "suggestion": list(choice.suggestions[0]) if choice else [],
            "log": [str(entry) for entry in view.log],
        }

    def picture(self, side: er.Side) -> str:
        """The map as a side sees it."""
        return er.draw(self.game.view(side).state, self.game.rules).svg

    def act(self, side: er.Side, path: str, data: object) -> dict[str, object]:
        """Do what a player asks for. Raises EuropaError where the rules refuse; then nothing has changed."""
        if path == "/order":
            self.game.submit(data, side)
        elif path == "/done":
            self.game.done(side)
        elif isinstance(self.game.pending, er.Decision) and self.game.pending.who != side:
            raise er.BadQuestion(f"the decision is {self.game.pending.who}'s")
        else:
            self.game.decide(*data if isinstance(data, list) else [data])
        if self.file is not None:
            self.game.save_to(self.file)
        return self.look(side)


class Handler(BaseHTTPRequestHandler):
    """One request. The server handles them one after another, so the game never changes under a reader."""

    server: Server

    def do_GET(self) -> None:
        """Look at the game."""
        table, side = self.server.table, self.side()
        if side is None:
            self.reply(401, {"error": "no player has this key"})
        elif self.path == "/game":
            self.reply(200, table.look(side))
        elif self.path == "/map.svg":
            self.send(200, "image/svg+xml", table.picture(side))
        else:
            self.reply(404, {"error": "there are /game and /map.svg"})

    def do_POST(self) -> None:
        """Act in the game."""
        side = self.side()
        if side is None:
            self.reply(401, {"error": "no player has this key"})
        elif self.path not in ("/order", "/answer", "/done"):
            self.reply(404, {"error": "there are /order, /answer and /done"})
        else:
            try:
                self.reply(200, self.server.table.act(side, self.path, self.data()))
            except (er.IllegalOrder, er.IllegalAnswer) as refused:
                reasons = [{"why": r.why, "rules": [str(rule) for rule in r.by]} for r in refused.ruling.refusals]
                possible = list(refused.ruling.possible)
                self.reply(422, {"error": str(refused), "refusals": reasons, "possible": possible})
            except (er.EuropaError, ValueError) as error:
                self.reply(400, {"error": str(error)})

    def data(self) -> object:
        """What the request carries. Raises ValueError where it is no JSON, or too long."""
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= LONGEST:
            raise ValueError(f"a request of {length} bytes; at most {LONGEST} are read")
        return json.loads(self.rfile.read(length) or b"null")

    def side(self) -> er.Side | None:
        """Whose key the request carries."""
        return self.server.table.keys.get(self.headers.get("Authorization", "").removeprefix("Bearer "))

    def reply(self, code: int, data: object) -> None:
        """Answer with plain data."""
        self.send(code, "application/json", json.dumps(data))

    def send(self, code: int, kind: str, text: str) -> None:
        """Answer with a text."""
        body = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(HTTPServer):
    """The server of one table."""

    def __init__(self, table: Table, port: int = 0) -> None:
        """On this machine alone; port 0 takes any that is free."""
        super().__init__(("127.0.0.1", port), Handler)
        self.table = table


def main(arguments: list[str]) -> None:
    """Take the saved game up, or begin the campaign of 1940, and serve it until somebody presses Ctrl-C."""
    file = Path(arguments[0]) if arguments else None
    saved = file is not None and file.exists()
    table = Table(er.Game.load_from(file) if saved else er.Game.start("fof", "historical"), file)
    server = Server(table, 8080)
    print(f"http://127.0.0.1:{server.server_port}/game")
    for key, side in table.keys.items():
        print(f"{side}: {key}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
