//! Findings about an installation, and what to do about them.
//!
//! A text names the parameters of its fact in braces. Details that come from the operating system, the database or a
//! provider are shown as they are.

use serde_json::{Map, Value};

use crate::health::{Check, Fact};
use crate::lang::Lang;

/// One text in each language.
struct Texts {
    zh: &'static str,
    en: &'static str,
    es: &'static str,
    ja: &'static str,
}

impl Texts {
    fn of(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
            Lang::Es => self.es,
            Lang::Ja => self.ja,
        }
    }
}

const fn texts(zh: &'static str, en: &'static str, es: &'static str, ja: &'static str) -> Texts {
    Texts { zh, en, es, ja }
}

/// The name of a check.
pub(crate) fn title(check: Check, lang: Lang) -> &'static str {
    let texts = match check {
        Check::Configuration => texts("配置", "configuration", "configuración", "設定"),
        Check::DataFolder => texts("数据目录", "data folder", "carpeta de datos", "データフォルダー"),
        Check::DiskSpace => texts("磁盘空间", "disk space", "espacio en disco", "ディスク容量"),
        Check::ObjectStore => {
            texts("对象存储", "object store", "almacén de objetos", "オブジェクトストレージ")
        }
        Check::Migrations => texts("数据库迁移", "migrations", "migraciones", "マイグレーション"),
        Check::Database => texts("数据库", "database", "base de datos", "データベース"),
        Check::Key => texts("密钥", "key", "clave", "鍵"),
        Check::Clock => texts("时钟", "clock", "reloj", "時計"),
        Check::Channels => texts("通道", "channels", "canales", "チャネル"),
        Check::Wallet => texts("收款钱包", "wallet", "monedero", "ウォレット"),
        Check::ChainNode => texts("链节点", "chain node", "nodo de la cadena", "チェーンノード"),
        Check::Queue => texts("队列", "queue", "cola", "キュー"),
        Check::Failures => texts("失败", "failures", "fallos", "失敗"),
        Check::Webhooks => texts("Webhook", "webhooks", "webhooks", "Webhook"),
        Check::Ledger => texts("账本", "ledger", "libro mayor", "台帳"),
        Check::Backup => texts("备份", "backup", "copia de seguridad", "バックアップ"),
    };
    texts.of(lang)
}

/// What was found.
pub(crate) fn found(fact: &Fact, params: &Map<String, Value>, lang: Lang) -> String {
    filled(found_texts(fact).of(lang), params)
}

/// What to do about it; empty if all is well.
pub(crate) fn advice(fact: &Fact, params: &Map<String, Value>, lang: Lang) -> String {
    advice_texts(fact).map(|texts| filled(texts.of(lang), params)).unwrap_or_default()
}

/// Replaces every `{name}` by the parameter of that name. Braces in the values mean nothing.
fn filled(text: &str, params: &Map<String, Value>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        match params.get(name) {
            Some(Value::String(value)) => out.push_str(value),
            Some(value) => out.push_str(&value.to_string()),
            None => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[allow(clippy::too_many_lines)] // A table.
fn found_texts(fact: &Fact) -> Texts {
    match fact {
        Fact::ConfigurationValid => texts("有效", "valid", "válida", "有効です"),
        Fact::FolderPrivate { .. } => texts("{folder}", "{folder}", "{folder}", "{folder}"),
        Fact::FolderOpen { .. } => texts(
            "本机其他用户可以打开 {folder}（权限 {mode}）",
            "{folder} can be read by other users of the machine (mode {mode})",
            "Otros usuarios de la máquina pueden leer {folder} (modo {mode})",
            "このマシンの他のユーザーが {folder} を開けます（モード {mode}）",
        ),
        Fact::FolderUnusable { .. } => {
            texts("{folder}：{detail}", "{folder}: {detail}", "{folder}: {detail}", "{folder}：{detail}")
        }
        Fact::DiskFree { .. } | Fact::DiskLow { .. } | Fact::DiskFull { .. } => texts(
            "剩余 {megabytes} MB",
            "{megabytes} MB free",
            "{megabytes} MB libres",
            "空き容量 {megabytes} MB",
        ),
        Fact::ObjectsUsable { .. } => texts(
            "{place}：写入、读取和删除均正常",
            "{place}: written, read and deleted",
            "{place}: se escribió, se leyó y se borró",
            "{place}：書き込み、読み取り、削除ができました",
        ),
        Fact::ObjectsUnusable { .. } => {
            texts("{place}：{detail}", "{place}: {detail}", "{place}: {detail}", "{place}：{detail}")
        }
        Fact::DatabaseMissing => {
            texts("没有数据库", "there is no database", "no hay base de datos", "データベースがありません")
        }
        Fact::MigrationsApplied { .. } => {
            texts("已应用 {count} 个", "{count} applied", "{count} aplicadas", "{count} 件適用済み")
        }
        Fact::MigrationsPending { .. } => texts(
            "有 {count} 个待应用",
            "{count} are pending",
            "{count} pendientes",
            "{count} 件が未適用です",
        ),
        Fact::MigrationsNewer => texts(
            "数据库已被更新的版本迁移",
            "the database was migrated by a newer version",
            "una versión más reciente migró la base de datos",
            "より新しいバージョンがデータベースを移行しました",
        ),
        Fact::MigrationsUnreadable { .. } => texts(
            "无法读取：{detail}",
            "cannot be read: {detail}",
            "no se pueden leer: {detail}",
            "読み取れません：{detail}",
        ),
        Fact::DatabaseAnswers { .. } => texts(
            "{milliseconds} 毫秒内响应",
            "answers in {milliseconds} ms",
            "responde en {milliseconds} ms",
            "{milliseconds} ミリ秒で応答",
        ),
        Fact::DatabaseTooOld { .. } => texts(
            "PostgreSQL {found}，至少需要版本 {least}",
            "PostgreSQL {found}, and version {least} or newer is needed",
            "PostgreSQL {found}, y se necesita la versión {least} o una más reciente",
            "PostgreSQL {found} です。バージョン {least} 以降が必要です",
        ),
        Fact::DatabaseOld { .. } => texts(
            "PostgreSQL {found}，经过测试的最早版本是 {tested}",
            "PostgreSQL {found}; the oldest tested version is {tested}",
            "PostgreSQL {found}; la versión más antigua probada es la {tested}",
            "PostgreSQL {found} です。テスト済みの最も古いバージョンは {tested} です",
        ),
        Fact::DatabaseReadOnly { .. } => texts(
            "可以读取但无法写入：{detail}",
            "can be read, but not written: {detail}",
            "se puede leer, pero no escribir: {detail}",
            "読み取れますが書き込めません：{detail}",
        ),
        Fact::KeyRight => texts(
            "是本安装的密钥",
            "is the key of this installation",
            "es la clave de esta instalación",
            "このインストールの鍵です",
        ),
        Fact::KeyWrong => texts(
            "不是本安装的密钥",
            "is not the key of this installation",
            "no es la clave de esta instalación",
            "このインストールの鍵ではありません",
        ),
        Fact::KeyMissing { .. } => {
            texts("缺少 {file}", "{file} is missing", "falta {file}", "{file} がありません")
        }
        Fact::KeyNotRecorded => {
            texts("尚未记录", "not recorded yet", "aún no está registrada", "まだ記録されていません")
        }
        Fact::ClockRight { .. } | Fact::ClockWrong { .. } => texts(
            "与数据库的时钟相差 {seconds} 秒",
            "{seconds} s from the database's",
            "a {seconds} s del reloj de la base de datos",
            "データベースの時計との差は {seconds} 秒です",
        ),
        Fact::ChannelsReachable { .. } => texts(
            "{count} 个可以连接",
            "{count} can be reached",
            "{count} accesibles",
            "{count} 件に接続できます",
        ),
        Fact::ChannelsNone => texts("没有通道", "there is none", "no hay ninguno", "1 件もありません"),
        Fact::ChannelUnreachable { .. } => texts(
            "无法连接 {channel}：{detail}",
            "{channel} cannot be reached: {detail}",
            "no se puede acceder a {channel}: {detail}",
            "{channel} に接続できません：{detail}",
        ),
        Fact::ChannelUnreadable { .. } | Fact::ContractInvalid { .. } => {
            texts("{channel}：{detail}", "{channel}: {detail}", "{channel}: {detail}", "{channel}：{detail}")
        }
        Fact::ChannelDisabled { .. } => texts(
            "{channel} 已被停用：{reason}",
            "{channel} was disabled: {reason}",
            "{channel} fue desactivado: {reason}",
            "{channel} は無効になりました：{reason}",
        ),
        Fact::ContractEnds { .. } => texts(
            "{channel}：合同将在 {days} 天内到期",
            "{channel}: its contract ends within {days} days",
            "{channel}: su contrato termina en menos de {days} días",
            "{channel}：契約が {days} 日以内に終了します",
        ),
        Fact::WalletSet { .. } => texts("{address}", "{address}", "{address}", "{address}"),
        Fact::WalletMissing => texts("尚未设置", "none is set", "no hay ninguna", "設定されていません"),
        Fact::WalletDemo => texts(
            "演示环境自行付款",
            "the demo pays itself",
            "la demostración se paga a sí misma",
            "デモは自動で支払います",
        ),
        Fact::CreditOnly => texts(
            "由运营人员入账，客户不能自行充值",
            "staff credit balances; customers cannot top up",
            "el personal abona los saldos; los clientes no pueden recargar",
            "残高は運営側が加算し、顧客はチャージできません",
        ),
        Fact::ChainCurrent { .. } | Fact::ChainBehind { .. } => texts(
            "{node}：最新区块在 {seconds} 秒前",
            "{node}: newest block {seconds} s ago",
            "{node}: último bloque hace {seconds} s",
            "{node}：最新ブロックは {seconds} 秒前です",
        ),
        Fact::ChainSimulated { .. } => texts(
            "{node}：模拟链，有响应",
            "{node}: the simulated chain answers",
            "{node}: la cadena simulada responde",
            "{node}：シミュレートされたチェーンが応答しています",
        ),
        Fact::ChainUnusable { .. } => {
            texts("{node}：{detail}", "{node}: {detail}", "{node}: {detail}", "{node}：{detail}")
        }
        Fact::QueueMoves { .. } => texts(
            "{tasks} 个任务运行中，{pending} 个分块等待，{running} 个处理中，{jobs} 个作业",
            "{tasks} tasks run, {pending} chunks wait, {running} are claimed, {jobs} jobs",
            "{tasks} tareas en curso, {pending} bloques en espera, {running} en proceso, {jobs} trabajos",
            "実行中のタスク {tasks} 件、待機中のチャンク {pending} 件、処理中 {running} 件、ジョブ {jobs} 件",
        ),
        Fact::QueueStuck { .. } => texts(
            "{stuck} 个分块停滞；{tasks} 个任务运行中，{pending} 个分块等待，{running} 个处理中，{jobs} 个作业",
            "{stuck} chunks are stuck; {tasks} tasks run, {pending} chunks wait, {running} are claimed, {jobs} jobs",
            "{stuck} bloques atascados; {tasks} tareas en curso, {pending} bloques en espera, {running} en proceso, \
             {jobs} trabajos",
            "{stuck} 件のチャンクが停止しています。実行中のタスク {tasks} 件、待機中のチャンク {pending} 件、処理中 {running} 件、\
             ジョブ {jobs} 件",
        ),
        Fact::FailedLately { .. } => texts(
            "最近 24 小时内有 {count} 个任务和作业失败",
            "{count} tasks and jobs failed in the last 24 hours",
            "{count} tareas y trabajos fallaron en las últimas 24 horas",
            "過去 24 時間に {count} 件のタスクとジョブが失敗しました",
        ),
        Fact::DeliveriesOnTime => texts(
            "没有逾期的投递",
            "no delivery is overdue",
            "ninguna entrega está atrasada",
            "遅れている配信はありません",
        ),
        Fact::DeliveriesOverdue { .. } => texts(
            "{count} 个投递已逾期超过 {minutes} 分钟",
            "{count} deliveries are overdue by more than {minutes} minutes",
            "{count} entregas llevan más de {minutes} minutos de retraso",
            "{count} 件の配信が {minutes} 分以上遅れています",
        ),
        Fact::LedgerBalances { .. } => texts(
            "平衡：{postings} 笔过账",
            "balances: {postings} postings",
            "cuadra: {postings} asientos",
            "一致しています：記帳 {postings} 件",
        ),
        Fact::BackupRecent { .. } | Fact::BackupOld { .. } => texts(
            "最近一次备份距今 {days} 天",
            "days since the last one: {days}",
            "días desde la última: {days}",
            "前回からの日数：{days}",
        ),
        Fact::BackupMissing => {
            texts("没有已知的备份", "none is known", "no se conoce ninguna", "バックアップの記録がありません")
        }
        Fact::NotFinished { .. } => texts(
            "{seconds} 秒内未完成",
            "not finished within {seconds} s",
            "no terminó en {seconds} s",
            "{seconds} 秒以内に終わりませんでした",
        ),
        Fact::ConfigurationInvalid { .. }
        | Fact::DiskUnknown { .. }
        | Fact::DatabaseUnusable { .. }
        | Fact::KeyUnreadable { .. }
        | Fact::LedgerWrong { .. }
        | Fact::CheckFailed { .. } => texts("{detail}", "{detail}", "{detail}", "{detail}"),
    }
}

#[allow(clippy::too_many_lines)] // A table.
fn advice_texts(fact: &Fact) -> Option<Texts> {
    Some(match fact {
        Fact::ConfigurationValid
        | Fact::FolderPrivate { .. }
        | Fact::DiskFree { .. }
        | Fact::ObjectsUsable { .. }
        | Fact::MigrationsApplied { .. }
        | Fact::DatabaseAnswers { .. }
        | Fact::KeyRight
        | Fact::ClockRight { .. }
        | Fact::ChannelsReachable { .. }
        | Fact::WalletSet { .. }
        | Fact::WalletDemo
        | Fact::CreditOnly
        | Fact::ChainCurrent { .. }
        | Fact::ChainSimulated { .. }
        | Fact::QueueMoves { .. }
        | Fact::DeliveriesOnTime
        | Fact::LedgerBalances { .. }
        | Fact::BackupRecent { .. } => return None,
        Fact::ConfigurationInvalid { .. } => texts(
            "请更正所指出的设置",
            "correct the setting that is named",
            "corrija el ajuste indicado",
            "示された設定を修正してください",
        ),
        Fact::FolderOpen { .. } => {
            texts("chmod 700 {folder}", "chmod 700 {folder}", "chmod 700 {folder}", "chmod 700 {folder}")
        }
        Fact::FolderUnusable { .. } => texts(
            "请用 --data 指定服务器的目录",
            "name the folder of the server with --data",
            "indique la carpeta del servidor con --data",
            "サーバーのフォルダーを --data で指定してください",
        ),
        Fact::DiskLow { .. } | Fact::DiskFull { .. } => texts(
            "请删除旧文件或扩大磁盘：磁盘写满后任务会停止",
            "delete old files or enlarge the disk: tasks stop when it is full",
            "borre archivos antiguos o amplíe el disco: las tareas se detienen cuando se llena",
            "古いファイルを削除するかディスクを拡張してください。いっぱいになるとタスクが止まります",
        ),
        Fact::DiskUnknown { .. } => {
            texts("请检查磁盘", "check the disk", "compruebe el disco", "ディスクを確認してください")
        }
        Fact::ObjectsUnusable { .. } => texts(
            "请检查 s3_* 设置和密钥权限（list、get、put、delete）；使用本地目录时检查磁盘和目录权限",
            "check the s3_* settings and the permissions of the key (list, get, put, delete); for a folder, check the \
             disk and who may write there",
            "compruebe los ajustes s3_* y los permisos de la clave (list, get, put, delete); si es una carpeta, \
             compruebe el disco y quién puede escribir en ella",
            "s3_* の設定と鍵の権限（list、get、put、delete）を確認してください。フォルダーの場合はディスクと書き込み権限を確認してください",
        ),
        Fact::DatabaseMissing => texts(
            "请先启动一次服务器，或用 --data 指定其数据目录",
            "start the server once, or name its data folder with --data",
            "inicie el servidor una vez o indique su carpeta de datos con --data",
            "サーバーを一度起動するか、データフォルダーを --data で指定してください",
        ),
        Fact::MigrationsPending { .. } => texts(
            "请先备份，再启动本版本的服务器，由它应用",
            "make a backup, then start the server of this version, which applies them",
            "haga una copia de seguridad e inicie el servidor de esta versión, que las aplica",
            "バックアップを取ってから、このバージョンのサーバーを起動すると適用されます",
        ),
        Fact::MigrationsNewer => texts(
            "请使用该版本，或恢复升级前的备份",
            "use that version, or restore a backup from before the upgrade",
            "use esa versión o restaure una copia anterior a la actualización",
            "そのバージョンを使うか、アップグレード前のバックアップを復元してください",
        ),
        Fact::MigrationsUnreadable { .. } => texts(
            "请启动数据库，或更正 `database_url`",
            "start the database, or correct `database_url`",
            "inicie la base de datos o corrija `database_url`",
            "データベースを起動するか、`database_url` を修正してください",
        ),
        Fact::DatabaseUnusable { .. } => texts(
            "请启动数据库，或更正 `database_url`；没有它服务器无法启动",
            "start it, or correct `database_url`; a server does not start without it",
            "iníciela o corrija `database_url`; sin ella el servidor no arranca",
            "起動するか `database_url` を修正してください。データベースなしではサーバーは起動しません",
        ),
        Fact::DatabaseTooOld { .. } | Fact::DatabaseOld { .. } => texts(
            "请升级 PostgreSQL，或让 `database_url` 指向较新的服务器",
            "upgrade PostgreSQL, or let `database_url` name a newer server",
            "actualice PostgreSQL o indique en `database_url` un servidor más reciente",
            "PostgreSQL をアップグレードするか、`database_url` に新しいサーバーを指定してください",
        ),
        Fact::DatabaseReadOnly { .. } => texts(
            "请检查数据库的磁盘空间和权限",
            "check the disk space and the permissions of the database",
            "compruebe el espacio en disco y los permisos de la base de datos",
            "データベースのディスク容量と権限を確認してください",
        ),
        Fact::KeyWrong | Fact::KeyMissing { .. } | Fact::KeyUnreadable { .. } => texts(
            "请从其他节点或备份复制 secret.key",
            "copy secret.key from another node or from a backup",
            "copie secret.key de otro nodo o de una copia de seguridad",
            "他のノードまたはバックアップから secret.key をコピーしてください",
        ),
        Fact::KeyNotRecorded => texts(
            "请启动一次本版本的服务器",
            "start the server of this version once",
            "inicie una vez el servidor de esta versión",
            "このバージョンのサーバーを一度起動してください",
        ),
        Fact::ClockWrong { .. } => texts(
            "请同步时钟（NTP）",
            "synchronise clocks (NTP)",
            "sincronice los relojes (NTP)",
            "時計を同期してください（NTP）",
        ),
        Fact::ChannelsNone => texts(
            "请在控制台添加通道：没有通道就无法查询",
            "add one in the console: without it, nothing can be asked",
            "añada uno en la consola: sin él no se puede consultar nada",
            "コンソールで追加してください。チャネルがないと照会できません",
        ),
        Fact::ChannelUnreachable { .. } => texts(
            "请检查地址、DNS 和防火墙；内部主机还要检查 `allowed_hosts`",
            "check the address, DNS, the firewall and, for an internal host, `allowed_hosts`",
            "compruebe la dirección, el DNS, el cortafuegos y, si el servidor es interno, `allowed_hosts`",
            "アドレス、DNS、ファイアウォールを確認してください。内部ホストの場合は `allowed_hosts` も確認してください",
        ),
        Fact::ChannelUnreadable { .. } => texts(
            "请重新保存该通道",
            "save the channel again",
            "guarde el canal de nuevo",
            "チャネルを保存し直してください",
        ),
        Fact::ChannelDisabled { .. } => texts(
            "请排除原因，然后在控制台启用它",
            "correct the cause and enable it in the console",
            "corrija la causa y actívelo en la consola",
            "原因を取り除き、コンソールで有効にしてください",
        ),
        Fact::ContractInvalid { .. } | Fact::ContractEnds { .. } => texts(
            "请在控制台续签合同",
            "renew the contract in the console",
            "renueve el contrato en la consola",
            "コンソールで契約を更新してください",
        ),
        Fact::WalletMissing => texts(
            "请在控制台设置收款钱包：没有它客户无法充值",
            "set the receiving wallet in the console: without it, nobody can top up",
            "configure el monedero de cobro en la consola: sin él nadie puede recargar",
            "コンソールで受取ウォレットを設定してください。設定しないと誰もチャージできません",
        ),
        Fact::ChainBehind { .. } => texts(
            "请换用其他节点：该节点落后于链",
            "use another node: this one is behind the chain",
            "use otro nodo: este va por detrás de la cadena",
            "別のノードを使ってください。このノードはチェーンより遅れています",
        ),
        Fact::ChainUnusable { .. } => texts(
            "请检查 `tron_api_key` 和设置中的节点地址；期间充值暂不到账",
            "check `tron_api_key` and the node's address in the settings; top-ups wait meanwhile",
            "compruebe `tron_api_key` y la dirección del nodo en los ajustes; mientras tanto las recargas esperan",
            "`tron_api_key` と設定のノードアドレスを確認してください。その間チャージは保留されます",
        ),
        Fact::QueueStuck { .. } => texts(
            "请启动服务器或工作进程：已终止进程的分块无人接手",
            "start a server or a worker: chunks of a dead process are not taken over",
            "inicie un servidor o un worker: nadie retoma los bloques de un proceso terminado",
            "サーバーまたはワーカーを起動してください。終了したプロセスのチャンクが引き継がれていません",
        ),
        Fact::FailedLately { .. } => texts(
            "请查看日志和任务列表",
            "see the log and the task list",
            "consulte el registro y la lista de tareas",
            "ログとタスク一覧を確認してください",
        ),
        Fact::DeliveriesOverdue { .. } => texts(
            "请启动服务器或工作进程，并检查它能否访问互联网",
            "start a server or a worker, and check that it reaches the internet",
            "inicie un servidor o un worker y compruebe que tiene acceso a internet",
            "サーバーまたはワーカーを起動し、インターネットに接続できるか確認してください",
        ),
        Fact::BackupOld { .. } | Fact::BackupMissing => texts(
            "请每天运行 `numsift admin backup`；如用其他方式备份，请在备份后运行 `numsift admin record-backup`",
            "run `numsift admin backup` every day; if you back up by other means, run `numsift admin record-backup` \
             afterwards",
            "ejecute `numsift admin backup` cada día; si hace las copias por otros medios, ejecute después \
             `numsift admin record-backup`",
            "`numsift admin backup` を毎日実行してください。別の方法でバックアップする場合は、その後に \
             `numsift admin record-backup` を実行してください",
        ),
        Fact::LedgerWrong { .. } => texts(
            "请停止收款，保留一份备份，并核查所指出的过账",
            "stop taking payments, keep a backup, and look at the posting that is named",
            "deje de aceptar pagos, conserve una copia de seguridad y revise el asiento indicado",
            "入金の受付を止め、バックアップを保存し、示された記帳を調べてください",
        ),
        Fact::NotFinished { check: Check::Ledger, .. } => texts(
            "账本较大：请运行 `numsift admin verify-ledger`，它没有时间限制",
            "the ledger is large: run `numsift admin verify-ledger`, which has no time limit",
            "el libro mayor es grande: ejecute `numsift admin verify-ledger`, que no tiene límite de tiempo",
            "台帳が大きいため、時間制限のない `numsift admin verify-ledger` を実行してください",
        ),
        Fact::NotFinished { .. } => texts(
            "请稍后重新检查；若仍未完成，请查看日志",
            "check again later; if it does not finish then either, see the log",
            "compruebe de nuevo más tarde; si tampoco termina, consulte el registro",
            "後でもう一度確認してください。それでも終わらない場合はログを確認してください",
        ),
        Fact::CheckFailed { .. } => texts(
            "请查看“数据库”一项和日志",
            "see `database` and the log",
            "consulte «base de datos» y el registro",
            "「データベース」の項目とログを確認してください",
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::health::Verdict;

    fn facts() -> Vec<Fact> {
        let text = |text: &str| text.to_owned();
        vec![
            Fact::FolderOpen { folder: text("/data"), mode: text("755") },
            Fact::DiskLow { megabytes: 17 },
            Fact::ObjectsUnusable { place: text("bucket b"), detail: text("refused {place}") },
            Fact::MigrationsPending { count: 3 },
            Fact::KeyMissing { file: text("secret.key") },
            Fact::ChannelUnreachable { channel: text("acme"), detail: text("refused") },
            Fact::ChannelDisabled { channel: text("acme"), reason: text("401") },
            Fact::ContractEnds { channel: text("acme"), days: 14 },
            Fact::ChainBehind { node: text("node"), seconds: 700 },
            Fact::QueueStuck { stuck: 1, tasks: 2, pending: 3, running: 4, jobs: 5 },
            Fact::DeliveriesOverdue { count: 6, minutes: 10 },
            Fact::BackupOld { days: 8 },
            Fact::BackupMissing,
            Fact::NotFinished { check: Check::Ledger, seconds: 10 },
        ]
    }

    #[test]
    fn every_parameter_is_shown_in_every_language() {
        for fact in facts() {
            let (_, params) = fact.code_and_params();
            for lang in Lang::ALL {
                let finding = fact.finding(lang);
                assert!(!finding.advice.is_empty() && finding.verdict != Verdict::Ok, "{finding:?}");
                for (name, value) in params.iter().filter(|(name, _)| *name != "check") {
                    let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
                    assert!(finding.found.contains(&value), "{lang:?} lacks {name}: {finding:?}");
                }
            }
        }
    }

    #[test]
    fn a_finding_has_a_code_whatever_the_language() {
        let finding = Fact::DiskLow { megabytes: 17 }.finding(Lang::En);
        let json = serde_json::to_value(&finding).unwrap();
        assert_eq!(json["code"], "disk_low");
        assert_eq!(json["check"], "disk space");
        assert_eq!(json["params"], serde_json::json!({ "megabytes": 17 }));
        assert_eq!(json["found"], "17 MB free");
        let chinese = Fact::DiskLow { megabytes: 17 }.finding(Lang::Zh);
        assert_eq!((chinese.title, chinese.found.as_str()), ("磁盘空间", "剩余 17 MB"));
        assert_eq!(
            serde_json::to_value(Fact::KeyRight.finding(Lang::En)).unwrap()["params"],
            serde_json::json!({})
        );
    }

    #[test]
    fn braces_in_values_are_shown_as_they_are() {
        let fact = Fact::ObjectsUnusable { place: "b".to_owned(), detail: "{place} {".to_owned() };
        assert_eq!(fact.finding(Lang::En).found, "b: {place} {");
    }
}
