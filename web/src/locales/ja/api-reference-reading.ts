/** Japanese translation of what the public API's description says about reading lists. */
export const reading: Readonly<Record<string, string>> = {
  'How the file is read, such as `{"column": 2}`. The rest is guessed; a doubtful guess is refused with what to send here.':
    'ファイルの読み方。例：`{"column": 2}`。残りは自動判定します。判定が不確かな場合は、ここに送る値を示してリクエストを拒否します。',
  'Known parts of a mapping, which are not guessed.': 'マッピングのうち既知の部分。自動判定しません。',
  'The sheet of a workbook.': 'ブックのシート。',
  'The encoding of text.': 'テキストの文字コード。',
  'The encoding of a text file.': 'テキストファイルの文字コード。',
  'The delimiter of text.': 'テキストの区切り文字。',
  'The character between the cells of a line.': '行のセルの間の文字。',
  'Rows above the table that are not blank.': '表より上にある空でない行の数。',
  'Whether the table begins with a header.': '表がヘッダーで始まるかどうか。',
  'Further columns of numbers.': 'その他の番号の列。',
  'Further sheets with the same columns.': '同じ列を持つその他のシート。',
  'The column of the numbers.': '番号の列。',
  'The country of numbers without `+`; empty for none.': '`+` のない番号の国。なければ空。',
  'Whether the countries of the rows are read from a column; if so, which.':
    '各行の国を列から読むかどうか。読む場合はどの列か。',
  'The choice of a column that a table may not have.': '表にあるとは限らない列の選択。',
  'There is none.': 'ありません。',
  'Whether the numbers begin in another column, such as one of area codes; if so, in which.':
    '番号の先頭が市外局番などの別の列にあるかどうか。ある場合はその列。',
  'This column, starting at 0.': 'この列（0 から数えます）。',
};
