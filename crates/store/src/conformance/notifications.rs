//! Notifications.

use numsift_model::account::AccountType;
use numsift_model::id::Uid;
use numsift_model::lang::Lang;
use numsift_model::notification::{Audience, NewNotification, NotificationText, NotificationTexts};
use numsift_model::page::Page;

use super::{Checked, NOW, customer, stored};
use crate::Confirm;

fn notification(audience: Audience, title: &str, by: Option<Uid>) -> NewNotification {
    let text = NotificationText { title: title.into(), text: "…".into() };
    NewNotification {
        audience,
        needs_confirm: true,
        texts: NotificationTexts([(Lang::En, text)].into()),
        created_by: by,
        created_at: NOW,
    }
}

pub async fn a_notification_reaches_its_recipients(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut new = customer("api");
    new.account_type = AccountType::Api;
    let api = stored(&store, &new).await;
    let mut late = customer("late");
    late.created_at = NOW.plus(1);
    let late = stored(&store, &late).await;

    let mut tx = store.begin().await.unwrap();
    for (audience, title, delivered) in [
        (Audience::All, "all", 3),
        (Audience::Type(AccountType::Api), "type", 1),
        (Audience::Account(ann), "account", 1),
    ] {
        let sent = tx.send_notification(&notification(audience, title, Some(ann))).await.unwrap();
        assert_eq!(sent.1, delivered, "{title}");
    }
    tx.send_notification(&notification(Audience::Account(ann), "system", None)).await.unwrap();
    let page = Page::new(1, 10).unwrap();
    for (uid, titles) in [
        (ann, vec!["system", "account", "all"]),
        (api, vec!["type", "all"]),
        // Sent before the account was created.
        (late, vec![]),
    ] {
        let listed = tx.notifications_for(uid, false, page).await.unwrap();
        let found: Vec<_> =
            listed.items.iter().map(|one| one.texts.in_language(Lang::Ja).unwrap().title.as_str()).collect();
        assert_eq!(found, titles);
        assert_eq!(listed.total, i64::try_from(titles.len()).unwrap());
        assert_eq!(tx.waiting_notifications(uid).await.unwrap(), listed.total);
    }
    let sent = tx.sent_notifications(page).await.unwrap();
    assert_eq!(sent.total, 3, "system notifications to one account are not listed");
    assert_eq!(sent.items[0].audience, Audience::Account(ann));
    assert_eq!(sent.items[0].username.as_deref(), Some("ann"));
    assert_eq!(sent.items[2].delivered, 3);
}

pub async fn confirmations_are_counted_once(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let (first, _) = tx.send_notification(&notification(Audience::All, "1", Some(ann))).await.unwrap();
    let (second, _) =
        tx.send_notification(&notification(Audience::Account(bob), "2", Some(ann))).await.unwrap();
    let mut plain = notification(Audience::All, "3", Some(ann));
    plain.needs_confirm = false;
    tx.send_notification(&plain).await.unwrap();
    // Notifications of other accounts are ignored.
    tx.confirm_notifications(ann, Confirm::These(&[second, 999]), NOW).await.unwrap();
    assert_eq!(tx.waiting_notifications(ann).await.unwrap(), 1);
    assert_eq!(tx.waiting_notifications(bob).await.unwrap(), 2);
    tx.confirm_notifications(ann, Confirm::These(&[first]), NOW).await.unwrap();
    tx.confirm_notifications(ann, Confirm::All, NOW.plus(5)).await.unwrap();
    assert_eq!(tx.waiting_notifications(ann).await.unwrap(), 0);
    let page = Page::new(1, 10).unwrap();
    let all = tx.notifications_for(ann, false, page).await.unwrap();
    let confirmed = all.items.iter().find(|one| one.id == first).unwrap().confirmed_at;
    assert_eq!(confirmed, Some(NOW), "the first time is kept");
    assert_eq!(tx.notifications_for(ann, true, page).await.unwrap().total, 0);
    tx.confirm_notifications(bob, Confirm::All, NOW).await.unwrap();
    let sent = tx.sent_notifications(page).await.unwrap();
    let counts: Vec<_> = sent.items.iter().map(|one| (one.id, one.confirmed)).collect();
    assert!(counts.contains(&(first, 2)) && counts.contains(&(second, 1)), "{counts:?}");
}
