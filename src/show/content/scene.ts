import { DIALECTS } from '../../dialect.ts';
import type { AccountOptions, AccountParsing } from '../../encoding/account.ts';
import { prepareAccountOptions } from '../../encoding/accountOptions.ts';
import { isOn } from '../../ledger/history/chain.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { LedgerWords } from './words.ts';

/** A ledger with all that is needed to tell of it. */
export interface Scene {
  readonly state: LedgerState;
  /** at the processed tip */
  readonly view: LedgerView;
  readonly words: LedgerWords;
  readonly parsing: AccountParsing;
  /** jsonParsed, as a real node has it */
  readonly accountOptions: AccountOptions;
}

export async function sceneOf(state: LedgerState): Promise<Scene> {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const request = { encoding: 'jsonParsed', dataSlice: undefined, dialect: DIALECTS.agave } as const;
  const accountOptions = await prepareAccountOptions(request, view, { knowsNativeMint: true });
  return { state, view, words: new LedgerWords(state.names), parsing: accountOptions.parsing!, accountOptions };
}

/** How far a slot has come; `ahead`: no tip has reached it yet. */
export type SlotStatus = 'finalized' | 'confirmed' | 'processed' | 'ahead' | 'dropped' | 'cleanedUp' | 'skipped';

/** Of a slot that holds something. */
export function statusOf(slot: bigint, { state, view }: Scene): SlotStatus {
  const { confirmed, finalized, processed } = state.chains;
  if (processed.offChain.has(slot)) return 'dropped';
  if (slot > processed.tip) return 'ahead';
  if (slot < view.firstAvailable) return 'cleanedUp';
  if (isOn(finalized, slot)) return 'finalized';
  return isOn(confirmed, slot) ? 'confirmed' : 'processed';
}
