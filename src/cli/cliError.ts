/** An error that the user can correct; printed without a stack trace. */
export class CliError extends Error {
  readonly isUsage: boolean;
  constructor(message: string, isUsage = false) {
    super(message);
    this.isUsage = isUsage;
  }
}
