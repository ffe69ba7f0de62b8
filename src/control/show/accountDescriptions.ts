import { Budget, TooMuchError } from '../../solana/idl/budget.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import { type DescribableAccount, describeAccount } from '../../solana/idl/describeAccount.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';

/** Describes accounts by the IDLs of their programs, up to the limit of one answer. */
export class AccountDescriptions {
  readonly #programs: readonly IdlProgram[];
  readonly #budget = new Budget();
  #leftOut = 0;

  constructor(programs: readonly IdlProgram[]) {
    this.#programs = programs;
  }

  /** The number of accounts that are not described because of the limit. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Null: no IDL describes the account, or it is left out. */
  describe(account: DescribableAccount): DescribedAccount | null {
    try {
      return describeAccount(account, this.#programs, this.#budget) ?? null;
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      this.#leftOut++;
      return null;
    }
  }
}
