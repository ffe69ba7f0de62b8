import type { LedgerState } from '../../../ledger/state.ts';
import {
  type Address,
  type Signature,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../../solana/address.ts';

/** The fate of a transaction that was sent, as far as reasons tell it. */
export interface KnownFate {
  readonly sentence: string;
  /** whether it is in a block of the chain, which a view need not show yet */
  readonly isInBlock: boolean;
  /** whether a rule keeps its block at a commitment */
  readonly isStopped: boolean;
}

/** The fates of the transactions that were sent to a ledger, for the reasons of an answer. */
export interface KnownFates {
  /** the fate of the newest send of a signature; undefined: none is known */
  ofSignature(signature: Signature): KnownFate | undefined;
  /** sentences about the newest ones that may write an account and are in no block of the chain */
  writing(address: Address): readonly string[];
  /** sentences about the newest ones whose clients got a signature, which would change the lamports or tokens of an account */
  changing(address: Address): readonly string[];
  /** number of older sends that are not known any more */
  readonly forgotten: number;
}

/** The fates of a ledger that nothing was sent to. */
export const NO_FATES: KnownFates = {
  ofSignature: () => undefined,
  writing: () => [],
  changing: () => [],
  forgotten: 0,
};

/**
 * Takes the reasons why an answer is null, empty, cut, older than expected or an error, while a method makes it. Sentences are for people: each
 * is whole, and begins with a small letter where it can follow a colon.
 */
export interface ReasonSink {
  /** the ledger knows nothing of what was asked for, and a node with another ledger might */
  addMissing(sentence: string): void;
  /** any other reason */
  add(sentence: string): void;
  readonly fates: KnownFates;
}

/** Names of programs that own accounts of tests. */
const PROGRAMS: ReadonlyMap<Address, string> = new Map([
  [SYSTEM_PROGRAM, 'the System program'],
  [TOKEN_PROGRAM, 'the Token program'],
  [TOKEN_2022_PROGRAM, 'the Token-2022 program'],
  [VOTE_PROGRAM, 'the Vote program'],
]);

/** The name of an account in a script, `$shop`, or of a program; else its address. */
export function accountName(address: Address, { names }: LedgerState): string {
  for (const [word, known] of names.addresses) if (known === address) return word;
  return PROGRAMS.get(address) ?? address;
}

/** `transaction "rent"` as a script calls it, or with the signature where none does. */
export function transactionName(signature: Signature, { names }: LedgerState): string {
  for (const [name, copies] of names.signatures) {
    const copy = copies.indexOf(signature);
    if (copy >= 0) return `transaction ${JSON.stringify(name)}${copies.length > 1 ? ` (copy ${copy})` : ''}`;
  }
  return `transaction ${signature}`;
}

/** The first few of a list, and how many more there are. */
export function fewOf(items: Iterable<string>, max = 3): string {
  const all = [...items];
  const more = all.length - max;
  return `${all.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
