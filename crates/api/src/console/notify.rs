//! Notifications: reading and confirming them, and sending them as staff.

use std::collections::BTreeMap;

use axum::extract::State;
use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::lang::Lang;
use numsift_model::notification::{
    Audience, NewNotification, NotificationText, NotificationTexts, ReceivedNotification, SentNotification,
};
use numsift_model::rule::Rule;
use numsift_store::Confirm;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, Caller, NotifyManage, NotifySend};
use crate::client::Language;
use crate::console::user_changes::ACCOUNT_TYPES;
use crate::envelope::{Envelope, ListAnswer, PageRequest, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Longest title.
const TITLE_CHARS: usize = 120;
/// Longest text.
const TEXT_CHARS: usize = 4000;
/// Confirmations per call.
const MAX_CONFIRMED: usize = 1000;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(wait_confirm))
        .routes(routes!(list))
        .routes(routes!(confirm))
        .routes(routes!(sent))
        .routes(routes!(send))
}

/// Notifications that are not confirmed yet.
#[derive(Serialize, ToSchema)]
struct WaitingAnswer {
    count: i64,
}

/// Counts the notifications that the caller has not confirmed yet.
#[utoipa::path(post, path = "/notify/waitConfirm", tag = "notify", request_body = Nothing,
    responses((status = 200, body = Envelope<WaitingAnswer>)), security(("sid" = [])))]
async fn wait_confirm(caller: Caller, State(app): State<App>, _: Body<Nothing>) -> Reply<WaitingAnswer> {
    let count = app.store.read().await?.waiting_notifications(caller.who().account.uid).await?;
    Ok(ok(WaitingAnswer { count }))
}

/// Which notifications to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NotifyListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: NotifyFilter,
}

/// Filter for notifications.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct NotifyFilter {
    /// Only those that are not confirmed yet.
    waiting: bool,
}

/// A notification in the caller's language.
#[derive(Serialize, ToSchema)]
struct NotificationView {
    id: i64,
    title: String,
    text: String,
    system: bool,
    needs_confirm: bool,
    confirmed_at: Option<Timestamp>,
    created_at: Timestamp,
}

impl NotificationView {
    fn new(received: &ReceivedNotification, lang: Lang) -> Self {
        let (title, text) = match received.texts.in_language(lang) {
            Some(found) => (found.title.clone(), found.text.clone()),
            None => (String::new(), String::new()),
        };
        Self {
            id: received.id,
            title,
            text,
            system: received.system,
            needs_confirm: received.needs_confirm,
            confirmed_at: received.confirmed_at,
            created_at: received.created_at,
        }
    }
}

/// Lists the caller's notifications, newest first.
#[utoipa::path(post, path = "/notify/list", tag = "notify", request_body = NotifyListRequest,
    responses((status = 200, body = Envelope<ListAnswer<NotificationView>>)), security(("sid" = [])))]
async fn list(
    caller: Caller,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<NotifyListRequest>,
) -> Reply<ListAnswer<NotificationView>> {
    let page = page_of(request.page, request.size)?;
    let uid = caller.who().account.uid;
    let listed = app.store.read().await?.notifications_for(uid, request.filter.waiting, page).await?;
    let items = listed.items.iter().map(|received| NotificationView::new(received, lang)).collect();
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Notifications to confirm: these, or all.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmRequest {
    #[serde(default)]
    ids: Vec<i64>,
    #[serde(default)]
    all: bool,
}

/// Confirms the caller's notifications, and returns how many are left.
#[utoipa::path(post, path = "/notify/confirm", tag = "notify", request_body = ConfirmRequest,
    responses((status = 200, body = Envelope<WaitingAnswer>)), security(("sid" = [])))]
async fn confirm(
    caller: Caller,
    State(app): State<App>,
    Body(request): Body<ConfirmRequest>,
) -> Reply<WaitingAnswer> {
    if request.ids.len() > MAX_CONFIRMED || (request.ids.is_empty() && !request.all) {
        return Err(Refusal::rule("ids", Rule::Entries { least: 1, most: MAX_CONFIRMED }));
    }
    let uid = caller.who().account.uid;
    let now = app.clock.now();
    let which = if request.all { Confirm::All } else { Confirm::These(&request.ids) };
    let mut tx = app.store.begin().await?;
    tx.confirm_notifications(uid, which, now).await?;
    let count = tx.waiting_notifications(uid).await?;
    let detail = json!({ "all": request.all, "ids": request.ids, "left": count });
    tx.audit(&caller.did("notify/confirm", now).with(&detail).entry()).await?;
    tx.emit(Some(uid), "notify", "{}", now).await?;
    tx.save().await?;
    Ok(ok(WaitingAnswer { count }))
}

/// The recipients of a notification.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AudienceView {
    /// `all`, `type` or `account`.
    kind: String,
    /// For `type`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_type: Option<i64>,
    /// For `account`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uid: Option<Uid>,
    /// The account's name; only in answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    username: Option<String>,
}

/// A sent notification.
#[derive(Serialize, ToSchema)]
struct SentView {
    id: i64,
    texts: BTreeMap<String, NotificationText>,
    audience: AudienceView,
    needs_confirm: bool,
    system: bool,
    delivered: i64,
    confirmed: i64,
    created_by_name: Option<String>,
    created_at: Timestamp,
}

impl From<SentNotification> for SentView {
    fn from(sent: SentNotification) -> Self {
        let (kind, account_type, uid) = match sent.audience {
            Audience::All => ("all", None, None),
            Audience::Type(account_type) => ("type", Some(account_type.number()), None),
            Audience::Account(uid) => ("account", None, Some(uid)),
        };
        Self {
            id: sent.id,
            texts: sent.texts.0.into_iter().map(|(lang, text)| (lang.tag().to_owned(), text)).collect(),
            audience: AudienceView { kind: kind.to_owned(), account_type, uid, username: sent.username },
            needs_confirm: sent.needs_confirm,
            system: sent.system,
            delivered: sent.delivered,
            confirmed: sent.confirmed,
            created_by_name: sent.created_by_name,
            created_at: sent.created_at,
        }
    }
}

/// Lists sent notifications, newest first, with the number of recipients and confirmations.
#[utoipa::path(post, path = "/notify/sent", tag = "notify", request_body = PageRequest,
    responses((status = 200, body = Envelope<ListAnswer<SentView>>)), security(("sid" = [])))]
async fn sent(
    _: Allowed<NotifyManage>,
    State(app): State<App>,
    Body(request): Body<PageRequest>,
) -> Reply<ListAnswer<SentView>> {
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.sent_notifications(page).await?;
    Ok(ok(ListAnswer { items: listed.items.into_iter().map(SentView::from).collect(), total: listed.total }))
}

/// A notification to send.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SendRequest {
    audience: AudienceView,
    needs_confirm: bool,
    /// By language tag, at least one. Readers of other languages get English, else Chinese.
    #[schema(value_type = BTreeMap<String, NotificationText>)]
    texts: BTreeMap<Lang, NotificationText>,
}

/// The sent notification.
#[derive(Serialize, ToSchema)]
struct SendAnswer {
    id: i64,
    /// Number of recipients.
    delivered: i64,
}

/// Sends a notification.
#[utoipa::path(post, path = "/notify/send", tag = "notify", request_body = SendRequest,
    responses((status = 200, body = Envelope<SendAnswer>)), security(("sid" = [])))]
async fn send(
    caller: Allowed<NotifySend>,
    State(app): State<App>,
    Body(request): Body<SendRequest>,
) -> Reply<SendAnswer> {
    if request.texts.is_empty() {
        return Err(Refusal::field("texts", Message::MissingField));
    }
    for (lang, text) in &request.texts {
        let title = Rule::Chars { least: 1, most: TITLE_CHARS };
        for (field, text, rule) in
            [("title", text.title.trim(), title), ("text", text.text.as_str(), Rule::up_to(TEXT_CHARS))]
        {
            if !rule.allows(text) {
                return Err(Refusal::rule(format!("texts.{}.{field}", lang.tag()), rule));
            }
        }
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let audience = match (request.audience.kind.as_str(), request.audience.account_type, request.audience.uid)
    {
        ("all", None, None) => Audience::All,
        ("type", Some(number), None) => Audience::Type(
            AccountType::try_from(number)
                .map_err(|_| Refusal::rule("audience.account_type", ACCOUNT_TYPES))?,
        ),
        ("account", None, Some(uid)) => {
            tx.account(uid).await?.ok_or(Refusal::NotFound)?;
            Audience::Account(uid)
        }
        _ => return Err(Refusal::rule("audience", Rule::Audience)),
    };
    let new = NewNotification {
        audience,
        needs_confirm: request.needs_confirm,
        texts: NotificationTexts(request.texts),
        created_by: Some(caller.actor()),
        created_at: now,
    };
    let (id, delivered) = tx.send_notification(&new).await?;
    let reader = match audience {
        Audience::Account(uid) => Some(uid),
        Audience::All | Audience::Type(_) => None,
    };
    tx.emit(reader, "notify", "{}", now).await?;
    let detail = json!({ "id": id, "audience": request.audience.kind, "delivered": delivered });
    tx.audit(&caller.did("notify/send", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(SendAnswer { id, delivered }))
}
