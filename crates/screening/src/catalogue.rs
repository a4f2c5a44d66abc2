//! The projects that an installation begins with. Operators change them as they like afterwards.

use std::collections::BTreeMap;

use numsift_model::lang::Lang;
use numsift_model::project::{Answerer, Category, MOST_NUMBERS, Project, ProjectDetails};
use numsift_store::{StoreResult, Tx};

/// Slug, icon, and the name where it differs by language: Chinese, then everywhere else.
type Platform = (&'static str, &'static str, &'static str, &'static str);

const MESSAGING: &[Platform] = &[
    ("whatsapp", "brand-whatsapp", "WhatsApp", "WhatsApp"),
    ("telegram", "brand-telegram", "Telegram", "Telegram"),
    ("line", "brand-line", "LINE", "LINE"),
    ("viber", "message-circle", "Viber", "Viber"),
    ("zalo", "message-circle", "Zalo", "Zalo"),
    ("signal", "message-circle", "Signal", "Signal"),
    ("kakaotalk", "message-circle", "KakaoTalk", "KakaoTalk"),
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
    ("binance", "currency-bitcoin", "币安", "Binance"),
    ("okx", "currency-bitcoin", "欧易", "OKX"),
    ("coinbase", "currency-bitcoin", "Coinbase", "Coinbase"),
    ("paypal", "brand-paypal", "PayPal", "PayPal"),
    ("cashapp", "cash", "Cash App", "Cash App"),
    ("revolut", "credit-card", "Revolut", "Revolut"),
];
const COMMERCE: &[Platform] = &[
    ("amazon", "brand-amazon", "亚马逊", "Amazon"),
    ("shopee", "shopping-bag", "虾皮", "Shopee"),
    ("lazada", "shopping-bag", "来赞达", "Lazada"),
    ("mercadolibre", "shopping-bag", "美客多", "Mercado Libre"),
];

/// Price of an answer about a platform, in ten-thousandths of a point.
const PLATFORM_PRICE: i64 = 100;

/// Makes the projects that are not there yet. What an operator has changed stays.
pub async fn make_catalogue(tx: &mut dyn Tx) -> StoreResult<()> {
    for project in catalogue() {
        tx.add_project(&project).await?;
    }
    Ok(())
}

/// All projects that an installation begins with.
pub fn catalogue() -> Vec<Project> {
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
    all.push(carrier_lookup());
    all.push(number_hygiene());
    for (place, project) in all.iter_mut().enumerate() {
        project.sort = 10 * i64::try_from(place + 1).unwrap_or(i64::MAX);
    }
    all
}

fn texts(zh: &str, en: &str, es: &str, ja: &str) -> BTreeMap<Lang, String> {
    [(Lang::Zh, zh), (Lang::En, en), (Lang::Es, es), (Lang::Ja, ja)]
        .into_iter()
        .map(|(lang, text)| (lang, text.to_owned()))
        .collect()
}

fn project(slug: &str, details: ProjectDetails) -> Project {
    Project { slug: slug.to_owned(), sort: 0, enabled: true, version: 1, details }
}

/// A space stands between Chinese and Latin letters.
fn after_chinese(name: &str) -> String {
    if name.starts_with(|first: char| first.is_ascii()) { format!(" {name}") } else { name.to_owned() }
}

fn registered_with(category: Category, (slug, icon, zh, name): Platform) -> Project {
    project(
        slug,
        ProjectDetails {
            category,
            icon: icon.to_owned(),
            names: texts(zh, name, name, name),
            descriptions: texts(
                &format!("查询号码是否已注册{}，由签约服务商提供结果。", after_chinese(zh)),
                &format!("Whether a number is registered with {name}, as a contracted provider reports."),
                &format!("Si un número está registrado en {name}, según un proveedor contratado."),
                &format!("番号が {name} に登録されているかを、契約プロバイダーの回答で調べます。"),
            ),
            answerer: Answerer::Channels,
            statuses: vec!["active".to_owned(), "inactive".to_owned()],
            price: PLATFORM_PRICE,
            country_prices: BTreeMap::new(),
            min_numbers: 1,
            max_numbers: MOST_NUMBERS,
            countries: Vec::new(),
            channels: Vec::new(),
            chunk_size: 10_000,
        },
    )
}

fn reachability() -> Project {
    project(
        "reachable",
        ProjectDetails {
            category: Category::Carrier,
            icon: "access-point".to_owned(),
            names: texts("在线状态", "Reachability", "Alcanzabilidad", "到達性"),
            descriptions: texts(
                "查询号码当前是否开机可达，由签约服务商提供结果。",
                "Whether a number is in service and can be reached now, as a contracted provider reports.",
                "Si un número está en servicio y localizable ahora, según un proveedor contratado.",
                "番号が現在つながるかを、契約プロバイダーの回答で調べます。",
            ),
            price: 150,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn live_carrier() -> Project {
    project(
        "hlr_carrier",
        ProjectDetails {
            category: Category::Carrier,
            icon: "broadcast".to_owned(),
            names: texts("实时运营商", "Live carrier", "Operador actual", "現在の通信事業者"),
            descriptions: texts(
                "查询号码当前所属的运营商（含携号转网），由签约服务商提供结果。",
                "The carrier that serves a number today, ported numbers included, as a contracted provider reports.",
                "El operador que atiende hoy el número, portabilidad incluida, según un proveedor contratado.",
                "番号を現在扱う通信事業者（番号ポータビリティを含む）を、契約プロバイダーの回答で調べます。",
            ),
            statuses: vec!["active".to_owned(), "inactive".to_owned()],
            price: 120,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn carrier_lookup() -> Project {
    project(
        "carrier",
        ProjectDetails {
            category: Category::Carrier,
            icon: "antenna".to_owned(),
            names: texts("运营商查询", "Carrier lookup", "Consulta de operador", "通信事業者の照会"),
            descriptions: texts(
                "按号码段判断最初分配的运营商；携号转网后可能不同。立即出结果，无需服务商。",
                "The carrier a number was originally allocated to; people take their numbers along. Answered at once, in house.",
                "El operador al que se asignó el número al principio; la gente conserva su número. Respuesta inmediata.",
                "番号が最初に割り当てられた通信事業者です（乗り換え後は異なる場合があります）。すぐに結果が出ます。",
            ),
            answerer: Answerer::Carrier,
            statuses: vec!["known".to_owned()],
            price: 10,
            chunk_size: 50_000,
            ..registered_with(Category::Carrier, ("", "", "", "")).details
        },
    )
}

fn number_hygiene() -> Project {
    project(
        "hygiene",
        ProjectDetails {
            category: Category::Hygiene,
            icon: "filter".to_owned(),
            names: texts("号码清洗", "Number hygiene", "Limpieza de números", "番号クレンジング"),
            descriptions: texts(
                "统一格式、去重、验证有效性，并给出国家、类型与最初分配的运营商。立即出结果，无需服务商。",
                "One format, no duplicates, only valid numbers, with country, type and original carrier. Answered at once, in house.",
                "Un solo formato, sin duplicados, solo números válidos, con país, tipo y operador original. Respuesta inmediata.",
                "書式を揃え、重複を除き、有効な番号だけにして、国・種類・当初の通信事業者を付けます。すぐに結果が出ます。",
            ),
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

    use super::catalogue;

    #[test]
    fn every_project_is_sound_and_has_a_name_of_its_own() {
        let all = catalogue();
        assert!(all.len() >= 30, "{}", all.len());
        let slugs: BTreeSet<_> = all.iter().map(|project| project.slug.as_str()).collect();
        assert_eq!(slugs.len(), all.len());
        for project in &all {
            assert!(project.details.faults().is_empty(), "{}: {:?}", project.slug, project.details.faults());
            assert_eq!(project.details.names.len(), 4);
            assert_eq!(project.details.descriptions.len(), 4);
        }
    }
}
