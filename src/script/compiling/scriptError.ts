/** What a script says cannot be. It is thrown far down and reported at the place in the script that led there. */
export class ScriptError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'ScriptError';
    this.hint = hint;
  }
}
