//! Projects.

use async_trait::async_trait;
use numsift_model::project::Project;

use crate::StoreResult;

#[async_trait]
pub trait Projects {
    /// All projects in menu order.
    async fn projects(&mut self) -> StoreResult<Vec<Project>>;

    /// The projects with these slugs, in any order.
    async fn projects_named(&mut self, slugs: &[&str]) -> StoreResult<Vec<Project>>;

    async fn project(&mut self, slug: &str) -> StoreResult<Option<Project>>;

    /// Adds a project; `false` when the slug exists.
    async fn add_project(&mut self, project: &Project) -> StoreResult<bool>;

    /// Replaces a project if its version is current.
    async fn put_project(&mut self, project: &Project) -> StoreResult<bool>;
}
