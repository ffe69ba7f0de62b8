/** of the beginning, and of the end */
const SHOWN_CHARACTERS = 60;

/** The beginning and the end of a long text: texts of calls mostly differ at one of them. */
export function middleCut(text: string): string {
  if (text.length <= 2 * SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}…${text.slice(-SHOWN_CHARACTERS)}`;
}
