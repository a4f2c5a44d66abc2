//! Administration of accounts, roles and invite codes.

use std::collections::BTreeSet;

use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::{RoleId, Uid};
use numsift_model::invite::{InviteCode, InviteUse};
use numsift_model::page::{Direction, Page};

use super::{Checked, NOW, customer, stored};
use crate::{AccountFilter, AccountSort, Scope, StoreError};

async fn administrator(store: &Checked, name: &str) -> Uid {
    let mut new = customer(name);
    new.account_type = AccountType::SuperAdministrator;
    new.roles = vec![RoleId::ADMINISTRATOR];
    stored(store, &new).await
}

pub async fn an_edit_of_an_outdated_version_is_refused(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let before = tx.account(ann).await.unwrap().unwrap();
    let edit = AccountEdit {
        account_type: AccountType::Api,
        roles: vec![RoleId::OPERATOR, RoleId::CUSTOMER],
        ud: 4,
        self_quota_topup: true,
        enabled: false,
        introduction: "说明".into(),
    };
    assert_eq!(tx.edit_account(ann, before.version, &edit).await.unwrap(), Some(before.version + 1));
    let after = tx.account(ann).await.unwrap().unwrap();
    assert_eq!((after.as_edit(), after.version), (edit.clone(), before.version + 1));
    assert_eq!(tx.edit_account(ann, before.version, &before.as_edit()).await.unwrap(), None);
    assert_eq!(tx.account(ann).await.unwrap().unwrap().as_edit(), edit);
    assert_eq!(tx.edit_account(Uid(999), 1, &edit).await.unwrap(), None);
}

pub async fn accounts_are_filtered_by_role_and_inviter(store: Checked) {
    let root = administrator(&store, "root").await;
    let mut invited = customer("ann");
    invited.inviter = Some(root);
    let ann = stored(&store, &invited).await;
    let mut tx = store.read().await.unwrap();
    let (sort, page) = ((AccountSort::Uid, Direction::Ascending), Page::new(1, 10).unwrap());
    for (filter, expected) in [
        (AccountFilter { role: Some(RoleId::ADMINISTRATOR), ..AccountFilter::default() }, vec![root]),
        (AccountFilter { role: Some(RoleId(77)), ..AccountFilter::default() }, vec![]),
        (AccountFilter { inviter: Some(root), ..AccountFilter::default() }, vec![ann]),
    ] {
        let listed = tx.accounts(Scope::All, &filter, sort, page).await.unwrap();
        let uids: Vec<Uid> = listed.items.iter().map(|account| account.uid).collect();
        assert_eq!((uids.len(), &uids), (usize::try_from(listed.total).unwrap(), &expected));
    }
    let brought = tx.invited_by(root, page).await.unwrap();
    assert_eq!((brought.total, brought.items[0].uid, brought.items[0].username.as_str()), (1, ann, "ann"));
    assert_eq!(tx.invited_by(ann, page).await.unwrap().total, 0);
}

pub async fn other_enabled_administrators_are_counted(store: Checked) {
    let (one, two) = (administrator(&store, "one").await, administrator(&store, "two").await);
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.other_administrators(one).await.unwrap(), 1);
    let second = tx.account(two).await.unwrap().unwrap();
    let disabled = AccountEdit { enabled: false, ..second.as_edit() };
    tx.edit_account(two, second.version, &disabled).await.unwrap();
    assert_eq!(tx.other_administrators(one).await.unwrap(), 0, "disabled accounts do not count");
}

pub async fn administrators_cannot_remove_each_other_concurrently(store: Checked) {
    let pair = [administrator(&store, "one").await, administrator(&store, "two").await];
    let tries: Vec<_> = pair
        .into_iter()
        .map(|victim| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let account = tx.account(victim).await.unwrap().unwrap();
                if tx.other_administrators(victim).await.unwrap() == 0 {
                    return 0;
                }
                let disabled = AccountEdit { enabled: false, ..account.as_edit() };
                tx.edit_account(victim, account.version, &disabled).await.unwrap();
                tx.save().await.unwrap();
                1
            })
        })
        .collect();
    let mut removed = 0;
    for attempt in tries {
        removed += attempt.await.unwrap();
    }
    assert_eq!(removed, 1);
}

pub async fn roles_are_created_edited_and_deleted(store: Checked) {
    let set = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    let mut tx = store.begin().await.unwrap();
    let id = tx.create_role("support", &set(&["user/list", "audit/list"])).await.unwrap();
    assert!(id > RoleId::CUSTOMER);
    let role = |roles: Vec<numsift_model::role::Role>| roles.into_iter().find(|role| role.id == id).unwrap();
    let made = role(tx.roles().await.unwrap());
    assert_eq!((made.name.as_str(), made.version, made.accounts), ("support", 1, 0));
    assert!(tx.permissions(&[id]).await.unwrap().allow("audit/list"));
    assert_eq!(tx.edit_role(id, 1, "help", &set(&["user/list"])).await.unwrap(), Some(2));
    assert_eq!(tx.edit_role(id, 1, "late", &set(&[])).await.unwrap(), None);
    assert!(!tx.permissions(&[id]).await.unwrap().allow("audit/list"));
    tx.save().await.unwrap();

    let taken = store.begin().await.unwrap().create_role("help", &set(&[])).await;
    assert!(matches!(taken, Err(StoreError::Taken("name"))), "{taken:?}");
    let mut with_role = customer("ann");
    with_role.roles = vec![id];
    let ann = stored(&store, &with_role).await;
    let mut tx = store.begin().await.unwrap();
    assert_eq!(role(tx.roles().await.unwrap()).accounts, 1);
    assert!(!tx.delete_role(id, 2).await.unwrap(), "an account has it");
    let account = tx.account(ann).await.unwrap().unwrap();
    let without = AccountEdit { roles: vec![RoleId::CUSTOMER], ..account.as_edit() };
    tx.edit_account(ann, account.version, &without).await.unwrap();
    assert!(!tx.delete_role(id, 1).await.unwrap(), "outdated version");
    assert!(tx.delete_role(id, 2).await.unwrap());
    assert!(tx.roles().await.unwrap().iter().all(|role| role.id != id));
}

pub async fn a_disabled_code_is_refused(store: Checked) {
    let root = administrator(&store, "root").await;
    let mut tx = store.begin().await.unwrap();
    for (code, note) in [("ALPHA", "For the Fair"), ("BETA", "")] {
        let invite = InviteCode {
            code: code.into(),
            created_by: root,
            note: note.into(),
            max_uses: 5,
            expires_at: None,
            created_at: NOW,
        };
        tx.create_invite(&invite).await.unwrap();
    }
    tx.use_invite("ALPHA", NOW).await.unwrap();
    assert!(tx.set_invite_enabled("ALPHA", false).await.unwrap());
    assert!(!tx.set_invite_enabled("GAMMA", false).await.unwrap());
    assert_eq!(tx.use_invite("ALPHA", NOW).await.unwrap(), InviteUse::Refused);
    let page = Page::new(1, 10).unwrap();
    let found = tx.invites(Some("FAIR"), page).await.unwrap();
    assert_eq!((found.total, found.items[0].used, found.items[0].enabled), (1, 1, false));
    assert_eq!(found.items[0].created_by_name, "root");
    assert_eq!(tx.invites(None, page).await.unwrap().total, 2);
    assert_eq!(tx.invites(Some("%"), page).await.unwrap().total, 0);
}
