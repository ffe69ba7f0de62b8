import { i64, struct } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import { keyOrNull } from '../../pubkey.ts';
import {
  confidentialTransferAccount,
  type ExtensionValue,
  f64AsText,
  interestBearingConfig,
  startingState,
  tokenGroup,
  tokenGroupMember,
  tokenMetadata,
  transferFeeAmount,
  transferFeeConfig,
} from './extensionValues.ts';
import {
  aeCiphertext,
  type ExtensibleKind,
  elgamalCiphertext,
  elgamalPubkey,
  optionalElgamalPubkey,
  podBool,
} from './layout.ts';

/**
 * The extensions of Token-2022: numbers, names, values, authorities, and what they require of mints and of token accounts.
 *
 * Source   spl-token-2022-interface 3.0 `extension/mod.rs`, `instruction.rs` `AuthorityType`; agave 4.1 `parse_token_extension.rs`, `parse_token.rs`
 * @module
 */

interface ExtensionFacts {
  readonly number: number;
  /** the kind of account that may carry it */
  readonly kind: ExtensibleKind;
  /** undefined: the extension is a mark, and bytes that it has are not checked */
  readonly value?: ExtensionValue;
  /** the name in instructions, where account data has another one */
  readonly nameInInstructions?: string;
  /** authorities by number: the name in instructions, and the member that holds the address */
  readonly authorities?: { readonly [type: number]: readonly [name: string, member: string] };
  /** extensions of a token account that its mint has it made with. Source `required_init_account_extensions` */
  readonly accountExtensions?: readonly string[];
  /** the extension of a mint without which a token account does not get it */
  readonly mintExtension?: string;
  /** the extension of a mint that has to be there first: this one is added when the mint is initialized, and so behind all others */
  readonly pointer?: string;
  /** whether only the parsers of 4.2 and newer know it */
  readonly isNewer?: boolean;
}

type Facts = Omit<ExtensionFacts, 'number' | 'kind' | 'value'>;

function onMint(number: number, value?: ExtensionValue, facts?: Facts): ExtensionFacts {
  return { number, kind: 'mint', ...(value && { value }), ...facts };
}

function onAccount(number: number, value?: ExtensionValue, facts?: Facts): ExtensionFacts {
  return { number, kind: 'account', ...(value && { value }), ...facts };
}

const TABLE = {
  transferFeeConfig: onMint(1, transferFeeConfig, {
    authorities: {
      4: ['transferFeeConfig', 'transferFeeConfigAuthority'],
      5: ['withheldWithdraw', 'withdrawWithheldAuthority'],
    },
    accountExtensions: ['transferFeeAmount'],
  }),
  transferFeeAmount: onAccount(2, transferFeeAmount, { mintExtension: 'transferFeeConfig' }),
  mintCloseAuthority: onMint(3, struct({ closeAuthority: keyOrNull }), {
    authorities: { 6: ['closeMint', 'closeAuthority'] },
  }),
  confidentialTransferMint: onMint(
    4,
    struct({ authority: keyOrNull, autoApproveNewAccounts: podBool, auditorElgamalPubkey: optionalElgamalPubkey }),
    { authorities: { 9: ['confidentialTransferMint', 'authority'] } },
  ),
  confidentialTransferAccount: onAccount(5, confidentialTransferAccount, { mintExtension: 'confidentialTransferMint' }),
  defaultAccountState: onMint(6, struct({ accountState: startingState })),
  immutableOwner: onAccount(7),
  memoTransfer: onAccount(8, struct({ requireIncomingTransferMemos: podBool })),
  nonTransferable: onMint(9, undefined, { accountExtensions: ['nonTransferableAccount', 'immutableOwner'] }),
  interestBearingConfig: onMint(10, interestBearingConfig, { authorities: { 7: ['interestRate', 'rateAuthority'] } }),
  cpiGuard: onAccount(11, struct({ lockCpi: podBool })),
  permanentDelegate: onMint(12, struct({ delegate: keyOrNull }), {
    authorities: { 8: ['permanentDelegate', 'delegate'] },
  }),
  nonTransferableAccount: onAccount(13, undefined, { mintExtension: 'nonTransferable' }),
  transferHook: onMint(14, struct({ authority: keyOrNull, programId: keyOrNull }), {
    authorities: { 10: ['transferHookProgramId', 'authority'] },
    accountExtensions: ['transferHookAccount'],
  }),
  transferHookAccount: onAccount(15, struct({ transferring: podBool }), { mintExtension: 'transferHook' }),
  confidentialTransferFeeConfig: onMint(
    16,
    struct({
      authority: keyOrNull,
      // unlike the auditor's, this key is never null: zeros are shown as zeros
      withdrawWithheldAuthorityElgamalPubkey: elgamalPubkey,
      harvestToMintEnabled: podBool,
      withheldAmount: elgamalCiphertext,
    }),
    { authorities: { 11: ['confidentialTransferFeeConfig', 'authority'] } },
  ),
  confidentialTransferFeeAmount: onAccount(17, struct({ withheldAmount: elgamalCiphertext }), {
    mintExtension: 'confidentialTransferFeeConfig',
  }),
  metadataPointer: onMint(18, struct({ authority: keyOrNull, metadataAddress: keyOrNull }), {
    authorities: { 12: ['metadataPointer', 'authority'] },
  }),
  tokenMetadata: onMint(19, tokenMetadata, { pointer: 'metadataPointer' }),
  groupPointer: onMint(20, struct({ authority: keyOrNull, groupAddress: keyOrNull }), {
    authorities: { 13: ['groupPointer', 'authority'] },
  }),
  tokenGroup: onMint(21, tokenGroup, { pointer: 'groupPointer' }),
  groupMemberPointer: onMint(22, struct({ authority: keyOrNull, memberAddress: keyOrNull }), {
    authorities: { 14: ['groupMemberPointer', 'authority'] },
  }),
  tokenGroupMember: onMint(23, tokenGroupMember, { pointer: 'groupMemberPointer' }),
  confidentialMintBurn: onMint(
    24,
    struct({
      confidentialSupply: elgamalCiphertext,
      decryptableSupply: aeCiphertext,
      supplyElgamalPubkey: elgamalPubkey,
      pendingBurn: elgamalCiphertext,
    }),
  ),
  scaledUiAmountConfig: onMint(
    25,
    struct({
      authority: keyOrNull,
      multiplier: f64AsText,
      newMultiplierEffectiveTimestamp: i64,
      newMultiplier: f64AsText,
    }),
    { nameInInstructions: 'scaledUiAmount', authorities: { 15: ['scaledUiAmount', 'authority'] } },
  ),
  pausableConfig: onMint(26, struct({ authority: keyOrNull, paused: podBool }), {
    nameInInstructions: 'pausable',
    authorities: { 16: ['pause', 'authority'] },
    accountExtensions: ['pausableAccount'],
  }),
  pausableAccount: onAccount(27, undefined, { mintExtension: 'pausableConfig' }),
  permissionedBurnConfig: onMint(28, struct({ authority: keyOrNull }), {
    nameInInstructions: 'permissionedBurn',
    authorities: { 17: ['permissionedBurn', 'authority'] },
    isNewer: true,
  }),
} satisfies Readonly<Record<string, ExtensionFacts>>;

export type ExtensionName = keyof typeof TABLE;

export interface ExtensionRow extends ExtensionFacts {
  /** the name in account data */
  readonly name: ExtensionName;
  /** bytes of a value; undefined: they vary */
  readonly size: number | undefined;
}

const ALL: readonly ExtensionRow[] = Object.entries(TABLE as Readonly<Record<string, ExtensionFacts>>).map(
  ([name, facts]) => ({
    ...facts,
    // the names are those of TABLE, which Object.entries forgets
    name: name as ExtensionName,
    size: facts.value === undefined ? 0 : facts.value.size,
  }),
);

type Rows = { readonly [type: number]: ExtensionRow | undefined };

function byNumber(rows: readonly ExtensionRow[]): Rows {
  return Object.fromEntries(rows.map((row) => [row.number, row]));
}

/** Rows by number, also those that only the parsers of 4.2 and newer know. */
export const ALL_EXTENSION_ROWS: Rows = byNumber(ALL);

const OLDER = ALL.filter(({ isNewer = false }) => !isNewer);

/** Extensions by number. */
export const EXTENSION_ROWS: Rows = byNumber(OLDER);

type Parsing = Pick<NodeVersion, 'parsesTokenBatch'>;

/** The extensions that a version knows, by type. */
export function extensionRowsOf({ parsesTokenBatch }: Parsing): Rows {
  return parsesTokenBatch ? ALL_EXTENSION_ROWS : EXTENSION_ROWS;
}

/** The numbers of extensions, by name. */
export const EXTENSION = Object.fromEntries(ALL.map(({ name, number }) => [name, number])) as {
  readonly [K in ExtensionName]: number;
};

/** The extensions that a mint requires of its accounts; one that two extensions require is listed twice. */
export function requiredExtensions(mintExtensions: readonly number[]): readonly number[] {
  const names = mintExtensions.flatMap((type) => ALL_EXTENSION_ROWS[type]?.accountExtensions ?? []);
  return names.map((name) => EXTENSION[name as ExtensionName]);
}

/** An authority that a member of an extension holds. */
interface ExtensionAuthority {
  /** the name in instructions */
  readonly name: string;
  /** the number of the extension */
  readonly extension: number;
  readonly member: string;
}

function authoritiesOf(rows: readonly ExtensionRow[]): ReadonlyMap<number, ExtensionAuthority> {
  return new Map(
    rows.flatMap(({ authorities = {}, number: extension }) =>
      Object.entries(authorities).map(([type, [name, member]]) => [Number(type), { name, extension, member }]),
    ),
  );
}

/** Authorities in extensions of mints, by their numbers in instructions. */
export const EXTENSION_AUTHORITIES: ReadonlyMap<number, ExtensionAuthority> = authoritiesOf(ALL);

const OLDER_AUTHORITIES = authoritiesOf(OLDER);

/** The authorities in extensions that a version knows, by their numbers in instructions. */
export function extensionAuthoritiesOf({ parsesTokenBatch }: Parsing): ReadonlyMap<number, ExtensionAuthority> {
  return parsesTokenBatch ? EXTENSION_AUTHORITIES : OLDER_AUTHORITIES;
}

/** A rule for the extensions of a mint: one that has the first needs another one, or excludes it. */
interface MintRule {
  readonly has: readonly [ExtensionName, ...ExtensionName[]];
  readonly needs?: ExtensionName;
  readonly excludes?: ExtensionName;
}

/** Source   spl-token-2022-interface 3.0 `check_for_invalid_mint_extension_combinations` */
const MINT_RULES: readonly MintRule[] = [
  { has: ['confidentialTransferFeeConfig'], needs: 'transferFeeConfig' },
  { has: ['confidentialTransferFeeConfig'], needs: 'confidentialTransferMint' },
  { has: ['transferFeeConfig', 'confidentialTransferMint'], needs: 'confidentialTransferFeeConfig' },
  { has: ['confidentialMintBurn'], needs: 'confidentialTransferMint' },
  { has: ['nonTransferable', 'confidentialTransferMint'], needs: 'confidentialMintBurn' },
  { has: ['scaledUiAmountConfig'], excludes: 'interestBearingConfig' },
];

/** The rules that the extensions of a mint break. */
export function brokenMintRules(isOnMint: (name: ExtensionName) => boolean): readonly MintRule[] {
  return MINT_RULES.filter(
    ({ excludes, has, needs }) =>
      has.every(isOnMint) &&
      ((needs !== undefined && !isOnMint(needs)) || (excludes !== undefined && isOnMint(excludes))),
  );
}
