/** A move that a ledger cannot make: it stays as it was. */
export class MoveError extends Error {
  /** `outOfRange`: a slot that the finalized tip has passed, or beyond what the ledger knows */
  readonly reason: 'outOfRange' | 'invalid';

  constructor(reason: MoveError['reason'], message: string) {
    super(message);
    this.name = 'MoveError';
    this.reason = reason;
  }
}
