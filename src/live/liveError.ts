/** A live ledger or the list of forks refused a change: nothing has changed. */
export class LiveError extends Error {
  /** `unknown`: a name that the ledger does not have */
  readonly reason: 'invalid' | 'unknown';

  constructor(reason: LiveError['reason'], message: string) {
    super(message);
    this.name = 'LiveError';
    this.reason = reason;
  }
}
