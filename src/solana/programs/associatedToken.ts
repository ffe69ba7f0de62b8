import { ByteReader } from '../../codec/bytes.ts';
import { type InstructionRow, parseByRow, row } from './instructionRow.ts';
import type { InstructionParser } from './parsed.ts';

const CREATE_ACCOUNTS = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram'];
const RECOVER_ACCOUNTS = [
  'nestedSource',
  'nestedMint',
  'destination',
  'nestedOwner',
  'ownerMint',
  'wallet',
  'tokenProgram',
];

/** Instructions by tag. */
const ROWS: readonly InstructionRow[] = [
  row('create', CREATE_ACCOUNTS),
  row('createIdempotent', CREATE_ACCOUNTS),
  row('recoverNested', RECOVER_ACCOUNTS),
];

/**
 * The data is one tag byte and nothing after it. No data at all, as the first clients sent it, means `create`.
 *
 * Source   spl-associated-token-account-interface 2.0, borsh 1.6; agave 4.1 transaction-status parse_associated_token
 */
export const parseAssociatedTokenInstruction: InstructionParser = ({ accounts, data }) => {
  const reader = new ByteReader(data);
  const tag = data.length === 0 ? 0 : reader.u8();
  if (reader.remaining > 0) return undefined;
  return parseByRow('spl-associated-token-account', ROWS[tag], accounts, reader);
};
