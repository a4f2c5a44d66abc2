//! What the server says, in Chinese.

use super::Message;

pub(super) fn text(message: &Message) -> String {
    let fixed = match message {
        Message::TooMany { seconds } => return format!("操作过于频繁,请在 {seconds} 秒后重试"),
        Message::PasswordTooShort { least } => return format!("密码至少需要 {least} 个字符"),
        Message::PageRange { most } => return format!("页码从 1 开始,每页 1 到 {most} 条"),
        Message::SessionOver => "登录已过期或账户已在别处登录,请重新登录",
        Message::WrongCredentials => "用户名或密码错误",
        Message::AccountDisabled => "该账户已被停用,请联系客服",
        Message::UsernameRequired => "请输入用户名",
        Message::UsernameLength => "用户名长度为 3 到 32 个字符",
        Message::UsernameCharacter => "用户名只能包含字母、数字和 . _ - @ +",
        Message::UsernameTaken => "该用户名已被使用",
        Message::UidRefused => "该 uid 不可用",
        Message::PasswordTooLong => "密码过长",
        Message::PasswordCommon => "该密码太容易被猜到,请换一个",
        Message::FillInCompletely => "修改失败:请填写完整",
        Message::PasswordsDiffer => "修改失败:新密码与确认密码不一致",
        Message::WrongOldPassword => "原密码错误",
        Message::SamePassword => "新密码不能与原密码相同",
        Message::InviteRefused => "邀请码无效、已用完或已过期",
        Message::RegistrationClosed => "暂未开放注册",
        Message::NotPermitted => "没有权限执行此操作",
        Message::NotFound => "未找到所请求的内容",
        Message::Internal => "服务器出错,请稍后重试",
        Message::NotJson => "请求内容不是有效的 JSON 对象",
        Message::BodyTooLarge => "请求内容过大",
        Message::BodyCutOff => "请求内容不完整",
        Message::TooDeep => "请求内容嵌套过深",
        Message::NulCharacter => "不能包含空字符 (NUL)",
        Message::NotUtf8 => "不是有效的 UTF-8 文本",
        Message::UnknownField => "未知字段",
        Message::MissingField => "缺少该字段",
        Message::WrongValue => "该字段的值无效",
        Message::UnknownSort => "不能按该列排序",
    };
    fixed.to_owned()
}
