/** Formats the result of a channel test. */
/** Indents JSON. Other content is unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Headers, an empty line, and the body. */
export function answerText(headers: readonly (readonly string[])[], body: string): string {
  return `${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${readable(body)}`.trim();
}
