//! Words in exported results: headers and values. The console has the same words in `web/src/locales`.

use std::collections::BTreeMap;

use crate::lang::Lang;

/// A code, and its text in the order of [`Lang::ALL`].
type Word = (&'static str, [&'static str; 4]);

/// Headers of columns.
const HEADS: &[Word] = &[
    ("row", ["行号", "Row", "Fila", "行"]),
    ("outcome", ["处理结果", "Outcome", "Desenlace", "処理結果"]),
    ("outcome_reason", ["被拒原因", "Why refused", "Motivo del rechazo", "却下の理由"]),
    ("duplicate_of", ["首次出现的行", "Duplicate of row", "Duplicado de la fila", "最初の行"]),
    ("e164", ["国际格式号码", "Number (E.164)", "Número (E.164)", "番号（E.164）"]),
    ("country", ["国家/地区", "Country", "País", "国・地域"]),
    ("type", ["类型", "Type", "Tipo", "種類"]),
    ("original_carrier", ["原始运营商", "Original carrier", "Operadora original", "当初の通信事業者"]),
    ("reason", ["原因", "reason", "motivo", "理由"]),
    ("source", ["来源", "source", "origen", "取得元"]),
    ("checked_at", ["检测时间", "checked at", "comprobado el", "確認日時"]),
    ("details", ["详情", "details", "detalles", "詳細"]),
];

/// Statuses of the default projects; operators can add others.
const STATUSES: &[Word] = &[
    ("valid", ["有效", "Valid", "Válido", "有効"]),
    ("invalid", ["无效", "Invalid", "No válido", "無効"]),
    ("known", ["已识别", "Known", "Identificado", "判明"]),
    ("active", ["活跃", "Active", "Activo", "アクティブ"]),
    ("inactive", ["不活跃", "Inactive", "Inactivo", "非アクティブ"]),
    ("registered", ["已注册", "Registered", "Registrado", "登録あり"]),
    ("not_registered", ["未注册", "Not registered", "No registrado", "登録なし"]),
    ("reachable", ["可接通", "Reachable", "Localizable", "到達可能"]),
    ("unreachable", ["不可接通", "Unreachable", "Ilocalizable", "到達不可"]),
    ("absent", ["暂时不在线", "Absent", "Ausente", "一時的に不在"]),
    ("dead", ["空号", "Not in service", "Fuera de servicio", "使われていない番号"]),
    ("ported", ["已携号转网", "Ported", "Portado", "番号移転済み"]),
    ("not_ported", ["未携号转网", "Not ported", "No portado", "番号移転なし"]),
    ("business", ["企业账号", "Business account", "Cuenta de empresa", "ビジネスアカウント"]),
    ("exists", ["存在", "Exists", "Existe", "存在する"]),
    ("not_found", ["未找到", "Not found", "No encontrado", "見つからない"]),
    ("banned", ["已封禁", "Banned", "Bloqueado", "利用停止"]),
    ("premium", ["高级会员", "Premium", "Premium", "プレミアム"]),
    ("mobile", ["移动电话", "Mobile", "Móvil", "携帯電話"]),
    ("landline", ["固定电话", "Landline", "Fijo", "固定電話"]),
    ("voip", ["网络电话", "VoIP", "VoIP", "IP 電話"]),
    ("toll_free", ["免费电话", "Toll-free", "Gratuito", "フリーダイヤル"]),
    ("other", ["其他线路", "Other line", "Otra línea", "その他の回線"]),
    ("no_sms", ["无法收短信", "No text messages", "Sin SMS", "SMS 不可"]),
    ("swapped", ["已换卡", "SIM replaced", "SIM cambiada", "SIM 交換あり"]),
    ("not_swapped", ["未换卡", "SIM not replaced", "SIM sin cambios", "SIM 交換なし"]),
    ("reassigned", ["已换机主", "Reassigned", "Reasignado", "再割り当て済み"]),
    ("not_reassigned", ["未换机主", "Not reassigned", "No reasignado", "再割り当てなし"]),
    ("clear", ["未列入名单", "Not listed", "No incluido", "掲載なし"]),
    ("listed", ["已列入名单", "Listed", "Incluido en la lista", "掲載あり"]),
    ("low", ["低风险", "Low risk", "Riesgo bajo", "低リスク"]),
    ("medium", ["中风险", "Medium risk", "Riesgo medio", "中リスク"]),
    ("high", ["高风险", "High risk", "Riesgo alto", "高リスク"]),
    ("unknown", ["未知", "Unknown", "Desconocido", "不明"]),
    ("skipped", ["已跳过", "Skipped", "Omitido", "スキップ"]),
];

/// Types of numbers.
const KINDS: &[Word] = &[
    ("unknown", ["类型未知", "Type unknown", "Tipo desconocido", "種類不明"]),
    ("mobile", ["移动电话", "Mobile", "Móvil", "携帯電話"]),
    ("fixed_line", ["固定电话", "Fixed line", "Fijo", "固定電話"]),
    ("fixed_line_or_mobile", ["固话或移动", "Fixed line or mobile", "Fijo o móvil", "固定または携帯"]),
    ("toll_free", ["免费电话", "Toll-free", "Gratuito", "フリーダイヤル"]),
    ("premium_rate", ["高额计费", "Premium rate", "Tarifa especial", "有料情報サービス"]),
    ("shared_cost", ["分摊计费", "Shared cost", "Coste compartido", "料金分担"]),
    ("voip", ["网络电话", "VoIP", "VoIP", "IP 電話"]),
    ("personal", ["个人号码", "Personal number", "Número personal", "パーソナル番号"]),
    ("pager", ["寻呼机", "Pager", "Buscapersonas", "ポケットベル"]),
    ("uan", ["企业统一号码", "Universal access number", "Número de empresa", "企業共通番号"]),
    ("voicemail", ["语音信箱", "Voicemail", "Buzón de voz", "留守番電話"]),
];

/// What became of a row.
const OUTCOMES: &[Word] = &[
    ("answered", ["已检测", "Answered", "Respondido", "回答あり"]),
    ("skipped", ["跳过", "Skipped", "Omitido", "スキップ"]),
    ("unprocessed", ["未处理", "Unprocessed", "Sin procesar", "未処理"]),
    ("duplicate", ["重复", "Duplicate", "Duplicado", "重複"]),
    ("suppressed", ["免打扰", "Suppressed", "Excluido", "除外"]),
    ("refused", ["被拒", "Refused", "Rechazado", "却下"]),
];

/// Where an answer comes from.
const SOURCES: &[Word] = &[
    ("engine", ["号码引擎", "Number engine", "Motor de números", "番号エンジン"]),
    ("channel", ["服务商", "Provider", "Proveedor", "プロバイダー"]),
    ("fresh", ["复用", "Reused", "Reutilizado", "再利用"]),
    ("test", ["测试号码", "Test number", "Número de prueba", "テスト番号"]),
];

/// Why a row was rejected.
const REJECTIONS: &[Word] = &[
    (
        "invalid_country_code",
        [
            "缺少国家代码或代码不存在",
            "Missing or invalid country code",
            "Sin código de país o con uno que no existe",
            "国番号がない、または存在しない",
        ],
    ),
    (
        "not_a_number",
        ["不是电话号码", "Not a phone number", "No es un número de teléfono", "電話番号ではない"],
    ),
    (
        "too_short_after_idd",
        [
            "国际前缀后位数不足",
            "Too short after the international prefix",
            "Demasiado corto tras el prefijo internacional",
            "国際プレフィックスの後が短すぎる",
        ],
    ),
    ("too_short_nsn", ["号码位数过少", "Far too few digits", "Muy pocos dígitos", "桁数が少なすぎる"]),
    ("too_long", ["号码过长", "Too long", "Demasiado largo", "長すぎる"]),
    ("too_short", ["号码过短", "Too short", "Demasiado corto", "短すぎる"]),
    (
        "invalid_length",
        ["位数不符", "Wrong number of digits", "Número de dígitos incorrecto", "桁数が合わない"],
    ),
    (
        "local_only",
        [
            "只能在本地拨打",
            "Can only be dialled locally",
            "Solo se puede marcar localmente",
            "市内でのみ発信可能",
        ],
    ),
    (
        "invalid_for_region",
        [
            "该国没有此号段",
            "Not a valid range in this country",
            "No existe ese rango en el país",
            "その国にない番号帯",
        ],
    ),
    (
        "undecodable",
        ["文字编码无法识别", "Unreadable characters", "Caracteres ilegibles", "文字を読み取れない"],
    ),
    ("line_too_long", ["整行过长", "The line is too long", "La línea es demasiado larga", "行が長すぎる"]),
    (
        "cell_too_long",
        [
            "附带的单元格过长",
            "A carried-over cell is too long",
            "Una celda incluida es demasiado larga",
            "付帯セルが長すぎる",
        ],
    ),
    (
        "rounded",
        [
            "被表格软件取整，原号码已丢失",
            "Rounded by a spreadsheet, digits are lost",
            "Redondeado por una hoja de cálculo: se perdieron dígitos",
            "表計算ソフトで丸められ、桁が失われた",
        ],
    ),
    ("not_mobile", ["不是手机号码", "Not a mobile number", "No es un número de móvil", "携帯番号ではない"]),
    (
        "left_out",
        [
            "不属于名单（发送者的号码或旧号码）",
            "Not in the list (the sender's or an old number)",
            "No es de la lista (número del remitente o antiguo)",
            "リスト外（差出人または古い番号）",
        ],
    ),
];

/// Why an answer is not definite.
const REASONS: &[Word] = &[
    (
        "no_answer",
        [
            "服务商没有答复这个号码",
            "The provider did not answer for this number",
            "El proveedor no respondió sobre este número",
            "プロバイダーがこの番号に回答しませんでした",
        ],
    ),
    (
        "wrong_shape",
        [
            "服务商的答复格式不符",
            "The response had an unexpected format",
            "La respuesta no tiene la forma acordada",
            "回答の形式が取り決めと異なります",
        ],
    ),
    (
        "too_large",
        [
            "服务商的答复过大",
            "The response was too large",
            "La respuesta es demasiado grande",
            "回答が大きすぎます",
        ],
    ),
    (
        "too_deep",
        [
            "服务商的答复嵌套过深",
            "The response was nested too deeply",
            "La respuesta está demasiado anidada",
            "回答の入れ子が深すぎます",
        ],
    ),
    (
        "timeout",
        [
            "服务商超时未答复",
            "The provider did not respond in time",
            "No hubo respuesta a tiempo",
            "時間内に回答がありませんでした",
        ],
    ),
    (
        "unmapped",
        [
            "服务商的答复无法对应",
            "The response is not mapped to a status",
            "La respuesta no tiene significado aquí",
            "回答に対応する意味がありません",
        ],
    ),
    (
        "reported_unknown",
        [
            "服务商也无法判断",
            "The provider reported unknown",
            "El proveedor tampoco lo sabe",
            "プロバイダーの回答が不明でした",
        ],
    ),
    (
        "passed_on",
        [
            "服务商不支持该号码",
            "The provider does not cover this number",
            "El proveedor no cubre este número",
            "プロバイダーはこの番号に対応していません",
        ],
    ),
    (
        "try_later",
        [
            "服务商暂时无法答复",
            "The provider could not answer at this time",
            "El proveedor no pudo responder en este momento",
            "プロバイダーは一時的に回答できませんでした",
        ],
    ),
    (
        "channel_failed",
        ["服务商报告失败", "The provider failed", "El proveedor falló", "プロバイダーでエラーが発生しました"],
    ),
    (
        "unreachable",
        [
            "无法连接服务商",
            "The provider could not be reached",
            "No se pudo contactar con el proveedor",
            "プロバイダーに接続できませんでした",
        ],
    ),
    (
        "refused_address",
        [
            "不允许访问服务商的地址",
            "Requests to the provider's address are not allowed",
            "No se permite consultar la dirección del proveedor",
            "プロバイダーのアドレスへの問い合わせは許可されていません",
        ],
    ),
    (
        "job_failed",
        [
            "服务商的任务失败",
            "The provider's job failed",
            "El trabajo del proveedor falló",
            "プロバイダーの処理が失敗しました",
        ],
    ),
    (
        "bad_request",
        [
            "无法生成请求",
            "The request could not be built",
            "No se pudo crear la petición",
            "リクエストを作成できませんでした",
        ],
    ),
    (
        "auth_failed",
        [
            "服务商未授权",
            "The provider rejected the credentials",
            "El proveedor denegó el acceso",
            "プロバイダーがアクセスを拒否しました",
        ],
    ),
    (
        "batch_size",
        [
            "批量大小不符",
            "Too many numbers in one request",
            "Demasiados números a la vez",
            "一度の番号数が多すぎます",
        ],
    ),
    (
        "no_channel",
        [
            "没有可用通道",
            "No channel was available",
            "No había ningún canal disponible",
            "使えるチャネルがありませんでした",
        ],
    ),
    (
        "missing_input",
        [
            "该行缺少所需的列或日期",
            "The row lacks a column or date that the check needs",
            "A la fila le falta una columna o fecha necesaria",
            "必要な列または日付が行にありません",
        ],
    ),
    (
        "country_not_covered",
        [
            "没有通道覆盖这个国家或地区",
            "No channel covers this country",
            "Ningún canal cubre este país",
            "この国に対応するチャネルがありません",
        ],
    ),
    (
        "no_carrier",
        [
            "号码的运营商未知",
            "The carrier of this number is unknown",
            "Se desconoce la operadora de este número",
            "この番号の通信事業者は不明です",
        ],
    ),
];

fn text(words: &[Word], code: &str, lang: Lang) -> Option<&'static str> {
    let place = Lang::ALL.iter().position(|one| *one == lang)?;
    words.iter().find(|(known, _)| *known == code).map(|(_, texts)| texts[place])
}

fn all(tables: &[&[Word]], lang: Lang) -> BTreeMap<String, String> {
    let codes = tables.iter().flat_map(|words| words.iter().map(move |(code, _)| (*words, *code)));
    codes.filter_map(|(words, code)| Some((code.to_owned(), text(words, code, lang)?.to_owned()))).collect()
}

/// The headers of an export, by their plain names.
pub fn heads(lang: Lang) -> BTreeMap<String, String> {
    all(&[HEADS], lang)
}

/// Outcomes, sources and reasons by their codes, which are distinct.
pub fn words(lang: Lang) -> BTreeMap<String, String> {
    all(&[REASONS, REJECTIONS, SOURCES, OUTCOMES], lang)
}

/// The name of a type of number; empty if it has none.
pub fn kind(code: &str, lang: Lang) -> &'static str {
    text(KINDS, code, lang).unwrap_or_default()
}

/// The name of a status; empty if it has none.
pub fn status(code: &str, lang: Lang) -> &'static str {
    text(STATUSES, code, lang).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_distinct_and_no_text_is_empty() {
        let mut known = BTreeSet::new();
        for (code, _) in [OUTCOMES, SOURCES, REJECTIONS, REASONS].into_iter().flatten() {
            assert!(known.insert(code), "{code}");
        }
        for (code, texts) in
            [HEADS, STATUSES, KINDS, OUTCOMES, SOURCES, REJECTIONS, REASONS].into_iter().flatten()
        {
            assert!(texts.iter().all(|text| !text.trim().is_empty()), "{code}");
        }
        assert_eq!(kind("mobile", Lang::En), "Mobile");
        assert_eq!(status("active", Lang::Zh), text(STATUSES, "active", Lang::Zh).unwrap());
        assert_eq!(words(Lang::Es)["refused"], "Rechazado");
    }
}
