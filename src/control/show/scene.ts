import { DIALECTS } from '../../dialect.ts';
import { isOn } from '../../ledger/history/chain.ts';
import { isDropped, type LedgerNames, type LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type AccountOptions, type AccountParsing, prepareAccountOptions } from '../../rpc/encoding/account.ts';
import { idlProgramsOf } from '../../rpc/encoding/describedTransaction.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { Budget, TooMuchError } from '../../solana/idl/budget.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import { describeAccount, type ReadAccount } from '../../solana/idl/describeAccount.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { type Telling, WHOLE } from './limitedLists.ts';

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

  /** Addresses that scripts name, by rank. */
  named(): Iterable<Address> {
    return this.#ranks.keys();
  }

  isNamed(address: Address): boolean {
    return this.#ranks.has(address);
  }

  ofTransaction(signature: Signature): NamedTransaction | undefined {
    return this.#transactions.get(signature);
  }

  #name(address: Address, word: string): void {
    this.#words.set(address, word);
    this.#ranks.set(address, this.#ranks.size);
  }
}

/** Accounts in the words of their IDLs: as many as one answer may have. */
export class AccountDescriptions {
  readonly #programs: readonly IdlProgram[];
  readonly #budget = new Budget();
  #leftOut = 0;

  constructor(programs: readonly IdlProgram[]) {
    this.#programs = programs;
  }

  /** The number of those that the bound left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Null: no IDL describes the account, or it is left out. */
  of(account: ReadAccount): DescribedAccount | null {
    try {
      return describeAccount(account, this.#programs, this.#budget) ?? null;
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      this.#leftOut++;
      return null;
    }
  }
}

/** A ledger with all that is needed to tell of it. */
export interface Scene extends Telling {
  readonly state: LedgerState;
  /** at the processed tip */
  readonly view: LedgerView;
  readonly words: LedgerWords;
  /** that have an IDL */
  readonly programs: readonly IdlProgram[];
  readonly descriptions: AccountDescriptions;
  readonly parsing: AccountParsing;
  /** jsonParsed, as a real node has it */
  readonly accountOptions: AccountOptions;
}

export async function sceneOf(state: LedgerState, telling = WHOLE): Promise<Scene> {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const request = { encoding: 'jsonParsed', dataSlice: undefined, dialect: DIALECTS.agave } as const;
  const accountOptions = await prepareAccountOptions(
    request,
    view,
    { knowsNativeMint: true },
    view.state.protocol.version,
  );
  const programs = idlProgramsOf(state);
  return {
    ...telling,
    state,
    view,
    words: new LedgerWords(state.names),
    programs,
    descriptions: new AccountDescriptions(programs),
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
