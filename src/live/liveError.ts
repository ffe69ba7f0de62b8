/** A live ledger or the list of forks refused a change: nothing has changed. */
export class LiveError extends Error {
  /** `invalid`: a new name is not allowed or taken, or there are too many; `unknown`: nothing has the name or id */
  readonly reason: 'invalid' | 'unknown';

  constructor(reason: LiveError['reason'], message: string) {
    super(message);
    this.name = 'LiveError';
    this.reason = reason;
  }
}
