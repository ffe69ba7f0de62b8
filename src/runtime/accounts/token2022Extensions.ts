import { type Decoder, fields, tryDecode, u8 } from '../../codec/struct.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, TOKEN_2022_PROGRAM } from '../../solana/address.ts';
import {
  ALL_EXTENSION_ROWS,
  type ExtensionEntry,
  readWhole,
  type TransferFeeConfig,
  transferFeeConfig,
  wholeEntriesOf,
} from '../../solana/programs/splToken/extensions.ts';
import { MINT_BYTES, podBool } from '../../solana/programs/splToken/layout.ts';
import { keyOrNull } from '../../solana/pubkey.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './changes.ts';
import { requireMint } from './tokens.ts';

/**
 * The extensions of Token-2022, and what they change of the effect of instructions.
 *
 * Source   spl-token-2022-interface 2.1 `extension/mod.rs`
 * @module
 */

/** Extensions and their numbers. */
export const EXTENSION = {
  transferFeeConfig: 1,
  transferFeeAmount: 2,
  mintCloseAuthority: 3,
  confidentialTransferMint: 4,
  confidentialTransferAccount: 5,
  defaultAccountState: 6,
  immutableOwner: 7,
  memoTransfer: 8,
  nonTransferable: 9,
  interestBearingConfig: 10,
  cpiGuard: 11,
  permanentDelegate: 12,
  nonTransferableAccount: 13,
  transferHook: 14,
  transferHookAccount: 15,
  confidentialTransferFeeConfig: 16,
  confidentialTransferFeeAmount: 17,
  metadataPointer: 18,
  tokenMetadata: 19,
  groupPointer: 20,
  tokenGroup: 21,
  groupMemberPointer: 22,
  tokenGroupMember: 23,
  confidentialMintBurn: 24,
  scaledUiAmountConfig: 25,
  pausable: 26,
  pausableAccount: 27,
  permissionedBurn: 28,
} as const;

/** The requirements of a mint for its token accounts and for instructions on them. */
interface MintRules {
  /** extensions that accounts are made with, in their order */
  readonly accountExtensions: readonly number[];
  readonly startsFrozen: boolean;
  readonly fees: TransferFeeConfig | undefined;
  readonly isNonTransferable: boolean;
  /** may transfer and burn out of any account */
  readonly permanentDelegate: Address | null;
  /** the program that every transfer calls */
  readonly hook: Address | null;
  readonly isPaused: boolean;
  readonly isConfidentiallyMinted: boolean;
}

const FROZEN = 2;

const rulesOfData = new WeakMap<Uint8Array, MintRules>();

/** Undefined: the mint has an extension that is not known, or that does not read. */
export function mintRulesOf({ owner, data }: Account): MintRules | undefined {
  if (owner !== TOKEN_2022_PROGRAM || data.length === MINT_BYTES) return NO_RULES;
  const rules = rulesOfData.get(data) ?? tryDecode(() => readMintRules([...wholeEntriesOf(data)]));
  if (rules !== undefined) rulesOfData.set(data, rules);
  return rules;
}

const transferHook = fields({ _authority: keyOrNull, program: keyOrNull });
const pausable = fields({ _authority: keyOrNull, isPaused: podBool });

/** @throws BytesError where a value does not read */
function readMintRules(entries: readonly ExtensionEntry[]): MintRules | undefined {
  const { length } = entries;
  const values = new Map(entries.map(({ type, value }) => [type, value]));
  if (values.size < length || entries.some(({ type }) => ALL_EXTENSION_ROWS[type] === undefined)) return undefined;
  const read = <T>(type: number, decoder: Decoder<T>): T | undefined => {
    const value = values.get(type);
    return value && readWhole(value, decoder);
  };
  return {
    accountExtensions: [...new Set(requiredExtensions(entries.map(({ type }) => type)))],
    startsFrozen: read(EXTENSION.defaultAccountState, u8) === FROZEN,
    fees: read(EXTENSION.transferFeeConfig, transferFeeConfig),
    isNonTransferable: values.has(EXTENSION.nonTransferable),
    permanentDelegate: read(EXTENSION.permanentDelegate, keyOrNull) ?? null,
    hook: read(EXTENSION.transferHook, transferHook)?.program ?? null,
    isPaused: read(EXTENSION.pausable, pausable)?.isPaused ?? false,
    isConfidentiallyMinted: values.has(EXTENSION.confidentialMintBurn),
  };
}

/**
 * The requirements of a mint for new token accounts.
 *
 * @throws ProgramError for a missing mint, or one with unknown extensions
 */
export function requireRules(accounts: Changes, address: Address): MintRules {
  const rules = mintRulesOf(requireMint(accounts, address).account);
  if (rules !== undefined) return rules;
  throw new ProgramError(
    'InvalidAccountData',
    `${accounts.names.show(address)} has extensions that are not known`,
    'record such a transaction, or write it with `raw`, which changes no account',
  );
}

/** Extensions of token accounts that an extension of a mint requires. Source `required_init_account_extensions` */
const REQUIRED: { readonly [type: number]: readonly number[] } = {
  [EXTENSION.transferFeeConfig]: [EXTENSION.transferFeeAmount],
  [EXTENSION.nonTransferable]: [EXTENSION.nonTransferableAccount, EXTENSION.immutableOwner],
  [EXTENSION.transferHook]: [EXTENSION.transferHookAccount],
  [EXTENSION.pausable]: [EXTENSION.pausableAccount],
};

/** The extensions that a mint requires of its accounts; one that two extensions require is listed twice. */
export function requiredExtensions(mintExtensions: readonly number[]): readonly number[] {
  return mintExtensions.flatMap((type) => REQUIRED[type] ?? []);
}

const NO_RULES = readMintRules([]);

/** The extensions of a new account. Token-2022 marks associated accounts first: their owner cannot change. */
export function accountExtensionsFor(rules: MintRules, program: Address, isAssociated: boolean): readonly number[] {
  const first = isAssociated && program === TOKEN_2022_PROGRAM ? [EXTENSION.immutableOwner] : [];
  return [...new Set([...first, ...rules.accountExtensions])];
}
