//! Named points between statements, at which a crash test stops its process and kills it. Without
//! the `breakpoints` feature they cost nothing and do nothing.

/// Says that a point was reached. When `NUMSIFT_BREAK` is `name:n`, the n-th time stops the thread
/// there for good, after telling so on standard output.
#[cfg(feature = "breakpoints")]
pub fn reached(name: &str) {
    use std::io::Write as _;
    use std::sync::atomic::{AtomicU32, Ordering};
    static SEEN: AtomicU32 = AtomicU32::new(0);
    let Ok(wanted) = std::env::var("NUMSIFT_BREAK") else { return };
    let Some((point, count)) = wanted.rsplit_once(':') else { return };
    if point != name || SEEN.fetch_add(1, Ordering::SeqCst) + 1 != count.parse().unwrap_or(0) {
        return;
    }
    println!("reached {name}");
    let _ = std::io::stdout().flush();
    loop {
        std::thread::park();
    }
}

/// Says that a point was reached.
#[cfg(not(feature = "breakpoints"))]
#[inline]
pub fn reached(_: &str) {}
