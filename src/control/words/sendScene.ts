import { decodeBase58 } from '../../codec/base58.ts';
import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { Accounts, Changes } from '../../runtime/accounts/accounts.ts';
import { namesOf } from '../../script/compiling/names/ledgerNames.ts';
import type { Names } from '../../script/compiling/names/names.ts';

/** What the words of a rule mean in: the ledger at its processed tip, when the rule is added. */
export interface SendScene {
  readonly names: Names;
  readonly accounts: Accounts;
  /** that nothing was changed in yet */
  readonly changes: () => Changes;
}

export function sendSceneOf(state: LedgerState): SendScene {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const names = namesOf(state);
  const accounts = new Accounts(view.accounts);
  const { tip } = state.chains.processed;
  const { blockhash } = state.history.block(tip) ?? {};
  const moment = {
    slot: tip,
    epoch: epochOf(epochScheduleOf(state), tip),
    parentHash: blockhash === undefined ? new Uint8Array(32) : decodeBase58(blockhash),
  };
  return { names, accounts, changes: () => new Changes(accounts, moment, names, new Set()) };
}
