//! The installation of a run: a copy of one that is prepared once per process.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use bytes::Bytes;
use futures_util::stream;
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_channel::{ChannelConfig, Guard, Limit, Mode, Outbound};
use numsift_ledger::{Adjust, By, adjust};
use numsift_model::account::{Account, AccountType, NewAccount};
use numsift_model::clock::{Clock, ManualClock};
use numsift_model::id::{ListId, Uid};
use numsift_model::ledger::Bucket as Balance;
use numsift_model::limits::MEMORY_NUMBERS;
use numsift_model::list::ListKind;
use numsift_model::money::Points;
use numsift_model::username::Username;
use numsift_model::webhook::WebhookEvent;
use numsift_screening::{
    ListDocument, Screening, ScreeningParts, Upload, UploadLimits, add_default_projects,
};
use numsift_segments::Objects;
use numsift_sim::demo_channels;
use numsift_store::{ChannelRow, Scope, Store};
use numsift_store_sqlite::SqliteStore;
use numsift_vault::Vault;
use numsift_webhooks::{EndpointRequest, TIMEOUT, WebhookParts, Webhooks};
use object_store::memory::InMemory;

use crate::database;
use crate::objects::{Bucket, SimulatedObjects};
use crate::random::SeededEntropy;
use crate::rules::Rules;
use crate::sim::{BEGIN, Node, NodeClock, Sim};
use crate::store::SimulatedStore;
use crate::wire::{PROVIDER, RECEIVER, SimulatedWire};

/// Small, so that nodes compete for the channel.
pub const LIMIT: Limit = Limit::new(20, 5, 3);
pub const PROJECT: &str = "whatsapp";
/// How many numbers the lists have.
const LISTS: [u64; 3] = [7, 20, 35];
/// Numbers of a chunk and of a request.
const CHUNK: u32 = 5;
/// A million points.
const GIFT: i64 = 1_000_000 * 10_000;
const KEY: [u8; 32] = [7; 32];

/// An installation that runs begin with.
struct Template {
    file: PathBuf,
    objects: Arc<InMemory>,
    account: Account,
    lists: Vec<ListId>,
    /// Making an HTTP client takes longer than a run.
    outbound: Outbound,
    _folder: tempfile::TempDir,
}

/// In memory where that is possible, so that commits do not wait for a disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder for temporary files")
}

fn template() -> &'static Template {
    static TEMPLATE: OnceLock<Template> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        // On another thread, because this one is in a runtime.
        let prepared = std::thread::spawn(|| database::runtime().block_on(prepare())).join();
        prepared.expect("the installation can be prepared")
    })
}

async fn prepare() -> Template {
    let folder = folder();
    let file = folder.path().join("numsift.db");
    let store = Arc::new(SqliteStore::open(&file).await.expect("a new database"));
    let objects = Arc::new(InMemory::new());
    let clock = Arc::new(ManualClock::at(BEGIN));
    let entropy = Arc::new(SeededEntropy::new(0));
    let outbound = Outbound::new(&guard()).expect("an HTTP client");
    let screening = Screening::new(ScreeningParts {
        store: store.clone(),
        objects: Objects::of(objects.clone()),
        clock: clock.clone(),
        entropy: entropy.clone(),
        vault: Vault::with_key(KEY, entropy.clone()),
        outbound: outbound.clone(),
        callback_base: None,
        spool: folder.path().join("spool"),
        scratch: folder.path().join("scratch"),
        memory_numbers: MEMORY_NUMBERS,
        node: "template".to_owned(),
    });
    let webhooks = Webhooks::new(WebhookParts {
        store: store.clone(),
        clock: clock.clone(),
        entropy: entropy.clone(),
        vault: Vault::with_key(KEY, entropy),
        outbound: outbound.clone(),
        timeout: TIMEOUT,
    });
    let mut tx = store.begin().await.expect("a transaction");
    add_default_projects(&mut *tx).await.expect("projects");
    let mut project = tx.project(PROJECT).await.expect("a read").expect("a default project");
    project.details.chunk_size = i64::from(CHUNK);
    project.details.min_numbers = 1;
    assert!(tx.put_project(&project).await.expect("a write"));
    let uid = tx.create_account(&customer()).await.expect("an account");
    let gift =
        Adjust { uid, bucket: Balance::Points, amount: Points(GIFT), request_id: "gift", reason: "gift" };
    adjust(&mut *tx, By { actor: Some(Uid::ADMINISTRATOR), at: BEGIN }, gift).await.expect("a gift");
    let (document, secrets) = screening.channels.sealed(channel()).expect("a channel");
    let row = ChannelRow {
        name: "provider".to_owned(),
        priority: 1,
        enabled: true,
        disabled_reason: String::new(),
        version: 0,
        document,
        secrets,
    };
    tx.put_channel(&row).await.expect("a write").expect("a new channel");
    let endpoint = EndpointRequest {
        url: RECEIVER.to_owned(),
        description: String::new(),
        events: [WebhookEvent::TaskCompleted, WebhookEvent::TaskFailed].into(),
        staff: false,
        enabled: true,
        of_tasks: false,
    };
    let settings = webhooks.check(endpoint).await.expect("an allowed address");
    webhooks.create(&mut *tx, uid, &settings).await.expect("an endpoint");
    let account = tx.account(uid).await.expect("a read").expect("the account");
    tx.save().await.expect("a commit");
    let mut lists = Vec::new();
    for (place, numbers) in LISTS.into_iter().enumerate() {
        lists.push(list(&screening, &*store, uid, place as u64, numbers).await);
    }
    store.close().await;
    Template { file, objects, account, lists, outbound, _folder: folder }
}

fn customer() -> NewAccount {
    NewAccount {
        uid: None,
        username: Username::parse("ann").expect("a valid name"),
        password_hash: "hash".into(),
        account_type: AccountType::Customer,
        roles: AccountType::Customer.default_roles(),
        invite_code: "CODE".to_owned(),
        inviter: None,
        created_at: BEGIN,
    }
}

fn channel() -> ChannelConfig {
    let mut all = demo_channels(PROVIDER).into_iter().filter_map(|yaml| ChannelConfig::from_yaml(&yaml).ok());
    let mut config = all.find(|config| config.mode == Mode::Sync).expect("a channel that answers at once");
    "provider".clone_into(&mut config.name);
    config.limit = LIMIT;
    config.batch.max = CHUNK;
    config
}

async fn list(screening: &Screening, store: &dyn Store, uid: Uid, place: u64, numbers: u64) -> ListId {
    let lines: Vec<_> = (0..numbers).map(|number| format!("+86138{:08}", place * 1000 + number)).collect();
    let upload = Upload {
        uid,
        username: "ann".to_owned(),
        kind: ListKind::Upload,
        name: String::new(),
        file_name: format!("list-{place}.txt"),
    };
    let content: Vec<Result<Bytes, String>> = vec![Ok(Bytes::from(lines.join("\n")))];
    let received = screening.lists.receive(upload, UploadLimits::LIST, stream::iter(content)).await;
    let received = received.expect("an upload");
    let mut tx = store.begin().await.expect("a transaction");
    let (list, _) = screening.lists.add_received(&mut *tx, &received).await.expect("a list");
    let mapping = ListDocument::of(&list).expect("a document").preview.expect("a preview").mapping;
    screening.lists.begin_analysis(&mut *tx, Scope::All, list.id, mapping).await.expect("an analysis");
    tx.save().await.expect("a commit");
    screening.run_until_idle().await.expect("an analysed list");
    list.id
}

fn guard() -> Guard {
    Guard::new(["provider.test", "receiver.test"])
}

/// The installation of one run.
pub struct World {
    pub sim: Arc<Sim>,
    pub store: SqliteStore,
    pub rules: Arc<Rules>,
    pub account: Account,
    pub lists: Vec<ListId>,
    bucket: Bucket,
    folder: tempfile::TempDir,
}

/// The services of a node.
#[derive(Clone)]
pub struct Services {
    pub node: Arc<Node>,
    pub store: Arc<dyn Store>,
    pub screening: Screening,
    pub webhooks: Webhooks,
    pub api_keys: ApiKeyService,
}

impl World {
    pub fn new(sim: &Arc<Sim>) -> Self {
        let template = template();
        let folder = folder();
        let file = folder.path().join("numsift.db");
        std::fs::copy(&template.file, &file).expect("room for a database");
        let store = database::wait_for(SqliteStore::open(&file)).expect("a copied database");
        Self {
            sim: sim.clone(),
            store,
            rules: Arc::new(Rules::open(&file).expect("a copied database")),
            account: template.account.clone(),
            lists: template.lists.clone(),
            bucket: Bucket {
                objects: Arc::new(template.objects.fork()),
                written_ms: Arc::new(Mutex::default()),
            },
            folder,
        }
    }

    /// Starts a process. `machine` has a disk that outlives it.
    pub fn services(&self, machine: usize, process: usize) -> Services {
        let node = Node::new(&self.sim, format!("n{machine}.{process}"));
        let clock: Arc<dyn Clock> = Arc::new(NodeClock(node.clone()));
        let seed = self.sim.random(crate::random::Random::next);
        let entropy = Arc::new(SeededEntropy::new(seed));
        let store: Arc<dyn Store> = Arc::new(SimulatedStore {
            inner: self.store.clone(),
            node: node.clone(),
            rules: self.rules.clone(),
        });
        let objects = SimulatedObjects { bucket: self.bucket.clone(), node: node.clone() };
        let outbound = template().outbound.clone().over(Arc::new(SimulatedWire(node.clone())));
        let screening = Screening::new(ScreeningParts {
            store: store.clone(),
            objects: Objects::of(Arc::new(objects)),
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: Vault::with_key(KEY, entropy.clone()),
            outbound: outbound.clone(),
            callback_base: None,
            spool: self.folder.path().join(format!("spool-{machine}")),
            scratch: self.folder.path().join("scratch"),
            memory_numbers: MEMORY_NUMBERS,
            node: node.name.clone(),
        });
        let webhooks = Webhooks::new(WebhookParts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: Vault::with_key(KEY, entropy.clone()),
            outbound,
            timeout: TIMEOUT,
        });
        let api_keys = ApiKeyService::new(store.clone(), clock, entropy, Limits::default());
        Services { node, store, screening, webhooks, api_keys }
    }

    pub fn close(self) {
        database::wait_for(self.store.close());
    }
}
