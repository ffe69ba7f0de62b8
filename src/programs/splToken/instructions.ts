import { ByteReader } from '../../codec/byteReader.ts';
import { type InstructionRow, parseByRow } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';
import { BASE_ROWS } from './instructions/base.ts';
import { CONFIDENTIAL_MINT_BURN_ROWS } from './instructions/confidentialMintBurn.ts';
import { CONFIDENTIAL_TRANSFER_ROWS } from './instructions/confidentialTransfer.ts';
import { CONFIDENTIAL_TRANSFER_FEE_ROWS } from './instructions/confidentialTransferFee.ts';
import { SMALL_EXTENSION_ROWS } from './instructions/extensions.ts';
import { DISCRIMINATOR_BYTES, INTERFACE_ROWS } from './instructions/interfaces.ts';
import { TRANSFER_FEE_ROWS } from './instructions/transferFee.ts';

/**
 * Reads an instruction of the token program or of token-2022: the two share their numbers, and the node calls both
 * `spl-token` and does not look which one it is.
 *
 * | data | instruction |
 * |---|---|
 * | tag of BASE_ROWS, ... | its own |
 * | tag of EXTENSION_ROWS, sub tag, ... | of an extension |
 * | 8-byte discriminator, ... | of the token-group or the token-metadata interface |
 *
 * Source   agave 4.1 `transaction-status/src/parse_token.rs`
 */
export const parseTokenInstruction: InstructionParser = ({ accounts, data }) => {
  const reader = new ByteReader(data);
  const row = findRow(reader);
  return parseByRow('spl-token', row, accounts, reader);
};

/** By tag, then by sub tag. */
const EXTENSION_ROWS: Readonly<Record<number, readonly InstructionRow[]>> = {
  26: TRANSFER_FEE_ROWS,
  27: CONFIDENTIAL_TRANSFER_ROWS,
  37: CONFIDENTIAL_TRANSFER_FEE_ROWS,
  42: CONFIDENTIAL_MINT_BURN_ROWS,
  ...SMALL_EXTENSION_ROWS,
};

/** Leaves the reader behind the tags. No discriminator starts with a tag in use, so the order does not matter. */
function findRow(data: ByteReader): InstructionRow | undefined {
  const tag = data.u8();
  const subRows = EXTENSION_ROWS[tag];
  if (subRows !== undefined) return subRows[data.u8()];
  return BASE_ROWS[tag] ?? findInterfaceRow(data);
}

function findInterfaceRow(data: ByteReader): InstructionRow | undefined {
  data.take(DISCRIMINATOR_BYTES - 1);
  const discriminator = Buffer.from(data.bytes.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return INTERFACE_ROWS.get(discriminator);
}
