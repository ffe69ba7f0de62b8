const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
};

/** A string as Rust's `{:?}` prints it. */
export function quoteDebug(text: string): string {
  const escaped = text.replace(/["\\]|[\p{C}\p{Z}\p{Grapheme_Extend}]/gu, (character) => {
    if (character === ' ') return character;
    return NAMED_ESCAPES[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
  return `"${escaped}"`;
}
