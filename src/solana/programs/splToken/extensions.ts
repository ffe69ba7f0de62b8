import { ByteReader, BytesError, type ByteWriter } from '../../../codec/bytes.ts';
import { f64Text } from '../../../codec/floats.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import {
  type Codec,
  type Decoder,
  exactly,
  type FixedCodec,
  f64,
  fields,
  i16,
  i64,
  shortText,
  struct,
  type TypeOf,
  tryDecode,
  u16,
  u64,
} from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import { readList } from '../../messageWire.ts';
import { keyOrNull, pubkey } from '../../pubkey.ts';
import {
  ACCOUNT_STATES,
  aeCiphertext,
  EXTENSIONS_OFFSET,
  type ExtensibleKind,
  elgamalCiphertext,
  elgamalPubkey,
  optionalElgamalPubkey,
  podBool,
} from './layout.ts';

/**
 * The extensions of Token-2022: the value of each, and walks over them.
 *
 * Source   spl-token-2022-interface 2.1 `extension/`; spl-token-group-interface 0.7, spl-token-metadata-interface 0.8;
 *          agave 4.1 `parse_token_extension.rs`
 * @module
 */

export const transferFee = struct({ epoch: u64, maximumFee: u64, transferFeeBasisPoints: u16 });

/** Extension 1; amounts are in the smallest units of the mint, and a fee is taken from its epoch on. */
export const transferFeeConfig = struct({
  transferFeeConfigAuthority: keyOrNull,
  withdrawWithheldAuthority: keyOrNull,
  withheldAmount: u64,
  olderTransferFee: transferFee,
  newerTransferFee: transferFee,
});
export type TransferFeeConfig = TypeOf<typeof transferFeeConfig>;

/** Extension 2. */
export const transferFeeAmount = struct({ withheldAmount: u64 });

const ONE_IN_BASIS_POINTS = 10_000n;
/** 100 percent */
export const MAX_FEE_BASIS_POINTS: number = Number(ONE_IN_BASIS_POINTS);

/**
 * The fee of a transfer of `amount`: rounded up, and at most the maximum.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFee::calculate_fee`
 */
export function feeOfTransfer(config: TransferFeeConfig, epoch: bigint, amount: bigint): bigint {
  const { newerTransferFee, olderTransferFee } = config;
  const { maximumFee, transferFeeBasisPoints } = epoch >= newerTransferFee.epoch ? newerTransferFee : olderTransferFee;
  const share = (amount * BigInt(transferFeeBasisPoints) + ONE_IN_BASIS_POINTS - 1n) / ONE_IN_BASIS_POINTS;
  return share < maximumFee ? share : maximumFee;
}

/** Extension 10; rates are basis points, timestamps Unix seconds. */
export const interestBearingConfig = struct({
  rateAuthority: keyOrNull,
  initializationTimestamp: i64,
  preUpdateAverageRate: i16,
  lastUpdateTimestamp: i64,
  currentRate: i16,
});

/** Extension 25. */
export const scaledUiAmountConfig = struct({
  authority: keyOrNull,
  multiplier: f64,
  newMultiplierEffectiveTimestamp: i64,
  newMultiplier: f64,
});

export const f64AsText: FixedCodec<string> = {
  size: 8,
  read: (data) => f64Text(data.f64()),
  write: (to, value) => to.f64(Number(value)),
};

/** An unknown state counts as the first. */
export const startingState: FixedCodec<string> = {
  size: 1,
  read: (data) => ACCOUNT_STATES[data.u8()] ?? ACCOUNT_STATES[0]!,
  write: (to, state) => to.u8(ACCOUNT_STATES.indexOf(state)),
};

type Pair = readonly [string, string];
const pair: Decoder<Pair> = { read: (data) => [shortText.read(data), shortText.read(data)] };

/** Pairs after a u32 count. A count beyond the bytes fails at their end. */
export const pairs: Codec<readonly Pair[]> = {
  read: (data) => readList(data, data.u32(), pair.read),
  write(to, list) {
    to.u32(list.length);
    for (const text of list.flat()) shortText.write(to, text);
  },
};

/** Extension 19. */
export const tokenMetadata = fields({
  updateAuthority: keyOrNull,
  mint: pubkey,
  name: shortText,
  symbol: shortText,
  uri: shortText,
  additionalMetadata: pairs,
});
export type TokenMetadata = TypeOf<typeof tokenMetadata>;

/** Extension 21. */
export const tokenGroup = struct({ updateAuthority: keyOrNull, mint: pubkey, size: u64, maxSize: u64 });

/** Extension 23. */
export const tokenGroupMember = struct({ mint: pubkey, group: pubkey, memberNumber: u64 });

/** A member of an extension's value. */
export interface ExtensionField extends Decoder<JsonObject[string]> {
  readonly write: (to: ByteWriter, value: never) => void;
}

/** The value of an extension, by the names of jsonParsed. */
interface ExtensionValue extends Decoder<JsonObject> {
  readonly members: Readonly<Record<string, ExtensionField>>;
  /** undefined: values vary in size, and there may be bytes behind what is read */
  readonly size?: number;
  /** Writes some members; only values of a fixed size have it. */
  change?(value: Uint8Array, members: JsonObject): void;
}

export interface ExtensionRow {
  readonly name: string;
  /** the kind of account that may carry it */
  readonly kind: ExtensibleKind;
  /** bytes of its value; undefined: they vary */
  readonly size: number | undefined;
  /** undefined: the extension is a mark, and bytes that it has are not checked */
  readonly value?: ExtensionValue;
}

function onMint(name: string, value?: ExtensionValue): ExtensionRow {
  return extension('mint', name, value);
}

function onAccount(name: string, value?: ExtensionValue): ExtensionRow {
  return extension('account', name, value);
}

function extension(kind: ExtensibleKind, name: string, value?: ExtensionValue): ExtensionRow {
  return value === undefined ? { name, kind, size: 0 } : { name, kind, size: value.size, value };
}

/** Extension 5. */
export const confidentialTransferAccount = struct({
  approved: podBool,
  elgamalPubkey,
  pendingBalanceLo: elgamalCiphertext,
  pendingBalanceHi: elgamalCiphertext,
  availableBalance: elgamalCiphertext,
  decryptableAvailableBalance: aeCiphertext,
  allowConfidentialCredits: podBool,
  allowNonConfidentialCredits: podBool,
  pendingBalanceCreditCounter: u64,
  maximumPendingBalanceCreditCounter: u64,
  expectedPendingBalanceCreditCounter: u64,
  actualPendingBalanceCreditCounter: u64,
});

/** Extensions by number. */
export const EXTENSION_ROWS: { readonly [type: number]: ExtensionRow | undefined } = {
  1: onMint('transferFeeConfig', transferFeeConfig),
  2: onAccount('transferFeeAmount', transferFeeAmount),
  3: onMint('mintCloseAuthority', struct({ closeAuthority: keyOrNull })),
  4: onMint(
    'confidentialTransferMint',
    struct({
      authority: keyOrNull,
      autoApproveNewAccounts: podBool,
      auditorElgamalPubkey: optionalElgamalPubkey,
    }),
  ),
  5: onAccount('confidentialTransferAccount', confidentialTransferAccount),
  6: onMint('defaultAccountState', struct({ accountState: startingState })),
  7: onAccount('immutableOwner'),
  8: onAccount('memoTransfer', struct({ requireIncomingTransferMemos: podBool })),
  9: onMint('nonTransferable'),
  10: onMint('interestBearingConfig', interestBearingConfig),
  11: onAccount('cpiGuard', struct({ lockCpi: podBool })),
  12: onMint('permanentDelegate', struct({ delegate: keyOrNull })),
  13: onAccount('nonTransferableAccount'),
  14: onMint('transferHook', struct({ authority: keyOrNull, programId: keyOrNull })),
  15: onAccount('transferHookAccount', struct({ transferring: podBool })),
  // unlike the auditor's, this key is never null: zeros are shown as zeros
  16: onMint(
    'confidentialTransferFeeConfig',
    struct({
      authority: keyOrNull,
      withdrawWithheldAuthorityElgamalPubkey: elgamalPubkey,
      harvestToMintEnabled: podBool,
      withheldAmount: elgamalCiphertext,
    }),
  ),
  17: onAccount('confidentialTransferFeeAmount', struct({ withheldAmount: elgamalCiphertext })),
  18: onMint('metadataPointer', struct({ authority: keyOrNull, metadataAddress: keyOrNull })),
  19: onMint('tokenMetadata', tokenMetadata),
  20: onMint('groupPointer', struct({ authority: keyOrNull, groupAddress: keyOrNull })),
  21: onMint('tokenGroup', tokenGroup),
  22: onMint('groupMemberPointer', struct({ authority: keyOrNull, memberAddress: keyOrNull })),
  23: onMint('tokenGroupMember', tokenGroupMember),
  24: onMint(
    'confidentialMintBurn',
    struct({
      confidentialSupply: elgamalCiphertext,
      decryptableSupply: aeCiphertext,
      supplyElgamalPubkey: elgamalPubkey,
      pendingBurn: elgamalCiphertext,
    }),
  ),
  25: onMint(
    'scaledUiAmountConfig',
    struct({
      authority: keyOrNull,
      multiplier: f64AsText,
      newMultiplierEffectiveTimestamp: i64,
      newMultiplier: f64AsText,
    }),
  ),
  26: onMint('pausableConfig', struct({ authority: keyOrNull, paused: podBool })),
  27: onAccount('pausableAccount'),
};

/** Rows by number, also those that only the parsers of 4.2 and newer know. */
export const ALL_EXTENSION_ROWS: typeof EXTENSION_ROWS = {
  ...EXTENSION_ROWS,
  28: onMint('permissionedBurnConfig', struct({ authority: keyOrNull })),
};

/** The extensions that a version knows, by type. */
export function extensionRowsOf({ parsesTokenBatch }: Pick<NodeVersion, 'parsesTokenBatch'>): typeof EXTENSION_ROWS {
  return parsesTokenBatch ? ALL_EXTENSION_ROWS : EXTENSION_ROWS;
}

export interface ExtensionEntry {
  readonly type: number;
  readonly value: Uint8Array;
}

/** An entry in the data of its account. */
export interface StoredEntry extends ExtensionEntry {
  readonly start: number;
  /** the start of the next entry; beyond the data where this one is cut off */
  readonly end: number;
}

const TYPE_BYTES = 2;
/** type u16, length u16 */
export const ENTRY_HEADER_BYTES = 4;
/** the type of no extension, which ends the list */
export const NO_EXTENSION = 0;

/** Walks over the extensions of a mint or a token account, which end at type 0 or where no type fits. */
export function* entriesOf(data: Uint8Array): Generator<StoredEntry, void> {
  let start = EXTENSIONS_OFFSET;
  while (start + TYPE_BYTES <= data.length) {
    const type = u16At(data, start);
    if (type === NO_EXTENSION) return;
    const valueStart = start + ENTRY_HEADER_BYTES;
    const end = valueStart > data.length ? Number.POSITIVE_INFINITY : valueStart + u16At(data, start + TYPE_BYTES);
    yield { type, start, end, value: data.subarray(valueStart, end) };
    start = end;
  }
}

export function u16At(data: Uint8Array, start: number): number {
  return data[start]! | (data[start + 1]! << 8);
}

/** The extensions of a mint or a token account. Throws BytesError, while walking, at an entry that is cut off. */
export function* wholeEntriesOf(data: Uint8Array): Generator<ExtensionEntry, void> {
  for (const entry of entriesOf(data)) {
    if (entry.end > data.length) throw new BytesError(`the extension ${entry.type} is cut off`, entry.start);
    yield entry;
  }
}

/** The first extension of a type, read to its last byte; undefined where there is none or it does not read. */
export function readExtension<T>(data: Uint8Array, type: number, value: Decoder<T>): T | undefined {
  return tryDecode(() => {
    for (const entry of wholeEntriesOf(data)) {
      if (entry.type === type) return readWhole(entry.value, value);
    }
    return undefined;
  });
}

/** Reads a value that takes all bytes. @throws BytesError */
export function readWhole<T>(bytes: Uint8Array, value: Decoder<T>): T {
  return exactly(value).read(new ByteReader(bytes));
}

const UNPARSEABLE: JsonObject = { extension: 'unparseableExtension' };

/**
 * Shows the extensions of a mint or an account, in the order of the data; undefined where there are none, an entry is
 * cut off or a type is unknown: the node then shows none at all. A value that does not read spoils only its own element.
 *
 * Source   agave 4.1 `parse_extension`: each entry is shown with the value of the first entry of its type
 */
export function parseExtensions(
  data: Uint8Array,
  kind: ExtensibleKind,
  version: NodeVersion,
): readonly JsonObject[] | undefined {
  const rows = extensionRowsOf(version);
  const firstOfType = new Map<number, JsonObject>();
  const elements: JsonObject[] = [];
  for (const entry of tryDecode(() => [...wholeEntriesOf(data)]) ?? []) {
    const row = rows[entry.type];
    if (row === undefined) return undefined;
    const element = firstOfType.get(entry.type) ?? elementOf(row, entry, kind);
    firstOfType.set(entry.type, element);
    elements.push(element);
  }
  return elements.length === 0 ? undefined : elements;
}

function elementOf(
  { name, kind: rowKind, size, value }: ExtensionRow,
  entry: ExtensionEntry,
  kind: ExtensibleKind,
): JsonObject {
  if (value === undefined) return { extension: name };
  const decoder = size === undefined ? value : exactly(value);
  const state = rowKind === kind ? tryDecode(() => decoder.read(new ByteReader(entry.value))) : undefined;
  return state === undefined ? UNPARSEABLE : { extension: name, state };
}
