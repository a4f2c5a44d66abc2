//! Clients with persistent connections, which send one request at a time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use memchr::memmem;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const ROUND: Duration = Duration::from_secs(2);

/// What the clients send.
#[derive(Clone)]
pub struct Load {
    pub address: SocketAddr,
    pub secret: String,
    pub connections: usize,
    /// The body of each request, by its number.
    pub body: Arc<dyn Fn(u64) -> String + Send + Sync>,
    /// Text that each response must contain.
    pub contains: &'static str,
    /// Numbers the requests of all rounds.
    pub next: Arc<AtomicU64>,
}

/// What a round has shown.
pub struct Round {
    /// Requests per second.
    pub rate: f64,
    /// All requests, including those after the measured time.
    pub requests: u64,
    /// How long requests took, in ms: the median and the 95th percentile.
    pub median_ms: f64,
    pub p95_ms: f64,
}

impl Load {
    pub async fn measure(&self) -> anyhow::Result<Round> {
        let (over, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut clients = Vec::new();
        for _ in 0..self.connections {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            clients.push(tokio::spawn(run_client(self.clone(), stream, over.clone(), done.clone())));
        }
        let began = Instant::now();
        tokio::time::sleep(ROUND).await;
        let (count, took) = (done.load(Ordering::Relaxed), began.elapsed());
        over.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for client in clients {
            times.extend(client.await??);
        }
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times.get(times.len() * percent / 100).copied();
        Ok(Round {
            rate: u32::try_from(count).map(f64::from)? / took.as_secs_f64(),
            requests: done.load(Ordering::Relaxed),
            median_ms: at(50).context("no request was answered")?,
            p95_ms: at(95).context("no request was answered")?,
        })
    }
}

/// Sends requests one after the other until `over` is set; every one must succeed. Returns how long each took, in ms.
async fn run_client(
    load: Load,
    mut stream: TcpStream,
    over: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
) -> anyhow::Result<Vec<f64>> {
    let (mut times, mut buffer) = (Vec::new(), vec![0_u8; 16 * 1024]);
    while !over.load(Ordering::Relaxed) {
        let body = (load.body)(load.next.fetch_add(1, Ordering::Relaxed));
        let request = format!(
            "POST /v1/lookup HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            load.address,
            load.secret,
            body.len()
        );
        let sent = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let mut filled = 0;
        while filled == 0 || !is_complete(&buffer[..filled])? {
            let read = stream.read(&mut buffer[filled..]).await?;
            if read == 0 {
                bail!("the server closed the connection");
            }
            filled += read;
        }
        times.push(sent.elapsed().as_secs_f64() * 1000.0);
        if memmem::find(&buffer[..filled], load.contains.as_bytes()).is_none() {
            bail!("no {} in {}", load.contains, String::from_utf8_lossy(&buffer[..filled]));
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(times)
}

/// Whether a response is complete. The server writes header names in lower case.
fn is_complete(answer: &[u8]) -> anyhow::Result<bool> {
    const LENGTH: &[u8] = b"\r\ncontent-length: ";
    let Some(end) = memmem::find(answer, b"\r\n\r\n") else { return Ok(false) };
    let head = &answer[..end];
    if !head.starts_with(b"HTTP/1.1 200") {
        bail!("unexpected response: {}", String::from_utf8_lossy(answer));
    }
    let length = memmem::find(head, LENGTH).context("the response has no content-length")? + LENGTH.len();
    let digits = head[length..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    Ok(answer.len() >= end + 4 + length)
}
