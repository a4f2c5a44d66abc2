//! Objects in a local folder.

use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use numsift_segments::*;

fn folder() -> (tempfile::TempDir, Objects) {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::folder(folder.path().join("made/when/missing")).unwrap();
    (folder, objects)
}

async fn names(objects: &Objects, prefix: &str) -> Vec<String> {
    let mut names: Vec<String> = objects.list(prefix).map_ok(|found| found.name).try_collect().await.unwrap();
    names.sort();
    names
}

#[tokio::test]
async fn objects_can_be_written_read_listed_and_deleted() {
    let (_folder, objects) = folder();
    objects.ping().await.unwrap();
    objects.put("a/b/c", Bytes::from_static(b"0123456789")).await.unwrap();
    objects.put("a/d", Bytes::new()).await.unwrap();
    assert_eq!(&objects.get("a/b/c").await.unwrap()[..], b"0123456789");
    assert_eq!(&objects.range("a/b/c", 2..5).await.unwrap()[..], b"234");
    assert!(matches!(objects.range("a/b/c", 8..12).await, Err(SegmentError::Damaged { .. })));
    assert!(objects.range("a/b/c", 3..3).await.is_err());
    assert_eq!(objects.size("a/b/c").await.unwrap(), 10);
    let streamed: Vec<Bytes> = objects.stream("a/b/c").await.unwrap().try_collect().await.unwrap();
    assert_eq!(streamed.concat(), b"0123456789");
    assert_eq!(std::fs::read(objects.local_path("a/b/c").unwrap()).unwrap(), b"0123456789");
    assert_eq!(names(&objects, "a").await, ["a/b/c", "a/d"]);
    assert_eq!(names(&objects, "a/b").await, ["a/b/c"]);
    assert_eq!(names(&objects, "z").await, [] as [&str; 0]);
    objects.delete("a/d").await.unwrap();
    objects.delete("a/d").await.unwrap();
    assert!(matches!(objects.get("a/d").await, Err(SegmentError::NotFound { object }) if object == "a/d"));
    assert!(matches!(objects.size("q").await, Err(SegmentError::NotFound { .. })));
    assert!(matches!(objects.range("q", 0..1).await, Err(SegmentError::NotFound { .. })));
    assert_eq!(objects.delete_folder("a").await.unwrap(), 1);
    assert!(objects.delete_folder("").await.is_err());
    assert_eq!(names(&objects, "").await, ["ping"]);
}

#[tokio::test]
async fn invalid_names_are_refused() {
    let (_folder, objects) = folder();
    for name in ["", "/a", "a/", "a//b", "../a", "a/../b", ".", "a b", "a#1", "ä", "a\\b", "a\0"] {
        assert!(matches!(objects.put(name, Bytes::new()).await, Err(SegmentError::Invalid(_))), "{name:?}");
        assert!(objects.local_path(name).is_none(), "{name:?}");
        assert!(objects.writer(name).is_err());
    }
}

#[tokio::test]
async fn an_object_is_visible_only_after_finish() {
    let (folder, objects) = folder();
    for size in [0, 10, 8 * 1024 * 1024, 20 * 1024 * 1024 + 7] {
        let data: Vec<u8> = (0..size).map(|at: usize| u8::try_from(at % 251).unwrap()).collect();
        let mut writer = objects.writer("big/one").unwrap();
        for part in data.chunks(1_000_003) {
            writer.write(Bytes::copy_from_slice(part)).await.unwrap();
        }
        assert_eq!(names(&objects, "big").await, [] as [&str; 0]);
        assert_eq!(writer.written(), size as u64);
        assert_eq!(writer.finish().await.unwrap(), size as u64);
        assert!(objects.get("big/one").await.unwrap() == data);
        objects.delete("big/one").await.unwrap();
    }
    let mut writer = objects.writer("big/two").unwrap();
    writer.write(Bytes::from(vec![0; 20 * 1024 * 1024])).await.unwrap();
    writer.abort().await;
    assert_eq!(files(folder.path()), 0);
}

#[test]
fn a_dropped_writer_leaves_nothing() {
    let (folder, objects) = folder();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut writer = objects.writer("big/three").unwrap();
        writer.write(Bytes::from(vec![0; 20 * 1024 * 1024])).await.unwrap();
        drop(writer);
        while files(folder.path()) > 0 {
            tokio::task::yield_now().await;
        }
    });
    assert_eq!(files(folder.path()), 0);
}

fn files(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}

#[tokio::test]
async fn old_empty_folders_and_unfinished_writes_are_removed() {
    let (_folder, objects) = folder();
    objects.put("a/b/c", Bytes::from_static(b"x")).await.unwrap();
    objects.put("a/keep", Bytes::from_static(b"x")).await.unwrap();
    objects.delete("a/b/c").await.unwrap();
    let root = objects.local_path("a").unwrap();
    std::fs::write(root.join("lost#1"), b"half").unwrap();
    assert!(root.join("b").exists(), "a delete leaves the folder");
    assert_eq!(objects.remove_empty_folders(Duration::ZERO).await.unwrap(), 0, "all of it is young");
    for old in ["b", "lost#1", "keep"] {
        make_old(&root.join(old));
    }
    assert_eq!(objects.remove_empty_folders(Duration::from_hours(3)).await.unwrap(), 0);
    assert_eq!(objects.remove_empty_folders(Duration::from_hours(1)).await.unwrap(), 2);
    assert!(!root.join("b").exists());
    assert_eq!(names(&objects, "").await, ["a/keep"]);
}

fn make_old(path: &std::path::Path) {
    let then = std::time::SystemTime::now() - Duration::from_hours(2);
    std::fs::File::open(path).unwrap().set_modified(then).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_succeed_while_folders_are_removed() {
    let (_folder, objects) = folder();
    for round in 0..100 {
        let name = format!("x/y{}/z", round % 3);
        let folder = objects.local_path(&name).unwrap().parent().unwrap().to_owned();
        std::fs::create_dir_all(&folder).unwrap();
        make_old(&folder);
        make_old(folder.parent().unwrap());
        let sweeping = objects.clone();
        let sweeper =
            tokio::spawn(async move { sweeping.remove_empty_folders(Duration::from_hours(1)).await });
        objects.put(&name, Bytes::from_static(b"here")).await.unwrap();
        sweeper.await.unwrap().unwrap();
        assert_eq!(&objects.get(&name).await.unwrap()[..], b"here");
        objects.delete(&name).await.unwrap();
    }
}

#[tokio::test]
async fn an_unavailable_store_is_reported() {
    let settings = S3Settings {
        endpoint: Some("http://127.0.0.1:1".to_owned()),
        bucket: "numsift".to_owned(),
        region: "any".to_owned(),
        access_key: "key".to_owned(),
        secret_key: "secret".to_owned(),
        allow_http: false,
        retry_for: Duration::from_secs(1),
    };
    assert!(!format!("{settings:?}").contains("secret"));
    // Plain HTTP is refused without a connection.
    let refused = Objects::s3(&settings).unwrap().get("a").await;
    assert!(matches!(refused, Err(SegmentError::Unavailable { .. })), "{refused:?}");
}
