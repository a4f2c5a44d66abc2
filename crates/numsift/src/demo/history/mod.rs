//! The demo's last 30 days. The services of the product run on a clock that starts 30 days ago, so that lists, results,
//! postings and the audit log come from the same code as everything after it.

mod numbers;
mod script;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use bytes::Bytes;
use futures_util::stream;
use numsift_accounts::{Accounts, Client, Login, demo};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_channel::ChannelConfig;
use numsift_model::account::Account;
use numsift_model::api_key::{ApiKeyRules, ApiRequest, ApiScope, ApiUsage};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, DAY_S, HOUR_S, ManualClock, SystemClock, SystemEntropy};
use numsift_model::id::{ApiKeyId, ListId, TaskId};
use numsift_model::lang::Lang;
use numsift_model::ledger::Bucket;
use numsift_model::list::ListKind;
use numsift_model::money::Usdt;
use numsift_model::notification::{Audience, NewNotification, NotificationText, NotificationTexts};
use numsift_model::recharge::OrderKind;
use numsift_model::task::TaskOrigin;
use numsift_screening::{
    AskLookups, AskedNumber, CheckRequest, ExportRequest, ListDocument, NumberInfo, Screening, StartTask,
    Upload, UploadLimits,
};
use numsift_segments::{Filter, Format};
use numsift_sim::providers::{Fault, Provider};
use numsift_sim::{Chain, ChainNode, ProviderSettings, ProvidersNode, demo_channels};
use numsift_store::{ChannelRow, Scope, Store};
use numsift_topup::address::DEMO_WALLET;
use numsift_topup::{Node, TopUps, Watcher};
use serde_json::{Value, json};

use self::numbers::{Random, csv};
use self::script::{IN, LEGACY_REFUSES, LOOKUPS, PlannedTask, REGISTERED, Special, TASKS, TOP_UPS, US};
use super::topup;
use crate::services::Services;

/// Days of the history.
const DAYS: i64 = 30;
/// A provider that goes out of business.
const LEGACY: &str = "demo-legacy";
/// The name of the key that the shop uses.
const KEY_NAME: &str = "Shop";
/// How long a lookup may take.
const LOOKUP_LIMIT: Duration = Duration::from_secs(10);

/// Something that happens in the history.
enum Event {
    Register(&'static str, bool),
    Login(&'static str),
    TopUp(&'static str, i64),
    /// An order that nobody pays.
    Forgotten(&'static str, i64),
    /// A transfer that belongs to no order, in micro-USDT.
    Stray(u64),
    Task(&'static PlannedTask),
    Lookups(usize),
    Notice,
    LegacyRefuses,
}

struct History {
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    accounts: Accounts,
    screening: Screening,
    topups: TopUps,
    chain: Chain,
    watcher: Watcher,
    keys: ApiKeyService,
    providers: ProvidersNode,
    legacy: ProvidersNode,
    /// The key of the API customer.
    key: Option<ApiKeyId>,
    request: u64,
}

/// Creates the demo accounts and what they did in the last 30 days.
pub async fn make(services: &Services<'_>) -> anyhow::Result<()> {
    let began = Instant::now();
    let clock = Arc::new(ManualClock::at(SystemClock.now().plus(-DAYS * DAY_S)));
    let chain = Chain::new(clock.clone());
    let node = ChainNode::start(chain.clone()).await.context("cannot start the simulated chain")?;
    let providers = ProvidersNode::start(ProviderSettings::default()).await?;
    let legacy = ProvidersNode::start(ProviderSettings::default()).await?;
    let hosts: Vec<_> =
        [&providers, &legacy].map(|node| node.url().trim_start_matches("http://").to_owned()).into();
    let store = services.store.clone();
    let topups = TopUps::new(store.clone(), clock.clone(), Node::new(None)?);
    let limits = Limits { lookup: 1, tasks: 1, read: 1 };
    let mut history = History {
        accounts: services.accounts_at(clock.clone())?,
        screening: services.screening_at(clock.clone(), None, &hosts)?,
        keys: ApiKeyService::new(store.clone(), clock.clone(), Arc::new(SystemEntropy), limits),
        watcher: Watcher::new(topups.clone()),
        store,
        clock,
        topups,
        chain,
        providers,
        legacy,
        key: None,
        request: 0,
    };
    history.accounts.make_demo().await?;
    services.check_key().await?;
    services.complete_catalogue().await?;
    topup::prepare(&*history.store, &history.topups, node.url(), history.clock.now()).await?;
    history.save_channels().await?;
    history.make_key().await?;
    let end = SystemClock.now();
    for (ago, event) in events() {
        let wait = end.plus(-ago).since(history.clock.now()).max(0);
        history.clock.advance(wait);
        history.happen(event).await?;
    }
    history.screening.channels.store_evidence().await?;
    tracing::info!(ms = began.elapsed().as_millis(), "created the history of the demo");
    Ok(())
}

/// All events with their age in seconds, oldest first.
fn events() -> Vec<(i64, Event)> {
    let mut random = Random::new("times of day");
    let mut events = Vec::new();
    // Office hours of a day that ends now; the account's own events follow each other.
    let mut at = |day: i64, event: Event| {
        let hours = i64::try_from(random.below(8)).unwrap_or(0);
        let seconds = i64::try_from(random.below(3000)).unwrap_or(0);
        events.push((day * DAY_S + hours * HOUR_S + seconds + 600, event));
    };
    for (name, day, invited) in REGISTERED {
        at(day + 1, Event::Register(name, invited));
    }
    for name in demo::ACCOUNTS.iter().map(|account| account.username) {
        for day in [24, 12, 1] {
            at(day, Event::Login(name));
        }
    }
    for (day, name, usdt) in TOP_UPS {
        at(day, Event::TopUp(name, usdt));
    }
    for task in &TASKS {
        at(task.day, Event::Task(task));
    }
    for (day, count) in LOOKUPS {
        at(day, Event::Lookups(count));
    }
    at(16, Event::Forgotten("nordwind", 30));
    at(6, Event::Forgotten("customer", 75));
    at(8, Event::Stray(33_400_000));
    at(2, Event::Stray(149_990_000));
    at(9, Event::Notice);
    at(LEGACY_REFUSES + 1, Event::LegacyRefuses);
    events.sort_by_key(|(ago, _)| std::cmp::Reverse(*ago));
    events
}

impl History {
    async fn happen(&mut self, event: Event) -> anyhow::Result<()> {
        match event {
            Event::Register(name, invited) => self.register(name, invited).await,
            Event::Login(name) => {
                let login = Login { username: name, password: demo::PASSWORD, code: None, device: None };
                self.accounts.login(&login, &client(name)).await?;
                Ok(())
            }
            Event::TopUp(name, usdt) => self.top_up(name, usdt, true).await,
            Event::Forgotten(name, usdt) => self.top_up(name, usdt, false).await,
            Event::Stray(micro) => {
                self.chain.pay(DEMO_WALLET, micro)?;
                self.read_chain().await
            }
            Event::Task(task) => self.task(task).await,
            Event::Lookups(count) => self.lookups(count).await,
            Event::Notice => self.notice().await,
            Event::LegacyRefuses => {
                self.legacy.control().set_fault(Provider::Sync, Fault::Status(401));
                Ok(())
            }
        }
    }

    /// The channels of the demo, by the names that it keeps. All answer within the request, so that nobody waits.
    async fn save_channels(&self) -> anyhow::Result<()> {
        let read = |yaml: &String| ChannelConfig::from_yaml(yaml);
        let all: Vec<_> =
            demo_channels(self.providers.url()).iter().take(3).map(read).collect::<Result<_, _>>()?;
        let sync = all.first().context("the demo has channels")?;
        let mut configs: Vec<_> = all
            .iter()
            .map(|own| ChannelConfig {
                name: own.name.clone(),
                checks: own.checks.clone(),
                cost: own.cost.clone(),
                ..sync.clone()
            })
            .collect();
        configs.push(ChannelConfig {
            name: LEGACY.to_owned(),
            base_url: self.legacy.url().to_owned(),
            checks: vec!["whatsapp".to_owned(), "telegram".to_owned()],
            ..sync.clone()
        });
        let mut tx = self.store.begin().await?;
        for (index, mut config) in configs.into_iter().enumerate() {
            // The limit is counted by a clock that stands still.
            config.limit.burst = 100_000;
            let name = config.name.clone();
            let priority = if name == LEGACY { 5 } else { 10 * (i64::try_from(index)? + 1) };
            let (document, secrets) = self.screening.channels.sealed(config)?;
            let row = ChannelRow {
                name,
                priority,
                enabled: true,
                disabled_reason: String::new(),
                version: 0,
                document,
                secrets,
            };
            tx.put_channel(&row).await?;
        }
        tx.save().await?;
        Ok(())
    }

    async fn account(&self, name: &str) -> anyhow::Result<Account> {
        let mut tx = self.store.read().await?;
        let uid = tx.credentials(name).await?.with_context(|| format!("there is no account {name}"))?.uid;
        tx.account(uid).await?.with_context(|| format!("there is no account {name}"))
    }

    fn audit(&self, account: &Account, action: &str, detail: &Value) -> AuditEntry {
        AuditEntry {
            at: self.clock.now(),
            actor: Some(account.uid),
            subject: Some(account.uid),
            action: action.to_owned(),
            ip: client(&account.username).ip,
            detail: detail.to_string(),
        }
    }

    fn request_id(&mut self) -> String {
        self.request += 1;
        format!("demo-{:06}", self.request)
    }

    async fn register(&self, name: &str, invited: bool) -> anyhow::Result<()> {
        let code =
            if invited { self.account("customer").await?.invite_code } else { demo::INVITE_CODE.to_owned() };
        self.accounts.register(name, demo::PASSWORD, &code, &client(name)).await?;
        let uid = self.account(name).await?.uid;
        let mut tx = self.store.begin().await?;
        topup::opening_balance(&mut *tx, uid, Bucket::Points, self.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }

    async fn top_up(&mut self, name: &str, usdt: i64, paid: bool) -> anyhow::Result<()> {
        let account = self.account(name).await?;
        let order = self.topups.order(&account, OrderKind::Points, Usdt(usdt * Usdt::ONE.0)).await?;
        let detail = json!({ "order": order.id, "amount_micro": order.asked.amount });
        let mut tx = self.store.begin().await?;
        tx.audit(&self.audit(&account, "recharge/recharge", &detail)).await?;
        tx.save().await?;
        if !paid {
            return Ok(());
        }
        self.clock.advance(150);
        self.chain.pay(&order.asked.address, u64::try_from(order.asked.amount.0)?)?;
        self.read_chain().await
    }

    /// Reads the chain as the server does every few seconds.
    async fn read_chain(&mut self) -> anyhow::Result<()> {
        self.clock.advance(90);
        self.watcher.tick().await?;
        Ok(())
    }

    async fn task(&mut self, planned: &PlannedTask) -> anyhow::Result<()> {
        let account = self.account(planned.account).await?;
        let list = self.upload(&account, planned).await?;
        let id = self.start(&account, planned, list).await?;
        let control = self.providers.control().clone();
        match planned.what {
            Special::Cancelled | Special::Paused => {
                let (scope, tasks) = (Scope::Own(account.uid), &self.screening.tasks);
                self.clock.advance(40);
                let mut tx = self.store.begin().await?;
                let (task, action) = if planned.what == Special::Paused {
                    (tasks.pause(&mut *tx, scope, id).await?, "task/pause")
                } else {
                    (tasks.cancel_by(&mut *tx, account.uid, scope, id).await?, "task/cancel")
                };
                tx.audit(&self.audit(&account, action, &json!({ "task": task.id }))).await?;
                tx.save().await?;
                return Ok(());
            }
            Special::Incomplete => control.set_fault(Provider::Sync, Fault::Half),
            Special::Nothing | Special::Exported => {}
        }
        // A provider answers about 60 numbers per second.
        self.clock.advance(i64::try_from(planned.numbers)? / 60 + 2);
        self.screening.run_until_idle().await?;
        control.set_fault(Provider::Sync, Fault::None);
        if planned.what == Special::Exported {
            self.export(&account, id, planned).await?;
        }
        Ok(())
    }

    async fn upload(&self, account: &Account, planned: &PlannedTask) -> anyhow::Result<ListId> {
        let lists = &self.screening.lists;
        let upload = Upload {
            uid: account.uid,
            username: account.username.clone(),
            kind: ListKind::Upload,
            name: String::new(),
            file_name: planned.file.to_owned(),
        };
        let content = Bytes::from(csv(planned.file, planned.countries, planned.numbers));
        let body = stream::iter([Ok::<_, Infallible>(content)]);
        let received = lists.receive(upload, UploadLimits::LIST, body).await?;
        let mut tx = self.store.begin().await?;
        let (list, _) = lists.add_received(&mut *tx, &received).await?;
        let preview = ListDocument::of(&list)?.preview.context("a file that was received has a preview")?;
        let mut mapping = preview.mapping;
        mapping.carried = (0..preview.columns.len()).filter(|column| *column != mapping.column).collect();
        let detail = json!({ "list": list.id, "bytes": received.bytes() });
        tx.audit(&self.audit(account, "task/upload", &detail)).await?;
        lists.begin_analysis(&mut *tx, Scope::Own(account.uid), list.id, mapping).await?;
        tx.save().await?;
        self.screening.run_until_idle().await?;
        Ok(list.id)
    }

    async fn start(
        &mut self,
        account: &Account,
        planned: &PlannedTask,
        list: ListId,
    ) -> anyhow::Result<TaskId> {
        self.clock.advance(45);
        let check = |slug: &&str| CheckRequest { project: (*slug).to_owned(), condition: None };
        let origin = if planned.account == "api" { TaskOrigin::Api } else { TaskOrigin::Console };
        let start = StartTask {
            list,
            name: planned.file.trim_end_matches(".csv").to_owned(),
            mode: planned.mode,
            checks: planned.projects.iter().map(check).collect(),
            purpose: "Customers who asked for messages".to_owned(),
            confirmed: true,
            error_threshold: None,
            freshness_days: 0,
            origin,
            request_id: self.request_id(),
            metadata: BTreeMap::new(),
            key: None,
            webhook: None,
        };
        let mut tx = self.store.begin().await?;
        let tasks = &self.screening.tasks;
        let id = tasks.start(&mut *tx, account, Scope::Own(account.uid), start).await?;
        let task = tx.task(Scope::All, id).await?.context("the task was just started")?;
        let detail = json!({ "task": id, "list": list, "projects": planned.projects,
            "numbers": task.asked.total, "held": task.asked.held, "purpose": task.asked.plan.purpose });
        tx.audit(&self.audit(account, "task/start", &detail)).await?;
        tx.save().await?;
        Ok(id)
    }

    async fn export(&self, account: &Account, id: TaskId, planned: &PlannedTask) -> anyhow::Result<()> {
        self.clock.advance(300);
        let request = ExportRequest {
            filter: Filter::default(),
            format: Format::Xlsx,
            one_file_a_class: None,
            every_row: true,
            bom: false,
            text_numbers: false,
            names: Vec::new(),
            labels: None,
            file_stem: planned.file.trim_end_matches(".csv").to_owned(),
        };
        let mut tx = self.store.begin().await?;
        let task = tx.task(Scope::All, id).await?.context("the task has just run")?;
        self.screening.results.begin_export(&mut *tx, &task, &request).await?;
        let detail = json!({ "task": id, "format": "xlsx" });
        tx.audit(&self.audit(account, "task/export", &detail)).await?;
        tx.save().await?;
        self.screening.run_until_idle().await?;
        Ok(())
    }

    async fn make_key(&mut self) -> anyhow::Result<()> {
        let account = self.account("api").await?;
        let rules = ApiKeyRules {
            name: KEY_NAME.to_owned(),
            scopes: vec![ApiScope::Lookup, ApiScope::TasksRead, ApiScope::TasksWrite, ApiScope::Balance],
            ips: Vec::new(),
            expires_at: None,
        };
        let mut tx = self.store.begin().await?;
        let (key, _) = self.keys.create_key(&mut *tx, account.uid, rules).await?;
        let detail = json!({ "key": key.id, "prefix": key.of.prefix, "name": key.of.rules.name });
        tx.audit(&self.audit(&account, "user/generateApi", &detail)).await?;
        tx.save().await?;
        self.key = Some(key.id);
        Ok(())
    }

    /// The shop of the API customer checks single numbers.
    async fn lookups(&mut self, count: usize) -> anyhow::Result<()> {
        let account = self.account("api").await?;
        let key = self.key.context("the key was created before")?;
        let mut random = Random::new(&format!("lookups {}", self.request));
        let mut requests = Vec::with_capacity(count);
        for _ in 0..count {
            let country = if random.below(2) == 0 { US } else { IN };
            let sent = random.number(country);
            let info = NumberInfo::of(&sent, None);
            let valid = info.valid;
            let request_id = self.request_id();
            if valid {
                let projects = ["whatsapp".to_owned()];
                let asked = AskLookups {
                    numbers: &[AskedNumber { sent, info, inputs: BTreeMap::new() }],
                    projects: &projects,
                    max_age_days: 0,
                    key: Some((key, KEY_NAME)),
                    request_id: &request_id,
                };
                let lookups = &self.screening.lookups;
                let reusable = lookups.reusable(account.uid, &asked).await?;
                let mut tx = self.store.begin().await?;
                let started = lookups.start(&mut *tx, account.uid, &account, asked, reusable).await?;
                tx.save().await?;
                self.screening.lookups.run(started, LOOKUP_LIMIT).await?;
            }
            requests.push(ApiRequest {
                at: self.clock.now(),
                request_id,
                method: "POST".to_owned(),
                path: "/v1/lookup".to_owned(),
                status: if valid { 200 } else { 422 },
                duration_ms: i64::try_from(20 + random.below(80))?,
                ip: client("api").ip,
            });
            self.clock.advance(17);
        }
        let numbers = i64::try_from(requests.len())?;
        let usage = ApiUsage { requests: numbers, lookups: numbers, numbers, ..ApiUsage::default() };
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        tx.add_api_usage(account.uid, now, &usage).await?;
        tx.add_api_requests(key, &requests).await?;
        tx.note_api_use(key, now, &client("api").ip).await?;
        tx.save().await?;
        Ok(())
    }

    /// The operator announces maintenance.
    async fn notice(&self) -> anyhow::Result<()> {
        let account = self.account("operator").await?;
        let new = NewNotification {
            audience: Audience::All,
            needs_confirm: false,
            texts: maintenance(),
            created_by: Some(account.uid),
            created_at: self.clock.now(),
        };
        let mut tx = self.store.begin().await?;
        let (id, delivered) = tx.send_notification(&new).await?;
        let detail = json!({ "id": id, "audience": "all", "delivered": delivered });
        tx.audit(&self.audit(&account, "notify/send", &detail)).await?;
        tx.save().await?;
        Ok(())
    }
}

/// Addresses and browsers of the demo's people, from the ranges for documentation.
fn client(name: &str) -> Client {
    let host = name.bytes().fold(7_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte)) % 250 + 1;
    Client {
        ip: format!("203.0.113.{host}"),
        user_agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0".to_owned(),
    }
}

fn maintenance() -> NotificationTexts {
    let texts = [
        (
            Lang::En,
            "Maintenance on Sunday",
            "The service restarts on Sunday at 03:00 UTC. Running tasks continue.",
        ),
        (Lang::Zh, "周日维护", "服务将于周日 03:00（UTC）重启，运行中的任务会继续。"),
        (
            Lang::Es,
            "Mantenimiento el domingo",
            "El servicio se reinicia el domingo a las 03:00 UTC. Las tareas en curso continúan.",
        ),
        (
            Lang::Ja,
            "日曜日のメンテナンス",
            "日曜日 03:00（UTC）にサービスを再起動します。実行中のタスクは継続されます。",
        ),
    ];
    let text = |title: &str, text: &str| NotificationText { title: title.to_owned(), text: text.to_owned() };
    NotificationTexts(BTreeMap::from(texts.map(|(lang, title, body)| (lang, text(title, body)))))
}
