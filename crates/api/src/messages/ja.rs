//! The texts of the messages in Japanese.

use numsift_model::allowance::Resource;
use numsift_model::lang::Lang;
use numsift_model::money::Points;

use super::message::Message;
use super::{channel, file_size, rules};

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::BadYaml { why } => return format!("チャネル設定として読めません：{why}"),
        Message::FileTooLarge { megabytes } => return format!("ファイルが {megabytes} MB を超えています"),
        Message::NumberCount { least, most } => {
            return format!(
                "このプロジェクトのタスクは {}〜{} 件です",
                Lang::Ja.whole(*least),
                Lang::Ja.whole(*most)
            );
        }
        Message::FileRefused(code) => file_refused(code),
        Message::NotEnough { missing } => {
            return format!(
                "ポイントが足りません：あと {} ポイント必要です",
                Lang::Ja.points(Points(*missing))
            );
        }
        Message::TooMany { seconds } => {
            return format!("試行回数が多すぎます。{seconds} 秒後にもう一度お試しください");
        }
        Message::PasswordTooShort { least } => return format!("パスワードは {least} 文字以上にしてください"),
        Message::PageRange { most } => return format!("ページは 1 から始まり、1 ページは 1〜{most} 件です"),
        Message::RunSegments { most } => return format!("一回の生成は 1〜{most} セグメントです"),
        Message::RunCount { most } => return format!("一回の生成は 1〜{} 件です", Lang::Ja.whole(*most)),
        Message::TooFewLeft { left } => return format!("残りは {} 件だけです", Lang::Ja.whole(*left)),
        Message::SessionOver => {
            "セッションの有効期限が切れたか、別の場所でログインされました。もう一度ログインしてください"
        }
        Message::WrongCredentials => "ユーザー名またはパスワードが違います",
        Message::AccountDisabled => "このアカウントは停止されています。サポートにお問い合わせください",
        Message::UsernameRequired => "ユーザー名を入力してください",
        Message::UsernameLength => "ユーザー名は 3〜32 文字です",
        Message::UsernameCharacter => "ユーザー名に使えるのは英数字と . _ - @ + だけです",
        Message::UsernameTaken => "このユーザー名は既に使われています",
        Message::UidRefused => "この uid は使えません",
        Message::PasswordTooLong => "パスワードが長すぎます",
        Message::PasswordCommon => "このパスワードは推測されやすいため、別のものにしてください",
        Message::FillInCompletely => "変更できません：すべて入力してください",
        Message::PasswordsDiffer => "変更できません：新しいパスワードと確認が一致しません",
        Message::WrongOldPassword => "現在のパスワードが違います",
        Message::SamePassword => "新しいパスワードは現在のものと別にしてください",
        Message::InviteRefused => "招待コードが無効、使用済み、または期限切れです",
        Message::PasswordLinkRefused => "このリンクは無効です。運営者に新しいリンクを依頼してください。",
        Message::ResultLinkRefused => "このリンクは無効です。送信者に新しいリンクを依頼してください。",
        Message::SharingOff => "このインストールではリンクによる結果の共有が無効になっています",
        Message::TooManyResultLinks { most } => {
            return format!("タスクごとに作成できるリンクは最大 {most} 件です");
        }
        Message::TooManySavedFilters { most } => {
            return format!(
                "ページごとに保存できるフィルターは最大 {most} 件です。先に 1 件削除してください"
            );
        }
        Message::RegistrationClosed => "現在、新規登録は受け付けていません",
        Message::NotPermitted => "この操作を行う権限がありません",
        Message::NotFound => "見つかりません",
        Message::Internal => "サーバーで問題が発生しました。しばらくしてからもう一度お試しください",
        Message::NotJsonAt { line, column } => {
            return format!("リクエストが正しい JSON ではありません（{line} 行 {column} 列）");
        }
        Message::NotJson => "リクエストが正しい JSON オブジェクトではありません",
        Message::TooManyFields => "フォームの項目が多すぎます",
        Message::FieldTooLong { bytes } => return format!("この項目は最大 {bytes} バイトです"),
        Message::TooManyCalls => {
            "このアカウントの処理中のリクエストが多すぎます。完了してからもう一度お試しください"
        }
        Message::TooMuchWork => "計算量が多すぎます。番号やセグメントを減らすか、除外を減らしてください",
        Message::OverAllowance { resource, most } => return over_allowance(*resource, *most),
        Message::AllowanceRange { most } => return format!("上限は 0 から {most} までです"),
        Message::BodyTooLarge => "リクエストが大きすぎます",
        Message::BodyCutOff => "リクエストが最後まで届きませんでした",
        Message::TooDeep => "リクエストの入れ子が深すぎます",
        Message::NulCharacter => "NUL 文字は使えません",
        Message::NotUtf8 => "正しい UTF-8 テキストではありません",
        Message::UnknownField => "不明な項目です",
        Message::MisspeltField { meant } => return format!("不明な項目です。`{meant}` のことですか"),
        Message::NotAList => "リストでなければなりません",
        Message::NotText => "引用符で囲んだ文字列でなければなりません",
        Message::NotWhole => "整数でなければなりません",
        Message::NotTrueOrFalse => "`true` か `false` でなければなりません",
        Message::NotAnObject => "オブジェクトでなければなりません",
        Message::MissingField => "この項目は必須です",
        Message::WrongValue { why } => return format!("この値を読み取れません：{why}"),
        Message::Rule(rule) => return rules::ja(rule),
        Message::Channel(problem) => return channel::ja(problem),
        Message::FieldTwice => "この項目が 2 回送信されました",
        Message::UnknownSort => "この列では並べ替えできません",
        Message::PasswordFirst => "パスワードは他の人が設定したものです。先に変更してください",
        Message::AdministratorsOnly => "この項目を変更できるのは管理者だけです",
        Message::OwnRequest => "自分の申請は承認できません",
        Message::OnePerson => {
            "過去3日以内に、あなたと申請者の一方のアカウントが他方によって、または両方が同じ人によって作成または変更されました。別の管理者が承認する必要があります"
        }
        Message::RequestOver => "この申請はすでに処理されたか、期限が切れています",
        Message::CrossSite => "他のサイトからの呼び出しは拒否されます",
        Message::SecondFactorFirst => "二段階認証が必須です。先にセキュリティ画面で設定してください",
        Message::NotWhileSwitched => "他のアカウントに切り替え中はこの操作を行えません",
        Message::OwnAccount => "自分のアカウントに対しては行えません",
        Message::LastAdministrator => "有効な管理者を少なくとも 1 人残す必要があります",
        Message::CannotGrant => "自分が持っていない権限は付与できません",
        Message::Outdated => "他の人が変更しました。再読み込みしてもう一度お試しください",
        Message::RoleInUse => "この役割は使用中のため削除できません",
        Message::NameTaken => "この名前は既に使われています",
        Message::CodeNeeded => "認証アプリのコードを入力してください",
        Message::WrongCode => "コードが違うか、既に使われています",
        Message::SecondFactorOn => "二要素認証はすでに設定されています",
        Message::NoSecondFactor => "二要素認証がまだ設定されていません",
        Message::WrongPasskey => "パスキーを確認できませんでした。もう一度お試しください",
        Message::TooManyPasskeys { most } => {
            return format!("1 つのアカウントに登録できるパスキーは {most} 個までです");
        }
        Message::UploadOffset => {
            "アップロードの続きの位置が異なります。その位置から次の部分を送信してください"
        }
        Message::FileIncomplete => "ファイルのすべての部分がまだ届いていません",
        Message::WrongChecksum => {
            "送信された部分が添付のチェックサムと一致しません。もう一度送信してください"
        }
        Message::BeyondEnd { bytes } => {
            return format!("送信された部分がファイルの末尾（{bytes} バイト）を超えています");
        }
        Message::FileUnclear => "このファイルには複数の読み方があります。読み方を選んでください",
        Message::TooManyParts { most } => {
            return format!(
                "ファイルが分割された数（{most}）が多すぎます。より大きな単位でもう一度アップロードしてください"
            );
        }
        Message::TooManyFiles { most } => {
            return format!(
                "1 つのアカウントに保存できる未使用のアップロード済みファイルは {most} 個までです。不要なものを削除してください"
            );
        }
        Message::TooManyUploads { most } => {
            return format!(
                "1 つのアカウントで同時に行えるアップロードは {most} 件までです。どれかを完了するかキャンセルしてください"
            );
        }
        Message::TooManySchedules { most } => {
            return format!("1 つのアカウントに設定できる定期実行は {most} 件までです");
        }
        Message::TooManySuppressionLists { most } => {
            return format!("1 つのアカウントに登録できる除外リストは {most} 件までです");
        }
        Message::TooManySuppressed { most } => {
            return format!("プログラムから変更する除外リストの番号は {most} 件までです");
        }
        Message::TooManyExcluded { most } => {
            return format!(
                "除外できるのは番号が {most} 件以下のリストだけです。小さいリストを選んでください"
            );
        }
        Message::PasskeysNeedDomain => {
            "パスキーにはドメイン名が必要です。アドレスではなくドメイン名でコンソールを開いてください"
        }
        Message::WrongPassword => "パスワードが違います",
        Message::AmountRange => "注文は 1〜100,000 USDT、小数点以下 2 桁までです",
        Message::NoWallet => "現在チャージできません：受取ウォレットが未設定です",
        Message::TooManyPending => "支払い待ちの注文が 3 件あります。先に支払うか取り消してください",
        Message::AmountsTaken => "この金額付近はすべて使用中です。別の金額を選んでください",
        Message::NoQuota => "このアカウントは自分で枠をチャージできません",
        Message::NotATransaction => "トランザクションハッシュは 16 進数 64 桁です",
        Message::NotFinal => "この取引はまだネットワークで確認できません。1 分後にもう一度お試しください",
        Message::PaysNothing => "この取引は注文のアドレスへ USDT を支払っていません",
        Message::AlreadyDecided => "この送金は処理済みです",
        Message::AlreadyPaid => "この注文は支払い済みです。アカウントへ入金してください",
        Message::ReasonRequired => "理由を入力してください",
        Message::AddressCharacter => "TRON アドレスに使われない文字が含まれています",
        Message::AddressChecksum => "アドレスが間違っています：チェックサムが一致しません",
        Message::AddressLength => "TRON アドレスは 34 文字です",
        Message::AddressNetwork => "TRON ネットワークのアドレスではありません",
        Message::NodeSilent => "現在ネットワークに接続できません。しばらくしてからお試しください",
        Message::RequestReused => "同じ ID で別のリクエストが行われました",
        Message::DemoOnly => "デモでのみ利用できます",
        Message::WrongState => "現在の状態では実行できません",
        Message::NotConfirmed => "このリストを処理できることを確認してください",
        Message::GeneratedNumbers => {
            "生成した番号は番号クレンジングや通信事業者の照会など社内のチェックだけに使え、プロバイダーには送信されません"
        }
        Message::NoSuchList => "そのリストがないか、まだ使えません",
        Message::OneCheck => "このモードで選べるプロジェクトは 1 つだけです",
        Message::CheckCount { most } => {
            return format!("このモードでは 2〜{most} 個のプロジェクトを選びます");
        }
        Message::NoSuchProject { slug, meant: None } => return format!("プロジェクト {slug} はありません"),
        Message::NoSuchProject { slug, meant: Some(meant) } => {
            return format!("プロジェクト {slug} はありません。{meant} ではありませんか？");
        }
        Message::ProjectTwice => "同じプロジェクトが重複しています",
        Message::StepCondition => "条件は段階式だけで使え、前の段階とそのステータスを指定します",
        Message::NoChannel => "現在このプロジェクトに使えるチャネルがありません",
        Message::NoSampleLeft => "本日の無料サンプルは使い切りました",
        Message::NumberTwice => "同じ番号が重複しています",
        Message::NotAnAddressRange => "IP アドレスでも 203.0.113.0/24 のような範囲でもありません",
        Message::TooManyKeys { most } => return format!("有効なキーはアカウントごとに {most} 個までです"),
        Message::StorageFull => "ファイルの空き容量がありません。運営者にお知らせください",
        Message::UnknownCountry => "その国はありません",
        Message::CountryNeeded => "国を選ぶか、+ と国番号で始めてください",
        Message::UnknownCarrier => "その通信事業者はありません",
        Message::CannotTell => "この国の番号計画では携帯と固定を区別できません",
        Message::PrefixDigits => "プレフィックスは数字のみ、国際形式は + で始めます",
        Message::PatternClass => "数字の選択は [0-9] や [135] のように書きます",
        Message::PatternRepeat => "繰り返しは {4} のように書きます",
        Message::PatternNothingToRepeat => "{n} の前に繰り返すものがありません",
        Message::PatternCharacter => "数字、?(任意の数字)、[0-9](いずれか)、{4}(繰り返し)を使えます",
        Message::PatternTooLong => "これほど桁数の多い番号はありません",
        Message::PatternEmpty => "数字か ? を一つ以上入力してください",
        Message::PlanChanged => "番号計画が変わったため、この番号は再計算できません",
        Message::RunsAtOnce => "このアカウントで別の生成が進行中です。もう一度お試しください",
        Message::NotAUrl => "正しい URL ではないか、パスワードやフラグメントを含んでいます",
        Message::NotHttps => "URL は https:// で始まる必要があります",
        Message::InternalAddress => "このアドレスは内部ネットワークにあり、到達できません",
        Message::TooManyWebhooks { most } => {
            return format!("Webhook エンドポイントは 1 アカウントにつき最大 {most} 件です");
        }
        Message::WebhookOff => "このエンドポイントは無効です",
        Message::WebhookBusy => "このメッセージは送信中です。しばらくしてからお試しください",
    };
    fixed.to_owned()
}

/// Why a file cannot be read.
fn file_refused(code: &str) -> &'static str {
    match code {
        "empty" => "ファイルが空です",
        "not_a_list" => "番号のリストではありません",
        "unsupported" => "対応していないファイルです。CSV・TXT・XLSX を使ってください",
        "encrypted" => "ファイルがパスワードで保護されています",
        "damaged" => "ファイルが壊れているか途中で切れています",
        "nested_archive" => "アーカイブの中のアーカイブは読めません",
        "unpacks_too_large" => "展開後のサイズが大きすぎます",
        "too_many_parts" => "シート、シートの行、スタイル、文字列、またはリストの数が多すぎます",
        "name_too_long" => "シート名またはアーカイブ内のファイル名が長すぎます",
        "no_such_sheet" => "そのシートはありません",
        "unknown_country" => "その国・地域はありません",
        "too_many" => "リストの番号がここでの上限を超えています。リストを分割してください",
        _ => "ファイルを読めませんでした。もう一度お試しください",
    }
}

fn over_allowance(resource: Resource, most: i64) -> String {
    match resource {
        Resource::StoredBytes => {
            let size = file_size(most);
            format!(
                "ファイルは合計 {size} までです。リストやタスクを削除するか、運営者にお問い合わせください"
            )
        }
        Resource::Lists => {
            format!("リストは {most} 件までです。不要なものを削除するか、運営者にお問い合わせください")
        }
        Resource::RunningTasks => {
            format!("実行中のタスクは {most} 件までです。完了を待つか、運営者にお問い合わせください")
        }
        Resource::Exports => format!("エクスポートは同時に {most} 件までです。完了をお待ちください"),
        Resource::ApiKeys => text(&Message::TooManyKeys { most }),
        Resource::Webhooks => text(&Message::TooManyWebhooks { most }),
        Resource::Previews | Resource::Generations => text(&Message::TooManyCalls),
    }
}
