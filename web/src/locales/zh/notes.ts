/** Notes on lists and tasks. */
export const notes = {
  note: '备注',
  edit: '编辑备注',
  add: '添加备注',
  hint: '最多 {{most}} 个字符。可在列表中搜索；清空则删除。',
  long: '最多 {{most}} 个字符',
  of: '“{{name}}”的备注',
};
