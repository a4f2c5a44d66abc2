//! Names and descriptions of the projects of a new installation.

use std::collections::BTreeMap;

use crate::lang::Lang;

/// Name and description of a project, by language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectTexts {
    pub names: BTreeMap<Lang, String>,
    pub descriptions: BTreeMap<Lang, String>,
}

/// Builds the texts of a project from its name and description in each language.
fn project(in_language: impl Fn(Lang) -> (&'static str, String)) -> ProjectTexts {
    let text = |lang| {
        let (name, description) = in_language(lang);
        ((lang, name.to_owned()), (lang, description))
    };
    let (names, descriptions) = Lang::ALL.into_iter().map(text).unzip();
    ProjectTexts { names, descriptions }
}

/// Whether a number is registered with a platform, which may have another name in Chinese.
pub fn registered_with(name: &'static str, zh_name: &'static str) -> ProjectTexts {
    // Chinese and Latin letters are separated by a space.
    let space = if zh_name.starts_with(|first: char| first.is_ascii()) { " " } else { "" };
    project(|lang| match lang {
        Lang::Zh => (zh_name, format!("查询号码是否已注册{space}{zh_name}，由签约服务商提供结果。")),
        Lang::En => {
            (name, format!("Whether a number is registered with {name}, as a contracted provider reports."))
        }
        Lang::Es => (name, format!("Si un número está registrado en {name}, según un proveedor contratado.")),
        Lang::Ja => (name, format!("番号が {name} に登録されているかを、契約プロバイダーの回答で調べます。")),
    })
}

pub fn reachability() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("在线状态", "查询号码当前是否开机可达，由签约服务商提供结果。"),
            Lang::En => (
                "Reachability",
                "Whether a number is in service and can be reached now, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Disponibilidad",
                "Si un número está en servicio y localizable ahora, según un proveedor contratado.",
            ),
            Lang::Ja => ("到達性", "番号が現在つながるかを、契約プロバイダーの回答で調べます。"),
        };
        (name, description.to_owned())
    })
}

/// The carrier that serves a number now.
pub fn live_carrier() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("实时运营商", "查询号码当前所属的运营商（含携号转网），由签约服务商提供结果。"),
            Lang::En => (
                "Live carrier",
                "The carrier that serves a number today, ported numbers included, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Operadora actual",
                "La operadora que atiende hoy el número, portabilidad incluida, según un proveedor contratado.",
            ),
            Lang::Ja => (
                "現在の通信事業者",
                "番号を現在扱う通信事業者（番号ポータビリティを含む）を、契約プロバイダーの回答で調べます。",
            ),
        };
        (name, description.to_owned())
    })
}

/// The kind of line that a number belongs to.
pub fn line_type() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("线路类型", "查询号码是手机、固话、网络电话还是免费电话等，由签约服务商提供结果。"),
            Lang::En => (
                "Line type",
                "Whether a number is a mobile, landline, internet or toll-free line, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Tipo de línea",
                "Si un número es móvil, fijo, de voz por internet o gratuito, según un proveedor contratado.",
            ),
            Lang::Ja => (
                "回線種別",
                "番号が携帯電話、固定電話、インターネット電話、フリーダイヤルなどのどれかを、契約プロバイダーの回答で調べます。",
            ),
        };
        (name, description.to_owned())
    })
}

/// The state of a number in its network, in more detail than whether it can be reached.
pub fn live_status() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("实时状态", "查询号码是可达、暂时关机、无法收短信还是停用，由签约服务商提供结果。"),
            Lang::En => (
                "Live status",
                "Whether a number is reachable, switched off for now, without text messages, or not in service, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Estado en vivo",
                "Si un número está localizable, apagado por ahora, sin SMS o fuera de servicio, según un proveedor contratado.",
            ),
            Lang::Ja => (
                "ライブ状態",
                "番号がつながる、一時的に圏外、SMS 不可、使われていないのどれかを、契約プロバイダーの回答で調べます。",
            ),
        };
        (name, description.to_owned())
    })
}

/// Whether a number has moved to another carrier.
pub fn ported() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("携号转网", "查询号码是否已转到其他运营商，由签约服务商提供结果。"),
            Lang::En => (
                "Porting",
                "Whether a number has been moved to another carrier, as a contracted provider reports.",
            ),
            Lang::Es => {
                ("Portabilidad", "Si un número se ha pasado a otra operadora, según un proveedor contratado.")
            }
            Lang::Ja => {
                ("番号ポータビリティ", "番号が他の通信事業者へ移ったかを、契約プロバイダーの回答で調べます。")
            }
        };
        (name, description.to_owned())
    })
}

/// Whether the SIM card of a number was replaced recently.
pub fn sim_swap() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("换卡检测", "查询号码近期是否更换过 SIM 卡，由签约服务商提供结果。"),
            Lang::En => (
                "SIM swap",
                "Whether the SIM card of a number was replaced recently, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Cambio de SIM",
                "Si se ha cambiado hace poco la tarjeta SIM de un número, según un proveedor contratado.",
            ),
            Lang::Ja => {
                ("SIM 交換", "番号の SIM カードが最近交換されたかを、契約プロバイダーの回答で調べます。")
            }
        };
        (name, description.to_owned())
    })
}

/// Whether a number has had another owner since a date.
pub fn reassigned() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => (
                "号码换主",
                "查询号码自某日起是否已换机主，由签约服务商提供结果。名单需要保留一列日期，例如 consent_date（2024-03-01）。",
            ),
            Lang::En => (
                "Reassigned",
                "Whether a number has been given to another person since a date, as a contracted provider reports. The list needs a column with the date, for example consent_date (2024-03-01).",
            ),
            Lang::Es => (
                "Reasignado",
                "Si un número ha pasado a otra persona desde una fecha, según un proveedor contratado. La lista necesita una columna con la fecha, por ejemplo consent_date (2024-03-01).",
            ),
            Lang::Ja => (
                "番号の再割り当て",
                "ある日付以降に番号が別の人へ割り当てられたかを、契約プロバイダーの回答で調べます。リストには日付の列（例：consent_date、2024-03-01）が必要です。",
            ),
        };
        (name, description.to_owned())
    })
}

/// Whether a number is on a do-not-call list.
pub fn do_not_call() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("谢绝来电", "查询号码是否在谢绝来电名单上，由签约服务商提供结果。"),
            Lang::En => (
                "Do not call",
                "Whether a number is on a do-not-call list, as a contracted provider reports.",
            ),
            Lang::Es => (
                "No llamar",
                "Si un número está en una lista de exclusión de llamadas, según un proveedor contratado.",
            ),
            Lang::Ja => {
                ("架電拒否", "番号が架電拒否リストに載っているかを、契約プロバイダーの回答で調べます。")
            }
        };
        (name, description.to_owned())
    })
}

/// How risky a number is.
pub fn risk_score() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => ("风险评分", "按欺诈与滥用迹象评估号码的风险，由签约服务商提供结果。"),
            Lang::En => (
                "Risk score",
                "How risky a number is, by signs of fraud and abuse, as a contracted provider reports.",
            ),
            Lang::Es => (
                "Puntuación de riesgo",
                "El riesgo de un número según indicios de fraude y abuso, según un proveedor contratado.",
            ),
            Lang::Ja => {
                ("リスク評価", "不正や悪用の兆候による番号のリスクを、契約プロバイダーの回答で調べます。")
            }
        };
        (name, description.to_owned())
    })
}

/// The carrier to which a number was originally allocated.
pub fn carrier_lookup() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => {
                ("运营商查询", "按号码段判断最初分配的运营商；携号转网后可能不同。立即出结果，无需服务商。")
            }
            Lang::En => (
                "Carrier lookup",
                "The carrier a number was originally allocated to; it may have been ported since. Answered at once, in house.",
            ),
            Lang::Es => (
                "Consulta de operadora",
                "La operadora a la que se asignó el número al principio; la gente conserva su número. Respuesta inmediata.",
            ),
            Lang::Ja => (
                "通信事業者の照会",
                "番号が最初に割り当てられた通信事業者です（乗り換え後は異なる場合があります）。すぐに結果が出ます。",
            ),
        };
        (name, description.to_owned())
    })
}

pub fn number_hygiene() -> ProjectTexts {
    project(|lang| {
        let (name, description) = match lang {
            Lang::Zh => (
                "号码清洗",
                "统一格式、去重、验证有效性，并给出国家、类型与最初分配的运营商。立即出结果，无需服务商。",
            ),
            Lang::En => (
                "Number hygiene",
                "One format, no duplicates, only valid numbers, with country, type and original carrier. Answered at once, in house.",
            ),
            Lang::Es => (
                "Limpieza de números",
                "Un solo formato, sin duplicados, solo números válidos, con país, tipo y operadora original. Respuesta inmediata.",
            ),
            Lang::Ja => (
                "番号クレンジング",
                "書式を揃え、重複を除き、有効な番号だけにして、国・種類・当初の通信事業者を付けます。すぐに結果が出ます。",
            ),
        };
        (name, description.to_owned())
    })
}
