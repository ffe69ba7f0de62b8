import { DIALECTS } from '../../dialect.ts';
import { isOn } from '../../ledger/history/chain.ts';
import { isDropped, type LedgerNames, type LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type AccountOptions, type AccountParsing, prepareAccountOptions } from '../../rpc/encoding/account.ts';
import { idlProgramsOf } from '../../rpc/encoding/describedTransaction.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { Budget } from '../../solana/idl/budget.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';

export interface NamedTransaction {
  readonly name: string;
  /** counted from 0 */
  readonly copy: number;
}

/** What the addresses and transactions of a ledger are called in its scripts. */
export class LedgerWords {
  readonly #words = new Map<Address, string>();
  readonly #ranks = new Map<Address, number>();
  readonly #transactions = new Map<Signature, NamedTransaction>();

  constructor({ addresses, signatures }: LedgerNames) {
    // a plain name says more than one that is derived from others
    for (const isDerived of [false, true])
      for (const [word, address] of addresses)
        if (word.includes('(') === isDerived && !this.#words.has(address)) this.#name(address, word);
    for (const [name, address] of Object.entries(WELL_KNOWN))
      if (!this.#words.has(address)) this.#words.set(address, `$${name}`);
    for (const [name, copies] of signatures)
      for (const [copy, signature] of copies.entries()) this.#transactions.set(signature, { name, copy });
  }

  /** e.g. `$alice`; null: it has no name */
  of(address: Address): string | null {
    return this.#words.get(address) ?? null;
  }

  /** Names of scripts come first, in their order. */
  rank(address: Address): number {
    return this.#ranks.get(address) ?? this.#ranks.size;
  }

  ofTransaction(signature: Signature): NamedTransaction | undefined {
    return this.#transactions.get(signature);
  }

  #name(address: Address, word: string): void {
    this.#words.set(address, word);
    this.#ranks.set(address, this.#ranks.size);
  }
}

/** A ledger with all that is needed to tell of it. */
export interface Scene {
  readonly state: LedgerState;
  /** at the processed tip */
  readonly view: LedgerView;
  readonly words: LedgerWords;
  /** that have an IDL */
  readonly programs: readonly IdlProgram[];
  /** of all accounts that are described */
  readonly budget: Budget;
  readonly parsing: AccountParsing;
  /** jsonParsed, as a real node has it */
  readonly accountOptions: AccountOptions;
}

export async function sceneOf(state: LedgerState): Promise<Scene> {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const request = { encoding: 'jsonParsed', dataSlice: undefined, dialect: DIALECTS.agave } as const;
  const accountOptions = await prepareAccountOptions(
    request,
    view,
    { knowsNativeMint: true },
    view.state.protocol.version,
  );
  return {
    state,
    view,
    words: new LedgerWords(state.names),
    programs: idlProgramsOf(state),
    budget: new Budget(),
    parsing: accountOptions.parsing!,
    accountOptions,
  };
}

/** How far a slot has come; `ahead`: no tip has reached it yet. */
export type SlotStatus = 'finalized' | 'confirmed' | 'processed' | 'ahead' | 'dropped' | 'cleanedUp' | 'skipped';

/** Of a slot that holds something. */
export function statusOf(slot: bigint, { state, view }: Scene): SlotStatus {
  const { confirmed, finalized, processed } = state.chains;
  if (isDropped(slot, state)) return 'dropped';
  if (slot > processed.tip) return 'ahead';
  if (slot < view.firstAvailable) return 'cleanedUp';
  if (isOn(finalized, slot)) return 'finalized';
  return isOn(confirmed, slot) ? 'confirmed' : 'processed';
}
