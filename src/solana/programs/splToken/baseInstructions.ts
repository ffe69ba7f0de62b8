import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import { isJsonObject, type JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, nullable, optional, readUtf8, u8, u64Text } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import type { Address } from '../../address.ts';
import { pubkey } from '../../pubkey.ts';
import { type InstructionRow, parseByRow, row } from '../instructionRow.ts';
import type { InstructionParser, ParsedInstruction } from '../parsed.ts';
import { confidentialRows, permissionedConfidentialBurn } from './confidentialInstructions.ts';
import {
  DISCRIMINATOR_BYTES,
  INTERFACE_ROWS,
  SMALL_EXTENSION_ROWS,
  TRANSFER_FEE_ROWS,
} from './extensionInstructions.ts';
import { extensionRowsOf } from './extensions.ts';
import {
  authorityType,
  exactRow,
  exactSignedRow,
  extensionTypesOf,
  newerAuthorityType,
  signedBy,
  signedRow,
  tokenAmount,
} from './tokenInstructionRow.ts';

/**
 * Instructions of the original token program, and those of token-2022 that have a tag of their own.
 * Bytes behind the data are ignored, except where a list or a text takes the rest.
 *
 * Source   spl-token-2022-interface 2.1 `TokenInstruction::unpack`; agave 4.1 `parse_token.rs`
 * @module
 */

const amount = { amount: u64Text };
const newMint = { decimals: u8, mintAuthority: pubkey, freezeAuthority: optional(pubkey) };
const newAuthority = nullable(pubkey);
const restAsText: Decoder<string> = { read: (data) => readUtf8(data, data.remaining) };

type Types = Decoder<readonly string[]>;

function ifAny(extensionTypes: Types): Decoder<JsonObject> {
  return {
    read(data) {
      const types = extensionTypes.read(data);
      return types.length === 0 ? {} : { extensionTypes: types };
    },
  };
}

/** The authorities over a token account; all others are over a mint. */
const ACCOUNT_AUTHORITIES: ReadonlySet<string> = new Set(['accountOwner', 'closeAccount']);

/** Instructions by the first byte of their data. */
const baseRows = (authorityType: Decoder<string>, extensionTypes: Types): Readonly<Record<number, InstructionRow>> => ({
  0: row('initializeMint', ['mint', 'rentSysvar'], newMint),
  1: row('initializeAccount', ['account', 'mint', 'owner', 'rentSysvar']),
  2: {
    type: 'initializeMultisig',
    minAccounts: 3,
    info: ([multisig, rentSysvar, ...signers], data) => ({ multisig, rentSysvar, signers, m: data.u8() }),
  },
  3: signedRow('transfer', ['source', 'destination'], 'authority', amount),
  4: signedRow('approve', ['source', 'delegate'], 'owner', amount),
  5: signedRow('revoke', ['source'], 'owner'),
  6: {
    type: 'setAuthority',
    minAccounts: 2,
    info: (accounts, data) => {
      const type = authorityType.read(data);
      const owned = ACCOUNT_AUTHORITIES.has(type) ? 'account' : 'mint';
      const args = { authorityType: type, newAuthority: newAuthority.read(data) };
      return { [owned]: accounts[0], ...args, ...signedBy(accounts, 1, 'authority') };
    },
  },
  7: signedRow('mintTo', ['mint', 'account'], 'mintAuthority', amount),
  8: signedRow('burn', ['account', 'mint'], 'authority', amount),
  9: signedRow('closeAccount', ['account', 'destination'], 'owner'),
  10: signedRow('freezeAccount', ['account', 'mint'], 'freezeAuthority'),
  11: signedRow('thawAccount', ['account', 'mint'], 'freezeAuthority'),
  12: signedRow('transferChecked', ['source', 'mint', 'destination'], 'authority', tokenAmount),
  13: signedRow('approveChecked', ['source', 'mint', 'delegate'], 'owner', tokenAmount),
  14: signedRow('mintToChecked', ['mint', 'account'], 'mintAuthority', tokenAmount),
  15: signedRow('burnChecked', ['account', 'mint'], 'authority', tokenAmount),
  16: row('initializeAccount2', ['account', 'mint', 'rentSysvar'], { owner: pubkey }),
  17: row('syncNative', ['account']),
  18: row('initializeAccount3', ['account', 'mint'], { owner: pubkey }),
  19: {
    type: 'initializeMultisig2',
    minAccounts: 2,
    info: ([multisig, ...signers], data) => ({ multisig, signers, m: data.u8() }),
  },
  20: row('initializeMint2', ['mint'], newMint),
  21: row('getAccountDataSize', ['mint'], ifAny(extensionTypes)),
  22: row('initializeImmutableOwner', ['account']),
  23: row('amountToUiAmount', ['mint'], amount),
  24: row('uiAmountToAmount', ['mint'], { uiAmount: restAsText }),
  25: row('initializeMintCloseAuthority', ['mint'], { newAuthority }),
  29: signedRow('reallocate', ['account', 'payer', 'systemProgram'], 'owner', { extensionTypes }),
  31: row('createNativeMint', ['payer', 'nativeMint', 'systemProgram']),
  32: row('initializeNonTransferableMint', ['mint']),
  35: row('initializePermanentDelegate', ['mint'], { delegate: pubkey }),
  38: signedRow('withdrawExcessLamports', ['source', 'destination'], 'authority'),
});

const UNWRAP_LAMPORTS = 45;
const PERMISSIONED_BURN = 46;
const BATCH = 255;

interface TokenRows {
  /** instructions by the first byte of their data */
  readonly base: Readonly<Record<number, InstructionRow>>;
  /** instructions by tag, then by sub tag */
  readonly extensions: Readonly<Record<number, readonly InstructionRow[]>>;
}

const ROWS = new Map<NodeVersion, TokenRows>();

function rowsOf(version: NodeVersion): TokenRows {
  const known = ROWS.get(version);
  if (known !== undefined) return known;
  const { parsesTokenBatch: isNewer } = version;
  const extensionTypes = extensionTypesOf(extensionRowsOf(version));
  const rows = {
    base: {
      ...baseRows(isNewer ? newerAuthorityType : authorityType, extensionTypes),
      ...(isNewer && NEWER_ROWS(version)),
    },
    extensions: {
      26: TRANSFER_FEE_ROWS,
      ...confidentialRows(version),
      ...SMALL_EXTENSION_ROWS,
      ...(isNewer && { [PERMISSIONED_BURN]: permissionedBurnRows(version) }),
    },
  };
  ROWS.set(version, rows);
  return rows;
}

const BURN_ACCOUNTS = ['account', 'mint', 'permissionedBurnAuthority'];

/** Instructions by sub tag. */
function permissionedBurnRows(version: NodeVersion): readonly InstructionRow[] {
  return [
    exactRow('initializePermissionedBurnConfig', ['mint'], { authority: pubkey }),
    exactSignedRow('permissionedBurn', BURN_ACCOUNTS, 'authority', amount),
    exactSignedRow('permissionedBurnChecked', BURN_ACCOUNTS, 'authority', tokenAmount),
    permissionedConfidentialBurn(version),
  ];
}

const NEWER_ROWS = (version: NodeVersion): Readonly<Record<number, InstructionRow>> => ({
  [UNWRAP_LAMPORTS]: signedRow('unwrapLamports', ['source', 'destination'], 'authority', { amount: optional(u64Text) }),
  [BATCH]: {
    type: 'batch',
    minAccounts: 1,
    info: (accounts, data) => ({ instructions: readBatch(accounts, data, version) }),
  },
});

/**
 * Instructions of the same program one behind the other: number of accounts u8, bytes of data u8, data. Their accounts stand in the same
 * order.
 *
 * @throws BytesError where one cannot be parsed, or is a batch itself
 */
function readBatch(accounts: readonly Address[], data: ByteReader, version: NodeVersion): JsonObject[] {
  const parsed: JsonObject[] = [];
  let first = 0;
  while (data.remaining > 0) {
    const count = data.u8();
    const bytes = data.take(data.u8());
    const own = accounts.slice(first, first + count);
    first += count;
    const isParsable = own.length === count && own.length > 0 && bytes[0] !== BATCH;
    const instruction = isParsable ? parseOne(own, bytes, version)?.parsed : undefined;
    if (!isJsonObject(instruction)) throw new BytesError('an instruction of a batch cannot be parsed', data.offset);
    parsed.push(instruction);
  }
  return parsed;
}

/**
 * Reads an instruction of the token program or of token-2022: the two share their numbers, and the node calls both
 * `spl-token` and does not look which one it is.
 *
 * | data | instruction |
 * |---|---|
 * | tag of a base row, ... | its own |
 * | tag of an extension, sub tag, ... | of an extension |
 * | 8-byte discriminator, ... | of the token-group or the token-metadata interface |
 *
 * Source   agave 4.1 `transaction-status/src/parse_token.rs`
 */
export const parseTokenInstruction: InstructionParser = ({ accounts, data }, version) =>
  parseOne(accounts, data, version);

function parseOne(accounts: readonly Address[], data: Uint8Array, version: NodeVersion): ParsedInstruction | undefined {
  const reader = new ByteReader(data);
  return parseByRow('spl-token', findRow(reader, rowsOf(version)), accounts, reader);
}

/** Leaves the reader behind the tags. No discriminator starts with a tag in use, so the order does not matter. */
function findRow(data: ByteReader, { base, extensions }: TokenRows): InstructionRow | undefined {
  const tag = data.u8();
  const subRows = extensions[tag];
  if (subRows !== undefined) return subRows[data.u8()];
  return base[tag] ?? findInterfaceRow(data);
}

function findInterfaceRow(data: ByteReader): InstructionRow | undefined {
  data.take(DISCRIMINATOR_BYTES - 1);
  const discriminator = Buffer.from(data.bytes.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return INTERFACE_ROWS.get(discriminator);
}
