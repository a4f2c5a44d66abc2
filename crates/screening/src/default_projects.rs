//! The projects of a new installation. Operators can change them afterwards.

use std::collections::BTreeMap;

use numsift_model::project::{Answerer, Category, MOST_NUMBERS, Project, ProjectDetails};
use numsift_model::routing::Routing;
use numsift_model::row_input::{RowInput, RowInputKind};
use numsift_model::texts::catalogue::{self, ProjectTexts};
use numsift_store::{StoreResult, Tx};

/// Slug, icon, name in Chinese, name in the other languages.
type Platform = (&'static str, &'static str, &'static str, &'static str);

const MESSAGING: &[Platform] = &[
    ("whatsapp", "brand-whatsapp", "WhatsApp", "WhatsApp"),
    ("telegram", "brand-telegram", "Telegram", "Telegram"),
    ("line", "brand-line", "LINE", "LINE"),
    ("viber", "brand-viber", "Viber", "Viber"),
    ("zalo", "message-circle", "Zalo", "Zalo"),
    ("signal", "brand-signal", "Signal", "Signal"),
    ("kakaotalk", "brand-kakao-talk", "KakaoTalk", "KakaoTalk"),
    ("wechat", "brand-wechat", "微信", "WeChat"),
    ("messenger", "brand-messenger", "Messenger", "Messenger"),
    ("imessage", "brand-apple", "iMessage", "iMessage"),
];
const SOCIAL: &[Platform] = &[
    ("facebook", "brand-facebook", "Facebook", "Facebook"),
    ("instagram", "brand-instagram", "Instagram", "Instagram"),
    ("x", "brand-x", "X", "X"),
    ("tiktok", "brand-tiktok", "TikTok", "TikTok"),
    ("linkedin", "brand-linkedin", "领英", "LinkedIn"),
    ("snapchat", "brand-snapchat", "Snapchat", "Snapchat"),
    ("pinterest", "brand-pinterest", "Pinterest", "Pinterest"),
];
const FINANCE: &[Platform] = &[
    ("binance", "brand-binance", "币安", "Binance"),
    ("okx", "currency-bitcoin", "欧易", "OKX"),
    ("coinbase", "brand-coinbase", "Coinbase", "Coinbase"),
    ("paypal", "brand-paypal", "PayPal", "PayPal"),
    ("cashapp", "brand-cashapp", "Cash App", "Cash App"),
    ("revolut", "brand-revolut", "Revolut", "Revolut"),
];
const COMMERCE: &[Platform] = &[
    ("amazon", "brand-amazon", "亚马逊", "Amazon"),
    ("shopee", "brand-shopee", "虾皮", "Shopee"),
    ("lazada", "shopping-bag", "来赞达", "Lazada"),
    ("mercadolibre", "cart", "美客多", "Mercado Libre"),
];

/// Slug, icon, price in 1/10,000 point, texts, and statuses with the one that customers look for first.
type MarketProject = (&'static str, &'static str, i64, fn() -> ProjectTexts, &'static [&'static str]);

/// What providers of number data sell.
const MARKET: &[MarketProject] = &[
    (
        "line_type",
        "phone",
        80,
        catalogue::line_type,
        &["mobile", "landline", "voip", "toll_free", "other", "invalid"],
    ),
    ("live_status", "activity", 150, catalogue::live_status, &["reachable", "absent", "no_sms", "inactive"]),
    ("ported", "plug", 80, catalogue::ported, &["ported", "not_ported"]),
    ("sim_swap", "history", 300, catalogue::sim_swap, &["swapped", "not_swapped"]),
    ("dnc", "suppression", 100, catalogue::do_not_call, &["clear", "listed"]),
    ("risk", "gauge", 150, catalogue::risk_score, &["low", "medium", "high"]),
];

/// Price per answer about a platform, in 1/10,000 point.
const PLATFORM_PRICE: i64 = 100;

/// Adds the default projects that do not exist yet. Existing ones are not changed.
pub async fn add_default_projects(tx: &mut dyn Tx) -> StoreResult<()> {
    for project in default_projects() {
        tx.add_project(&project).await?;
    }
    Ok(())
}

/// All default projects, in the order of the menu.
pub fn default_projects() -> Vec<Project> {
    let mut all = Vec::new();
    let groups = [
        (Category::Messaging, MESSAGING),
        (Category::Social, SOCIAL),
        (Category::Finance, FINANCE),
        (Category::Commerce, COMMERCE),
    ];
    for (category, platforms) in groups {
        all.extend(platforms.iter().map(|platform| registered_with(category, *platform)));
    }
    all.push(reachability());
    all.push(live_carrier());
    all.extend(MARKET.iter().map(market_project));
    all.push(reassigned());
    all.push(carrier_lookup());
    all.push(number_hygiene());
    for (position, project) in all.iter_mut().enumerate() {
        project.sort = 10 * i64::try_from(position + 1).unwrap_or(i64::MAX);
    }
    all
}

fn project(slug: &str, details: ProjectDetails) -> Project {
    Project { slug: slug.to_owned(), sort: 0, enabled: true, version: 1, details }
}

fn registered_with(category: Category, (slug, icon, zh, name): Platform) -> Project {
    let texts = catalogue::registered_with(name, zh);
    project(
        slug,
        ProjectDetails {
            category,
            icon: icon.to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            answerer: Answerer::Channels,
            statuses: vec!["active".to_owned(), "inactive".to_owned()],
            price: PLATFORM_PRICE,
            country_prices: BTreeMap::new(),
            min_numbers: 1,
            max_numbers: MOST_NUMBERS,
            countries: Vec::new(),
            channels: Vec::new(),
            routing: Routing::default(),
            inputs: Vec::new(),
            chunk_size: 10_000,
        },
    )
}

fn reachability() -> Project {
    let texts = catalogue::reachability();
    project(
        "reachable",
        ProjectDetails {
            category: Category::Carrier,
            icon: "access-point".to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            price: 150,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn live_carrier() -> Project {
    let texts = catalogue::live_carrier();
    project(
        "hlr_carrier",
        ProjectDetails {
            category: Category::Carrier,
            icon: "broadcast".to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            statuses: vec!["active".to_owned(), "inactive".to_owned()],
            price: 120,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn market_project((slug, icon, price, texts, statuses): &MarketProject) -> Project {
    let texts = texts();
    project(
        slug,
        ProjectDetails {
            category: Category::Carrier,
            icon: (*icon).to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            statuses: statuses.iter().map(|status| (*status).to_owned()).collect(),
            price: *price,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn reassigned() -> Project {
    let columns = ["since", "consent_date", "consent", "opt_in_date", "optin_date", "contact_date", "date"];
    let since = RowInput {
        name: "since".to_owned(),
        kind: RowInputKind::Date,
        columns: columns.map(str::to_owned).to_vec(),
    };
    let statuses = &["not_reassigned", "reassigned"];
    let mut project = market_project(&("reassigned", "contacts", 300, catalogue::reassigned, statuses));
    project.details.inputs.push(since);
    project
}

fn carrier_lookup() -> Project {
    let texts = catalogue::carrier_lookup();
    project(
        "carrier",
        ProjectDetails {
            category: Category::Carrier,
            icon: "antenna".to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            answerer: Answerer::Carrier,
            statuses: vec!["known".to_owned()],
            price: 10,
            chunk_size: 50_000,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn number_hygiene() -> Project {
    let texts = catalogue::number_hygiene();
    project(
        "hygiene",
        ProjectDetails {
            category: Category::Hygiene,
            icon: "filter".to_owned(),
            names: texts.names,
            descriptions: texts.descriptions,
            answerer: Answerer::Hygiene,
            statuses: vec!["valid".to_owned()],
            price: 2,
            chunk_size: 50_000,
            ..registered_with(Category::Hygiene, ("", "", "", "")).details
        },
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::default_projects;

    #[test]
    fn default_projects_are_valid_and_have_unique_slugs() {
        let all = default_projects();
        assert!(all.len() >= 30, "{}", all.len());
        let slugs: BTreeSet<_> = all.iter().map(|project| project.slug.as_str()).collect();
        assert_eq!(slugs.len(), all.len());
        for project in &all {
            assert!(
                project.details.invalid_fields().is_empty(),
                "{}: {:?}",
                project.slug,
                project.details.invalid_fields()
            );
            assert_eq!(project.details.names.len(), 4);
            assert_eq!(project.details.descriptions.len(), 4);
        }
    }
}
