"""Calls of the console and of the public API, over one connection per call."""

import http.client
import json

PASSWORD = "numsift-demo"


class Refused(Exception):
    """The server answered, and refused."""


class Client:
    """A customer of the demo, at any of several servers. A lost connection is an OSError."""

    def __init__(self, addresses, timeout=60):
        self.addresses = addresses  # changes when a server is started again
        self.timeout = timeout
        self.turn = 0
        self.sid = ""
        self.secret = ""

    def login(self, username):
        self.sid = self.console("user/login", {"username": username, "password": PASSWORD})["sid"]
        return self

    def create_key(self, scopes):
        answer = self.console("user/generateApi", {"name": "soak", "scopes": scopes})
        self.secret = answer["secret"]
        return self

    def console(self, path, body):
        answer = self.send("POST", f"/api/{path}", body, {"sid": self.sid, "lang": "en"})
        if answer.get("code") != 0:
            raise Refused(f"{path}: {answer}")
        return answer["data"]

    def public(self, method, path, body=None, key=None):
        headers = {"authorization": f"Bearer {self.secret}"}
        if key:
            headers["idempotency-key"] = key
        return self.send(method, f"/v1/{path}", body, headers)

    def send(self, method, path, body, headers):
        self.turn += 1
        connection = http.client.HTTPConnection(self.addresses[self.turn % len(self.addresses)], timeout=self.timeout)
        try:
            content = None if body is None else json.dumps(body).encode()
            connection.request(method, path, content, {"content-type": "application/json", **headers})
            response = connection.getresponse()
            answer = json.loads(response.read() or b"{}")
            if response.status in (502, 503, 409, 429):
                # A server that is starting, a request in progress at one that died, or a limit: worth another try.
                raise OSError(f"{path}: {response.status}")
            if response.status >= 400:
                raise Refused(f"{path}: {response.status} {answer}")
            return answer
        except (http.client.HTTPException, ValueError) as error:
            raise OSError(f"{path}: {error}") from error
        finally:
            connection.close()
