//! Named points between statements at which crash tests stop the process and kill it. Without the `breakpoints`
//! feature they do nothing.

/// Marks a point. When `NUMSIFT_BREAK` is `name:n`, the n-th pass prints a line and parks the thread forever.
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

/// Marks a point.
#[cfg(not(feature = "breakpoints"))]
#[inline]
pub fn reached(_: &str) {}
