//! Accounts, roles and invite codes.

use numsift_model::account::AccountType;
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteUse};
use numsift_model::page::{Direction, Page};
use numsift_model::permission::Permissions;
use numsift_model::username::Username;

use super::{Checked, NOW, customer, stored};
use crate::{AccountFilter, AccountSort, Scope, StoreError};

pub async fn ordinary_uids_start_at_10001(store: Checked) {
    let mut admin = customer("root");
    admin.uid = Some(Uid::ADMINISTRATOR);
    assert_eq!(stored(&store, &admin).await, Uid(1));
    assert_eq!(stored(&store, &customer("ann")).await, Uid(10_001));
    assert_eq!(stored(&store, &customer("bob")).await, Uid(10_002));
    let mut again = customer("again");
    again.uid = Some(Uid::ADMINISTRATOR);
    let refused = store.begin().await.unwrap().create_account(&again).await;
    assert!(matches!(refused, Err(StoreError::Taken("uid"))), "{refused:?}");
}

pub async fn special_uids_have_their_flags(store: Checked) {
    for (uid, quota, internal) in
        [(Uid::QUOTA_CUSTOMER, true, false), (Uid::HOUSE, false, true), (Uid(77), false, false)]
    {
        let mut new = customer(&format!("special{uid}"));
        new.uid = Some(uid);
        stored(&store, &new).await;
        let account = store.read().await.unwrap().account(uid).await.unwrap().unwrap();
        assert_eq!((account.self_quota_topup, account.internal), (quota, internal), "{uid}");
    }
}

pub async fn usernames_are_unique_ignoring_case(store: Checked) {
    stored(&store, &customer("Ann")).await;
    let mut other = customer("aNN");
    other.invite_code = "other".into();
    let refused = store.begin().await.unwrap().create_account(&other).await;
    assert!(matches!(refused, Err(StoreError::Taken("username"))), "{refused:?}");
    let mut tx = store.read().await.unwrap();
    assert!(tx.credentials(&Username::fold(" ANN ")).await.unwrap().is_some());
    assert!(tx.credentials("nobody").await.unwrap().is_none());
}

pub async fn invite_codes_are_unique(store: Checked) {
    stored(&store, &customer("ann")).await;
    let mut other = customer("bob");
    other.invite_code = "CODE-ann".into();
    let refused = store.begin().await.unwrap().create_account(&other).await;
    assert!(matches!(refused, Err(StoreError::Taken("invite_code"))), "{refused:?}");
}

pub async fn an_account_is_read_as_created(store: Checked) {
    let inviter = stored(&store, &customer("ann")).await;
    let mut new = customer("Operator.One");
    new.account_type = AccountType::Operator;
    new.roles = vec![RoleId::CUSTOMER, RoleId::OPERATOR];
    new.inviter = Some(inviter);
    let uid = stored(&store, &new).await;
    let mut tx = store.read().await.unwrap();
    let account = tx.account(uid).await.unwrap().unwrap();
    assert_eq!(account.username, "Operator.One");
    assert_eq!(account.account_type, AccountType::Operator);
    assert_eq!(account.roles, [RoleId::OPERATOR, RoleId::CUSTOMER], "roles are in ascending order");
    assert_eq!(account.inviter, Some(inviter));
    assert_eq!(account.created_at, NOW);
    assert_eq!(account.last_login_at, None);
    assert_eq!(account.ud, 2);
    assert!(account.enabled);
    assert!(tx.account(Uid(999)).await.unwrap().is_none());
}

pub async fn passwords_can_be_replaced(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.password_hash(uid).await.unwrap().as_deref(), Some("hash"));
    tx.set_password_hash(uid, "other").await.unwrap();
    tx.note_login(uid, NOW.plus(5)).await.unwrap();
    tx.save().await.unwrap();
    let mut tx = store.read().await.unwrap();
    assert_eq!(tx.credentials("ann").await.unwrap().unwrap().password_hash, "other");
    assert_eq!(tx.account(uid).await.unwrap().unwrap().last_login_at, Some(NOW.plus(5)));
}

pub async fn account_lists_are_scoped_filtered_sorted_and_paged(store: Checked) {
    let mut uids = Vec::new();
    for (i, name) in ["delta", "alpha", "Charlie", "bravo"].into_iter().enumerate() {
        let mut new = customer(name);
        new.created_at = NOW.plus(-(i64::try_from(i).unwrap()));
        if name == "alpha" {
            new.account_type = AccountType::Api;
        }
        uids.push(stored(&store, &new).await);
    }
    let mut tx = store.begin().await.unwrap();
    tx.note_login(uids[3], NOW).await.unwrap();
    tx.save().await.unwrap();

    let mut tx = store.read().await.unwrap();
    let all = Page::new(1, 50).unwrap();
    let everyone = AccountFilter::default();
    for (sort, direction, expected) in [
        (AccountSort::Uid, Direction::Ascending, ["delta", "alpha", "Charlie", "bravo"]),
        (AccountSort::Uid, Direction::Descending, ["bravo", "Charlie", "alpha", "delta"]),
        (AccountSort::Username, Direction::Ascending, ["alpha", "bravo", "Charlie", "delta"]),
        (AccountSort::Username, Direction::Descending, ["delta", "Charlie", "bravo", "alpha"]),
        (AccountSort::CreatedAt, Direction::Ascending, ["bravo", "Charlie", "alpha", "delta"]),
        (AccountSort::AccountType, Direction::Ascending, ["alpha", "delta", "Charlie", "bravo"]),
        (AccountSort::LastLoginAt, Direction::Ascending, ["bravo", "delta", "alpha", "Charlie"]),
        (AccountSort::LastLoginAt, Direction::Descending, ["bravo", "delta", "alpha", "Charlie"]),
    ] {
        let listed = tx.accounts(Scope::All, &everyone, (sort, direction), all).await.unwrap();
        let names: Vec<_> = listed.items.iter().map(|account| account.username.as_str()).collect();
        assert_eq!(names, expected, "{sort:?} {direction:?}");
        assert_eq!(listed.total, 4);
    }

    let by_uid = (AccountSort::Uid, Direction::Ascending);
    let second = tx.accounts(Scope::All, &everyone, by_uid, Page::new(2, 3).unwrap()).await.unwrap();
    assert_eq!((second.items.len(), second.total), (1, 4));
    let own = tx.accounts(Scope::Own(uids[1]), &everyone, by_uid, all).await.unwrap();
    assert_eq!((own.items[0].uid, own.total), (uids[1], 1));

    let count = async |tx: &mut Box<dyn crate::Tx>, filter: AccountFilter| {
        tx.accounts(Scope::All, &filter, by_uid, all).await.unwrap().total
    };
    let search = |text: &str| AccountFilter { search: Some(text.into()), ..AccountFilter::default() };
    assert_eq!(count(&mut tx, search("CHAR")).await, 1);
    assert_eq!(count(&mut tx, search(&uids[0].to_string())).await, 1);
    assert_eq!(count(&mut tx, search("a")).await, 4);
    let api = AccountFilter { account_type: Some(AccountType::Api), ..AccountFilter::default() };
    assert_eq!(count(&mut tx, api).await, 1);
    let disabled = AccountFilter { enabled: Some(false), ..AccountFilter::default() };
    assert_eq!(count(&mut tx, disabled).await, 0);
}

pub async fn search_texts_are_not_patterns(store: Checked) {
    stored(&store, &customer("ann")).await;
    let mut tx = store.read().await.unwrap();
    for text in ["%", "_", "' OR 1=1 --", "\\", "ann%", "🙂"] {
        let filter = AccountFilter { search: Some(text.into()), ..AccountFilter::default() };
        let sort = (AccountSort::Uid, Direction::Ascending);
        let listed = tx.accounts(Scope::All, &filter, sort, Page::new(1, 10).unwrap()).await.unwrap();
        assert_eq!(listed.total, 0, "{text}");
    }
}

pub async fn roles_grant_their_permissions(store: Checked) {
    let mut tx = store.read().await.unwrap();
    let both = [RoleId::ADMINISTRATOR, RoleId::CUSTOMER];
    assert_eq!(tx.permissions(&both).await.unwrap(), Permissions::Everything);
    assert!(tx.permissions(&[RoleId::OPERATOR]).await.unwrap().allow("user/list"));
    assert!(!tx.permissions(&[RoleId::CUSTOMER]).await.unwrap().allow("user/list"));
    assert_eq!(tx.permissions(&[]).await.unwrap(), Permissions::Only([].into()));
}

fn one_time(code: &str, max_uses: i64, by: Uid) -> InviteCode {
    InviteCode {
        code: code.into(),
        created_by: by,
        note: String::new(),
        max_uses,
        expires_at: Some(NOW.plus(60)),
        created_at: NOW,
    }
}

pub async fn an_account_code_identifies_its_inviter(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for _ in 0..3 {
        assert_eq!(tx.use_invite("CODE-ann", NOW).await.unwrap(), InviteUse::Account(ann));
    }
    assert_eq!(tx.use_invite("CODE-nobody", NOW).await.unwrap(), InviteUse::Refused);
    assert_eq!(tx.use_invite("code-ANN", NOW).await.unwrap(), InviteUse::Refused);
}

pub async fn a_code_is_not_used_beyond_its_limit(store: Checked) {
    let admin = stored(&store, &customer("admin")).await;
    let mut tx = store.begin().await.unwrap();
    tx.create_invite(&one_time("THREE", 3, admin)).await.unwrap();
    tx.save().await.unwrap();
    // Twelve registrations at the same time; three succeed.
    let tries = (0..12).map(|i| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            if tx.use_invite("THREE", NOW).await.unwrap() == InviteUse::Refused {
                return 0;
            }
            tx.create_account(&customer(&format!("guest{i}"))).await.unwrap();
            tx.save().await.unwrap();
            1
        })
    });
    let mut admitted = 0;
    for attempt in tries.collect::<Vec<_>>() {
        admitted += attempt.await.unwrap();
    }
    assert_eq!(admitted, 3);
    // A use in a transaction that is rolled back does not count.
    let mut tx = store.begin().await.unwrap();
    tx.create_invite(&one_time("ONE", 1, admin)).await.unwrap();
    tx.save().await.unwrap();
    let mut given_up = store.begin().await.unwrap();
    assert_eq!(given_up.use_invite("ONE", NOW).await.unwrap(), InviteUse::OneTime);
    drop(given_up);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.use_invite("ONE", NOW).await.unwrap(), InviteUse::OneTime);
}

pub async fn an_expired_code_is_refused(store: Checked) {
    let admin = stored(&store, &customer("admin")).await;
    let mut tx = store.begin().await.unwrap();
    tx.create_invite(&one_time("SOON", 9, admin)).await.unwrap();
    assert_eq!(tx.use_invite("SOON", NOW.plus(59)).await.unwrap(), InviteUse::OneTime);
    assert_eq!(tx.use_invite("SOON", NOW.plus(60)).await.unwrap(), InviteUse::Refused);
    let taken = tx.create_invite(&one_time("SOON", 1, admin)).await;
    assert!(matches!(taken, Err(StoreError::Taken("invite_code"))), "{taken:?}");
}
