import type { MinimumBalance } from '../../ledger/rent.ts';
import type { BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Account } from '../../solana/account.ts';

/** The facts besides its description that the content of an account depends on. */
export interface AccountSetting {
  readonly names: Names;
  readonly accounts: BankAccounts;
  readonly minimumBalance: MinimumBalance;
  /** time at which extensions of mints are initialized */
  readonly unixTimestamp: bigint;
}

/** The content of an account; without lamports it gets those of rent exemption. */
export type AccountContent = Pick<Account, 'owner' | 'data'> &
  Partial<Pick<Account, 'lamports' | 'executable' | 'rentEpoch'>>;
