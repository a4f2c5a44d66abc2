//! One installation for one story.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream;
use numsift_channel::{ChannelConfig, Guard, Outbound};
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
    CheckRequest, ListDocument, Result, Screening, ScreeningParts, StartTask, Upload, UploadLimits,
    make_catalogue,
};
use numsift_segments::Objects;
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, ready_channels};
use numsift_store::{ChannelRow, Scope, Store, TaskFilter};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;

use crate::switched::Switches;

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
        let screening = screening(store.clone(), clock.clone(), files, &providers);
        let uid = account(&*store, "ann", None).await;
        give(&*store, uid, GIFT, &*clock).await;
        let mut tx = store.begin().await.unwrap();
        make_catalogue(&mut *tx).await.unwrap();
        let account = tx.account(uid).await.unwrap().unwrap();
        tx.save().await.unwrap();
        Self { store, clock, screening, providers, account, folder }
    }

    /// The same installation as another process sees it.
    pub fn another_process(&self) -> Screening {
        self.process_on(Objects::folder(self.folder.path().join("files")).unwrap())
    }

    /// Another process that reaches the files through switches.
    pub fn behind_switches(&self) -> (Screening, Switches) {
        let (files, switches) = Switches::on(&self.folder.path().join("files"));
        (self.process_on(files), switches)
    }

    fn process_on(&self, files: Objects) -> Screening {
        screening(self.store.clone(), self.clock.clone(), files, &self.providers)
    }

    pub fn control(&self) -> Providers {
        self.providers.control().clone()
    }

    /// One channel that asks the simulated provider at once and in batches.
    pub async fn sync_channel(&self) {
        self.add_channel(self.sync_config(), 10).await;
    }

    pub fn sync_config(&self) -> ChannelConfig {
        let all = ready_channels(self.providers.url());
        let mut yaml = all.into_iter().map(|yaml| ChannelConfig::from_yaml(&yaml).unwrap());
        yaml.find(|config| config.mode == numsift_channel::Mode::Sync).unwrap()
    }

    pub async fn add_channel(&self, config: ChannelConfig, priority: i64) {
        let name = config.name.clone();
        let (document, secrets) = self.screening.registry().sealed(config).unwrap();
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

    pub fn scope(&self) -> Scope {
        Scope::Own(self.account.uid)
    }

    pub async fn upload(&self, kind: ListKind, file_name: &str, content: &[u8]) -> Result<List> {
        let upload =
            Upload { uid: self.account.uid, kind, name: String::new(), file_name: file_name.to_owned() };
        let parts: Vec<std::result::Result<Bytes, String>> =
            content.chunks(1 << 16).map(|part| Ok(Bytes::copy_from_slice(part))).collect();
        Ok(self.screening.upload(upload, UploadLimits::default(), stream::iter(parts)).await?.0)
    }

    /// Uploads a list and reads it as it was guessed, all other columns carried.
    pub async fn list(&self, kind: ListKind, file_name: &str, content: &[u8]) -> List {
        let list = self.upload(kind, file_name, content).await.unwrap();
        let preview = ListDocument::of(&list).unwrap().preview.unwrap();
        let mut mapping = preview.mapping;
        mapping.carried = (0..preview.columns.len()).filter(|column| *column != mapping.column).collect();
        self.screening.begin_analysis(self.scope(), list.id, mapping).await.unwrap();
        self.screening.work_off().await.unwrap();
        self.get_list(list.id).await
    }

    pub async fn get_list(&self, id: ListId) -> List {
        self.store.read().await.unwrap().list(Scope::All, id).await.unwrap().unwrap()
    }

    /// A list of so many Chinese mobile numbers.
    pub async fn mobiles(&self, count: u64) -> List {
        let lines: Vec<_> = (0..count).map(|n| format!("+86138{n:08}")).collect();
        self.list(ListKind::Upload, "mobiles.txt", lines.join("\n").as_bytes()).await
    }

    pub fn task(list: ListId, mode: TaskMode, projects: &[&str]) -> StartTask {
        let check = |project: &&str| CheckRequest { project: (*project).to_owned(), condition: None };
        StartTask {
            list,
            name: "a task".to_owned(),
            mode,
            checks: projects.iter().map(check).collect(),
            purpose: "newsletter".to_owned(),
            confirmed: true,
            error_threshold: None,
            freshness_days: 0,
            origin: TaskOrigin::Console,
        }
    }

    pub async fn start(&self, start: StartTask) -> Result<TaskId> {
        let mut tx = self.store.begin().await?;
        let id = self.screening.start(&mut *tx, &self.account, self.scope(), start).await?;
        tx.save().await?;
        Ok(id)
    }

    /// Starts a task of one project and works it off.
    pub async fn run(&self, list: ListId, project: &str) -> Task {
        let id = self.start(Self::task(list, TaskMode::Single, &[project])).await.unwrap();
        self.screening.work_off().await.unwrap();
        self.get_task(id).await
    }

    pub async fn get_task(&self, id: TaskId) -> Task {
        self.store.read().await.unwrap().task(Scope::All, id).await.unwrap().unwrap()
    }

    /// What the account can spend.
    pub async fn spendable(&self) -> i64 {
        let balances = self.store.read().await.unwrap().balances(self.account.uid).await.unwrap();
        Split { credit: balances.credit, points: balances.points }.total().0
    }

    /// The books are right, nothing is held for tasks that are over, and every number of a task that
    /// is over has one result or is said to have none.
    pub async fn check(&self) {
        verify(&*self.store).await.unwrap();
        let mut tx = self.store.read().await.unwrap();
        let (all, page) = (TaskFilter::default(), Page::new(1, 200).unwrap());
        for task in tx.tasks(Scope::All, &all, page).await.unwrap().items {
            if !task.state.is_over() {
                continue;
            }
            if let Some(hold) = tx.hold(task.id).await.unwrap() {
                assert!(hold.closed, "{} is over and holds money", task.id);
                assert_eq!(hold.settled.total(), task.progress.charged);
                assert_eq!(hold.reserved.total().0, hold.settled.total().0 + hold.released.total().0);
            }
            let rows: i64 = tx.chunks_done(task.id, 0).await.unwrap().iter().map(|chunk| chunk.rows).sum();
            assert_eq!(rows, task.progress.done);
            assert!(task.progress.done <= task.asked.total);
        }
    }
}

fn screening(
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    objects: Objects,
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

/// What providers charged in all.
pub async fn cost(world: &World) -> i64 {
    let income = world.store.read().await.unwrap().income(Scope::All, None, None).await;
    income.unwrap().iter().map(|row| row.cost.0).sum()
}

/// Tells each story once on SQLite and once on PostgreSQL, and checks the books after each.
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
