//! What is wrong in the configuration of a channel, in four languages.

use numsift_channel::Problem;

pub fn en(problem: &Problem) -> String {
    let text = problem.to_string();
    match text.strip_prefix("expected ") {
        Some(expected) => format!("Must be {expected}"),
        None => text,
    }
}

pub fn zh(problem: &Problem) -> String {
    match problem {
        Problem::Missing => "必须填写".to_owned(),
        Problem::NotAJsonPath { message } => format!("应为 JSONPath（RFC 9535）：{message}"),
        Problem::BadTemplate { message } => format!("应为有效的模板：{message}"),
        Problem::UnknownName { name } => format!("应为此处可用的变量，而不是“{name}”"),
        Problem::OutOfRange { min, max } => format!("应为 {min} 到 {max} 之间的数"),
        Problem::ContradictsMode => "在该应答方式或其他字段下不能填写".to_owned(),
        Problem::NotAUrl => "应为完整的 http 或 https 地址，不含用户名、查询和片段".to_owned(),
        Problem::NotADay => "应为日期，例如 2027-01-01".to_owned(),
        Problem::NotAMethod => "应为 GET、POST、PUT 或 PATCH".to_owned(),
        Problem::NotAHeader => "应为有效且连接器不自行设置的请求头".to_owned(),
        Problem::NotACountry => "应为两个字母的国家代码".to_owned(),
        Problem::NotAName => "应为 1 到 64 个小写字母、数字、“_”或“-”".to_owned(),
        Problem::NotAKey => "应为所选验证方式要求的密钥格式".to_owned(),
        Problem::NotAPrivateKey => {
            "应为 PEM 格式的私钥：PKCS #8，RSA 也可为 PKCS #1，至少 2048 位".to_owned()
        }
        Problem::NotASeparator => "应为一个字符，例如“,”“;”或制表符".to_owned(),
        Problem::NotARegex { message } => format!("应为小型正则表达式：{message}"),
    }
}

pub fn es(problem: &Problem) -> String {
    match problem {
        Problem::Missing => "Este campo es obligatorio".to_owned(),
        Problem::NotAJsonPath { message } => format!("Debe ser un JSONPath (RFC 9535): {message}"),
        Problem::BadTemplate { message } => format!("Debe ser una plantilla válida: {message}"),
        Problem::UnknownName { name } => {
            format!("Debe ser una variable disponible aquí, no «{name}»")
        }
        Problem::OutOfRange { min, max } => format!("Debe ser un número de {min} a {max}"),
        Problem::ContradictsMode => "Debe quedar vacío con este modo o estos otros campos".to_owned(),
        Problem::NotAUrl => {
            "Debe ser una URL http o https completa, sin usuario, consulta ni fragmento".to_owned()
        }
        Problem::NotADay => "Debe ser un día como 2027-01-01".to_owned(),
        Problem::NotAMethod => "Debe ser GET, POST, PUT o PATCH".to_owned(),
        Problem::NotAHeader => {
            "Debe ser una cabecera válida que el conector no ponga por sí mismo".to_owned()
        }
        Problem::NotACountry => "Debe ser un código de país de dos letras".to_owned(),
        Problem::NotAName => "Debe tener de 1 a 64 minúsculas, cifras, «_» o «-»".to_owned(),
        Problem::NotAKey => "Debe ser un secreto con el formato que pide la verificación".to_owned(),
        Problem::NotAPrivateKey => {
            "Debe ser una clave privada PEM: PKCS #8, o PKCS #1 para RSA, de al menos 2048 bits".to_owned()
        }
        Problem::NotASeparator => "Debe ser un carácter, como «,», «;» o un tabulador".to_owned(),
        Problem::NotARegex { message } => format!("Debe ser una expresión regular pequeña: {message}"),
    }
}

pub fn ja(problem: &Problem) -> String {
    match problem {
        Problem::Missing => "この項目は必須です".to_owned(),
        Problem::NotAJsonPath { message } => format!("JSONPath（RFC 9535）が必要です：{message}"),
        Problem::BadTemplate { message } => format!("正しいテンプレートが必要です：{message}"),
        Problem::UnknownName { name } => format!("「{name}」ではなく、ここで使える変数が必要です"),
        Problem::OutOfRange { min, max } => format!("{min} から {max} までの数が必要です"),
        Problem::ContradictsMode => "この方式またはほかの項目と一緒には指定できません".to_owned(),
        Problem::NotAUrl => {
            "ユーザー名・クエリ・フラグメントを含まない完全な http / https アドレスが必要です".to_owned()
        }
        Problem::NotADay => "2027-01-01 のような日付が必要です".to_owned(),
        Problem::NotAMethod => "GET、POST、PUT、PATCH のいずれかが必要です".to_owned(),
        Problem::NotAHeader => "コネクタ自身が設定しない正しいヘッダー名が必要です".to_owned(),
        Problem::NotACountry => "2 文字の国コードが必要です".to_owned(),
        Problem::NotAName => "英小文字・数字・「_」「-」で 1～64 文字が必要です".to_owned(),
        Problem::NotAKey => "検証方法が求める形式の秘密情報が必要です".to_owned(),
        Problem::NotAPrivateKey => {
            "PEM 形式の秘密鍵（PKCS #8、RSA は PKCS #1 も可、2048 ビット以上）が必要です".to_owned()
        }
        Problem::NotASeparator => "「,」「;」タブなどの 1 文字が必要です".to_owned(),
        Problem::NotARegex { message } => format!("小さな正規表現が必要です：{message}"),
    }
}
