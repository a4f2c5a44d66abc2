//! What an owner is told when its endpoint is switched off.

use numsift_model::lang::Lang;
use numsift_model::notification::{NotificationText, NotificationTexts};
use numsift_model::webhook::DisabledReason;

/// In the four languages.
pub(crate) fn switched_off(url: &str, reason: DisabledReason) -> NotificationTexts {
    let texts = match reason {
        DisabledReason::Gone => [
            format!(
                "{url} 返回了 410（已不存在），我们不再向其发送消息。如有需要，可在 API 信息页重新启用。"
            ),
            format!(
                "{url} answered 410 (gone), so it is told nothing more. You can switch it on again on the API page."
            ),
            format!(
                "{url} respondió 410 (ya no existe) y no recibirá más mensajes. Puede activarlo de nuevo en la página de la API."
            ),
            format!(
                "{url} が 410（消滅）を返したため、送信を停止しました。API 情報ページで再び有効にできます。"
            ),
        ],
        DisabledReason::Failing => [
            format!(
                "已有数日无法送达 {url}，我们不再向其发送消息。修复后可在 API 信息页重新启用并重发失败的消息。"
            ),
            format!(
                "Nothing has reached {url} for days, so it is told nothing more. When it works again, switch it on and send what failed again on the API page."
            ),
            format!(
                "Desde hace días nada llega a {url} y no recibirá más mensajes. Cuando funcione, actívelo y reenvíe lo fallido en la página de la API."
            ),
            format!(
                "{url} に数日間届いていないため、送信を停止しました。復旧後、API 情報ページで有効にして失敗分を再送できます。"
            ),
        ],
    };
    let titles = ["Webhook 已停用", "Webhook switched off", "Webhook desactivado", "Webhook を停止しました"];
    let langs = [Lang::Zh, Lang::En, Lang::Es, Lang::Ja];
    let text = |(title, text): (&str, String)| NotificationText { title: title.to_owned(), text };
    NotificationTexts(langs.into_iter().zip(titles.into_iter().zip(texts).map(text)).collect())
}
