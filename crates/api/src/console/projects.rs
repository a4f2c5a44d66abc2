//! Projects: the catalogue for customers, and its administration.

use std::collections::BTreeMap;

use axum::extract::State;
use numsift_model::lang::Lang;
use numsift_model::menu::MenuEntry;
use numsift_model::project::{Answerer, Category, Project, ProjectDetails};
use numsift_model::row_input::RowInput;
use numsift_model::rule::Rule;
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, ProjectEdit, ProjectList, TaskList};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(catalogue)).routes(routes!(list)).routes(routes!(save))
}

/// A project in the catalogue.
#[derive(Serialize, ToSchema)]
struct ProjectCard {
    slug: String,
    category: Category,
    icon: String,
    /// In the caller's language.
    name: String,
    description: String,
    answerer: Answerer,
    statuses: Vec<String>,
    /// Price per definite answer, in ten-thousandths of a point.
    price: i64,
    country_prices: BTreeMap<String, i64>,
    min_numbers: i64,
    max_numbers: i64,
    countries: Vec<String>,
    /// Values in the row of a number that it needs, and the columns that can contain them.
    inputs: Vec<RowInput>,
    /// Whether it can be checked at the moment.
    usable: bool,
    /// Why not: empty, or `no_channel`.
    reason: &'static str,
}

/// Lists the enabled projects.
#[utoipa::path(post, path = "/project/catalogue", tag = "project", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<ProjectCard>>)), security(("sid" = [])))]
async fn catalogue(
    _: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    _: Body<Nothing>,
) -> Reply<Vec<ProjectCard>> {
    let mut tx = app.store.read().await?;
    let projects = tx.projects().await?;
    let mut cards = Vec::new();
    for project in projects.into_iter().filter(|project| project.enabled) {
        let usable = app.screening.channels.can_answer(&mut *tx, &project).await?;
        let details = project.details;
        cards.push(ProjectCard {
            category: details.category,
            name: details.name(lang).to_owned(),
            description: details.description(lang).to_owned(),
            answerer: details.answerer,
            slug: project.slug,
            icon: details.icon,
            statuses: details.statuses,
            price: details.price,
            country_prices: details.country_prices,
            min_numbers: details.min_numbers,
            max_numbers: details.max_numbers,
            countries: details.countries,
            inputs: details.inputs,
            usable,
            reason: if usable { "" } else { "no_channel" },
        });
    }
    Ok(ok(cards))
}

/// A project with all its settings.
#[derive(Serialize, ToSchema)]
struct ProjectView {
    slug: String,
    sort: i64,
    enabled: bool,
    version: i64,
    /// Whether it can be checked at the moment.
    usable: bool,
    details: ProjectDetails,
}

async fn view(app: &App, tx: &mut dyn Tx, project: Project) -> Result<ProjectView, Refusal> {
    let usable = app.screening.channels.can_answer(tx, &project).await?;
    let Project { slug, sort, enabled, version, details } = project;
    Ok(ProjectView { slug, sort, enabled, version, usable, details })
}

/// Lists all projects.
#[utoipa::path(post, path = "/project/list", tag = "project", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<ProjectView>>)), security(("sid" = [])))]
async fn list(_: Allowed<ProjectList>, State(app): State<App>, _: Body<Nothing>) -> Reply<Vec<ProjectView>> {
    let mut tx = app.store.read().await?;
    let projects = tx.projects().await?;
    let mut views = Vec::new();
    for project in projects {
        views.push(view(&app, &mut *tx, project).await?);
    }
    Ok(ok(views))
}

/// A project to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ProjectSaveRequest {
    slug: String,
    /// The version that was read; 0 for a new project.
    version: i64,
    sort: i64,
    enabled: bool,
    details: ProjectDetails,
}

/// Creates or changes a project.
#[utoipa::path(post, path = "/project/save", tag = "project", request_body = ProjectSaveRequest,
    responses((status = 200, body = Envelope<ProjectView>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<ProjectEdit>,
    State(app): State<App>,
    Body(request): Body<ProjectSaveRequest>,
) -> Reply<ProjectView> {
    let faults = request.details.invalid_fields();
    if !faults.is_empty() {
        let message = |(name, rule)| (format!("details.{name}"), Message::Rule(rule));
        return Err(Refusal::fields(faults.into_iter().map(message)));
    }
    let name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !(1..=40).contains(&request.slug.len()) || !request.slug.chars().all(name) {
        return Err(Refusal::rule("slug", Rule::LowerCase { least: 1, most: 40 }));
    }
    let ProjectSaveRequest { slug, version, sort, enabled, details } = request;
    let project = Project { slug, sort, enabled, version, details };
    let mut tx = app.store.begin().await?;
    let before = tx.project(&project.slug).await?;
    let saved = match version {
        0 => tx.add_project(&project).await?,
        _ => tx.put_project(&project).await?,
    };
    if !saved {
        return Err(match version {
            0 => Refusal::Conflict("slug", Message::NameTaken),
            _ => Refusal::Conflict("version", Message::Outdated),
        });
    }
    let shown = |project: &Project| json!({ "enabled": project.enabled, "sort": project.sort, "details": project.details });
    let detail =
        json!({ "project": project.slug, "before": before.as_ref().map(shown), "after": shown(&project) });
    tx.audit(&caller.did("project/save", app.clock.now()).with(&detail).entry()).await?;
    let stored = tx.project(&project.slug).await?.ok_or(Refusal::NotFound)?;
    let view = view(&app, &mut *tx, stored).await?;
    tx.save().await?;
    Ok(ok(view))
}

/// Path of a category in the menu. `finance` is taken by the records of money.
fn module(category: Category) -> &'static str {
    match category {
        Category::Finance => "finance_check",
        other => other.as_str(),
    }
}

/// The menu groups of projects, each with whether it can be checked at the moment.
pub fn project_menu(projects: &[(Project, bool)], lang: Lang) -> Vec<MenuEntry> {
    let entry = |module: &str, action: &str, view: &str, title: String, icon: &str, kind| MenuEntry {
        module: module.to_owned(),
        action: action.to_owned(),
        view: view.to_owned(),
        title,
        icon: icon.to_owned(),
        kind,
        unavailable: false,
        children: Vec::new(),
    };
    let groups = Category::ALL.iter().filter_map(|category| {
        let module = module(*category);
        let mut group =
            entry(module, "index", "", format!("category_{}", category.as_str()), group_icon(*category), 1);
        group.children = projects
            .iter()
            .filter(|(project, _)| project.details.category == *category)
            .map(|(project, usable)| {
                let details = &project.details;
                let title = details.name(lang).to_owned();
                let page = entry(module, &project.slug, "screening/project", title, &details.icon, 2);
                MenuEntry { unavailable: !usable, ..page }
            })
            .collect();
        (!group.children.is_empty()).then_some(group)
    });
    groups.collect()
}

fn group_icon(category: Category) -> &'static str {
    match category {
        Category::Messaging => "messages",
        Category::Social => "social",
        Category::Finance => "coins",
        Category::Commerce => "shopping-cart",
        Category::Carrier => "antenna",
        Category::Hygiene => "filter",
    }
}
