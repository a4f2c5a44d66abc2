/** Chinese translation of what the public API's description says about reading lists. */
export const reading: Readonly<Record<string, string>> = {
  'How the file is read, such as `{"column": 2}`. The rest is guessed; a doubtful guess is refused with what to send here.':
    '文件的读取方式，例如 `{"column": 2}`。其余部分自动识别；识别结果不确定时请求会被拒绝，并说明这里该填什么。',
  'Known parts of a mapping, which are not guessed.': '映射中已知的部分，不再自动识别。',
  'The sheet of a workbook.': '工作簿中的工作表。',
  'The encoding of text.': '文本的编码。',
  'The encoding of a text file.': '文本文件的编码。',
  'The delimiter of text.': '文本的分隔符。',
  'The character between the cells of a line.': '一行中单元格之间的字符。',
  'Rows above the table that are not blank.': '表格上方的非空行数。',
  'Whether the table begins with a header.': '表格是否以表头开始。',
  'Further columns of numbers.': '其他号码列。',
  'Further sheets with the same columns.': '列相同的其他工作表。',
  'The column of the numbers.': '号码所在的列。',
  'The country of numbers without `+`; empty for none.': '不带 `+` 的号码所在的国家；留空表示没有。',
  'Whether the countries of the rows are read from a column; if so, which.':
    '各行的国家是否从某一列读取；如果是，哪一列。',
  'The choice of a column that a table may not have.': '表格中不一定有的列的选择。',
  'There is none.': '没有这一列。',
  'Whether the numbers begin in another column, such as one of area codes; if so, in which.':
    '号码的开头是否在另一列（例如区号列）；如果是，在哪一列。',
  'This column, starting at 0.': '这一列，从 0 开始计数。',
};
