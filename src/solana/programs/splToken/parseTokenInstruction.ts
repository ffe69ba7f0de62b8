import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import { isJsonObject, type JsonObject } from '../../../codec/jsonText.ts';
import { optional, u64 } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import type { Address } from '../../address.ts';
import { type InstructionRow, parseByRow, row, shownAs, shownBy, signedRow } from '../instructionRow.ts';
import type { InstructionParser, ParsedInstruction } from '../parserTypes.ts';
import { restAsBytes, TOKEN_2022_ROWS, TOKEN_ROWS } from './baseInstructions.ts';
import { confidentialRows } from './confidentialInstructions.ts';
import {
  DISCRIMINATOR_BYTES,
  INTERFACE_ROWS,
  interfaceRow,
  SMALL_EXTENSION_ROWS,
  TRANSFER_FEE_ROWS,
} from './extensionInstructions.ts';
import { permissionedBurnRows } from './permissionedBurnRows.ts';

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
  return parseByRow('spl-token', findRow(reader, rowsOf(version)), accounts, reader, version);
}

/**
 * Finds the row of an instruction, and leaves the reader after the tags. No discriminator starts with a tag, so the order does not matter.
 */
function findRow(data: ByteReader, { base, extensions }: TokenRows): InstructionRow | undefined {
  const tag = data.u8();
  const subRows = extensions[tag];
  if (subRows !== undefined) return subRows[data.u8()];
  return base[tag] ?? findInterfaceRow(data);
}

function findInterfaceRow(data: ByteReader): InstructionRow | undefined {
  data.take(DISCRIMINATOR_BYTES - 1);
  return interfaceRow(data.bytes);
}

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
  const cachedRows = ROWS.get(version);
  if (cachedRows !== undefined) return cachedRows;
  const { parsesTokenBatch: isNewer } = version;
  const rows = {
    base: { ...TOKEN_ROWS, ...TOKEN_2022_ROWS, ...(isNewer && NEWER_ROWS) },
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

/** All instructions that a version parses. */
export function tokenInstructionRows(version: NodeVersion): readonly InstructionRow[] {
  const { base, extensions } = rowsOf(version);
  return [...Object.values(base), ...Object.values(extensions).flat(), ...Object.values(INTERFACE_ROWS)];
}

const NEWER_ROWS: Readonly<Record<number, InstructionRow>> = {
  [UNWRAP_LAMPORTS]: signedRow(
    'unwrapLamports',
    ['source w', 'destination w'],
    'authority',
    shownAs({ amount: optional(u64) }, ({ amount }) => ({ amount: amount === undefined ? undefined : `${amount}` })),
  ),
  [BATCH]: shownBy(row('batch', ['_account'], { instructions: restAsBytes }), (accounts, args, version) => ({
    instructions: readBatch(accounts, new ByteReader(args.instructions), version),
  })),
};

/**
 * Instructions of the same program, one after the other: number of accounts u8, bytes of data u8, data. The accounts of the batch are
 * those of its instructions, one after the other.
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
