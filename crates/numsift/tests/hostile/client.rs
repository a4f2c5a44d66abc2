//! A plain HTTP client. It sends bodies while they are made, and reads an answer that comes before their end.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Expect;

/// A server that does not answer for so long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

pub struct Client {
    address: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// 0 if the connection ended without an answer.
    pub status: u16,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// Code and text.
    pub fn summary(&self) -> String {
        let json = self.json();
        let text = json["msg"].as_str().or(json["detail"].as_str()).unwrap_or_default();
        let faults = json["data"]["faults"].as_array().filter(|faults| !faults.is_empty());
        let faults = faults.map(|faults| faults[0].to_string()).unwrap_or_default();
        format!("{} {} {text}{faults}", self.status, json["code"]).chars().take(110).collect()
    }

    pub fn matches(&self, expect: Expect) -> bool {
        let json = self.json();
        let faulty = json["data"]["faults"].as_array().is_some_and(|faults| !faults.is_empty());
        let done = (self.status == 200 && json["code"] == 0 && !faulty) || self.status == 202;
        let text = json["msg"].as_str().or(json["detail"].as_str()).is_some_and(|text| !text.is_empty());
        let refused = !done && (text || faulty) && json["code"] != 50000;
        match expect {
            Expect::Refused => refused,
            Expect::Done => done,
            Expect::Answered => refused || done,
            Expect::Ended => self.status == 0 || (400..500).contains(&self.status),
        }
    }
}

impl Client {
    pub fn new(address: &str) -> Self {
        Self { address: address.to_owned() }
    }

    pub fn login(&self, username: &str) -> String {
        let answer =
            self.post("/api/user/login", "", &json!({"username": username, "password": "numsift-demo"}));
        let sid = answer.json()["data"]["sid"].as_str().map(str::to_owned);
        sid.unwrap_or_else(|| panic!("{answer:?}"))
    }

    pub fn post(&self, path: &str, sid: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.stream(path, &[("sid", sid)], |out| out.write_all(body.as_bytes()))
    }

    /// Posts a body in chunks, without its length.
    pub fn stream(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Answer {
        let mut stream = self.connect();
        let mut head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nlang: en\r\ntransfer-encoding: chunked\r\nconnection: close\r\n"
        );
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        // A server that refuses early closes the connection, so writing can fail.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| {
            let mut out = Chunked { stream: &mut stream, buffer: Vec::new() };
            body(&mut out)?;
            out.flush()?;
            stream.write_all(b"0\r\n\r\n")
        });
        read_answer(stream)
    }

    /// Sends bytes as they are.
    pub fn raw(&self, bytes: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Answer {
        let mut stream = self.connect();
        let _ = bytes(&mut stream);
        read_answer(stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }
}

fn read_answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 65536];
    // A reset after the answer is no error.
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..read]);
        if bytes.len() > 64 << 20 {
            break;
        }
    }
    let _ = stream.shutdown(Shutdown::Both);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Answer { status, body: if chunked { unchunked(body) } else { body.to_owned() } }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        let Some(part) = rest.get(..size).filter(|part| !part.is_empty()) else { break };
        text += part;
        body = rest.get(size + 2..).unwrap_or_default();
    }
    text
}

/// Writes the chunks of a body.
struct Chunked<'a> {
    stream: &'a mut TcpStream,
    buffer: Vec<u8>,
}

impl Write for Chunked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= 64 << 10 {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.stream.write_all(format!("{:x}\r\n", self.buffer.len()).as_bytes())?;
            self.stream.write_all(&self.buffer)?;
            self.stream.write_all(b"\r\n")?;
            self.buffer.clear();
        }
        Ok(())
    }
}
