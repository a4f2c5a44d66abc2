//! The menu of the console.

use serde::Serialize;
use utoipa::ToSchema;

use crate::account::AccountType;
use crate::permission::Permissions;

/// A row of the menu table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuRow {
    pub id: i64,
    /// The group that contains it; `None` at the top level.
    pub parent: Option<i64>,
    /// First part of the path and of the permission.
    pub module: String,
    /// Second part of the path and of the permission.
    pub action: String,
    /// Name of the page component.
    pub view: String,
    /// Translation key of the title.
    pub title: String,
    /// Translation key of the title for staff, if it differs.
    pub admin_title: Option<String>,
    pub icon: String,
    /// 1 group, 2 page, 3 hidden page or button.
    pub kind: i64,
}

const GROUP: i64 = 1;

/// A menu entry as it is sent to the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(no_recursion)]
pub struct MenuEntry {
    /// First part of the path and of the permission.
    pub module: String,
    /// Second part of the path and of the permission.
    pub action: String,
    /// Name of the page component.
    pub view: String,
    /// Translation key of the title, or the title itself if there is no such key.
    pub title: String,
    pub icon: String,
    /// 1 group, 2 page, 3 hidden page or button.
    #[serde(rename = "type")]
    pub kind: i64,
    /// The project cannot be checked at the moment. Customers do not see such entries.
    pub unavailable: bool,
    /// Entries of a group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<MenuEntry>,
}

/// Builds the menu of a caller from all rows, which must be in display order. Pages are included if their
/// `module/action` is allowed, groups if they contain an included entry.
pub fn menu_for(rows: &[MenuRow], account_type: AccountType, permissions: &Permissions) -> Vec<MenuEntry> {
    entries_of(None, rows, account_type, permissions)
}

fn entries_of(
    parent: Option<i64>,
    rows: &[MenuRow],
    account_type: AccountType,
    permissions: &Permissions,
) -> Vec<MenuEntry> {
    rows.iter()
        .filter(|row| row.parent == parent)
        .filter_map(|row| {
            let children = entries_of(Some(row.id), rows, account_type, permissions);
            let included = if row.kind == GROUP {
                !children.is_empty()
            } else {
                permissions.allow(&format!("{}/{}", row.module, row.action))
            };
            included.then(|| MenuEntry {
                module: row.module.clone(),
                action: row.action.clone(),
                view: row.view.clone(),
                title: match &row.admin_title {
                    Some(title) if account_type.is_staff() => title.clone(),
                    _ => row.title.clone(),
                },
                icon: row.icon.clone(),
                kind: row.kind,
                unavailable: false,
                children,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, parent: Option<i64>, path: &str, kind: i64) -> MenuRow {
        let (module, action) = path.split_once('/').unwrap();
        MenuRow {
            id,
            parent,
            module: module.into(),
            action: action.into(),
            view: path.into(),
            title: path.replace('/', "_"),
            admin_title: (path == "recharge/list").then(|| "recharge_orders_admin".into()),
            icon: "dot".into(),
            kind,
        }
    }

    fn rows() -> Vec<MenuRow> {
        vec![
            row(1, None, "records/index", 1),
            row(2, Some(1), "recharge/list", 2),
            row(3, None, "admin/index", 1),
            row(4, Some(3), "user/list", 2),
            row(5, Some(3), "user/edit", 3),
        ]
    }

    fn paths(entries: &[MenuEntry]) -> Vec<String> {
        entries
            .iter()
            .flat_map(|e| std::iter::once(format!("{}/{}", e.module, e.action)).chain(paths(&e.children)))
            .collect()
    }

    #[test]
    fn administrators_see_all_entries_with_admin_titles() {
        let menu = menu_for(&rows(), AccountType::SuperAdministrator, &Permissions::Everything);
        assert_eq!(paths(&menu), ["records/index", "recharge/list", "admin/index", "user/list", "user/edit"]);
        assert_eq!(menu[0].children[0].title, "recharge_orders_admin");
    }

    #[test]
    fn customers_see_allowed_entries_and_no_empty_groups() {
        let allowed = Permissions::Only(["recharge/list".to_owned()].into());
        let menu = menu_for(&rows(), AccountType::Customer, &allowed);
        assert_eq!(paths(&menu), ["records/index", "recharge/list"]);
        assert_eq!(menu[0].children[0].title, "recharge_list");
    }

    #[test]
    fn the_menu_is_empty_without_permissions() {
        assert!(menu_for(&rows(), AccountType::Customer, &Permissions::Only([].into())).is_empty());
    }
}
