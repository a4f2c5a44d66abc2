//! Test setup: a store, a manual clock, a simulated chain and a watcher.

use std::sync::Arc;

use numsift_ledger::verify;
use numsift_model::account::{Account, NewAccount};
use numsift_model::clock::{Clock, ManualClock};
use numsift_model::id::{OrderId, Uid};
use numsift_model::lang::Lang;
use numsift_model::money::Usdt;
use numsift_model::page::Page;
use numsift_model::recharge::{Deposit, DepositStatus, Order, OrderKind, OrderStatus};
use numsift_sim::{Chain, ChainNode, Token, Transaction, Transfer};
use numsift_store::conformance::{NOW, customer, stored};
use numsift_store::{DepositFilter, Scope, Store};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_topup::address::Address;
use numsift_topup::{Node, Tick, TopUps, Watcher, reconcile};

pub struct World {
    pub store: Arc<dyn Store>,
    pub clock: Arc<ManualClock>,
    pub chain: Chain,
    pub topups: TopUps,
    pub watcher: Watcher,
    pub place: String,
    _node: ChainNode,
    _folder: Option<tempfile::TempDir>,
}

pub fn wallet(n: u8) -> String {
    Address([n; 20]).to_string()
}

impl World {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numsift.db");
        let store = SqliteStore::open(&file).await.unwrap();
        Self::on(Arc::new(store), file.to_str().unwrap().to_owned(), Some(folder)).await
    }

    pub async fn on_postgres() -> Self {
        let database = TestDatabase::create().await;
        Self::on(database.store().await, database.url().to_owned(), None).await
    }

    async fn on(store: Arc<dyn Store>, place: String, folder: Option<tempfile::TempDir>) -> Self {
        let clock = Arc::new(ManualClock::at(NOW));
        let chain = Chain::new(clock.clone());
        let node = ChainNode::start(chain.clone()).await.unwrap();
        let topups = TopUps::new(store.clone(), clock.clone(), Node::new(None).unwrap());
        let watcher = Watcher::new(topups.clone());
        let mut tx = store.begin().await.unwrap();
        let mut settings = tx.settings().await.unwrap();
        node.url().clone_into(&mut settings.tron_node_url);
        tx.put_settings(&settings, 0, NOW).await.unwrap().unwrap();
        topups.use_wallet(&mut *tx, &wallet(1), "first").await.unwrap();
        tx.save().await.unwrap();
        Self { store, clock, chain, topups, watcher, place, _node: node, _folder: folder }
    }

    pub async fn account(&self, name: &str) -> Account {
        self.account_with(customer(name)).await
    }

    pub async fn account_with(&self, new: NewAccount) -> Account {
        let uid = stored(&self.store, &new).await;
        self.store.read().await.unwrap().account(uid).await.unwrap().unwrap()
    }

    pub async fn order(&self, who: &Account, usdt: &str) -> Order {
        self.topups.order(who, OrderKind::Points, Usdt::parse(usdt).unwrap()).await.unwrap()
    }

    /// Pays the exact amount of an order now.
    pub fn pay(&self, order: &Order) -> String {
        self.chain.pay(&order.asked.address, u64::try_from(order.asked.amount.0).unwrap()).unwrap()
    }

    /// Pays the amount of an order plus `more`, in a block `seconds` from now.
    pub fn pay_in(&self, order: &Order, more: i64, seconds: i64) -> String {
        self.put(order, |transaction| {
            transaction.block_ms += seconds * 1000;
            let value = i64::try_from(transaction.transfers[0].value).unwrap() + more;
            transaction.transfers[0].value = u64::try_from(value).unwrap();
        })
    }

    /// Puts a modified payment of an order on the chain.
    pub fn put(&self, order: &Order, change: impl FnOnce(&mut Transaction)) -> String {
        let mut transaction = Transaction {
            block_ms: self.clock.now().0 * 1000,
            transfers: vec![Transfer {
                to: order.asked.address.clone(),
                value: u64::try_from(order.asked.amount.0).unwrap(),
                token: Token::Usdt,
            }],
            success: true,
            is_final: true,
        };
        change(&mut transaction);
        self.chain.put(transaction).unwrap()
    }

    /// Advances the clock to the next poll.
    pub async fn poll(&mut self) -> Tick {
        self.clock.advance(7);
        self.watcher.tick().await.unwrap()
    }

    pub async fn status(&self, id: OrderId) -> OrderStatus {
        self.topups.find(Scope::All, id).await.unwrap().status_at(self.clock.now())
    }

    pub async fn points(&self, uid: Uid) -> i64 {
        self.store.read().await.unwrap().balances(uid).await.unwrap().points.0
    }

    pub async fn deposits(&self) -> Vec<Deposit> {
        let page = Page::new(1, 200).unwrap();
        self.store.read().await.unwrap().deposits(&DepositFilter::default(), page).await.unwrap().items
    }

    /// English titles of the notifications of an account.
    pub async fn notification_titles(&self, uid: Uid) -> Vec<String> {
        let page = Page::new(1, 200).unwrap();
        let listed = self.store.read().await.unwrap().notifications_for(uid, false, page).await.unwrap();
        listed.items.iter().map(|one| one.texts.in_language(Lang::En).unwrap().title.clone()).collect()
    }

    pub async fn unmatched(&self) -> Vec<Deposit> {
        let all = self.deposits().await;
        all.into_iter().filter(|deposit| deposit.status == DepositStatus::Unmatched).collect()
    }

    /// Verifies the ledger and compares it with the deposits.
    pub async fn assert_balanced(&self) {
        verify(&*self.store).await.unwrap();
        reconcile(&*self.store).await.unwrap();
    }
}

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! on_both_stores {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::world::World::on_sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::world::World::on_postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both_stores;
