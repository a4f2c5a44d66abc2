//! The address that gets the events of one task.

use std::collections::BTreeSet;

use numsift_model::allowance::Resource;
use numsift_model::api_key::ApiScope;
use numsift_model::id::WebhookId;
use numsift_model::permission::Permission;
use numsift_model::webhook::WebhookSettings;
use numsift_store::Tx;
use numsift_webhooks::EndpointRequest;
use serde_json::json;

use super::gate::{CanStartTasks, Key};
use super::problem::{Code, Problem};
use crate::allowance;
use crate::app::App;
use crate::refusal::Refusal;

/// Where the events of a task go.
pub enum TaskWebhook {
    /// To the endpoint with this address, which is created if there is none.
    Address(WebhookSettings),
    /// To the endpoint of an earlier task.
    Endpoint(WebhookId),
}

/// The endpoint of a task.
pub struct TaskEndpoint {
    pub id: WebhookId,
    /// Set if it was created now.
    pub secret: Option<String>,
}

/// Checks an address as that of an endpoint is checked. Must not be called inside a transaction, since DNS may be slow.
pub async fn check(app: &App, url: &str) -> Result<WebhookSettings, Problem> {
    let request = EndpointRequest {
        url: url.to_owned(),
        description: String::new(),
        events: BTreeSet::new(),
        staff: false,
        enabled: true,
        of_tasks: true,
    };
    app.webhooks.check(request).await.map_err(|error| {
        let mut problem = Problem::from(Refusal::from(error));
        problem.rename("/url", "/webhook_url");
        problem
    })
}

/// The endpoint of a new task. The caller has locked the account.
pub async fn endpoint(
    app: &App,
    key: &Key<CanStartTasks>,
    tx: &mut dyn Tx,
    asked: TaskWebhook,
) -> Result<TaskEndpoint, Problem> {
    let uid = key.account().uid;
    let settings = match asked {
        TaskWebhook::Endpoint(id) => return Ok(TaskEndpoint { id, secret: None }),
        TaskWebhook::Address(settings) => settings,
    };
    let known = tx.webhooks(uid).await?;
    let mut same: Vec<_> = known.into_iter().filter(|known| known.settings.url == settings.url).collect();
    // The oldest one that is enabled.
    same.sort_by_key(|known| (!known.settings.enabled, known.id));
    if let Some(known) = same.first() {
        if !known.settings.enabled {
            return Err(Problem::new(Code::EndpointDisabled, "enable the endpoint of `webhook_url` first"));
        }
        return Ok(TaskEndpoint { id: known.id, secret: None });
    }
    key.require(ApiScope::Webhooks, Permission::ApiEdit)?;
    allowance::require(tx, key.account(), &[(Resource::Webhooks, 1)]).await?;
    let (webhook, secret) = app.webhooks.create(tx, uid, &settings).await?;
    let detail =
        json!({ "endpoint": webhook.id, "after": { "url": settings.url, "events": [], "enabled": true } });
    tx.audit(&key.did("webhook/create", app.clock.now(), detail)).await?;
    Ok(TaskEndpoint { id: webhook.id, secret: Some(secret) })
}
