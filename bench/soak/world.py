"""The processes of an installation: started, killed, started again, and measured."""

import os
import pathlib
import shutil
import signal
import subprocess
import threading


class Process:
    """A numsift process that can be killed and started again."""

    def __init__(self, name, command, environment, ready):
        self.name, self.command, self.environment, self.ready = name, command, environment, ready
        self.starts = 0
        self.child = None

    def start(self):
        """Returns the line that says that it is ready."""
        self.starts += 1
        self.child = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        lines = []
        for line in self.child.stdout:
            lines.append(line)
            if self.ready in line:
                # The rest is read, so that the process never waits for a full pipe.
                threading.Thread(target=lambda output: [None for _ in output], args=(self.child.stdout,), daemon=True).start()
                return line
        raise RuntimeError(f"{self.name} does not start:\n{''.join(lines[-20:])}")

    def kill(self):
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()

    def stop(self):
        if self.child and self.child.poll() is None:
            self.child.terminate()
            self.child.wait(60)

    def memory(self):
        """Resident memory in MB, or None while it is not running."""
        try:
            for line in pathlib.Path(f"/proc/{self.child.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        except OSError:
            pass
        return None


class World:
    """What the two installations have in common."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, pathlib.Path(folder)
        self.data = self.folder / "server"
        self.addresses = []
        self.environment = {**os.environ, "NUMSIFT_LOG": "warn", "NUMSIFT_LEASE_S": "5"}
        self.environment["NUMSIFT_API_LOOKUP_PER_MINUTE"] = "1000000"

    def serve(self, name, data, *flags):
        command = [self.binary, "serve", "--port", "0", "--data", str(data), *flags]
        return Process(name, command, self.environment, "http://")

    def run(self, *arguments):
        """Runs a command to its end and returns whether it succeeded, with what it printed."""
        command = [self.binary, *arguments, "--data", str(self.data)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return done.returncode == 0, (done.stdout + done.stderr).strip()

    def stop(self):
        for process in self.processes:
            process.stop()


def address_in(line):
    return line.split("http://")[1].split()[0].rstrip("/")


def size_of(folder):
    """Files and their bytes."""
    count = size = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(path, name)).st_size
                count += 1
            except OSError:
                pass  # deleted meanwhile
    return count, size


class Sqlite(World):
    """One process. Killing it kills the simulated providers and the chain as well."""

    name = "SQLite"

    def start(self, webhook_host):
        self.environment["NUMSIFT_WEBHOOK_HOSTS"] = webhook_host
        self.server = self.serve("server", self.data, "--demo", "--demo-empty")
        self.processes = [self.server]
        self.addresses.append(address_in(self.server.start()))

    def disturbances(self):
        return {"kill -9 of the server": self.restart}

    def restart(self):
        self.server.kill()
        self.addresses[0] = address_in(self.server.start())

    def sizes(self):
        objects, stored = size_of(self.data / "files")
        database = sum(path.stat().st_size for path in self.data.glob("numsift.db*") if path.exists())
        return objects, stored, database


class Postgres(World):
    """A server, two workers, PostgreSQL and a bucket. The server also runs the simulated providers and the chain, and lives."""

    name = "PostgreSQL and S3"

    def __init__(self, binary, folder, bucket, url, crash):
        super().__init__(binary, folder)
        self.url, self.crash = url, crash
        self.bucket = subprocess.Popen([bucket], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self.bucket.stdout:
            if "=" not in line:
                self.objects = line.strip()
                break
            setting, value = line.strip().split("=", 1)
            self.environment[setting] = value
        self.environment |= {"NUMSIFT_DATABASE_URL": url, "NUMSIFT_WORKERS": "false"}

    def start(self, webhook_host):
        self.environment["NUMSIFT_WEBHOOK_HOSTS"] = webhook_host
        server = self.serve("server", self.data, "--demo", "--demo-empty")
        self.addresses.append(address_in(server.start()))
        self.processes = [server]

    def scale_out(self, channels):
        """Starts the workers, which must be allowed to reach the simulated providers."""
        hosts = {channel["config"]["base_url"].split("//")[1].split("/")[0] for channel in channels}
        self.environment["NUMSIFT_ALLOWED_HOSTS"] = ",".join(sorted(hosts))
        self.workers = [
            Process(name, [self.binary, "worker", "--data", str(self.machine(name))], self.environment, "worker is running")
            for name in ("worker a", "worker b")
        ]
        for worker in self.workers:
            worker.start()
        self.processes += self.workers

    def machine(self, name):
        """Another machine has the key of the installation and nothing else."""
        data = self.folder / name
        data.mkdir(mode=0o700)
        shutil.copy(self.data / "secret.key", data / "secret.key")
        return data

    def disturbances(self):
        def again(worker):
            worker.kill()
            worker.start()

        return {
            "kill -9 of a worker": lambda: again(self.workers[0]),
            "kill -9 of both workers": lambda: [again(worker) for worker in self.workers],
            "crash of PostgreSQL": self.crash,
            "bucket refuses for 5 s": self.refuse,
        }

    def refuse(self):
        self.tell_bucket("refuse")
        threading.Event().wait(5)
        self.tell_bucket("work")

    def tell_bucket(self, word):
        self.bucket.stdin.write(word + "\n")
        self.bucket.stdin.flush()

    def sizes(self):
        objects, stored = size_of(self.objects)
        query = ["psql", "--no-psqlrc", "--tuples-only", "--dbname", self.url, "--command", "SELECT pg_database_size(current_database())"]
        done = subprocess.run(query, capture_output=True, text=True)
        return objects, stored, int(done.stdout) if done.returncode == 0 else None

    def stop(self):
        super().stop()
        self.bucket.stdin.close()
        self.bucket.wait(30)
