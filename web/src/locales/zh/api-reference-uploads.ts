/** Chinese translation of what the public API's description says about large files and results. */
export const uploads: Readonly<Record<string, string>> = {
  'Returns what the server supports of tus 1.0.0.': '返回服务器支持的 tus 1.0.0 功能。',
  'Extensions, algorithms of checksums, and the size of the largest file. Needs no key.':
    '扩展、校验和算法以及最大文件大小。无需密钥。',
  'What is supported': '支持的功能',
  'Version of the protocol': '协议版本',
  'Version of the protocol: `1.0.0`': '协议版本：`1.0.0`',
  'Versions that the server supports': '服务器支持的版本',
  'Extensions that the server supports': '服务器支持的扩展',
  'Algorithms of `Upload-Checksum`': '`Upload-Checksum` 的算法',
  'Bytes of the largest file': '最大文件的字节数',
  'Begins a file that is sent in parts with tus 1.0.0.': '开始一个用 tus 1.0.0 分部分发送的文件。',
  'The parts go to the path in `Location`, which ends with the id of the file.':
    '各部分发送到 `Location` 中的路径，路径末尾是文件编号。',
  'Size of the whole file in bytes': '整个文件的字节数',
  'Name of the file: `filename`, a space, and the name in Base64':
    '文件名：`filename`、空格，然后是 Base64 编码的名称',
  'The file has begun': '文件已开始',
  'Path of the parts': '各部分的路径',
  'Bytes received so far': '目前已收到的字节数',
  'When the file is deleted': '文件被删除的时间',
  '`Tus-Resumable` is missing or another version': '缺少 `Tus-Resumable` 或版本不同',
  'Returns how much of a file has been received.': '返回文件已收到多少。',
  'After a lost connection, go on from `Upload-Offset`.': '连接中断后，从 `Upload-Offset` 处继续。',
  'The state of the file': '文件的状态',
  'Adds the next part to a file.': '向文件追加下一部分。',
  'Without a checksum, what arrives before a lost connection counts; with one, a part counts as a whole or not at all. A part at another offset is refused with 409 and the right `Upload-Offset`.':
    '没有校验和时，连接中断前到达的内容有效；有校验和时，一个部分要么整体有效，要么完全无效。位置不符的部分会以 409 拒绝，并给出正确的 `Upload-Offset`。',
  'Where the part begins: the bytes received so far': '该部分的起始位置：目前已收到的字节数',
  'Checksum of the part: `sha1` or `sha256`, a space, and the checksum in Base64':
    '该部分的校验和：`sha1` 或 `sha256`、空格，然后是 Base64 编码的校验和',
  'The part was added': '该部分已追加',
  'The part has another checksum; send it again': '该部分的校验和不符；请重新发送',
  'Deletes a file that is sent in parts, complete or not.': '删除分部分发送的文件，无论是否完整。',
  'Returns the results of a task in the order of its numbers; complete once the task has ended.':
    '按号码顺序返回任务的结果；任务结束后才齐全。',
  'With `Accept: text/csv`, `application/x-ndjson` or `application/vnd.apache.parquet`, every row that was sent is returned as one stream. CSV and JSON lines are compressed if `Accept-Encoding` has `gzip` or `zstd`.':
    '使用 `Accept: text/csv`、`application/x-ndjson` 或 `application/vnd.apache.parquet` 时，以一个数据流返回所提交的每一行。若 `Accept-Encoding` 含 `gzip` 或 `zstd`，CSV 和 JSON Lines 会被压缩。',
  'As sent.': '按发送时的原样。',
};
