//! The installation that a test runs on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream;
use numsift_channel::{ChannelConfig, Guard, Outbound};
use numsift_intake::Mapping;
use numsift_ledger::{Adjust, By, adjust, verify};
use numsift_model::account::{Account, AccountType, NewAccount};
use numsift_model::clock::{Clock, ManualClock, SystemClock, SystemEntropy, random_text};
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::ledger::{Bucket, Split};
use numsift_model::list::{List, ListKind};
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::task::{Task, TaskMode, TaskOrigin};
use numsift_model::username::Username;
use numsift_screening::{
    CheckRequest, ListDocument, Quote, Result, Screening, ScreeningParts, StartTask, Upload, UploadLimits,
    add_default_projects,
};
use numsift_segments::Objects;
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, demo_channels};
use numsift_store::{ChannelRow, Scope, Store, TaskFilter};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;

use crate::failing_objects::Switches;

/// 100 points.
pub const GIFT: i64 = 100 * 10_000;

pub struct World {
    pub store: Arc<dyn Store>,
    pub clock: Arc<ManualClock>,
    pub screening: Screening,
    pub providers: ProvidersNode,
    pub account: Account,
    pub folder: tempfile::TempDir,
}

impl World {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap();
        Self::on(Arc::new(store), folder).await
    }

    pub async fn on_postgres() -> Self {
        Self::on(TestDatabase::create().await.store().await, tempfile::tempdir().unwrap()).await
    }

    async fn on(store: Arc<dyn Store>, folder: tempfile::TempDir) -> Self {
        let clock = Arc::new(ManualClock::at(SystemClock.now()));
        let providers = ProvidersNode::start(ProviderSettings::default()).await.unwrap();
        let files = Objects::folder(folder.path().join("files")).unwrap();
        let screening = screening(store.clone(), clock.clone(), files, folder.path(), &providers);
        let uid = account(&*store, "ann", None).await;
        give(&*store, uid, GIFT, &*clock).await;
        let mut tx = store.begin().await.unwrap();
        add_default_projects(&mut *tx).await.unwrap();
        let account = tx.account(uid).await.unwrap().unwrap();
        tx.save().await.unwrap();
        Self { store, clock, screening, providers, account, folder }
    }

    /// A second process of the same installation.
    pub fn another_process(&self) -> Screening {
        self.process_on(Objects::folder(self.folder.path().join("files")).unwrap())
    }

    /// A second process whose object store can be made to fail.
    pub fn process_with_failing_objects(&self) -> (Screening, Switches) {
        let (files, switches) = Switches::on(&self.folder.path().join("files"));
        (self.process_on(files), switches)
    }

    fn process_on(&self, files: Objects) -> Screening {
        screening(self.store.clone(), self.clock.clone(), files, self.folder.path(), &self.providers)
    }

    pub fn control(&self) -> Providers {
        self.providers.control().clone()
    }

    /// Adds a channel to the simulated provider that answers in the response.
    pub async fn sync_channel(&self) {
        self.add_channel(self.sync_config(), 10).await;
    }

    pub fn sync_config(&self) -> ChannelConfig {
        let all = demo_channels(self.providers.url());
        let mut yaml = all.into_iter().map(|yaml| ChannelConfig::from_yaml(&yaml).unwrap());
        let mut config = yaml.find(|config| config.mode == numsift_channel::Mode::Sync).unwrap();
        // The limit is counted by the test's clock, which stands still, and what is leased expires by the machine's.
        config.limit.burst = 100_000;
        config
    }

    pub async fn add_channel(&self, config: ChannelConfig, priority: i64) {
        let name = config.name.clone();
        let (document, secrets) = self.screening.channels.sealed(config).unwrap();
        let row = ChannelRow {
            name,
            priority,
            enabled: true,
            disabled_reason: String::new(),
            version: 0,
            document,
            secrets,
        };
        let mut tx = self.store.begin().await.unwrap();
        tx.put_channel(&row).await.unwrap().unwrap();
        tx.save().await.unwrap();
    }

    /// Gives the account more points.
    pub async fn give_more(&self, amount: i64) {
        let mut tx = self.store.begin().await.unwrap();
        let gift = Adjust {
            uid: self.account.uid,
            bucket: Bucket::Points,
            amount: Points(amount),
            request_id: "more-points",
            reason: "gift",
        };
        adjust(&mut *tx, By { actor: Some(Uid::ADMINISTRATOR), at: self.clock.now() }, gift).await.unwrap();
        tx.save().await.unwrap();
    }

    pub fn scope(&self) -> Scope {
        Scope::Own(self.account.uid)
    }

    pub fn upload_of(&self, kind: ListKind, file_name: &str) -> Upload {
        Upload {
            uid: self.account.uid,
            username: self.account.username.clone(),
            kind,
            name: String::new(),
            file_name: file_name.to_owned(),
        }
    }

    /// Uploads a file. Also returns an earlier list with the same content.
    pub async fn upload(
        &self,
        kind: ListKind,
        file_name: &str,
        content: &[u8],
    ) -> Result<(List, Option<ListId>)> {
        let parts: Vec<std::result::Result<Bytes, String>> =
            content.chunks(1 << 16).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
        let (lists, upload) = (&self.screening.lists, self.upload_of(kind, file_name));
        let received = lists.receive(upload, UploadLimits::LIST, stream::iter(parts)).await?;
        let mut tx = self.store.begin().await?;
        let added = lists.add_received(&mut *tx, &received).await?;
        tx.save().await?;
        Ok(added)
    }

    /// Uploads a list and analyses it by the guessed mapping, with all other columns carried.
    pub async fn list(&self, kind: ListKind, file_name: &str, content: &[u8]) -> List {
        let (list, _) = self.upload(kind, file_name, content).await.unwrap();
        let preview = ListDocument::of(&list).unwrap().preview.unwrap();
        let mut mapping = preview.mapping;
        mapping.carried = (0..preview.columns.len()).filter(|column| *column != mapping.column).collect();
        self.begin_analysis(list.id, mapping).await;
        self.screening.run_until_idle().await.unwrap();
        self.get_list(list.id).await
    }

    pub async fn begin_analysis(&self, list: ListId, mapping: Mapping) {
        let mut tx = self.store.begin().await.unwrap();
        self.screening.lists.begin_analysis(&mut *tx, self.scope(), list, mapping).await.unwrap();
        tx.save().await.unwrap();
    }

    /// All files of the object store.
    pub fn files(&self) -> Vec<PathBuf> {
        fn below(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() { below(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        below(&self.folder.path().join("files"), &mut found);
        found.sort();
        found
    }

    pub async fn get_list(&self, id: ListId) -> List {
        self.store.read().await.unwrap().list(Scope::All, id).await.unwrap().unwrap()
    }

    /// A list of Chinese mobile numbers.
    pub async fn mobiles(&self, count: u64) -> List {
        let lines: Vec<_> = (0..count).map(|n| format!("+86138{n:08}")).collect();
        self.list(ListKind::Upload, "mobiles.txt", lines.join("\n").as_bytes()).await
    }

    pub fn task(list: ListId, mode: TaskMode, projects: &[&str]) -> StartTask {
        StartTask {
            list,
            name: "a task".to_owned(),
            mode,
            checks: checks(projects),
            purpose: "newsletter".to_owned(),
            confirmed: true,
            error_threshold: None,
            freshness_days: 0,
            origin: TaskOrigin::Console,
            request_id: "request".to_owned(),
            metadata: BTreeMap::new(),
            key: None,
            webhook: None,
        }
    }

    pub async fn start(&self, start: StartTask) -> Result<TaskId> {
        let mut tx = self.store.begin().await?;
        let id = self.screening.tasks.start(&mut *tx, &self.account, self.scope(), start).await?;
        tx.save().await?;
        Ok(id)
    }

    pub async fn quote(&self, list: ListId, mode: TaskMode, projects: &[&str]) -> Quote {
        let mut tx = self.store.read().await.unwrap();
        let (account, checks) = (&self.account, checks(projects));
        self.screening.tasks.quote(&mut *tx, account, self.scope(), list, mode, &checks).await.unwrap()
    }

    pub async fn sample(&self, list: ListId, project: &str) -> Result<TaskId> {
        let mut tx = self.store.begin().await?;
        let tasks = &self.screening.tasks;
        let id = tasks.sample(&mut *tx, &self.account, self.scope(), list, project, "request").await?;
        tx.save().await?;
        Ok(id)
    }

    pub async fn cancel(&self, id: TaskId) -> Task {
        let mut tx = self.store.begin().await.unwrap();
        let task = self.screening.tasks.cancel(&mut *tx, self.scope(), id).await.unwrap();
        tx.save().await.unwrap();
        task
    }

    /// Starts a task of one project and runs it.
    pub async fn run(&self, list: ListId, project: &str) -> Task {
        let id = self.start(Self::task(list, TaskMode::Single, &[project])).await.unwrap();
        self.screening.run_until_idle().await.unwrap();
        self.get_task(id).await
    }

    pub async fn get_task(&self, id: TaskId) -> Task {
        self.store.read().await.unwrap().task(Scope::All, id).await.unwrap().unwrap()
    }

    /// Points that the account can spend.
    pub async fn spendable(&self) -> i64 {
        let balances = self.store.read().await.unwrap().balances(self.account.uid).await.unwrap();
        Split { credit: balances.credit, points: balances.points }.total().0
    }

    /// Verifies the ledger. For tasks that are over, also checks that the hold is closed and that the counters match
    /// the stored chunks.
    pub async fn check(&self) {
        verify(&*self.store).await.unwrap();
        let mut tx = self.store.read().await.unwrap();
        let (all, page) = (TaskFilter::default(), Page::new(1, 200).unwrap());
        for task in tx.tasks(Scope::All, &all, page).await.unwrap().items {
            if !task.state.is_over() {
                continue;
            }
            if let Some(hold) = tx.hold(task.id).await.unwrap() {
                assert!(hold.closed, "{} is over and still holds points", task.id);
                assert_eq!(hold.settled.total(), task.progress.charged);
                assert_eq!(hold.reserved.total().0, hold.settled.total().0 + hold.released.total().0);
            }
            let rows: i64 = tx.chunks_done(task.id, 0).await.unwrap().iter().map(|chunk| chunk.rows).sum();
            assert_eq!(rows, task.progress.done);
            assert!(task.progress.done <= task.asked.total);
        }
    }
}

pub fn checks(projects: &[&str]) -> Vec<CheckRequest> {
    projects.iter().map(|slug| CheckRequest { project: (*slug).to_owned(), condition: None }).collect()
}

fn screening(
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    objects: Objects,
    folder: &Path,
    providers: &ProvidersNode,
) -> Screening {
    let entropy = Arc::new(SystemEntropy);
    let host = providers.url().trim_start_matches("http://").to_owned();
    Screening::new(ScreeningParts {
        store,
        objects,
        clock,
        entropy: entropy.clone(),
        vault: Vault::with_key([7; 32], entropy),
        outbound: Outbound::new(&Guard::new([host])).unwrap(),
        callback_base: None,
        spool: folder.join("spool"),
        scratch: folder.join("scratch"),
        memory_numbers: 2000,
        node: random_text(&SystemEntropy, 8).unwrap(),
    })
}

pub async fn account(store: &dyn Store, name: &str, inviter: Option<Uid>) -> Uid {
    let new = NewAccount {
        uid: None,
        username: Username::parse(name).unwrap(),
        password_hash: "hash".into(),
        account_type: AccountType::Customer,
        roles: AccountType::Customer.default_roles(),
        invite_code: format!("CODE-{name}"),
        inviter,
        created_at: SystemClock.now(),
    };
    let mut tx = store.begin().await.unwrap();
    let uid = tx.create_account(&new).await.unwrap();
    tx.save().await.unwrap();
    uid
}

pub async fn give(store: &dyn Store, uid: Uid, amount: i64, clock: &dyn Clock) {
    let mut tx = store.begin().await.unwrap();
    let gift = Adjust {
        uid,
        bucket: Bucket::Points,
        amount: Points(amount),
        request_id: &format!("gift-{uid}"),
        reason: "gift",
    };
    adjust(&mut *tx, By { actor: Some(Uid::ADMINISTRATOR), at: clock.now() }, gift).await.unwrap();
    tx.save().await.unwrap();
}

/// What providers charged in total.
pub async fn cost(world: &World) -> i64 {
    let income = world.store.read().await.unwrap().income(Scope::All, None, None).await;
    income.unwrap().iter().map(|row| row.cost.0).sum()
}

/// Runs each test on SQLite and on PostgreSQL, and checks the installation after each.
macro_rules! on_both_stores {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                let world = $crate::world::World::on_sqlite().await;
                super::$story(&world).await;
                world.check().await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                let world = $crate::world::World::on_postgres().await;
                super::$story(&world).await;
                world.check().await;
            })*
        }
    };
}
pub(crate) use on_both_stores;
