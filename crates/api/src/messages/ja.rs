//! What the server says, in Japanese.

use super::Message;

pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::TooMany { seconds } => {
            return format!("試行回数が多すぎます。{seconds} 秒後にもう一度お試しください");
        }
        Message::PasswordTooShort { least } => return format!("パスワードは {least} 文字以上にしてください"),
        Message::PageRange { most } => return format!("ページは 1 から始まり、1 ページは 1〜{most} 件です"),
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
        Message::FillInCompletely => "変更できません:すべて入力してください",
        Message::PasswordsDiffer => "変更できません:新しいパスワードと確認が一致しません",
        Message::WrongOldPassword => "現在のパスワードが違います",
        Message::SamePassword => "新しいパスワードは現在のものと別にしてください",
        Message::InviteRefused => "招待コードが無効、使用済み、または期限切れです",
        Message::RegistrationClosed => "現在、新規登録は受け付けていません",
        Message::NotPermitted => "この操作を行う権限がありません",
        Message::NotFound => "見つかりません",
        Message::Internal => "サーバーで問題が発生しました。しばらくしてからもう一度お試しください",
        Message::NotJson => "リクエストが正しい JSON オブジェクトではありません",
        Message::BodyTooLarge => "リクエストが大きすぎます",
        Message::BodyCutOff => "リクエストが最後まで届きませんでした",
        Message::TooDeep => "リクエストの入れ子が深すぎます",
        Message::NulCharacter => "NUL 文字は使えません",
        Message::NotUtf8 => "正しい UTF-8 テキストではありません",
        Message::UnknownField => "不明な項目です",
        Message::MissingField => "この項目は必須です",
        Message::WrongValue => "この値は正しくありません",
        Message::UnknownSort => "この列では並べ替えできません",
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
        Message::WrongPassword => "パスワードが違います",
    };
    fixed.to_owned()
}
