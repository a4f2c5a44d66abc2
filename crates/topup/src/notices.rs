//! What the system tells about top-ups by itself.

use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::lang::Lang;
use numsift_model::notification::{Audience, NewNotification, NotificationTexts};
use numsift_model::recharge::Order;
use numsift_store::Tx;

use crate::TopUpError;

const ADMINISTRATORS: Audience = Audience::Type(AccountType::SuperAdministrator);

/// Tells the administrators that payments cannot be seen.
pub async fn chain_is_silent(tx: &mut dyn Tx, seconds: i64, at: Timestamp) -> Result<(), TopUpError> {
    let text = |lang: Lang| lang.whole(seconds);
    let texts = NotificationTexts::in_four([
        (
            "无法读取区块链",
            format!(
                "已有 {} 秒未能从节点读取付款记录，充值暂时不会到账。请检查节点地址与 API 密钥。",
                text(Lang::Zh)
            ),
        ),
        (
            "The chain is silent",
            format!(
                "For {} s the node has not told of payments: top-ups are not credited until it answers again. \
                 Please check its address and the API key.",
                text(Lang::En)
            ),
        ),
        (
            "La cadena no responde",
            format!(
                "Desde hace {} s el nodo no informa de pagos: las recargas no se abonan hasta que responda. \
                 Compruebe su dirección y la clave de la API.",
                text(Lang::Es)
            ),
        ),
        (
            "ブロックチェーン応答なし",
            format!(
                "{} 秒間ノードから入金を読み取れていません。応答が戻るまでチャージは反映されません。\
                 ノードのアドレスと API キーを確認してください。",
                text(Lang::Ja)
            ),
        ),
    ]);
    send(tx, ADMINISTRATORS, texts, at).await
}

/// Tells an order's owner and the administrators that its payment came too late.
pub async fn order_is_late(tx: &mut dyn Tx, order: &Order, at: Timestamp) -> Result<(), TopUpError> {
    let (id, amount, name) = (order.id, order.asked.amount, &order.username);
    let to_owner = NotificationTexts::in_four([
        (
            "充值订单逾期到账",
            format!("订单 {id} 的 {amount} USDT 在过期后才到账，管理员核实后会为您入账，请勿重复支付。"),
        ),
        (
            "Late payment",
            format!(
                "{amount} USDT for order {id} arrived after its end. An administrator will look at it and \
                 credit it; please do not pay again."
            ),
        ),
        (
            "Pago tardío",
            format!(
                "{amount} USDT del pedido {id} llegaron después de su fin. Un administrador los revisará y \
                 abonará; no vuelva a pagar."
            ),
        ),
        (
            "入金の遅延",
            format!(
                "注文 {id} の {amount} USDT は期限後に届きました。管理者が確認して反映します。\
                 もう一度支払わないでください。"
            ),
        ),
    ]);
    let to_staff = NotificationTexts::in_four([
        (
            "有逾期付款待处理",
            format!("{name} 的订单 {id}（{amount} USDT）在过期后到账，请在入账记录中处理。"),
        ),
        (
            "A late payment waits",
            format!(
                "Order {id} of {name} ({amount} USDT) was paid after its end: decide on it under deposits."
            ),
        ),
        (
            "Un pago tardío espera",
            format!(
                "El pedido {id} de {name} ({amount} USDT) se pagó tras su fin: decídalo en los depósitos."
            ),
        ),
        (
            "遅延入金の処理待ち",
            format!(
                "{name} の注文 {id}（{amount} USDT）は期限後に入金されました。入金一覧で処理してください。"
            ),
        ),
    ]);
    send(tx, Audience::Account(order.asked.uid), to_owner, at).await?;
    send(tx, ADMINISTRATORS, to_staff, at).await
}

async fn send(
    tx: &mut dyn Tx,
    audience: Audience,
    texts: NotificationTexts,
    at: Timestamp,
) -> Result<(), TopUpError> {
    let notice = NewNotification { audience, needs_confirm: false, texts, created_by: None, created_at: at };
    tx.send_notification(&notice).await?;
    let reader = match audience {
        Audience::Account(uid) => Some(uid),
        Audience::All | Audience::Type(_) => None,
    };
    tx.emit(reader, "notify", "{}", at).await?;
    Ok(())
}
