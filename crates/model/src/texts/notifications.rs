//! Notifications sent by the system.

use crate::channel::ChannelCondition;
use crate::id::OrderId;
use crate::lang::Lang;
use crate::money::{Points, Usdt};
use crate::notification::{NotificationText, NotificationTexts};
use crate::schedule::RunOutcome;
use crate::webhook::DisabledReason;

/// Builds a notification from its title and text in each language.
fn notification(in_language: impl Fn(Lang) -> (&'static str, String)) -> NotificationTexts {
    let text = |lang| {
        let (title, text) = in_language(lang);
        (lang, NotificationText { title: title.to_owned(), text })
    };
    NotificationTexts(Lang::ALL.into_iter().map(text).collect())
}

/// To the account: its balance fell below the threshold.
pub fn low_balance(left: Points) -> NotificationTexts {
    notification(|lang| {
        let left = lang.points(left);
        match lang {
            Lang::Zh => ("余额不足提醒", format!("您的可用点数仅剩 {left}，请及时充值。")),
            Lang::En => (
                "Low balance",
                format!("You have {left} points left. Top up in time to keep your tasks running."),
            ),
            Lang::Es => {
                ("Saldo bajo", format!("Le quedan {left} puntos. Recargue a tiempo para sus tareas."))
            }
            Lang::Ja => (
                "残高が少なくなりました",
                format!("残り {left} ポイントです。お早めにチャージしてください。"),
            ),
        }
    })
}

/// To administrators: the TRON node has not answered for some time.
pub fn node_not_responding(seconds: i64) -> NotificationTexts {
    notification(|lang| {
        let seconds = lang.whole(seconds);
        match lang {
            Lang::Zh => (
                "无法读取区块链",
                format!(
                    "已有 {seconds} 秒未能从节点读取付款记录，充值暂时不会到账。请检查节点地址与 API 密钥。"
                ),
            ),
            Lang::En => (
                "TRON node not responding",
                format!(
                    "The node has not responded for {seconds} s. Top-ups are not credited until it responds \
                     again. Check its address and the API key."
                ),
            ),
            Lang::Es => (
                "El nodo TRON no responde",
                format!(
                    "El nodo no responde desde hace {seconds} s. Las recargas no se abonan hasta que responda. \
                     Compruebe su dirección y la clave de la API."
                ),
            ),
            Lang::Ja => (
                "ブロックチェーン応答なし",
                format!(
                    "{seconds} 秒間ノードから入金を読み取れていません。応答が戻るまでチャージは反映されません。\
                     ノードのアドレスと API キーを確認してください。"
                ),
            ),
        }
    })
}

/// To the owner of an order: it was paid after it expired.
pub fn late_payment(order: OrderId, amount: Usdt) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => (
            "充值订单逾期到账",
            format!("订单 {order} 的 {amount} USDT 在过期后才到账，管理员核实后会为您入账，请勿重复支付。"),
        ),
        Lang::En => (
            "Late payment",
            format!(
                "{amount} USDT for order {order} arrived after the order expired. An administrator will review \
                 and credit it. Please do not pay again."
            ),
        ),
        Lang::Es => (
            "Pago tardío",
            format!(
                "{amount} USDT del pedido {order} llegaron después de que caducara. Un administrador los \
                 revisará y abonará. No vuelva a pagar."
            ),
        ),
        Lang::Ja => (
            "入金の遅延",
            format!(
                "注文 {order} の {amount} USDT は期限後に届きました。管理者が確認して反映します。\
                 もう一度支払わないでください。"
            ),
        ),
    })
}

/// To administrators: an order was paid after it expired.
pub fn late_payment_to_review(order: OrderId, amount: Usdt, username: &str) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => (
            "有逾期付款待处理",
            format!("{username} 的订单 {order}（{amount} USDT）在过期后到账，请在入账记录中处理。"),
        ),
        Lang::En => (
            "Late payment to review",
            format!(
                "Order {order} of {username} ({amount} USDT) was paid after it expired. Review it under Deposits."
            ),
        ),
        Lang::Es => (
            "Pago tardío por revisar",
            format!(
                "El pedido {order} de {username} ({amount} USDT) se pagó después de caducar. Revíselo en los \
                 depósitos."
            ),
        ),
        Lang::Ja => (
            "遅延入金の処理待ち",
            format!(
                "{username} の注文 {order}（{amount} USDT）は期限後に入金されました。入金一覧で処理してください。"
            ),
        ),
    })
}

/// To the owner of a webhook endpoint: it was disabled.
pub fn webhook_disabled(url: &str, reason: DisabledReason) -> NotificationTexts {
    notification(|lang| {
        let title = match lang {
            Lang::Zh => "Webhook 已停用",
            Lang::En => "Webhook disabled",
            Lang::Es => "Webhook desactivado",
            Lang::Ja => "Webhook を停止しました",
        };
        let text = match (reason, lang) {
            (DisabledReason::Gone, Lang::Zh) => {
                format!(
                    "{url} 返回了 410（已不存在），我们不再向其发送消息。如有需要，可在 API 信息页重新启用。"
                )
            }
            (DisabledReason::Gone, Lang::En) => format!(
                "{url} answered 410 (gone), so no more messages are sent to it. You can enable it again on the \
                 API page."
            ),
            (DisabledReason::Gone, Lang::Es) => format!(
                "{url} respondió 410 (ya no existe) y no recibirá más mensajes. Puede activarlo de nuevo en la \
                 página de la API."
            ),
            (DisabledReason::Gone, Lang::Ja) => {
                format!(
                    "{url} が 410（消滅）を返したため、送信を停止しました。API 情報ページで再び有効にできます。"
                )
            }
            (DisabledReason::Failing, Lang::Zh) => format!(
                "已有数日无法送达 {url}，我们不再向其发送消息。修复后可在 API 信息页重新启用并重发失败的消息。"
            ),
            (DisabledReason::Failing, Lang::En) => format!(
                "All deliveries to {url} have failed for days, so no more messages are sent to it. When it works \
                 again, enable it on the API page and resend what failed."
            ),
            (DisabledReason::Failing, Lang::Es) => format!(
                "Desde hace días nada llega a {url} y no recibirá más mensajes. Cuando funcione, actívelo y \
                 reenvíe lo fallido en la página de la API."
            ),
            (DisabledReason::Failing, Lang::Ja) => format!(
                "{url} に数日間届いていないため、送信を停止しました。復旧後、API 情報ページで有効にして失敗分を\
                 再送できます。"
            ),
        };
        (title, text)
    })
}

/// To the owner of a task: all its chunks are done.
pub fn task_completed(name: &str) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => ("任务已完成", format!("任务“{name}”已完成，结果可以查看和下载。")),
        Lang::En => {
            ("Task completed", format!("“{name}” is complete. You can view and download its results."))
        }
        Lang::Es => {
            ("Tarea terminada", format!("«{name}» ha terminado. Puede ver y descargar los resultados."))
        }
        Lang::Ja => ("タスク完了", format!("「{name}」が完了しました。結果の確認とダウンロードができます。")),
    })
}

/// To the owner of a task: it ended, but providers failed to answer for some of its numbers.
pub fn task_completed_with_failures(name: &str) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => (
            "任务已完成，但有失败",
            format!("任务“{name}”已完成，但部分号码因服务商故障没有结果，未扣费。您可以重新检测这些号码。"),
        ),
        Lang::En => (
            "Task completed with failures",
            format!(
                "“{name}” is complete, but a provider failed to answer for some numbers. They were not charged. \
                 You can run them again."
            ),
        ),
        Lang::Es => (
            "Tarea terminada con fallos",
            format!(
                "«{name}» ha terminado, pero un proveedor no respondió para algunos números. No se han cobrado. \
                 Puede volver a comprobarlos."
            ),
        ),
        Lang::Ja => (
            "タスク完了（失敗あり）",
            format!(
                "「{name}」は完了しましたが、プロバイダーの障害により回答を得られなかった番号があります。課金されて\
                 いません。再チェックできます。"
            ),
        ),
    })
}

/// To the owner of a task: it was stopped because too many answers were unknown.
pub fn task_stopped(name: &str) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => ("任务已停止", format!("任务“{name}”因未知结果过多而停止，未使用的点数已退回。")),
        Lang::En => (
            "Task stopped",
            format!(
                "“{name}” was stopped because too many answers were unknown. Unused points were returned."
            ),
        ),
        Lang::Es => (
            "Tarea detenida",
            format!(
                "«{name}» se detuvo porque demasiadas respuestas eran desconocidas. Los puntos no usados se han \
                 devuelto."
            ),
        ),
        Lang::Ja => (
            "タスク停止",
            format!("不明な結果が多すぎるため「{name}」を停止しました。未使用分は返却されました。"),
        ),
    })
}

/// To the owner of a task: its results are deleted soon.
pub fn results_expire(name: &str, days: i64) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => ("结果即将删除", format!("任务“{name}”的结果将在 {days} 天后删除，请及时下载。")),
        Lang::En => (
            "Results will be deleted",
            if days == 1 {
                format!("The results of “{name}” will be deleted in 1 day. Download them in time.")
            } else {
                format!("The results of “{name}” will be deleted in {days} days. Download them in time.")
            },
        ),
        Lang::Es => (
            "Los resultados se eliminarán",
            if days == 1 {
                format!("Los resultados de «{name}» se eliminarán en 1 día. Descárguelos a tiempo.")
            } else {
                format!("Los resultados de «{name}» se eliminarán en {days} días. Descárguelos a tiempo.")
            },
        ),
        Lang::Ja => (
            "結果がまもなく削除されます",
            format!("「{name}」の結果は {days} 日後に削除されます。お早めにダウンロードしてください。"),
        ),
    })
}

/// To the owner of a schedule: a run was skipped.
pub fn run_skipped(name: &str, outcome: RunOutcome) -> NotificationTexts {
    use RunOutcome::{NoPoints, NotPermitted, NotUsable, OverLimit, Started, TooExpensive};
    notification(|lang| {
        let why = match (lang, outcome) {
            (Lang::Zh, NoPoints) => "余额不足",
            (Lang::Zh, TooExpensive) => "费用可能超过您设定的上限",
            (Lang::Zh, OverLimit) => "账户已达到某项上限",
            (Lang::Zh, NotUsable | Started) => "有项目目前无法使用",
            (Lang::Zh, NotPermitted) => "账户目前不能创建任务",
            (Lang::En, NoPoints) => "Your balance is too low",
            (Lang::En, TooExpensive) => "It could cost more than your price ceiling",
            (Lang::En, OverLimit) => "A limit of your account is reached",
            (Lang::En, NotUsable | Started) => "A project cannot be used at the moment",
            (Lang::En, NotPermitted) => "Your account may not start tasks at the moment",
            (Lang::Es, NoPoints) => "Su saldo es insuficiente",
            (Lang::Es, TooExpensive) => "Podría costar más que su precio máximo",
            (Lang::Es, OverLimit) => "Se ha alcanzado un límite de su cuenta",
            (Lang::Es, NotUsable | Started) => "Un proyecto no se puede usar en este momento",
            (Lang::Es, NotPermitted) => "Su cuenta no puede iniciar tareas en este momento",
            (Lang::Ja, NoPoints) => "残高が不足しています",
            (Lang::Ja, TooExpensive) => "設定した上限額を超える可能性があります",
            (Lang::Ja, OverLimit) => "アカウントの上限に達しています",
            (Lang::Ja, NotUsable | Started) => "現在利用できないプロジェクトがあります",
            (Lang::Ja, NotPermitted) => "現在このアカウントではタスクを開始できません",
        };
        match lang {
            Lang::Zh => ("定期任务已跳过", format!("“{name}”的本次定期检测未执行：{why}。未产生任何费用。")),
            Lang::En => (
                "Scheduled run skipped",
                format!("The scheduled run of “{name}” was skipped. {why}. Nothing was charged."),
            ),
            Lang::Es => (
                "Ejecución programada omitida",
                format!("La ejecución programada de «{name}» se ha omitido. {why}. No se ha cobrado nada."),
            ),
            Lang::Ja => (
                "定期実行をスキップしました",
                format!("「{name}」の定期実行はスキップされました。{why}。料金は発生していません。"),
            ),
        }
    })
}

/// To the staff: a channel stopped working, or works again.
pub fn channel_changed(name: &str, condition: ChannelCondition, detail: &str) -> NotificationTexts {
    use ChannelCondition::{Degraded, Down, Expired, Refused, Working};
    notification(|lang| match (lang, condition) {
        (Lang::Zh, Working) => ("通道已恢复", format!("通道“{name}”恢复正常。")),
        (Lang::Zh, Degraded) => ("通道成功率下降", format!("通道“{name}”最近的成功率降至 {detail}。")),
        (Lang::Zh, Down) => {
            ("通道故障", format!("通道“{name}”失败次数过多，已暂停发送并定期重试。最近的错误：{detail}"))
        }
        (Lang::Zh, Refused) => {
            ("通道已停用", format!("服务商拒绝服务，通道“{name}”已自动停用：{detail}。请检查合同与余额。"))
        }
        (Lang::Zh, Expired) => ("通道合同到期", format!("通道“{name}”的合同已于 {detail} 到期，不再使用。")),
        (Lang::En, Working) => ("Channel works again", format!("The channel “{name}” works again.")),
        (Lang::En, Degraded) => (
            "Channel degraded",
            format!("The recent success rate of the channel “{name}” has fallen to {detail}."),
        ),
        (Lang::En, Down) => (
            "Channel down",
            format!(
                "The channel “{name}” failed too often. Requests to it are paused and retried from time to time. \
                 Last error: {detail}"
            ),
        ),
        (Lang::En, Refused) => (
            "Channel disabled",
            format!(
                "The provider refuses requests, so the channel “{name}” was disabled automatically: {detail}. \
                 Check the contract and the credit."
            ),
        ),
        (Lang::En, Expired) => (
            "Channel contract expired",
            format!(
                "The contract of the channel “{name}” expired on {detail}. The channel is not used any more."
            ),
        ),
        (Lang::Es, Working) => {
            ("El canal vuelve a funcionar", format!("El canal «{name}» vuelve a funcionar."))
        }
        (Lang::Es, Degraded) => (
            "Canal degradado",
            format!("La tasa de éxito reciente del canal «{name}» ha bajado al {detail}."),
        ),
        (Lang::Es, Down) => (
            "Canal caído",
            format!(
                "El canal «{name}» ha fallado demasiadas veces. Los envíos se han pausado y se reintentan \
                 periódicamente. Último error: {detail}"
            ),
        ),
        (Lang::Es, Refused) => (
            "Canal desactivado",
            format!(
                "El proveedor rechaza las solicitudes y el canal «{name}» se ha desactivado automáticamente: {detail}. \
                 Revise el contrato y el crédito."
            ),
        ),
        (Lang::Es, Expired) => (
            "Contrato del canal vencido",
            format!("El contrato del canal «{name}» venció el {detail}. El canal ya no se utiliza."),
        ),
        (Lang::Ja, Working) => ("チャネル復旧", format!("チャネル「{name}」が復旧しました。")),
        (Lang::Ja, Degraded) => {
            ("チャネルの成功率低下", format!("チャネル「{name}」の最近の成功率が {detail} に低下しました。"))
        }
        (Lang::Ja, Down) => (
            "チャネル障害",
            format!(
                "チャネル「{name}」の失敗が多いため送信を停止し、定期的に再試行します。最後のエラー：{detail}"
            ),
        ),
        (Lang::Ja, Refused) => (
            "チャネル停止",
            format!(
                "プロバイダーが要求を拒否したため、チャネル「{name}」を自動的に停止しました：{detail}。契約と残高を確認して\
                 ください。"
            ),
        ),
        (Lang::Ja, Expired) => (
            "チャネルの契約満了",
            format!("チャネル「{name}」の契約は {detail} に満了しました。このチャネルは使用されません。"),
        ),
    })
}

/// To administrators: somebody asks for the approval of an action on money.
pub fn approval_requested(username: &str) -> NotificationTexts {
    notification(|lang| match lang {
        Lang::Zh => ("有操作待审批", format!("{username} 提交了一项需要他人批准的操作，请在审批页面处理。")),
        Lang::En => (
            "Approval requested",
            format!("{username} asks for the approval of an action on money. Decide it under Approvals."),
        ),
        Lang::Es => (
            "Aprobación solicitada",
            format!("{username} pide que se apruebe una operación con dinero. Decídala en Aprobaciones."),
        ),
        Lang::Ja => (
            "承認の依頼",
            format!("{username} が承認の必要な操作を申請しました。承認画面で処理してください。"),
        ),
    })
}
