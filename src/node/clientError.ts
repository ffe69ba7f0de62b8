/** An error in the form of Kit's SolanaError, which `isSolanaError` accepts; @solana/errors need not be installed. */
export class ClientError extends Error {
  readonly context: Readonly<Record<string, unknown>>;

  /** @param code of @solana/errors */
  constructor(code: number, message: string, context: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'SolanaError';
    this.context = Object.freeze({ ...context, __code: code });
  }
}
