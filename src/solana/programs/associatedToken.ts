import { ByteReader } from '../../codec/bytes.ts';
import { u8 } from '../../codec/struct.ts';
import { ASSOCIATED_TOKEN_PROGRAM } from '../address.ts';
import { instructionsOf, parseByRow, row } from './instructionRow.ts';
import type { InstructionParser } from './parserTypes.ts';

const CREATE_ACCOUNTS = ['source sw', 'account w', 'wallet', 'mint', 'systemProgram', 'tokenProgram'] as const;

/** Instructions by tag. */
export const ASSOCIATED_TOKEN_ROWS = [
  row('create', CREATE_ACCOUNTS),
  row('createIdempotent', CREATE_ACCOUNTS),
  row('recoverNested', [
    'nestedSource w',
    'nestedMint',
    'destination w',
    'nestedOwner',
    'ownerMint',
    'wallet sw',
    'tokenProgram',
  ]),
];

/** Source   spl-associated-token-account-interface 2.0 */
export const ASSOCIATED_TOKEN = instructionsOf(ASSOCIATED_TOKEN_PROGRAM, u8, ASSOCIATED_TOKEN_ROWS);

/** The row of an instruction: its data is one tag byte. No data at all, as the first clients sent it, means `create`. */
export function associatedTokenRow(data: Uint8Array): (typeof ASSOCIATED_TOKEN_ROWS)[number] | undefined {
  return data.length > 1 ? undefined : ASSOCIATED_TOKEN_ROWS[data[0] ?? 0];
}

/** Source   spl-associated-token-account-interface 2.0, borsh 1.6; agave 4.1 transaction-status parse_associated_token */
export const parseAssociatedTokenInstruction: InstructionParser = ({ accounts, data }) =>
  parseByRow('spl-associated-token-account', associatedTokenRow(data), accounts, new ByteReader(data, data.length));
