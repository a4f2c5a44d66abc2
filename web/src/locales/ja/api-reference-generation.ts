/** Japanese translation of what the public API's description says about generation. */
export const generation: Readonly<Record<string, string>> = {
  'Generate numbers, where the roles of the account allow it':
    '番号の生成（アカウントのロールが許可している場合）',
  'Two-letter code of the country whose types and carriers are returned; without it, the countries.':
    '種別と通信事業者を返す国の 2 文字コード。ない場合は国の一覧を返します。',
  'A country with a numbering plan.': '番号計画のある国。',
  'Two-letter code.': '2 文字コード。',
  'Without `+`.': '`+` なし。',
  'In English.': '英語名。',
  'Whether a numbering plan distinguishes mobile from fixed-line numbers.':
    '番号計画が携帯番号と固定番号を区別するかどうか。',
  'A type of number in a country.': '国の番号の種別。',
  'Numbers of this type.': 'この種別の番号の数。',
  'A carrier of a country.': '国の通信事業者。',
  'As a segment names it.': 'セグメントで使う名前。',
  'Numbers that were allocated to it.': '割り当てられた番号の数。',
  'What a segment can ask for.': 'セグメントで指定できるもの。',
  'Empty if a country was given.': '国を指定した場合は空。',
  '`null` without a country.': '国がない場合は `null`。',
  'Empty without a country.': '国がない場合は空。',
  'Largest first; empty without a country.': '多い順。国がない場合は空。',
  'Returns the countries, or the types and carriers of one country.':
    '国の一覧、または一つの国の種別と通信事業者を返します。',
  'A part of a run.': '生成の一部。',
  'How many numbers.': '番号の数。',
  'Numbers to generate.': '生成する番号。',
  '1 to 20, with at most 10,000,000 numbers in total.': '1 から 20。合計で最大 10,000,000 件。',
  '`random` by default.': '既定は `random`。',
  'How numbers of earlier runs are treated: `exclude` by default.':
    '以前の生成の番号の扱い。既定は `exclude`。',
  '`e164` by default.': '既定は `e164`。',
  'Id of a list of the account whose numbers are left out, such as a suppression list.':
    '除外する番号のリストの ID。除外リストなど、アカウントのリスト。',
  'Sets of numbers to count.': '数える番号の集合。',
  '1 to 20.': '1 から 20。',
  'How many numbers a set has.': '集合の番号の数。',
  'All numbers of the set.': '集合のすべての番号。',
  'Numbers that the account has generated before.': 'アカウントが以前に生成した番号。',
  'Other numbers that are on the list that is left out.': '除外するリストにあるその他の番号。',
  'Numbers that the next run can generate.': '次の生成で使える番号。',
  'Some of them.': 'その一部。',
  'How many numbers sets have.': '各集合の番号の数。',
  'One for each set, in the same order.': '集合ごとに一つ、同じ順序。',
  'Counts the numbers of sets.': '集合の番号を数えます。',
  'The counts are exact: all numbers, those that the account has generated before, and those that are left.':
    '件数は正確です。全番号、アカウントが以前に生成した番号、残りの番号を返します。',
  'Generated numbers. They are not stored, but computed again when they are fetched.':
    '生成された番号。保存はされず、取得するたびに計算されます。',
  'Numbers of all segments.': 'すべてのセグメントの番号の数。',
  'Until when the numbers can be fetched.': '番号を取得できる期限。',
  'Generates numbers, free of charge.': '番号を無料で生成します。',
  "Numbers of the account's earlier runs are left out unless `earlier` says otherwise.":
    '`earlier` で指定しない限り、アカウントの以前の生成の番号は除外されます。',
  'Path of the run': '生成のパス',
  'A page of runs.': '生成の一覧の 1 ページ。',
  'Runs per page; 20 by default.': '1 ページの件数。既定は 20。',
  "Lists the account's runs that have not expired, newest first, including those of the console.":
    'アカウントの期限内の生成を新しい順に返します。コンソールで行ったものも含みます。',
  'Id of the run': '生成の ID',
  'Returns one run.': '生成を一つ返します。',
  'Returns the numbers of a run.': '生成された番号を返します。',
  'One per line, or as CSV with their country, type, carrier and segment. They are compressed if `Accept-Encoding` has `gzip` or `zstd`.':
    '1 行に 1 件、または国・種別・通信事業者・セグメント付きの CSV。`Accept-Encoding` に `gzip` または `zstd` があれば圧縮します。',
  'Deletes a run.': '生成を削除します。',
  'Its numbers stay used: later runs leave them out.':
    'その番号は使用済みのままです。以後の生成では除外されます。',
  'Types of numbers that can be generated.': '生成できる番号の種別。',
  'Numbers that the numbering plan does not tell apart.': '番号計画では区別できない番号。',
  'The order in which numbers are drawn.': '番号を取り出す順序。',
  'Each number once, in random order.': '各番号を一度ずつ、ランダムな順序で。',
  'In ascending order.': '昇順。',
  'How numbers are formatted.': '番号の書式。',
  '`+8613812345678`.': '`+8613812345678`。',
  'As dialled within the country.': '国内でかけるときの形。',
  '`+86 138 1234 5678`.': '`+86 138 1234 5678`。',
  "How a new run treats the numbers of the account's earlier runs.":
    '新しい生成が、アカウントの以前の生成の番号をどう扱うか。',
  'Skip them.': '除外します。',
  'Continue after the last run over the same set; numbers of other runs may repeat.':
    '同じ集合の最後の生成の続きから。他の生成の番号は重複することがあります。',
  'Start again from the beginning; numbers may repeat.':
    '最初からやり直します。番号は重複することがあります。',
  'A set of numbers as the user describes it. Missing fields do not limit the set.':
    '指定どおりの番号の集合。ない項目は集合を制限しません。',
  'Two-letter country code.': '2 文字の国コード。',
  'English name of the carrier to which the numbers were originally allocated.':
    '番号が最初に割り当てられた通信事業者の英語名。',
  'First digits; national, or international after `+`.': '先頭の数字。国内表記、または `+` に続く国際表記。',
  '`+86 138 ???? 88[0-9]8`; national, or international after `+`.':
    '`+86 138 ???? 88[0-9]8`。国内表記、または `+` に続く国際表記。',
  'A run of the number generator.': '番号生成の 1 回分。',
};
