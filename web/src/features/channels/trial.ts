/** A channel tried with one number, as it is shown. */

/** JSON is shown indented; anything else as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Headers, an empty line, the body: as it went over the line. */
export function answerText(headers: readonly (readonly string[])[], body: string): string {
  return `${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${readable(body)}`.trim();
}
