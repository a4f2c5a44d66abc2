/** Japanese translation of what the public API's description says about suppression lists. */
export const suppression: Readonly<Record<string, string>> = {
  'Numbers that must not be contacted: they are never checked nor charged':
    '連絡してはならない番号。チェックも課金もされません',
  'A suppression list.': '除外リスト。',
  'How many numbers it has.': '番号の数。',
  'The state of a suppression list. Only lists that are `ready` apply and can be changed.':
    '除外リストの状態。`ready` のリストだけが適用され、変更できます。',
  'Its file, which was uploaded in the console, is not read yet.':
    'コンソールでアップロードされたファイルがまだ読み取られていません。',
  'Its file cannot be read.': 'ファイルを読み取れません。',
  'A page of suppression lists.': '除外リストの 1 ページ。',
  'A suppression list and what the request changed.': '除外リストと、リクエストによる変更。',
  'Numbers that the list did not have before.': 'リストに以前なかった番号の数。',
  'Numbers that the list no longer has.': 'リストからなくなった番号の数。',
  'Numbers of the request that changed nothing, such as those that were sent twice.':
    '重複して送られた番号など、何も変えなかった番号の数。',
  'Texts that are not valid numbers. The others are processed.':
    '有効な番号ではない文字列。それ以外は処理されます。',
  'A text that is not a valid number.': '有効な番号ではない文字列。',
  'Its position among the numbers of the request, from 0.': 'リクエストの番号の中での位置（0 から）。',
  'Lists per page; 20 by default.': '1 ページのリスト数。既定は 20。',
  'Lists the suppression lists of the account, newest first, including those of the console.':
    'アカウントの除外リストを新しい順に返します。コンソールで作成したものも含みます。',
  'Returns one suppression list.': '除外リストを 1 件返します。',
  'Id of the suppression list': '除外リストの ID',
  'Path of the suppression list': '除外リストのパス',
  'A suppression list to create.': '作成する除外リスト。',
  'Name of the list; at most 120 characters.': 'リストの名前。最大 120 文字。',
  'In any common format; at most 10,000. Add more afterwards.':
    '一般的な形式の番号。最大 10,000 件。残りは後から追加します。',
  'Creates a suppression list. Its numbers are skipped by the tasks and lookups of the account from now on, free of charge.':
    '除外リストを作成します。以後、アカウントのタスクと照会はその番号を無料でスキップします。',
  'Numbers of a suppression list.': '除外リストの番号。',
  'Adds numbers to a suppression list.': '除外リストに番号を追加します。',
  'Removes numbers from a suppression list.': '除外リストから番号を取り除きます。',
  'Replaces all numbers of a suppression list. Without numbers the list becomes empty.':
    '除外リストのすべての番号を置き換えます。番号がなければリストは空になります。',
  'Deletes a suppression list. Its numbers are checked again.':
    '除外リストを削除します。その番号は再びチェックされます。',
};
