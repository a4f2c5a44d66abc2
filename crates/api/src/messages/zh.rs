//! The texts of the messages in Chinese.

use numsift_model::allowance::Resource;
use numsift_model::lang::Lang;
use numsift_model::money::Points;

use super::message::Message;
use super::{channel, file_size, rules};

#[allow(clippy::too_many_lines)] // A table.
pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::BadYaml { why } => return format!("不是有效的通道配置：{why}"),
        Message::FileTooLarge { megabytes } => return format!("文件超过 {megabytes} MB"),
        Message::NumberCount { least, most } => {
            return format!(
                "该项目每个任务需 {} 至 {} 个号码",
                Lang::Zh.whole(*least),
                Lang::Zh.whole(*most)
            );
        }
        Message::FileRefused(code) => file_refused(code),
        Message::NotEnough { missing } => {
            return format!("点数不足：还差 {} 点", Lang::Zh.points(Points(*missing)));
        }
        Message::TooMany { seconds } => return format!("操作过于频繁，请在 {seconds} 秒后重试"),
        Message::PasswordTooShort { least } => return format!("密码至少需要 {least} 个字符"),
        Message::PageRange { most } => return format!("页码从 1 开始，每页 1 到 {most} 条"),
        Message::RunSegments { most } => return format!("每批包含 1 到 {most} 段"),
        Message::RunCount { most } => return format!("每批 1 到 {} 个号码", Lang::Zh.whole(*most)),
        Message::TooFewLeft { left } => return format!("这里只剩 {} 个号码", Lang::Zh.whole(*left)),
        Message::SessionOver => "登录已过期或账户已在别处登录，请重新登录",
        Message::WrongCredentials => "用户名或密码错误",
        Message::AccountDisabled => "该账户已被停用，请联系客服",
        Message::UsernameRequired => "请输入用户名",
        Message::UsernameLength => "用户名长度为 3 到 32 个字符",
        Message::UsernameCharacter => "用户名只能包含字母、数字和 . _ - @ +",
        Message::UsernameTaken => "该用户名已被使用",
        Message::UidRefused => "该 uid 不可用",
        Message::PasswordTooLong => "密码过长",
        Message::PasswordCommon => "该密码太容易被猜到，请换一个",
        Message::FillInCompletely => "修改失败：请填写完整",
        Message::PasswordsDiffer => "修改失败：新密码与确认密码不一致",
        Message::WrongOldPassword => "原密码错误",
        Message::SamePassword => "新密码不能与原密码相同",
        Message::InviteRefused => "邀请码无效、已用完或已过期",
        Message::PasswordLinkRefused => "此链接已失效，请联系运营方获取新链接",
        Message::ResultLinkRefused => "此链接已失效，请向发送者索取新链接",
        Message::SharingOff => "此部署未开启通过链接分享结果",
        Message::TooManyResultLinks { most } => return format!("每个任务最多可有 {most} 个链接"),
        Message::TooManySavedFilters { most } => {
            return format!("每个页面最多可保存 {most} 个筛选条件，请先删除一个");
        }
        Message::RegistrationClosed => "暂未开放注册",
        Message::NotPermitted => "没有权限执行此操作",
        Message::NotFound => "未找到所请求的内容",
        Message::Internal => "服务器出错，请稍后重试",
        Message::NotJsonAt { line, column } => {
            return format!("请求内容不是有效的 JSON：第 {line} 行第 {column} 列");
        }
        Message::NotJson => "请求内容不是有效的 JSON 对象",
        Message::TooManyFields => "表单字段过多",
        Message::FieldTooLong { bytes } => return format!("此字段最多 {bytes} 字节"),
        Message::TooManyCalls => "该账户有过多请求正在处理，请等它们完成后再试",
        Message::TooMuchWork => "计算量过大：请减少号码或分段数量，或减少排除范围",
        Message::OverAllowance { resource, most } => return over_allowance(*resource, *most),
        Message::AllowanceRange { most } => return format!("上限必须在 0 到 {most} 之间"),
        Message::BodyTooLarge => "请求内容过大",
        Message::BodyCutOff => "请求内容不完整",
        Message::TooDeep => "请求内容嵌套过深",
        Message::NulCharacter => "不能包含空字符（NUL）",
        Message::NotUtf8 => "不是有效的 UTF-8 文本",
        Message::UnknownField => "未知字段",
        Message::MisspeltField { meant } => return format!("未知字段；是否想写 `{meant}`？"),
        Message::NotAList => "必须是列表",
        Message::NotText => "必须是带引号的文本",
        Message::NotWhole => "必须是整数",
        Message::NotTrueOrFalse => "必须是 `true` 或 `false`",
        Message::NotAnObject => "必须是对象",
        Message::MissingField => "缺少该字段",
        Message::WrongValue { why } => return format!("无法读取该值：{why}"),
        Message::Rule(rule) => return rules::zh(rule),
        Message::Channel(problem) => return channel::zh(problem),
        Message::FieldTwice => "该字段出现了两次",
        Message::UnknownSort => "不能按该列排序",
        Message::PasswordFirst => "您的密码由他人设置，请先修改密码",
        Message::AdministratorsOnly => "只有管理员可以修改此项",
        Message::OwnRequest => "不能批准自己提交的请求",
        Message::OnePerson => {
            "最近 3 天内，您与申请人的账号之一由另一方创建或更改，或两者由同一人创建或更改，须由其他管理员批准"
        }
        Message::RequestOver => "此请求已被处理或已过期",
        Message::CrossSite => "拒绝来自其他网站的请求",
        Message::SecondFactorFirst => "管理员要求启用两步验证，请先在安全设置中启用",
        Message::NotWhileSwitched => "切换账户期间不能执行此操作",
        Message::OwnAccount => "不能对自己的账户执行此操作",
        Message::LastAdministrator => "至少需要保留一名启用的管理员",
        Message::CannotGrant => "不能授予自己没有的权限",
        Message::Outdated => "该内容已被他人修改，请刷新后重试",
        Message::RoleInUse => "该角色仍被账户使用，不能删除",
        Message::NameTaken => "该名称已被使用",
        Message::CodeNeeded => "请输入两步验证码",
        Message::WrongCode => "验证码错误或已使用",
        Message::SecondFactorOn => "两步验证已启用",
        Message::NoSecondFactor => "尚未启用两步验证",
        Message::WrongPasskey => "通行密钥未通过验证，请重试",
        Message::TooManyPasskeys { most } => return format!("每个账户最多可以有 {most} 个通行密钥"),
        Message::UploadOffset => "上传应从另一位置继续，请从该位置发送下一部分",
        Message::FileIncomplete => "文件尚未全部上传",
        Message::WrongChecksum => "该部分与随附的校验和不符，请重新发送",
        Message::BeyondEnd { bytes } => return format!("该部分超出了文件末尾，文件只有 {bytes} 字节"),
        Message::FileUnclear => "该文件有多种读法，请选择一种",
        Message::TooManyParts { most } => {
            return format!("文件分成的部分过多（{most}），请用更大的部分重新上传");
        }
        Message::TooManyFiles { most } => {
            return format!("每个账户最多可以有 {most} 个尚未使用的上传文件，请先删除一些");
        }
        Message::TooManyUploads { most } => {
            return format!("每个账户最多可以同时有 {most} 个未完成的上传，请先完成或取消一个");
        }
        Message::TooManySchedules { most } => return format!("每个账户最多可以有 {most} 个定期任务"),
        Message::TooManySuppressionLists { most } => {
            return format!("每个账户最多可以有 {most} 个免打扰名单");
        }
        Message::TooManySuppressed { most } => {
            return format!("由程序更改的免打扰名单最多可以有 {most} 个号码");
        }
        Message::TooManyExcluded { most } => {
            return format!("只能排除不超过 {most} 个号码的名单，请选择较小的名单");
        }
        Message::PasskeysNeedDomain => "通行密钥需要域名：请用域名而不是 IP 地址打开控制台",
        Message::WrongPassword => "密码错误",
        Message::AmountRange => "订单金额为 1 到 100,000 USDT，最多两位小数",
        Message::NoWallet => "暂时无法充值：尚未配置收款钱包",
        Message::TooManyPending => "您已有三个待支付订单，请先支付或取消",
        Message::AmountsTaken => "该金额附近的尾数已全部占用，请换一个金额",
        Message::NoQuota => "该账户不能自行充值额度",
        Message::NotATransaction => "交易哈希应为 64 位十六进制字符",
        Message::NotFinal => "网络尚未确认该交易，请一分钟后再试",
        Message::PaysNothing => "该交易没有向订单地址支付 USDT",
        Message::AlreadyDecided => "该笔转账已处理",
        Message::AlreadyPaid => "该订单已支付：请改为入账到账户",
        Message::ReasonRequired => "请填写原因",
        Message::AddressCharacter => "地址包含波场地址中不存在的字符",
        Message::AddressChecksum => "地址有误：校验和不匹配",
        Message::AddressLength => "波场地址长度为 34 个字符",
        Message::AddressNetwork => "这不是波场网络的地址",
        Message::NodeSilent => "暂时无法连接区块链网络，请稍后再试",
        Message::RequestReused => "相同的请求编号已用于另一请求",
        Message::DemoOnly => "此功能仅在演示模式下可用",
        Message::WrongState => "当前状态下无法执行此操作",
        Message::NotConfirmed => "请确认您有权处理该名单",
        Message::GeneratedNumbers => "生成的号码只能使用号码清洗、运营商查询等本机检测，不会发送给服务商",
        Message::NoSuchList => "没有这个名单，或它还不能使用",
        Message::OneCheck => "此模式只能选择一个项目",
        Message::CheckCount { most } => return format!("此模式需选择 2 至 {most} 个项目"),
        Message::NoSuchProject { slug, meant: None } => return format!("没有项目 {slug}"),
        Message::NoSuchProject { slug, meant: Some(meant) } => {
            return format!("没有项目 {slug}，是否指 {meant}？");
        }
        Message::ProjectTwice => "同一项目出现了两次",
        Message::StepCondition => "只有逐级任务可以设置条件；条件须指定前面的步骤及其状态",
        Message::NoChannel => "该项目暂无可用通道",
        Message::NoSampleLeft => "今天的免费试测次数已用完",
        Message::NumberTwice => "有号码重复",
        Message::NotAnAddressRange => "不是 IP 地址，也不是 203.0.113.0/24 这样的网段",
        Message::TooManyKeys { most } => return format!("每个账户最多有 {most} 个未吊销的密钥"),
        Message::StorageFull => "存储空间不足，请联系管理员",
        Message::UnknownCountry => "没有这个国家或地区",
        Message::CountryNeeded => "请选择国家，或以 + 和国际区号开头",
        Message::UnknownCarrier => "没有这个运营商",
        Message::CannotTell => "该国号码规划不区分手机与固定电话",
        Message::PrefixDigits => "号段只能是数字，国际号段以 + 开头",
        Message::PatternClass => "数字选择的写法如 [0-9] 或 [135]",
        Message::PatternRepeat => "重复的写法如 {4}",
        Message::PatternNothingToRepeat => "{n} 前面没有可重复的内容",
        Message::PatternCharacter => "请使用数字、?（任意数字）、[0-9]（其中之一）、{4}（重复）",
        Message::PatternTooLong => "没有这么长的号码",
        Message::PatternEmpty => "请至少输入一个数字或 ?",
        Message::PlanChanged => "号码规划已更新，无法重新算出该批号码",
        Message::RunsAtOnce => "该账户正在生成另一批号码，请重试",
        Message::NotAUrl => "不是有效的网址，或包含密码或片段",
        Message::NotHttps => "网址必须以 https:// 开头",
        Message::InternalAddress => "该地址位于内部网络，无法访问",
        Message::TooManyWebhooks { most } => return format!("每个账户最多有 {most} 个 Webhook 端点"),
        Message::WebhookOff => "该端点已停用",
        Message::WebhookBusy => "该消息正在发送，请稍后再试",
    };
    fixed.to_owned()
}

/// Why a file cannot be read.
fn file_refused(code: &str) -> &'static str {
    match code {
        "empty" => "文件为空",
        "not_a_list" => "这不是号码名单",
        "unsupported" => "不支持该文件类型，请使用 CSV、TXT 或 XLSX",
        "encrypted" => "文件受密码保护",
        "damaged" => "文件已损坏或不完整",
        "nested_archive" => "无法读取压缩包内的压缩包",
        "unpacks_too_large" => "压缩包解压后过大",
        "too_many_parts" => "文件中的工作表、工作表的行、样式、字符串或名单过多",
        "name_too_long" => "工作表或压缩包成员的名称过长",
        "no_such_sheet" => "工作簿中没有该工作表",
        "unknown_country" => "没有该国家/地区",
        "too_many" => "名单的号码数量超过此处允许的上限，请拆分名单",
        _ => "文件读取失败，请重试",
    }
}

fn over_allowance(resource: Resource, most: i64) -> String {
    match resource {
        Resource::StoredBytes => {
            let size = file_size(most);
            format!("您的文件总共最多占用 {size}：请删除名单或任务，或联系运营方")
        }
        Resource::Lists => format!("最多可有 {most} 个名单：请删除一些，或联系运营方"),
        Resource::RunningTasks => format!("最多可有 {most} 个进行中的任务：请等待任务完成，或联系运营方"),
        Resource::Exports => format!("最多可同时进行 {most} 个导出：请等待导出完成"),
        Resource::ApiKeys => text(&Message::TooManyKeys { most }),
        Resource::Webhooks => text(&Message::TooManyWebhooks { most }),
        Resource::Previews | Resource::Generations => text(&Message::TooManyCalls),
    }
}
