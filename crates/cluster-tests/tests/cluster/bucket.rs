//! A bucket whose key lacks a permission.

use numsift_test_bucket::Bucket;

use crate::installation::Installation;
use crate::process::numsift;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_may_not_delete_is_named() {
    let bucket = Bucket::start().await;
    let installation = Installation::start(bucket.settings(), Vec::new()).await;
    let settings = installation.settings().clone();
    let data = installation.data().display().to_string();
    let run = |command: &[&str]| {
        let args = [command, &["--data", &data]].concat();
        let output = tokio::task::block_in_place(|| numsift(&args, &settings).output().unwrap());
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    };
    let (_, healthy) = run(&["doctor"]);
    assert!(healthy.contains("written, read and deleted"), "{healthy}");

    bucket.forbid_deletes();
    let (passed, report) = run(&["doctor"]);
    assert!(!passed);
    assert!(report.contains("objects cannot be deleted") && report.contains("AccessDenied"), "{report}");

    let _stopped = installation.kill_server();
    let (started, refused) = run(&["serve", "--port", "0"]);
    assert!(!started);
    for part in ["objects cannot be deleted", "`s3_access_key`", "put, get, list and delete"] {
        assert!(refused.contains(part), "{refused}");
    }
}
