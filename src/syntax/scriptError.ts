/** Something in a script is impossible. It is thrown deep in compiling and reported at the place in the script that caused it. */
export class ScriptError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'ScriptError';
    this.hint = hint;
  }
}
