//! Projects.

use async_trait::async_trait;
use numsift_model::project::Project;
use numsift_store::{Projects, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_in};

struct ProjectRow {
    slug: String,
    sort: i64,
    enabled: bool,
    version: i64,
    document: String,
}

impl TryFrom<ProjectRow> for Project {
    type Error = StoreError;

    fn try_from(row: ProjectRow) -> StoreResult<Self> {
        let ProjectRow { slug, sort, enabled, version, document } = row;
        let details = serde_json::from_str(&document).map_err(StoreError::corrupt)?;
        Ok(Self { slug, sort, enabled, version, details })
    }
}

#[async_trait]
impl Projects for DbTx {
    async fn projects(&mut self) -> StoreResult<Vec<Project>> {
        let rows = query_as!(
            ProjectRow,
            r#"SELECT slug AS "slug!", sort, enabled, version, document FROM projects ORDER BY sort, slug"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(Project::try_from).collect()
    }

    async fn projects_named(&mut self, slugs: &[&str]) -> StoreResult<Vec<Project>> {
        let slugs = dialect::texts(slugs.iter().copied());
        let rows = query_in!(
            r#"SELECT slug AS "slug!", sort, enabled, version, document FROM projects WHERE slug"# in "$1" "",
            &slugs
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let project = |(slug, sort, enabled, version, document)| {
            Project::try_from(ProjectRow { slug, sort, enabled, version, document })
        };
        rows.into_iter()
            .map(|row| project((row.slug, row.sort, row.enabled, row.version, row.document)))
            .collect()
    }

    async fn project(&mut self, slug: &str) -> StoreResult<Option<Project>> {
        let row = query_as!(
            ProjectRow,
            r#"SELECT slug AS "slug!", sort, enabled, version, document FROM projects WHERE slug = $1"#,
            slug
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        row.map(Project::try_from).transpose()
    }

    async fn add_project(&mut self, project: &Project) -> StoreResult<bool> {
        let document = serde_json::to_string(&project.details).map_err(StoreError::corrupt)?;
        let added = query!(
            "INSERT INTO projects (slug, sort, enabled, version, document) VALUES ($1, $2, $3, 1, $4)
            ON CONFLICT (slug) DO NOTHING",
            project.slug,
            project.sort,
            project.enabled,
            document
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(added.rows_affected() == 1)
    }

    async fn put_project(&mut self, project: &Project) -> StoreResult<bool> {
        let document = serde_json::to_string(&project.details).map_err(StoreError::corrupt)?;
        let done = query!(
            "UPDATE projects SET sort = $3, enabled = $4, document = $5, version = version + 1
            WHERE slug = $1 AND version = $2",
            project.slug,
            project.version,
            project.sort,
            project.enabled,
            document
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }
}
