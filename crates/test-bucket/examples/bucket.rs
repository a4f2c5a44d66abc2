//! Runs a bucket until standard input is closed. Prints the settings of processes that use it, then the folder of the
//! objects. A line `refuse` or `work` on standard input makes it refuse connections or work again; `keep` forbids deletes.

use numsift_test_bucket::{Bucket, Mode};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let bucket = Bucket::start().await;
    for (name, value) in bucket.settings() {
        println!("{name}={value}");
    }
    println!("{}", bucket.objects().display());
    // The bucket is served by other threads.
    for line in std::io::stdin().lines() {
        match line?.as_str() {
            "refuse" => bucket.set_mode(Mode::Refusing),
            "keep" => bucket.forbid_deletes(),
            "work" => bucket.set_mode(Mode::Working),
            other => eprintln!("unknown command: {other}"),
        }
    }
    Ok(())
}
