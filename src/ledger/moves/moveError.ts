/** A move that a ledger cannot make: it stays as it was. */
export class MoveError extends Error {
  /** `outOfRange`: a slot or number outside of what the move allows now */
  readonly reason: 'outOfRange' | 'invalid';

  constructor(reason: MoveError['reason'], message: string) {
    super(message);
    this.name = 'MoveError';
    this.reason = reason;
  }
}
