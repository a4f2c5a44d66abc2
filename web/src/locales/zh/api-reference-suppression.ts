/** Chinese translation of what the public API's description says about suppression lists. */
export const suppression: Readonly<Record<string, string>> = {
  'Numbers that must not be contacted: they are never checked nor charged':
    '不得联系的号码：既不检测也不收费',
  'A suppression list.': '免打扰名单。',
  'How many numbers it has.': '其中的号码数。',
  'The state of a suppression list. Only lists that are `ready` apply and can be changed.':
    '免打扰名单的状态。只有 `ready` 的名单生效并可更改。',
  'Its file, which was uploaded in the console, is not read yet.': '在控制台上传的文件尚未读取。',
  'Its file cannot be read.': '文件无法读取。',
  'A page of suppression lists.': '一页免打扰名单。',
  'A suppression list and what the request changed.': '免打扰名单及请求带来的更改。',
  'Numbers that the list did not have before.': '名单之前没有的号码数。',
  'Numbers that the list no longer has.': '名单中不再有的号码数。',
  'Numbers of the request that changed nothing, such as those that were sent twice.':
    '请求中未带来更改的号码数，例如重复发送的号码。',
  'Texts that are not valid numbers. The others are processed.': '不是有效号码的文字。其余号码会被处理。',
  'A text that is not a valid number.': '不是有效号码的文字。',
  'Its position among the numbers of the request, from 0.': '在请求号码中的位置，从 0 开始。',
  'Lists per page; 20 by default.': '每页的名单数；默认 20。',
  'Lists the suppression lists of the account, newest first, including those of the console.':
    '列出账户的免打扰名单，最新的在前，包括在控制台创建的。',
  'Returns one suppression list.': '查看一个免打扰名单。',
  'Id of the suppression list': '免打扰名单编号',
  'Path of the suppression list': '免打扰名单的路径',
  'A suppression list to create.': '要创建的免打扰名单。',
  'Name of the list; at most 120 characters.': '名单名称；最多 120 个字符。',
  'In any common format; at most 10,000. Add more afterwards.':
    '任何常见格式；最多 10,000 个，之后可以再添加。',
  'Creates a suppression list. Its numbers are skipped by the tasks and lookups of the account from now on, free of charge.':
    '创建免打扰名单。从现在起，账户的任务和查询会跳过其中的号码，不收费。',
  'Numbers of a suppression list.': '免打扰名单的号码。',
  'Adds numbers to a suppression list.': '向免打扰名单添加号码。',
  'Removes numbers from a suppression list.': '从免打扰名单移除号码。',
  'Replaces all numbers of a suppression list. Without numbers the list becomes empty.':
    '替换免打扰名单的全部号码。不发送号码则名单变空。',
  'Deletes a suppression list. Its numbers are checked again.': '删除免打扰名单。其中的号码会重新被检测。',
};
