/** Something that a live ledger, or the list of forks, cannot do: nothing has changed. */
export class LiveError extends Error {
  /** `unknown`: there is nothing of this name */
  readonly reason: 'invalid' | 'unknown';

  constructor(reason: LiveError['reason'], message: string) {
    super(message);
    this.name = 'LiveError';
    this.reason = reason;
  }
}
