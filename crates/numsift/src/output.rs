//! Output of commands, which may be piped into a program that stops reading.

use std::io::{self, Write};

/// Writes to standard output. A reader that has gone away, such as `head`, is not an error.
pub fn write(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match print(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
