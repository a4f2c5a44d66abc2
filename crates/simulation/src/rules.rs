//! The rules that hold after every commit, whatever fails.

use std::path::Path;
use std::sync::Mutex;

use numsift_store::StoreResult;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Row as _};

use crate::database::wait_for;
use crate::sim::{Sim, lock};
use crate::store::SimulatedTx;

/// Each finds what breaks a rule: a text for every row.
const QUERIES: &[(&str, &str)] = &[
    (
        "held = settled + released + open",
        "SELECT 'hold ' || task FROM ledger_holds
        WHERE credit_settled + credit_released > credit_reserved OR points_settled + points_released > points_reserved
            OR (closed AND credit_settled + credit_released + points_settled + points_released
                <> credit_reserved + points_reserved)",
    ),
    (
        "the held balances are the open parts of the holds",
        "SELECT 'balances ' || held || ', holds ' || open FROM
            (SELECT COALESCE(SUM(balance), 0) AS held FROM ledger_accounts WHERE owner <> 0 AND kind LIKE '%held%'),
            (SELECT COALESCE(SUM(credit_reserved + points_reserved - credit_settled - points_settled
                - credit_released - points_released), 0) AS open FROM ledger_holds)
        WHERE held <> open",
    ),
    (
        "the counters of a task are those of its chunks",
        "SELECT 'task ' || id FROM tasks WHERE
            done <> (SELECT COALESCE(SUM(rows), 0) FROM chunks WHERE task = id AND state = 'done')
            OR running <> (SELECT COUNT(*) FROM chunks WHERE task = id AND state = 'running')
            OR pending <> (SELECT COUNT(*) FROM chunks WHERE task = id AND state = 'pending')",
    ),
    (
        "a task is charged what its charges in the ledger say, and what its answers cost",
        "SELECT 'task ' || id FROM tasks WHERE
            charged <> (SELECT COALESCE(SUM(amount), 0) FROM ledger_transactions AS one
                WHERE one.task = tasks.id AND kind = 'settle')
            OR charged <> (SELECT COALESCE(SUM(price * numbers), 0) FROM task_charges AS one WHERE one.task = tasks.id)
            OR charged_answers > answers - unknown",
    ),
    (
        "a task that is over holds nothing",
        "SELECT 'task ' || id FROM tasks JOIN ledger_holds ON task = id
        WHERE state IN ('completed', 'stopped', 'cancelled') AND NOT closed",
    ),
    (
        "lookups that share a hold are charged with their answers",
        "SELECT 'lookup ' || id FROM lookups WHERE hold = 0
            AND (SELECT COALESCE(SUM(amount), 0) FROM ledger_transactions WHERE task = -lookups.id AND kind = 'settle')
            <> (SELECT SUM(charged) FROM lookups AS one WHERE one.id = lookups.id OR one.hold = lookups.id)",
    ),
    (
        "a request is charged once, however often it is repeated",
        "SELECT 'request ' || request_id FROM lookups WHERE charged > 0 GROUP BY request_id, number HAVING COUNT(*) > 1",
    ),
    (
        "the end of a task is told to the webhook",
        "SELECT 'task ' || id FROM tasks WHERE state = 'completed' AND NOT EXISTS (
            SELECT 1 FROM webhook_deliveries JOIN webhook_messages AS sent ON sent.id = message
            WHERE message_id = 'msg_task_completed_' || tasks.id)",
    ),
];

pub struct Rules {
    connection: Mutex<SqliteConnection>,
    version: Mutex<i64>,
}

impl Rules {
    pub fn open(file: &Path) -> StoreResult<Self> {
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let connection = wait_for(SqliteConnection::connect_with(&options))?;
        Ok(Self { connection: Mutex::new(connection), version: Mutex::new(-1) })
    }

    /// Checks all rules after a commit.
    pub fn after_commit(&self, tx: &SimulatedTx) {
        let sim = &tx.node.sim;
        {
            let mut seen = lock(&sim.seen);
            for (task, seq, epoch) in &tx.claims {
                seen.claims.insert((*task, *seq), *epoch);
            }
        }
        for (task, seq, epoch) in &tx.commits {
            let newest = lock(&sim.seen).claims.get(&(*task, *seq)).copied().unwrap_or(0);
            if newest != *epoch {
                sim.broke(format!(
                    "chunk {seq} of task {task} was committed with claim {epoch}, but {newest} is valid"
                ));
            }
        }
        if let Err(error) = self.check(sim) {
            sim.broke(format!("the rules cannot be checked: {error}"));
        }
    }

    fn check(&self, sim: &Sim) -> Result<(), sqlx::Error> {
        let mut connection = lock(&self.connection);
        wait_for(async {
            // Commits that changed nothing need no check.
            let version: i64 = sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut *connection).await?;
            if std::mem::replace(&mut *lock(&self.version), version) == version {
                return Ok(());
            }
            sim.count_step();
            for (rule, query) in QUERIES {
                if let Some(row) = sqlx::query(*query).fetch_optional(&mut *connection).await? {
                    sim.broke(format!("{rule}: {}", row.get::<String, _>(0)));
                }
            }
            let delivered = "SELECT message_id FROM webhook_deliveries JOIN webhook_messages AS sent
                ON sent.id = message WHERE state = 'delivered'";
            for row in sqlx::query(delivered).fetch_all(&mut *connection).await? {
                let id: String = row.get(0);
                if !lock(&sim.seen).confirmed.contains(&id) {
                    sim.broke(format!("{id} counts as delivered, and the receiver never confirmed it"));
                }
            }
            Ok(())
        })
    }

    /// What is still under way: unfinished tasks, open lookups and deliveries that wait.
    pub fn unfinished(&self) -> Result<(i64, i64), sqlx::Error> {
        let mut connection = lock(&self.connection);
        wait_for(async {
            let work = "SELECT (SELECT COUNT(*) FROM tasks WHERE state = 'running')
                + (SELECT COUNT(*) FROM lookups WHERE state = 'open')";
            let work = sqlx::query_scalar(work).fetch_one(&mut *connection).await?;
            let deliveries = "SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending'";
            Ok((work, sqlx::query_scalar(deliveries).fetch_one(&mut *connection).await?))
        })
    }
}
