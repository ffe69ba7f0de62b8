/**
 * A scripted ledger as data: what happened, without anything that can be derived. Readers and builders create
 * these types; compiling turns them into blocks and accounts.
 * @module
 */
import type { Address } from '../../model/address.ts';
import type { TransactionError } from '../../model/meta.ts';
import type { TransactionVersion } from '../../model/transaction.ts';
import type { ExecutorName } from './execution.ts';

/** A place in the script at which problems are reported; the implementation knows the file and the line. */
export interface Place {
  refuse(message: string, hint?: string): undefined;
  warn(message: string, hint?: string): undefined;
}

/** A value of a script, and where it is. */
export interface Located<T> {
  readonly value: T;
  readonly at: Place;
}

/**
 * An address as it is written: base58 text, `$name`, a well-known name such as `$token`, or a derivation such as `$ata(alice,usdc)`
 * and `$pda(program, seed, …)`.
 */
export type AddressWord = Located<string>;

/** A token amount: `"12.5"` in units of the mint, or a bigint in its smallest unit. */
export type AmountWord = Located<string | bigint>;

/** Where it is tells which word asks for the executor. */
export type ExecuteWord = Located<ExecutorName>;

export interface Script {
  readonly keys: readonly KeyWord[];
  readonly accounts: readonly AccountWord[];
  readonly slots: readonly SlotWord[];
}

/** A fixed key: an address whose secret is unknown, or the 32 bytes of a secret. */
export interface KeyWord {
  readonly name: string;
  readonly at: Place;
  readonly key:
    | { readonly kind: 'address'; readonly address: Address }
    | { readonly kind: 'seed'; readonly seed: Uint8Array };
}

/** The state of an account before the first slot. */
export interface AccountWord {
  readonly address: AddressWord;
  readonly at: Place;
  readonly is: AccountKind;
  /** default: what the account needs to be rent-exempt, and for a wallet what is given */
  readonly lamports: bigint | undefined;
}

export type AccountKind =
  | { readonly kind: 'wallet' }
  | {
      readonly kind: 'mint';
      readonly decimals: number;
      readonly program: AddressWord | undefined;
      readonly authority: AddressWord | undefined;
      readonly freezeAuthority: AddressWord | undefined;
      /** default: the sum over the token accounts of the script */
      readonly supply: AmountWord | undefined;
    }
  | {
      readonly kind: 'token';
      readonly mint: AddressWord;
      readonly owner: AddressWord;
      readonly amount: AmountWord;
      readonly delegate: { readonly to: AddressWord; readonly amount: AmountWord } | undefined;
      readonly frozen: boolean;
    }
  | {
      readonly kind: 'multisig';
      readonly required: number;
      readonly signers: readonly AddressWord[];
      readonly program: AddressWord | undefined;
    }
  | {
      readonly kind: 'nonce';
      readonly authority: AddressWord;
      /** base58 of 32 bytes; default: derived from the account's name */
      readonly nonce: string | undefined;
    }
  | {
      readonly kind: 'lookupTable';
      readonly authority: AddressWord | undefined;
      readonly addresses: readonly AddressWord[];
    }
  | {
      readonly kind: 'raw';
      readonly owner: AddressWord;
      readonly data: Uint8Array;
      readonly executable: boolean;
      readonly rentEpoch: bigint | undefined;
    };

export type SlotWord =
  /** slots that have no block; both ends count */
  | { readonly kind: 'skipped'; readonly first: bigint; readonly last: bigint; readonly at: Place }
  /** one block, or one in every `every` slots from `first` to `last` */
  | {
      readonly kind: 'blocks';
      readonly first: bigint;
      readonly last: bigint;
      readonly every: bigint;
      /** Unix seconds of the first; default: 0.4 s a slot after the block before */
      readonly blockTime: bigint | null | undefined;
      /** default: the block before in the script */
      readonly parent: bigint | undefined;
      /** who gets the fees; default: whom the schedule of the epoch names */
      readonly leader: AddressWord | undefined;
      /** base58 of 32 bytes; default: derived from the slot */
      readonly blockhash: string | undefined;
      readonly transactions: readonly TransactionWord[];
      readonly at: Place;
    };

export interface TransactionWord {
  readonly at: Place;
  /** lets the signature be named: `$name` where a signature goes */
  readonly name: string | undefined;
  /** copies one after the other, each with its own lifetime and therefore its own signature; default 1 */
  readonly repeat: number;
  /** default: 0 with lookup tables, else legacy */
  readonly version: TransactionVersion | undefined;
  /** default: the first signer that an instruction needs */
  readonly payer: AddressWord | undefined;
  /** besides those that instructions need */
  readonly signers: readonly AddressWord[];
  readonly lookupTables: readonly AddressWord[];
  readonly computeUnitLimit: number | undefined;
  /** micro-lamports a compute unit */
  readonly computeUnitPrice: bigint | undefined;
  readonly instructions: readonly InstructionWord[];
  /** default: none */
  readonly execute: ExecuteWord | undefined;
  readonly outcome: OutcomeWord;
}

export interface OutcomeWord {
  readonly err: Located<TransactionError> | undefined;
  /** lamports; default: 5000 a signature and what the compute budget offers */
  readonly fee: bigint | undefined;
  /** default: what the runtime would log of the programs that are called */
  readonly logs: readonly string[] | undefined;
  readonly computeUnits: bigint | undefined;
  readonly returnData: { readonly program: AddressWord; readonly data: Uint8Array } | undefined;
  /** calls that an instruction made, by its index */
  readonly inner: readonly {
    readonly index: number;
    readonly instructions: readonly InstructionWord[];
    readonly at: Place;
  }[];
  /** balances after the transaction, given rather than calculated: lamports by address */
  readonly balances: readonly { readonly address: AddressWord; readonly lamports: bigint }[];
}

/** One instruction: the member `name` holds `arguments`, as they are written. */
export interface InstructionWord {
  readonly at: Place;
  /** a word of the table of instructions, e.g. `transfer`, or `raw` */
  readonly name: string;
  readonly arguments: ArgumentReader;
}

/**
 * Reads the arguments of one instruction; whatever is wrong or left over is reported at its place, and gives undefined. An
 * missing argument is an error, unless the reader's name or comment gives a default.
 */
export interface ArgumentReader {
  readonly at: Place;
  address(name: string): AddressWord | undefined;
  /** not there: null */
  optionalAddress(name: string): AddressWord | null | undefined;
  /** not there: none */
  addresses(name: string): readonly AddressWord[] | undefined;
  /** lamports under `name`, or SOL as decimal text or number under `sol` */
  lamports(name: string): bigint | undefined;
  /** not there: null */
  optionalLamports(name: string): bigint | null | undefined;
  amount(name: string): AmountWord | undefined;
  u64(name: string): bigint | undefined;
  u8(name: string): number | undefined;
  /** not there: false */
  flag(name: string): boolean | undefined;
  text(name: string): string | undefined;
  /** the whole argument where it is text: `{memo: "hi"}`; undefined, and nothing wrong, where it is not */
  wholeText(): string | undefined;
  /** `{base64: …}`, `{base58: …}`, `{hex: …}` or `{utf8: …}`; not there: no bytes */
  bytes(name: string): Uint8Array | undefined;
  /** `[{address, signer?, writable?}]`, or address text with the flags `s` and `w` after it: `"$alice sw"`; not there: none */
  accountMetas(name: string): readonly AccountMetaWord[] | undefined;
  /** reports every member that none of the above was asked for */
  finish(): void;
}

export interface AccountMetaWord {
  readonly address: AddressWord;
  readonly signer: boolean;
  readonly writable: boolean;
}
