import type { U64 } from '../../model/meta.ts';
import type { AccountJson, LedgerJson, SlotJson } from '../format/ledgerJson.ts';
import type { Link } from './link.ts';

/** The parts of a ledger that is being built, so far. */
export interface LedgerParts {
  readonly members: Omit<LedgerJson, 'accounts' | 'slots'>;
  readonly accounts: Link<readonly [address: string, account: AccountJson]> | undefined;
  readonly slots: Link<SlotJson> | undefined;
  /** the last block that is not of a fork */
  readonly trunk: U64 | undefined;
  /** the last block is of a fork, so that the next one must give its parent */
  readonly isForked: boolean;
}

export const NO_PARTS: LedgerParts = {
  members: {},
  accounts: undefined,
  slots: undefined,
  trunk: undefined,
  isForked: false,
};
