//! The list of lookups and its export.

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::lang::Lang;
use numsift_model::lookup::{Lookup, LookupState};
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::permission::Permission;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_screening::NumberInfo;
use numsift_store::{LookupFilter, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::views::{AnswerView, NumberFacts};
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, LookupList, scope_of_account};
use crate::client::Language;
use crate::console::looks::record_look;
use crate::console::tasks::project_name;
use crate::download::{Export, Format, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, Reply, ok, page_of, page_size};
use crate::messages::decimal;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

/// Which lookups to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LookupListRequest {
    /// `next_cursor` of the previous page; without it, the newest lookups.
    cursor: Option<String>,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: LookupFilterRequest,
}

/// Filter for lookups.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LookupFilterRequest {
    uid: Option<Uid>,
    /// An API key of the account.
    key: Option<ApiKeyId>,
    /// With its country code.
    number: Option<String>,
    project: Option<String>,
    /// A status of an answer; `unknown` and `skipped`, too.
    status: Option<String>,
    /// The lookups of one request, by its first one, as in the financial records.
    lookup: Option<LookupId>,
    request_id: Option<String>,
    /// Inclusive.
    from: Option<Timestamp>,
    /// Exclusive.
    until: Option<Timestamp>,
}

impl LookupFilterRequest {
    fn checked(&self) -> Result<LookupFilter, Refusal> {
        let number = self.number.as_deref().map(|text| {
            // People paste numbers without the plus sign, too.
            let text = text.trim();
            let digits = NumberInfo::of(text, None).digits();
            let digits = digits.or_else(|| NumberInfo::of(&format!("+{text}"), None).digits());
            digits.ok_or_else(|| Refusal::rule("number", Rule::Phone))
        });
        Ok(LookupFilter {
            uid: self.uid,
            key: self.key,
            number: number.transpose()?,
            project: self.project.clone(),
            status: self.status.clone(),
            hold: self.lookup,
            request_id: self.request_id.clone(),
            from: self.from,
            until: self.until,
        })
    }
}

/// A lookup.
#[derive(Serialize, ToSchema)]
struct LookupView {
    id: LookupId,
    /// The first lookup of the same request.
    first: LookupId,
    uid: Uid,
    username: String,
    facts: NumberFacts,
    state: LookupState,
    /// Names of the projects in the caller's language.
    projects: Vec<String>,
    answers: Vec<AnswerView>,
    /// In ten-thousandths of a point.
    charged: Points,
    /// Name of the API key that was used; `null` in the console.
    key_name: Option<String>,
    request_id: String,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    /// When it is deleted.
    expires_at: Timestamp,
}

impl LookupView {
    fn of(lookup: Lookup, projects: &[Project], lang: Lang) -> Self {
        let asked = lookup.asked;
        Self {
            id: lookup.id,
            first: lookup.first,
            uid: asked.uid,
            username: lookup.username,
            facts: NumberFacts::of(asked.sent, &NumberInfo::of_digits(asked.number), lang),
            state: lookup.state,
            projects: asked.projects.iter().map(|slug| project_name(projects, slug, lang)).collect(),
            answers: lookup.answers.iter().map(|answer| AnswerView::of(answer, projects, lang)).collect(),
            charged: lookup.charged,
            key_name: lookup.key_name,
            request_id: asked.request_id,
            created_at: asked.created_at,
            finished_at: lookup.finished_at,
            expires_at: asked.expires_at,
        }
    }
}

/// A page of lookups.
#[derive(Serialize, ToSchema)]
struct LookupListAnswer {
    items: Vec<LookupView>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Lists lookups that checked projects, newest first: the caller's own, or all of them for staff.
#[utoipa::path(post, path = "/lookup/list", tag = "lookup", request_body = LookupListRequest,
    responses((status = 200, body = Envelope<LookupListAnswer>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<LookupList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<LookupListRequest>,
) -> Reply<LookupListAnswer> {
    let limit = page_of(1, request.size)?.limit;
    let cursor = request.cursor.as_ref().map(|text| text.parse().map(LookupId)).transpose();
    let cursor = cursor.map_err(|_| Refusal::rule("cursor", Rule::Cursor))?;
    let filter = request.filter.checked()?;
    let mut tx = app.store.read().await?;
    let mut found = tx.lookups(caller.scope(), &filter, cursor, limit + 1).await?;
    let projects = tx.projects().await?;
    drop(tx);
    let owner = caller.scope().owner().map(Uid).or(filter.uid);
    let detail = json!({ "cursor": request.cursor, "number": request.filter.number });
    record_look(&app, &caller, "lookup/list", owner, &detail).await?;
    let more = i64::try_from(found.len()).is_ok_and(|count| count > limit);
    if more {
        found.pop();
    }
    let next_cursor = found.last().filter(|_| more).map(|last| last.id.to_string());
    let items = found.into_iter().map(|lookup| LookupView::of(lookup, &projects, lang)).collect();
    Ok(ok(LookupListAnswer { items, next_cursor }))
}

/// Which lookups to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LookupExportRequest {
    #[serde(default)]
    filter: LookupFilterRequest,
    #[serde(default)]
    format: Format,
}

/// Creates a download link to the lookups: one row per answer.
#[utoipa::path(post, path = "/lookup/export", tag = "lookup", request_body = LookupExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<LookupList>,
    State(app): State<App>,
    Body(request): Body<LookupExportRequest>,
) -> Reply<Link> {
    request.filter.checked()?;
    let detail = json!({ "uid": request.filter.uid, "number": request.filter.number });
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("lookup/export", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    let export = LookupExport { filter: request.filter, format: request.format };
    Ok(ok(link(&app, &caller, &export).await?))
}

#[derive(Serialize, Deserialize)]
pub struct LookupExport {
    filter: LookupFilterRequest,
    format: Format,
}

impl Export for LookupExport {
    const KIND: &'static str = "lookups";
    const PERMISSION: Permission = Permission::LookupList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for LookupExport {
    fn name(&self) -> &'static str {
        "lookups"
    }

    fn format(&self) -> Format {
        self.format
    }

    fn header(&self, _: &Account) -> Vec<String> {
        [
            "id",
            "at",
            "uid",
            "username",
            "number",
            "e164",
            "country",
            "type",
            "project",
            "status",
            "reason",
            "source",
            "checked_at",
            "fields",
            "charged",
            "key",
            "request_id",
            "state",
        ]
        .map(String::from)
        .to_vec()
    }

    async fn rows(
        &self,
        tx: &mut dyn Tx,
        account: &Account,
        _: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        let (scope, filter) = (scope_of_account(account), self.filter.checked()?);
        let before = position.cursor.map(LookupId);
        let found = tx.lookups(scope, &filter, before, Page::MAX_SIZE).await?;
        position.cursor = found.last().map(|lookup| lookup.id.0).or(position.cursor);
        Ok(found.iter().flat_map(rows_of).collect())
    }
}

/// One row per answer; one row for a lookup without answers.
fn rows_of(lookup: &Lookup) -> Vec<Vec<String>> {
    let asked = &lookup.asked;
    let info = NumberInfo::of_digits(asked.number);
    let before = [
        lookup.id.to_string(),
        asked.created_at.rfc3339(),
        asked.uid.to_string(),
        lookup.username.clone(),
        asked.sent.clone(),
        format!("+{}", asked.number),
        info.country().unwrap_or_default().to_owned(),
        info.kind().name().to_owned(),
    ];
    let after = [
        lookup.key_name.clone().unwrap_or_default(),
        asked.request_id.clone(),
        lookup.state.as_str().to_owned(),
    ];
    let row = |middle: [String; 7]| before.iter().cloned().chain(middle).chain(after.clone()).collect();
    if lookup.answers.is_empty() {
        let mut middle = <[String; 7]>::default();
        middle[0] = asked.projects.join(" ");
        return vec![row(middle)];
    }
    let answers = lookup.answers.iter().map(|answer| {
        let fields = if answer.fields.is_empty() {
            String::new()
        } else {
            serde_json::to_string(&answer.fields).unwrap_or_default()
        };
        row([
            answer.project.clone(),
            answer.status.clone(),
            answer.reason.clone(),
            answer.source.as_str().to_owned(),
            answer.at.rfc3339(),
            fields,
            decimal(answer.charged.0),
        ])
    });
    answers.collect()
}
