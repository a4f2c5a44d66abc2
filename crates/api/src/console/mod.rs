//! The console's calls, one file a family.

mod user;
mod users;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// All of them, relative to `/api`.
pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(user::calls()).merge(users::calls())
}
