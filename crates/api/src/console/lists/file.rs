//! Files of a list: its numbers, or the rows that were rejected.

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use numsift_model::account::Account;
use numsift_model::id::ListId;
use numsift_model::permission::Permission;
use numsift_screening::ListDocument;
use numsift_segments::{ChunkPlace, input_groups, read_input};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::caller::scope_of_account;
use crate::download::Export;
use crate::files::{attachment, stored};
use crate::refusal::Refusal;

/// A file of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListPart {
    /// Its numbers, one per line.
    Numbers,
    /// The rejected rows, with the reason.
    Rejected,
}

#[derive(Serialize, Deserialize)]
pub struct ListExport {
    pub id: ListId,
    pub what: ListPart,
}

impl Export for ListExport {
    const KIND: &'static str = "list";
    const PERMISSION: Permission = Permission::ListList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        let (id, scope) = (self.id, scope_of_account(&account));
        let list = app.store.read().await?.list(scope, id).await?.ok_or(Refusal::NotFound)?;
        if scope.owner().is_some_and(|uid| uid != list.data.uid.0) {
            return Err(Refusal::NotFound);
        }
        let document = ListDocument::of(&list)?;
        match self.what {
            ListPart::Rejected => {
                let object = document.rejected.ok_or(Refusal::NotFound)?;
                stored(&app, &object, "text/csv; charset=utf-8", &format!("rejected-{id}.csv")).await
            }
            ListPart::Numbers => numbers(&app, document, &format!("numbers-{id}.txt")).await,
        }
    }
}

/// The numbers, one per line, streamed by row group.
async fn numbers(app: &App, document: ListDocument, name: &str) -> Result<Response, Refusal> {
    let objects = app.screening.objects.clone();
    let carried = document.carried.len();
    let mut places = Vec::new();
    for segment in &document.segments {
        let groups = input_groups(&objects, carried, &segment.object).await.map_err(Refusal::internal)?;
        for (group, rows) in groups.into_iter().enumerate() {
            let row_group = u32::try_from(group).unwrap_or(u32::MAX);
            places.push(ChunkPlace { object: segment.object.clone(), row_group, rows });
        }
    }
    let lines = stream::iter(places).then(move |place| {
        let objects = objects.clone();
        async move {
            let numbers = read_input(&objects, carried, &place).await.map_err(std::io::Error::other)?;
            let mut text = String::with_capacity(numbers.len() * 15);
            for number in &numbers.number {
                text.push('+');
                text.push_str(&number.to_string());
                text.push('\n');
            }
            Ok::<_, std::io::Error>(Bytes::from(text))
        }
    });
    Ok(attachment(Body::from_stream(lines), "text/plain; charset=utf-8", name))
}
