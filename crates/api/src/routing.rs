//! Routes with their descriptions. Refuses two different schemas with one name, of which the document would silently
//! keep one.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use utoipa::openapi::{OpenApi, RefOr, Schema};
use utoipa_axum::router::{self, UtoipaMethodRouter};

/// A router that describes its routes.
pub struct OpenApiRouter<S = ()>(router::OpenApiRouter<S>);

impl<S: Clone + Send + Sync + 'static> OpenApiRouter<S> {
    pub fn new() -> Self {
        Self(router::OpenApiRouter::new())
    }

    /// Starts with a document that has no routes yet.
    pub fn with_openapi(document: OpenApi) -> Self {
        Self(router::OpenApiRouter::with_openapi(document))
    }

    /// Adds the handlers of a path.
    #[must_use]
    pub fn routes(self, routes: UtoipaMethodRouter<S>) -> Self {
        // Compared with each other too: one path can bring both of two schemas.
        for (place, (name, schema)) in routes.0.iter().enumerate() {
            self.require_same(name, schema);
            let earlier = routes.0[..place].iter().find(|(earlier, _)| earlier == name);
            assert!(earlier.is_none_or(|(_, earlier)| earlier == schema), "{}", two_schemas(name));
        }
        Self(self.0.routes(routes))
    }

    /// Adds all routes of another router.
    #[must_use]
    pub fn merge(self, other: impl Into<Self>) -> Self {
        let Self(other) = other.into();
        let document = other.get_openapi();
        for (name, schema) in document.components.iter().flat_map(|components| &components.schemas) {
            self.require_same(name, schema);
        }
        Self(self.0.merge(other))
    }

    /// Sets the limit of the bodies of all routes.
    #[must_use]
    pub fn layer(self, limit: DefaultBodyLimit) -> Self {
        Self(self.0.layer(limit))
    }

    /// The routes and their document.
    pub fn split_for_parts(self) -> (Router<S>, OpenApi) {
        self.0.split_for_parts()
    }

    fn require_same(&self, name: &str, schema: &RefOr<Schema>) {
        let known = self.0.get_openapi().components.as_ref();
        let known = known.and_then(|components| components.schemas.get(name));
        assert!(known.is_none_or(|known| known == schema), "{}", two_schemas(name));
    }
}

fn two_schemas(name: &str) -> String {
    format!(
        "two types have the schema name {name}: rename one, or give it another name with #[schema(as = …)]"
    )
}

impl<S> From<router::OpenApiRouter<S>> for OpenApiRouter<S> {
    fn from(router: router::OpenApiRouter<S>) -> Self {
        Self(router)
    }
}

#[cfg(test)]
mod tests {
    use axum::Json;
    use serde::{Deserialize, Serialize};
    use utoipa::ToSchema;
    use utoipa_axum::routes;

    use super::OpenApiRouter;

    #[derive(Serialize, Deserialize, ToSchema)]
    struct Answer {
        text: String,
    }

    #[derive(Serialize, Deserialize, ToSchema)]
    #[schema(as = Answer)]
    struct Other {
        number: i64,
    }

    #[utoipa::path(post, path = "/one", request_body = Answer)]
    async fn one(_: Json<Answer>) {}

    #[utoipa::path(post, path = "/two", request_body = Answer)]
    async fn two(_: Json<Answer>) {}

    #[utoipa::path(post, path = "/other", request_body = Other)]
    async fn other(_: Json<Other>) {}

    #[utoipa::path(get, path = "/one", responses((status = 200, body = Other)))]
    async fn both() {}

    fn first() -> OpenApiRouter {
        OpenApiRouter::new().routes(routes!(one))
    }

    #[test]
    fn one_type_may_be_used_by_many_routes() {
        let (_, document) = first().merge(OpenApiRouter::new().routes(routes!(two))).split_for_parts();
        assert_eq!(document.paths.paths.len(), 2);
    }

    #[test]
    #[should_panic(expected = "two types have the schema name Answer")]
    fn another_type_with_the_same_name_is_refused() {
        let _ = first().routes(routes!(other));
    }

    #[test]
    #[should_panic(expected = "two types have the schema name Answer")]
    fn another_type_of_the_same_path_is_refused() {
        let _ = OpenApiRouter::<()>::new().routes(routes!(one, both));
    }

    #[test]
    #[should_panic(expected = "two types have the schema name Answer")]
    fn another_type_of_a_merged_router_is_refused() {
        let _ = first().merge(OpenApiRouter::new().routes(routes!(other)));
    }
}
