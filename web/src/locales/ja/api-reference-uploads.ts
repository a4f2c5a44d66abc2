/** Japanese translation of what the public API's description says about large files and results. */
export const uploads: Readonly<Record<string, string>> = {
  'Returns what the server supports of tus 1.0.0.': 'サーバーが対応する tus 1.0.0 の機能を返します。',
  'Extensions, algorithms of checksums, and the size of the largest file. Needs no key.':
    '拡張、チェックサムのアルゴリズム、最大のファイルサイズ。キーは不要です。',
  'What is supported': '対応している機能',
  'Version of the protocol': 'プロトコルのバージョン',
  'Version of the protocol: `1.0.0`': 'プロトコルのバージョン：`1.0.0`',
  'Versions that the server supports': 'サーバーが対応するバージョン',
  'Extensions that the server supports': 'サーバーが対応する拡張',
  'Algorithms of `Upload-Checksum`': '`Upload-Checksum` のアルゴリズム',
  'Bytes of the largest file': '最大のファイルのバイト数',
  'Begins a file that is sent in parts with tus 1.0.0.': 'tus 1.0.0 で分けて送るファイルを開始します。',
  'The parts go to the path in `Location`, which ends with the id of the file.':
    'パートは `Location` のパスに送ります。末尾はファイルの ID です。',
  'Size of the whole file in bytes': 'ファイル全体のバイト数',
  'Name of the file: `filename`, a space, and the name in Base64':
    'ファイル名：`filename`、空白、Base64 の名前',
  'The file has begun': 'ファイルを開始しました',
  'Path of the parts': 'パートの送信先のパス',
  'Bytes received so far': 'これまでに受信したバイト数',
  'When the file is deleted': 'ファイルが削除される日時',
  '`Tus-Resumable` is missing or another version': '`Tus-Resumable` がないか、別のバージョンです',
  'Returns how much of a file has been received.': 'ファイルをどこまで受信したかを返します。',
  'After a lost connection, go on from `Upload-Offset`.': '接続が切れた後は `Upload-Offset` から続けます。',
  'The state of the file': 'ファイルの状態',
  'Adds the next part to a file.': 'ファイルに次のパートを追加します。',
  'Without a checksum, what arrives before a lost connection counts; with one, a part counts as a whole or not at all. A part at another offset is refused with 409 and the right `Upload-Offset`.':
    'チェックサムがない場合は、接続が切れる前に届いた分が有効です。ある場合は、パート全体が有効か、まったく無効かのどちらかです。位置の違うパートは 409 と正しい `Upload-Offset` で却下されます。',
  'Where the part begins: the bytes received so far': 'パートの開始位置：これまでに受信したバイト数',
  'Checksum of the part: `sha1` or `sha256`, a space, and the checksum in Base64':
    'パートのチェックサム：`sha1` または `sha256`、空白、Base64 のチェックサム',
  'The part was added': 'パートを追加しました',
  'The part has another checksum; send it again':
    'パートのチェックサムが一致しません。もう一度送ってください',
  'Deletes a file that is sent in parts, complete or not.':
    '分けて送るファイルを、完了しているかどうかにかかわらず削除します。',
  'Returns the results of a task in the order of its numbers; complete once the task has ended.':
    'タスクの結果を番号の順に返します。タスクの終了後に揃います。',
  'With `Accept: text/csv`, `application/x-ndjson` or `application/vnd.apache.parquet`, every row that was sent is returned as one stream. CSV and JSON lines are compressed if `Accept-Encoding` has `gzip` or `zstd`.':
    '`Accept: text/csv`、`application/x-ndjson` または `application/vnd.apache.parquet` の場合は、送信したすべての行を 1 つのストリームで返します。CSV と JSON Lines は、`Accept-Encoding` に `gzip` または `zstd` があれば圧縮します。',
  'As sent.': '送信されたまま。',
};
