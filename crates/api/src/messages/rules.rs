//! What a value must be, in the languages other than English, whose texts are in `numsift_model::rule`.

use numsift_model::rule::{Rule, listed};

pub fn zh(rule: &Rule) -> String {
    match rule {
        Rule::Chars { least: 0, most } => format!("最多 {most} 个字符"),
        Rule::Chars { least, most } => format!("应为 {least} 到 {most} 个字符"),
        Rule::Symbols { least, most, also } => format!("应为 {least} 到 {most} 个字母、数字或 {also}"),
        Rule::LowerCase { least, most } => format!("应为 {least} 到 {most} 个小写字母、数字或 `_`"),
        Rule::Whole { least, most } => format!("应为 {least} 到 {most} 之间的整数"),
        Rule::AtLeast(least) => format!("应为不小于 {least} 的整数"),
        Rule::Change { most } => format!("应为 -{most} 到 {most} 之间的整数，且不能为 0"),
        Rule::Entries { least, most } if least == most => format!("应为 {most} 项的列表"),
        Rule::Entries { least: 0, most } => format!("应为最多 {most} 项的列表"),
        Rule::Entries { least, most } => format!("应为 {least} 到 {most} 项的列表"),
        Rule::OneOf(words) => format!("必须是以下之一：{}", listed(words)),
        Rule::SomeOf(words) => format!("应为列表，至少包含以下之一：{}", listed(words)),
        Rule::Phone => "应为带国家码的有效号码，例如 +12015550100".to_owned(),
        Rule::Digits { most } => format!("应为最多 {most} 位数字，可带 `+`"),
        Rule::Cursor => "应为上一页返回的游标，不作改动".to_owned(),
        Rule::Future => "应为将来的时间".to_owned(),
        Rule::Day => "应为年份在前的日期，例如 2024-03-01".to_owned(),
        Rule::Plain => "应为一行不含 `{` 和 `}` 的短文本".to_owned(),
        Rule::Host => "应为主机名，例如 api.example.com，不含协议和路径".to_owned(),
        Rule::Url => "应为以 https:// 或 http:// 开头的网址".to_owned(),
        Rule::Picture { most } => {
            format!("应为 PNG、SVG 或 WebP 图片的 `data:` 网址，最多 {most} 个字符")
        }
        Rule::File => "应为非空文件".to_owned(),
        Rule::Projects => "应为目录中的项目列表".to_owned(),
        Rule::ResultColumns => "应为结果中的列名，至少一个".to_owned(),
        Rule::ListColumns => "应为名单可以有的列".to_owned(),
        Rule::Permissions => "应为此版本的权限列表".to_owned(),
        Rule::Roles => "应为已有角色的列表，至少一个，且不重复".to_owned(),
        Rule::AdministratorRole => "账户类型 1 必须有角色 1，其他类型不能有".to_owned(),
        Rule::Audience => "应为单独的 `all`，或 `type` 加 `account_type`，或 `account` 加 `uid`".to_owned(),
        Rule::OrderOrAccount => "没有 `order` 时必须填写，否则不能填写".to_owned(),
        Rule::Names { most } => {
            format!("应为各语言的文本，每个 1 到 {most} 个字符，其中必须有英文（`en`）")
        }
        Rule::Texts { most } => format!("应为各语言的文本，每个 1 到 {most} 个字符"),
        Rule::Statuses { most } => format!(
            "应为 1 到 {most} 个不同的词，每个最多 32 个小写字母、数字或 `_`，不含 `unknown` 和 `skipped`"
        ),
        Rule::Countries => "应为两个大写字母的国家代码列表，例如 `GB`".to_owned(),
        Rule::CountryPrices { most } => {
            format!("应为按国家代码（例如 `GB`）的整数，每个在 0 到 {most} 之间")
        }
        Rule::Routing { channels, share, shadow } => format!(
            "`shadow` 最多 {shadow}；使用 `split` 时需要 1 到 {channels} 个通道，每个份额为 1 到 {share}"
        ),
        Rule::RowInputs { most } => {
            format!("应为最多 {most} 个输入的列表，名称为不重复的小写词，每个有 1 到 20 列")
        }
    }
}

pub fn es(rule: &Rule) -> String {
    match rule {
        Rule::Chars { least: 0, most } => format!("Debe tener como máximo {most} caracteres"),
        Rule::Chars { least, most } => format!("Debe tener de {least} a {most} caracteres"),
        Rule::Symbols { least, most, also } => {
            format!("Debe tener de {least} a {most} caracteres: letras, cifras y {also}")
        }
        Rule::LowerCase { least, most } => {
            format!("Debe tener de {least} a {most} caracteres: minúsculas, cifras y `_`")
        }
        Rule::Whole { least, most } => format!("Debe ser un número entero de {least} a {most}"),
        Rule::AtLeast(least) => format!("Debe ser un número entero de {least} como mínimo"),
        Rule::Change { most } => {
            format!("Debe ser un número entero de -{most} a {most}, pero no 0")
        }
        Rule::Entries { least: 1, most: 1 } => "Debe ser una lista de un elemento".to_owned(),
        Rule::Entries { least: 0, most: 1 } => "Debe ser una lista de un elemento como máximo".to_owned(),
        Rule::Entries { least, most } if least == most => {
            format!("Debe ser una lista de {most} elementos")
        }
        Rule::Entries { least: 0, most } => format!("Debe ser una lista de {most} elementos como máximo"),
        Rule::Entries { least, most } => format!("Debe ser una lista de {least} a {most} elementos"),
        Rule::OneOf(words) => format!("Debe ser uno de {}", listed(words)),
        Rule::SomeOf(words) => format!("Debe ser una lista con al menos uno de {}", listed(words)),
        Rule::Phone => {
            "Debe ser un número de teléfono válido con su prefijo de país, como +12015550100".to_owned()
        }
        Rule::Digits { most } => format!("Debe tener como máximo {most} cifras, con o sin `+`"),
        Rule::Cursor => "Debe ser el cursor que devolvió la página anterior, sin cambios".to_owned(),
        Rule::Future => "Debe ser un momento futuro".to_owned(),
        Rule::Day => "Debe ser un día con el año delante, como 2024-03-01".to_owned(),
        Rule::Plain => "Debe ser una línea corta de texto sin `{` ni `}`".to_owned(),
        Rule::Host => "Debe ser un nombre de servidor como api.example.com, sin esquema ni ruta".to_owned(),
        Rule::Url => "Debe ser una URL que empiece por https:// o http://".to_owned(),
        Rule::Picture { most } => {
            format!("Debe ser una imagen PNG, SVG o WebP como URL `data:` de {most} caracteres como máximo")
        }
        Rule::File => "Debe ser un archivo que no esté vacío".to_owned(),
        Rule::Projects => "Debe ser una lista de proyectos del catálogo".to_owned(),
        Rule::ResultColumns => "Debe nombrar columnas de los resultados, al menos una".to_owned(),
        Rule::ListColumns => "Debe ser una columna que la lista pueda tener".to_owned(),
        Rule::Permissions => "Debe ser una lista de permisos de esta versión".to_owned(),
        Rule::Roles => "Debe ser una lista de roles existentes, al menos uno y sin repetir".to_owned(),
        Rule::AdministratorRole => {
            "El tipo de cuenta 1 debe tener el rol 1, y los demás no pueden tenerlo".to_owned()
        }
        Rule::Audience => "Debe ser `all` solo, `type` con `account_type`, o `account` con `uid`".to_owned(),
        Rule::OrderOrAccount => "Debe indicarse si no hay `order`, y omitirse en otro caso".to_owned(),
        Rule::Names { most } => {
            format!("Deben ser textos de 1 a {most} caracteres por idioma, uno de ellos en inglés (`en`)")
        }
        Rule::Texts { most } => format!("Deben ser textos de 1 a {most} caracteres por idioma"),
        Rule::Statuses { most } => format!(
            "Debe ser una lista de 1 a {most} palabras distintas de 32 minúsculas, cifras y `_` como máximo, sin `unknown` ni `skipped`"
        ),
        Rule::Countries => "Debe ser una lista de códigos de país de dos mayúsculas, como `GB`".to_owned(),
        Rule::CountryPrices { most } => {
            format!("Deben ser números enteros de 0 a {most} por código de país, como `GB`")
        }
        Rule::Routing { channels, share, shadow } => format!(
            "`shadow` debe ser {shadow} como máximo, y `split` necesita de 1 a {channels} canales con una cuota de 1 a {share} cada uno"
        ),
        Rule::RowInputs { most } => format!(
            "Debe ser una lista de {most} datos de la fila como máximo, con nombres distintos en minúsculas y de 1 a 20 columnas cada uno"
        ),
    }
}

pub fn ja(rule: &Rule) -> String {
    match rule {
        Rule::Chars { least: 0, most } => format!("{most} 文字以内でなければなりません"),
        Rule::Chars { least, most } => format!("{least}～{most} 文字でなければなりません"),
        Rule::Symbols { least, most, also } => {
            format!("{least}～{most} 文字の英字・数字・{also} でなければなりません")
        }
        Rule::LowerCase { least, most } => {
            format!("{least}～{most} 文字の英小文字・数字・`_` でなければなりません")
        }
        Rule::Whole { least, most } => format!("{least} から {most} までの整数でなければなりません"),
        Rule::AtLeast(least) => format!("{least} 以上の整数でなければなりません"),
        Rule::Change { most } => {
            format!("-{most} から {most} までの 0 以外の整数でなければなりません")
        }
        Rule::Entries { least, most } if least == most => {
            format!("{most} 件のリストでなければなりません")
        }
        Rule::Entries { least: 0, most } => format!("{most} 件以内のリストでなければなりません"),
        Rule::Entries { least, most } => format!("{least}～{most} 件のリストでなければなりません"),
        Rule::OneOf(words) => format!("次のいずれかでなければなりません：{}", listed(words)),
        Rule::SomeOf(words) => {
            format!("次のうち少なくとも 1 つを含むリストでなければなりません：{}", listed(words))
        }
        Rule::Phone => "+12015550100 のような国番号付きの有効な電話番号でなければなりません".to_owned(),
        Rule::Digits { most } => format!("{most} 桁以内の数字でなければなりません（`+` は任意）"),
        Rule::Cursor => "前のページが返したカーソルをそのまま指定してください".to_owned(),
        Rule::Future => "未来の時刻でなければなりません".to_owned(),
        Rule::Day => "2024-03-01 のように年から始まる日付でなければなりません".to_owned(),
        Rule::Plain => "`{` と `}` を含まない短い 1 行の文字列でなければなりません".to_owned(),
        Rule::Host => "api.example.com のような、スキームとパスのないホスト名でなければなりません".to_owned(),
        Rule::Url => "https:// または http:// で始まる URL でなければなりません".to_owned(),
        Rule::Picture { most } => {
            format!("{most} 文字以内の `data:` URL の PNG・SVG・WebP 画像でなければなりません")
        }
        Rule::File => "空でないファイルでなければなりません".to_owned(),
        Rule::Projects => "カタログにあるプロジェクトのリストでなければなりません".to_owned(),
        Rule::ResultColumns => "結果にある列の名前を少なくとも 1 つ指定してください".to_owned(),
        Rule::ListColumns => "リストにありうる列でなければなりません".to_owned(),
        Rule::Permissions => "このバージョンの権限のリストでなければなりません".to_owned(),
        Rule::Roles => "存在する役割を重複なく 1 つ以上含むリストでなければなりません".to_owned(),
        Rule::AdministratorRole => {
            "アカウント種別 1 には役割 1 が必要で、ほかの種別には付けられません".to_owned()
        }
        Rule::Audience => {
            "`all` のみ、`type` と `account_type`、`account` と `uid` のいずれかでなければなりません"
                .to_owned()
        }
        Rule::OrderOrAccount => "`order` がないときは必須で、あるときは指定できません".to_owned(),
        Rule::Names { most } => {
            format!("言語ごとの 1～{most} 文字のテキストで、英語（`en`）を含まなければなりません")
        }
        Rule::Texts { most } => format!("言語ごとの 1～{most} 文字のテキストでなければなりません"),
        Rule::Statuses { most } => format!(
            "32 文字以内の英小文字・数字・`_` の異なる語を 1～{most} 件含み、`unknown` と `skipped` を含まないリストでなければなりません"
        ),
        Rule::Countries => "`GB` のような大文字 2 文字の国コードのリストでなければなりません".to_owned(),
        Rule::CountryPrices { most } => {
            format!("`GB` のような国コードごとに 0 から {most} までの整数でなければなりません")
        }
        Rule::Routing { channels, share, shadow } => format!(
            "`shadow` は {shadow} 以下で、`split` には 1～{channels} 件のチャネルと、それぞれ 1～{share} の割合が必要です"
        ),
        Rule::RowInputs { most } => format!(
            "{most} 件以内の入力のリストで、名前は重複しない英小文字、列はそれぞれ 1～20 列でなければなりません"
        ),
    }
}
