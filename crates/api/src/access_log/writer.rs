//! Writes lines on a thread of its own, so that no request waits for a disk.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// Where the lines go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessLogTarget {
    Stdout,
    File(PathBuf),
}

/// Lines that may wait. Beyond that they are dropped and counted: a full disk must not stop requests.
const WAITING_LINES: usize = 10_000;
/// How often the thread looks whether the file was moved away.
const LOOK_EVERY: Duration = Duration::from_secs(1);

enum Message {
    Line(String),
    /// Answered once all lines before it are written.
    Flush(SyncSender<()>),
}

pub(super) struct Writer(SyncSender<Message>);

impl Writer {
    pub(super) fn start(target: AccessLogTarget) -> io::Result<Self> {
        let sink = Sink::open(target)?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        std::thread::Builder::new().name("access-log".to_owned()).spawn(move || write_all(sink, &lines))?;
        Ok(Self(sender))
    }

    pub(super) fn send(&self, line: String) {
        if self.0.try_send(Message::Line(line)).is_err() {
            metrics::counter!("numsift_access_log_dropped_total").increment(1);
        }
    }

    pub(super) fn flush(&self) {
        let (done, wait) = sync_channel(1);
        if self.0.send(Message::Flush(done)).is_ok() {
            // Fails if the thread has ended; there is nothing to wait for then.
            let _ = wait.recv();
        }
    }
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    File(BufWriter<File>, PathBuf),
}

impl Sink {
    fn open(target: AccessLogTarget) -> io::Result<Self> {
        Ok(match target {
            AccessLogTarget::Stdout => Self::Stdout(BufWriter::new(io::stdout())),
            AccessLogTarget::File(path) => Self::File(BufWriter::new(append(&path)?), path),
        })
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.write_all(line.as_bytes()),
            Self::File(out, _) => out.write_all(line.as_bytes()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(out, _) => out.flush(),
        }
    }

    /// Opens the file again if it was moved or deleted, as log rotation does.
    fn follow_rotation(&mut self) -> io::Result<()> {
        let Self::File(out, path) = self else { return Ok(()) };
        let open = out.get_ref().metadata()?;
        let same =
            std::fs::metadata(&*path).is_ok_and(|now| (now.dev(), now.ino()) == (open.dev(), open.ino()));
        if !same {
            out.flush()?;
            *out = BufWriter::new(append(path)?);
        }
        Ok(())
    }
}

/// Addresses of clients are personal data: only the owner may read them.
fn append(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).mode(0o600).open(path)
}

/// Writes until the server is gone. Errors are logged once until a write succeeds again.
fn write_all(mut sink: Sink, lines: &Receiver<Message>) {
    let mut works = true;
    let mut looked = Instant::now();
    loop {
        let next = match lines.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => {
                // Nothing waits: readers should see what has been written.
                report(&mut works, sink.flush());
                match lines.recv_timeout(LOOK_EVERY) {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => None,
                }
            }
        };
        if looked.elapsed() >= LOOK_EVERY {
            looked = Instant::now();
            report(&mut works, sink.follow_rotation());
        }
        match next {
            Some(Message::Line(line)) => report(&mut works, sink.write(&line)),
            Some(Message::Flush(done)) => {
                report(&mut works, sink.flush());
                // Fails if nobody waits any more.
                let _ = done.send(());
            }
            None => {
                report(&mut works, sink.flush());
                return;
            }
        }
    }
}

fn report(works: &mut bool, written: io::Result<()>) {
    match written {
        Ok(()) => *works = true,
        Err(error) => {
            if std::mem::replace(works, false) {
                tracing::error!(%error, "cannot write the access log");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessLogTarget, LOOK_EVERY, Writer};

    #[test]
    fn lines_go_to_the_file_that_has_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let (file, moved) = (folder.path().join("access.log"), folder.path().join("access.log.1"));
        let writer = Writer::start(AccessLogTarget::File(file.clone())).unwrap();
        writer.send("one\n".to_owned());
        writer.flush();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "one\n");
        std::fs::rename(&file, &moved).unwrap();
        // The file is looked for from time to time; lines before that belong to the old one.
        let deadline = std::time::Instant::now() + 20 * LOOK_EVERY;
        while !file.exists() {
            assert!(std::time::Instant::now() < deadline, "the file was not created again");
            writer.send("between\n".to_owned());
            writer.flush();
            std::thread::sleep(LOOK_EVERY / 20);
        }
        writer.send("two\n".to_owned());
        writer.flush();
        assert!(std::fs::read_to_string(&file).unwrap().ends_with("two\n"));
        assert!(std::fs::read_to_string(&moved).unwrap().starts_with("one\n"));
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error() {
        let file = std::env::temp_dir().join("numsift-no-such-folder/access.log");
        assert!(Writer::start(AccessLogTarget::File(file)).is_err());
    }
}
