//! Ledger postings per second compared with bare single-row updates on the same database in the same run, with 1
//! and 16 clients, on distinct accounts and on one hot account.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use numsift_ledger::{Adjust, By, adjust};
use numsift_model::id::Uid;
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_store::Store;
use numsift_store::conformance::{NOW, customer, stored};
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

const CLIENTS: usize = 16;
/// Many short rounds, so that a slow disk affects both measurements.
const ROUNDS: usize = 25;
const ROUND: Duration = Duration::from_millis(400);

/// A database, opened as a store and directly.
struct Place {
    name: &'static str,
    store: Arc<dyn Store>,
    bare: Bare,
    uids: Vec<Uid>,
    _folder: tempfile::TempDir,
}

#[derive(Clone)]
enum Bare {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Bare {
    /// Changes one row in one transaction.
    async fn update(&self, row: i64) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(pool) => {
                let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
                sqlx::query("UPDATE bare SET n = n + 1 WHERE id = ?").bind(row).execute(&mut *tx).await?;
                tx.commit().await?;
            }
            Self::Postgres(pool) => {
                let mut tx = pool.begin().await?;
                sqlx::query("UPDATE bare SET n = n + 1 WHERE id = $1").bind(row).execute(&mut *tx).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}

async fn sqlite() -> anyhow::Result<Place> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("numsift.db");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).await?);
    // Same options as the store.
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(15));
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    sqlx::query("CREATE TABLE bare (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)").execute(&pool).await?;
    for row in 0..i64::try_from(CLIENTS)? {
        sqlx::query("INSERT INTO bare VALUES (?, 0)").bind(row).execute(&pool).await?;
    }
    Place::new("SQLite", store, Bare::Sqlite(pool), folder).await
}

async fn postgres() -> anyhow::Result<Place> {
    let database = TestDatabase::create().await;
    let connections = u32::try_from(CLIENTS)? + 2;
    let store: Arc<dyn Store> = Arc::new(PgStore::connect(database.url(), connections).await?);
    let pool = PgPoolOptions::new().max_connections(connections).connect(database.url()).await?;
    sqlx::query("CREATE TABLE bare (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)").execute(&pool).await?;
    for row in 0..i64::try_from(CLIENTS)? {
        sqlx::query("INSERT INTO bare VALUES ($1, 0)").bind(row).execute(&pool).await?;
    }
    Place::new("PostgreSQL", store, Bare::Postgres(pool), tempfile::tempdir()?).await
}

impl Place {
    async fn new(
        name: &'static str,
        store: Arc<dyn Store>,
        bare: Bare,
        folder: tempfile::TempDir,
    ) -> anyhow::Result<Self> {
        let mut uids = Vec::new();
        for client in 0..CLIENTS {
            uids.push(stored(&store, &customer(&format!("client{client}"))).await);
        }
        let place = Self { name, store, bare, uids, _folder: folder };
        // The first posting of an account creates its row.
        for uid in &place.uids {
            post(&place.store, *uid).await?;
        }
        Ok(place)
    }
}

static REQUEST: AtomicU64 = AtomicU64::new(0);

/// Makes one posting with two entries and commits it.
async fn post(store: &Arc<dyn Store>, uid: Uid) -> anyhow::Result<()> {
    let request_id = REQUEST.fetch_add(1, Ordering::Relaxed).to_string();
    let new =
        Adjust { uid, bucket: Bucket::Points, amount: Points(1), request_id: &request_id, reason: "bench" };
    let mut tx = store.begin().await?;
    adjust(&mut *tx, By::system(NOW), new).await?;
    tx.save().await?;
    Ok(())
}

/// Operations per second of all clients together.
async fn rate<F, W>(clients: usize, work: F) -> anyhow::Result<f64>
where
    F: Fn(usize) -> W + Send + Sync + Clone + 'static,
    W: Future<Output = anyhow::Result<()>> + Send,
{
    let stop = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let running: Vec<_> = (0..clients)
        .map(|client| {
            let (work, stop) = (work.clone(), stop.clone());
            tokio::spawn(async move {
                let mut done = 0_u32;
                while !stop.load(Ordering::Relaxed) {
                    work(client).await?;
                    done += 1;
                }
                anyhow::Ok(done)
            })
        })
        .collect();
    tokio::time::sleep(ROUND).await;
    stop.store(true, Ordering::Relaxed);
    let mut done = 0;
    for client in running {
        done += client.await??;
    }
    Ok(f64::from(done) / began.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    println!("| database | accounts | clients | postings/s | bare updates/s | ratio |");
    println!("|---|---|---:|---:|---:|---:|");
    for place in [sqlite().await?, postgres().await?] {
        for (accounts, hot) in [("distinct", false), ("one hot", true)] {
            for clients in [1, CLIENTS] {
                let (mut postings, mut updates, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
                // Alternating, so that other load affects both measurements.
                for _ in 0..ROUNDS {
                    let (store, uids) = (place.store.clone(), place.uids.clone());
                    let posted = rate(clients, move |client| {
                        let (store, uid) = (store.clone(), uids[if hot { 0 } else { client }]);
                        async move { post(&store, uid).await }
                    });
                    let posted = posted.await?;
                    let bare = place.bare.clone();
                    let bare_rate = rate(clients, move |client| {
                        let (bare, row) = (bare.clone(), if hot { 0 } else { client });
                        async move { bare.update(i64::try_from(row)?).await }
                    });
                    let bare_rate = bare_rate.await?;
                    postings.push(posted);
                    updates.push(bare_rate);
                    ratios.push(posted / bare_rate);
                }
                println!(
                    "| {} | {accounts} | {clients} | {:.0} | {:.0} | {:.2} |",
                    place.name,
                    median(postings),
                    median(updates),
                    median(ratios)
                );
            }
        }
        numsift_ledger::verify(&*place.store).await?;
    }
    Ok(())
}
