//! A server in a separate process, and the calls of a customer's pages.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use futures_util::stream;
use numsift_model::id::Uid;
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_store_pg::PgStore;
use numsift_store_sqlite::SqliteStore;
use reqwest::{Body, Client, RequestBuilder};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

/// First interval between polls. It grows with the time waited, to a hundredth of it, so that polling neither slows
/// the server down nor distorts the measurement.
const POLL_AFTER: Duration = Duration::from_millis(1);
/// The password of the administrator after the first login.
const ADMIN_PASSWORD: &str = "changed at first login";
/// The server is idle when it uses less than a tenth of this time.
const IDLE_FOR: Duration = Duration::from_secs(1);
/// Bytes of a file per part of the body.
const PART: u64 = 1 << 18;
/// Enough for every task of a run, in 1/10,000 point.
const GIFT: i64 = 1_000_000_000_000;
/// Boundary of the multipart form.
const BOUNDARY: &str = "b8d2e0f6a1";

/// A server with one customer that has points.
pub struct Server {
    pub name: &'static str,
    process: Process,
    http: Client,
    base: String,
    admin: String,
    customer: String,
    pub uid: Uid,
    postgres: Option<String>,
    folder: tempfile::TempDir,
}

/// Killed on drop.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Its folder is deleted as well, so nothing needs to be saved.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How long the steps of a task took, each from the beginning.
pub struct Steps {
    pub task: Value,
    pub uploaded: Duration,
    pub read: Duration,
    pub done: Duration,
    /// CPU time of the server.
    pub worked: Duration,
}

/// Fails unless a task is completed and has checked all its numbers.
pub fn ensure_completed(task: &Value) -> anyhow::Result<()> {
    ensure!(
        task["state"] == "completed" && task["done"] == task["total"],
        "the task was not completed: {task}"
    );
    Ok(())
}

impl Server {
    /// Starts a server on an empty database: `postgres`, or SQLite. `settings` are more variables of its environment.
    pub async fn start(
        binary: &str,
        postgres: Option<&str>,
        provider: &str,
        settings: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let command = |args: &[&str]| {
            let mut command = Command::new(binary);
            command.args(args).arg("--data").arg(&data).current_dir(&folder);
            command.env("NUMSIFT_LOG", "warn");
            command.env("NUMSIFT_ALLOWED_HOSTS", provider.trim_start_matches("http://"));
            if let Some(url) = postgres {
                command.env("NUMSIFT_DATABASE_URL", url);
            }
            command.envs(settings.iter().map(|(name, value)| (*name, value)));
            command
        };
        let mut process = Process(command(&["serve", "--port", "0"]).stdout(Stdio::piped()).spawn()?);
        let mut output = BufReader::new(process.0.stdout.take().context("the output is piped")?);
        let base = line_from(&mut output, "http://")?;
        let password = line_from(&mut output, "password ")?.split_off("password ".len());
        // Read the rest of the output, so that the server never blocks on it.
        std::thread::spawn(move || output.lines().map_while(Result::ok).for_each(drop));

        let mut creating = command(&["admin", "create-user", "ann", "--password-stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        creating.stdin.take().context("the input is piped")?.write_all(b"ann-s-password-1")?;
        let made = String::from_utf8(creating.wait_with_output()?.stdout)?;
        let uid = made.lines().next().and_then(|line| line.strip_prefix("ann has uid "));
        let uid: i64 = uid.context("no account was created")?.parse()?;

        let name = if postgres.is_some() { "PostgreSQL" } else { "SQLite" };
        let http = Client::builder().no_proxy().build()?;
        let mut server = Self {
            name,
            process,
            http,
            base,
            admin: String::new(),
            customer: String::new(),
            uid: Uid(uid),
            postgres: postgres.map(str::to_owned),
            folder,
        };
        server.admin = server.first_login("admin", &password).await?;
        server.customer = server.login("ann", "ann-s-password-1").await?;
        let gift = json!({ "uid": uid, "bucket": "points", "amount": GIFT, "request_id": "gift-0001",
            "reason": "for the bench", "password": ADMIN_PASSWORD });
        server.administer("finance/adjust", &gift).await?;
        Ok(server)
    }

    /// Logs in with a one-time password, which must be changed first.
    async fn first_login(&self, username: &str, one_time: &str) -> anyhow::Result<String> {
        let sid = self.login(username, one_time).await?;
        let change = json!({ "old_pwd": one_time, "new_pwd": ADMIN_PASSWORD, "confirm_pwd": ADMIN_PASSWORD });
        self.sent("user/changePwd", self.post("user/changePwd", &sid).json(&change)).await?;
        self.login(username, ADMIN_PASSWORD).await
    }

    async fn login(&self, username: &str, password: &str) -> anyhow::Result<String> {
        let who = json!({ "username": username, "password": password });
        let answer = self.sent("user/login", self.post("user/login", "").json(&who)).await?;
        Ok(answer["sid"].as_str().context("a login has a session")?.to_owned())
    }

    fn post(&self, path: &str, sid: &str) -> RequestBuilder {
        let request = self.http.post(format!("{}/api/{path}", self.base));
        if sid.is_empty() { request } else { request.header("sid", sid) }
    }

    async fn sent(&self, path: &str, request: RequestBuilder) -> anyhow::Result<Value> {
        let mut answer: Value = request.send().await?.json().await?;
        ensure!(answer["code"] == 0, "{path}: {answer}");
        Ok(answer["data"].take())
    }

    /// A call as the customer.
    pub async fn call(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.sent(path, self.post(path, &self.customer).json(body)).await
    }

    /// A call as the administrator.
    pub async fn administer(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.sent(path, self.post(path, &self.admin).json(body)).await
    }

    /// Uploads a file.
    async fn upload(&self, file: &Path) -> anyhow::Result<Value> {
        let name = file.file_name().and_then(|name| name.to_str()).context("a file has a name")?;
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             content-type: application/octet-stream\r\n\r\n"
        );
        let end = format!("\r\n--{BOUNDARY}--\r\n");
        let content = tokio::fs::File::open(file).await?;
        let whole = std::io::Cursor::new(head).chain(content).chain(std::io::Cursor::new(end));
        let body = stream::try_unfold(whole, |mut whole| async move {
            let mut part = Vec::new();
            let read = (&mut whole).take(PART).read_to_end(&mut part).await?;
            Ok::<_, std::io::Error>((read > 0).then_some((part, whole)))
        });
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let request = self.post("task/upload", &self.customer).header("content-type", kind);
        self.sent("task/upload", request.body(Body::wrap_stream(body))).await
    }

    /// Polls a call until its answer meets a condition.
    async fn until(&self, path: &str, body: &Value, done: fn(&Value) -> bool) -> anyhow::Result<Value> {
        let began = Instant::now();
        loop {
            let answer = self.call(path, body).await?;
            if done(&answer) {
                return Ok(answer);
            }
            tokio::time::sleep(POLL_AFTER.max(began.elapsed() / 100)).await;
        }
    }

    /// Uploads a file, analyses it and runs a task on it.
    pub async fn screen(&self, file: &Path, projects: &[&str]) -> anyhow::Result<Steps> {
        let (began, worked) = (Instant::now(), self.worked()?);
        let list = self.upload(file).await?;
        let uploaded = began.elapsed();
        let list = self.analyse(&list).await?;
        let read = began.elapsed();
        let task = self.run(&list["id"], projects).await?;
        Ok(Steps {
            task,
            uploaded,
            read,
            done: began.elapsed(),
            worked: self.worked()?.saturating_sub(worked),
        })
    }

    /// Uploads a file and analyses it. Returns the list.
    pub async fn add_list(&self, file: &Path) -> anyhow::Result<Value> {
        let list = self.upload(file).await?;
        self.analyse(&list).await
    }

    /// Analyses an uploaded list as its preview suggests, with all other columns.
    async fn analyse(&self, list: &Value) -> anyhow::Result<Value> {
        let mut mapping = list["preview"]["mapping"].clone();
        let columns = list["preview"]["columns"].as_array().map_or(0, Vec::len);
        let numbers = mapping["column"].as_u64();
        mapping["carried"] = (0..columns as u64).filter(|column| Some(*column) != numbers).collect();
        let how = json!({ "id": list["id"], "mapping": mapping });
        self.call("list/analyse", &how).await?;
        let over = |list: &Value| list["state"] != "analysing";
        let list = self.until("list/get", &json!({ "id": list["id"] }), over).await?;
        ensure!(list["state"] == "ready", "the list was not analysed: {list}");
        Ok(list)
    }

    /// Runs a task on a list until it is completed.
    pub async fn run(&self, list: &Value, projects: &[&str]) -> anyhow::Result<Value> {
        self.run_with(list, projects, 0).await
    }

    /// Runs a task that may reuse answers of the last days.
    pub async fn run_with(
        &self,
        list: &Value,
        projects: &[&str],
        freshness_days: i64,
    ) -> anyhow::Result<Value> {
        let task = self.start_with(list, projects, freshness_days).await?;
        let over = |task: &Value| task["state"] != "running";
        let task = self.until("task/get", &json!({ "id": task["id"] }), over).await?;
        ensure_completed(&task)?;
        Ok(task)
    }

    /// Starts a task on a list.
    pub async fn start_task(&self, list: &Value, projects: &[&str]) -> anyhow::Result<Value> {
        self.start_with(list, projects, 0).await
    }

    async fn start_with(
        &self,
        list: &Value,
        projects: &[&str],
        freshness_days: i64,
    ) -> anyhow::Result<Value> {
        let checks: Vec<_> = projects.iter().map(|project| json!({ "project": project })).collect();
        let mode = if checks.len() == 1 { "single" } else { "parallel" };
        let start = json!({ "list": list, "name": "bench", "mode": mode, "checks": checks,
            "purpose": "the bench", "confirmed": true, "freshness_days": freshness_days });
        self.call("task/start", &start).await
    }

    /// How long the export of these columns of all rows as CSV takes; of all columns if none are given.
    pub async fn export(&self, task: &Value, columns: &[&str]) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let asked = json!({ "id": task["id"], "format": "csv", "columns": columns });
        self.call("task/export", &asked).await?;
        let over = |exports: &Value| {
            let working = |export: &Value| export["state"] == "pending" || export["state"] == "running";
            !exports.as_array().is_some_and(|exports| exports.iter().any(working))
        };
        let exports = self.until("task/exports", &json!({ "id": task["id"] }), over).await?;
        let took = began.elapsed();
        ensure!(exports[0]["state"] == "done" && exports[0]["rows"] == task["total"], "no file: {exports}");
        Ok(took)
    }

    /// Deletes a task and its results.
    pub async fn remove(&self, task: &Value) -> anyhow::Result<()> {
        self.call("task/remove", &json!({ "id": task["id"] })).await?;
        Ok(())
    }

    /// The data folder of the server.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The database and the files of the server, to add data without it.
    pub async fn open_data(&self) -> anyhow::Result<(Arc<dyn Store>, Objects)> {
        let data = self.data();
        let store: Arc<dyn Store> = match &self.postgres {
            Some(url) => Arc::new(PgStore::connect(url, 2).await?),
            None => Arc::new(SqliteStore::open(&data.join("numsift.db")).await?),
        };
        Ok((store, Objects::folder(data.join("files"))?))
    }

    /// Begins to measure the peak memory of the server again.
    pub fn reset_peak(&self) -> anyhow::Result<()> {
        Ok(fs::write(format!("/proc/{}/clear_refs", self.process.0.id()), "5")?)
    }

    /// Peak memory of the server, in megabytes.
    pub fn peak_megabytes(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
    }

    /// Waits until the server is idle: the compaction of a finished task must not affect the next measurement.
    pub async fn idle(&self) -> anyhow::Result<()> {
        loop {
            let before = self.worked()?;
            tokio::time::sleep(IDLE_FOR).await;
            if self.worked()?.saturating_sub(before) <= IDLE_FOR / 10 {
                return Ok(());
            }
        }
    }

    /// CPU time of the server so far.
    fn worked(&self) -> anyhow::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.0.id()))?;
        let (_, fields) = stat.rsplit_once(')').context("no name in stat")?;
        let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<u64>);
        let (user, system) = (ticks.next().context("no utime")??, ticks.next().context("no stime")??);
        // A tick is 10 ms on common Linux systems.
        Ok(Duration::from_millis(10 * (user + system)))
    }
}

/// The next line that contains a text, starting at that text.
fn line_from(output: &mut BufReader<ChildStdout>, text: &str) -> anyhow::Result<String> {
    let mut line = String::new();
    while output.read_line(&mut line)? > 0 {
        if let Some(start) = line.find(text) {
            return Ok(line[start..].trim().to_owned());
        }
        line.clear();
    }
    bail!("the server ended without printing {text}")
}
