/**
 * The file format of scripted ledgers as types: what a `*.ledger.json` holds, and what the builder writes. docs/fixtures.md describes
 * each member and its default.
 * @module
 */

import type { InstructionErrorName, TransactionErrorName } from '../../model/errorTexts.ts';
import type { U64 } from '../../model/meta.ts';
import type { TransactionVersion } from '../../model/transaction.ts';
import type { ExecutorName } from './execution.ts';
import type { LedgerMembers, SkippedSlots } from './ledgerMembers.ts';

/** Base58, `$name`, `$ata(owner,mint)` or `$pda(program,seed,…)`. */
export type AddressText = string;

/** A scripted ledger. */
export interface LedgerJson extends LedgerMembers {
  /** for editors */
  readonly $schema?: string;
  readonly keys?: Readonly<Record<string, KeyJson>>;
  /** files and folders; for a script that is not a file they are relative to the working directory */
  readonly include?: readonly string[];
  /** what finds out what its transactions do; default: none */
  readonly execute?: ExecutorName;
  /** by address: the state before the first slot */
  readonly accounts?: Readonly<Record<AddressText, AccountJson>>;
  readonly slots?: readonly SlotJson[];
}

/** An address whose secret is unknown, or the 32 bytes of a secret. */
export type KeyJson = string | { readonly seed: BytesJson };

export type BytesJson =
  | { readonly base58: string }
  | { readonly base64: string }
  | { readonly hex: string }
  | { readonly utf8: string };

export type LamportsJson = { readonly lamports: U64 } | { readonly sol: U64 | string };

/** In units of the mint, or in its smallest. */
export type AmountJson = U64 | string | { readonly raw: U64 };

export interface AccountKinds {
  readonly mint: {
    readonly decimals: number;
    readonly program?: AddressText;
    readonly authority?: AddressText;
    readonly freezeAuthority?: AddressText;
    readonly supply?: AmountJson;
  };
  /** of the account that `$ata(owner,mint)` names */
  readonly tokens: AmountJson;
  readonly token: {
    readonly mint: AddressText;
    readonly owner: AddressText;
    readonly amount?: AmountJson;
    readonly delegate?: { readonly to: AddressText; readonly amount: AmountJson };
    readonly frozen?: boolean;
  };
  readonly multisig: {
    readonly required: number;
    readonly signers: readonly AddressText[];
    readonly program?: AddressText;
  };
  readonly nonce: { readonly authority: AddressText; readonly nonce?: string };
  readonly lookupTable: { readonly authority?: AddressText; readonly addresses: readonly AddressText[] };
  readonly raw: {
    readonly owner: AddressText;
    readonly data?: BytesJson;
    readonly executable?: boolean;
    readonly rentEpoch?: U64;
  };
}

/** A wallet, or one of the kinds, which may have lamports too. */
export type AccountJson = LamportsJson | (OneOf<AccountKinds> & (LamportsJson | object));

export type SlotJson =
  | { readonly skipped: SkippedSlots }
  | ({ readonly slot: U64; readonly blockhash?: string } & BlockMembers)
  | ({ readonly from: U64; readonly to: U64; readonly every?: U64 } & BlockMembers);

interface BlockMembers {
  readonly blockTime?: U64 | null;
  readonly parent?: U64;
  readonly leader?: AddressText;
  readonly transactions?: readonly TransactionJson[];
}

/** A list of instructions, or the word of the only one, and the other members of the transaction. */
export type TransactionJson = TransactionMembers &
  (InstructionJson | { readonly instructions: readonly InstructionJson[] });

export interface TransactionMembers {
  readonly name?: string;
  readonly repeat?: number;
  readonly payer?: AddressText;
  readonly signers?: readonly AddressText[];
  readonly version?: TransactionVersion;
  readonly lookupTables?: readonly AddressText[];
  readonly computeUnitLimit?: number;
  readonly computeUnitPrice?: U64;
  /** default: what the script says */
  readonly execute?: ExecutorName;
  readonly err?: FailureJson;
  readonly fee?: U64;
  readonly logs?: readonly string[];
  readonly computeUnits?: U64;
  readonly returnData?: { readonly program: AddressText; readonly data: BytesJson };
  readonly inner?: readonly { readonly index: number; readonly instructions: readonly InstructionJson[] }[];
  readonly balances?: Readonly<Record<AddressText, LamportsJson>>;
}

/** How a transaction failed: by name, by an instruction, or as the node writes it. */
export type FailureJson =
  | TransactionErrorName
  | InstructionErrorName
  | { readonly custom: number; readonly instruction?: number }
  | { readonly error: InstructionErrorName; readonly instruction?: number }
  | { readonly InstructionError: readonly [number, InstructionErrorName | { readonly Custom: number }] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

/** The words of instructions and their arguments. */
export interface InstructionWords {
  readonly transfer: { readonly from: AddressText; readonly to: AddressText } & LamportsJson;
  readonly createAccount: {
    readonly from: AddressText;
    readonly account: AddressText;
    readonly owner: AddressText;
    readonly space: U64;
  } & (LamportsJson | object);
  readonly transferTokens: TokenTransferJson;
  readonly transferChecked: TokenTransferJson;
  readonly mintTo: { readonly mint: AddressText; readonly to: AddressText } & AuthorizedAmount;
  readonly burn: { readonly mint: AddressText; readonly from: AddressText } & AuthorizedAmount;
  readonly approve: { readonly from: AddressText; readonly to: AddressText } & AuthorizedAmount;
  readonly closeTokenAccount: {
    readonly account: AddressText;
    readonly to: AddressText;
    readonly authority?: AddressText;
  };
  readonly createMint: {
    readonly mint: AddressText;
    readonly decimals: number;
    readonly authority: AddressText;
    readonly payer?: AddressText;
    readonly program?: AddressText;
  };
  readonly createTokenAccount: {
    readonly account: AddressText;
    readonly mint: AddressText;
    readonly owner: AddressText;
    readonly payer?: AddressText;
  };
  readonly createAssociatedAccount: {
    readonly owner: AddressText;
    readonly mint: AddressText;
    readonly payer?: AddressText;
    readonly idempotent?: boolean;
  };
  readonly memo: string | { readonly text: string; readonly signers?: readonly AddressText[] };
  readonly advanceNonce: { readonly nonce: AddressText; readonly authority: AddressText };
  readonly raw: {
    readonly program: AddressText;
    readonly accounts?: readonly (string | AccountMetaJson)[];
    readonly data?: BytesJson;
  };
}

type TokenTransferJson = InstructionWords['mintTo'] & { readonly from: AddressText };

interface AuthorizedAmount {
  readonly amount: AmountJson;
  readonly authority?: AddressText;
}

export interface AccountMetaJson {
  readonly address: AddressText;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

export type InstructionJson = OneOf<InstructionWords>;

/** An object with one of the members of `T`. */
type OneOf<T> = { [K in keyof T]: { readonly [Name in K]: T[K] } }[keyof T];
