import type { Accounts } from '../../runtime/accounts/accountStates.ts';
import type { MinimumBalance } from '../../runtime/bank.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Account } from '../../solana/account.ts';

/** What the content of an account depends on besides its description. */
export interface AccountSetting {
  readonly names: Names;
  readonly accounts: Accounts;
  readonly minimumBalance: MinimumBalance;
  /** when extensions of mints are initialized */
  readonly unixTimestamp: bigint;
}

/** What an account is; lamports left out: as many as make it rent-exempt. */
export type AccountContent = Pick<Account, 'owner' | 'data'> &
  Partial<Pick<Account, 'lamports' | 'executable' | 'rentEpoch'>>;
