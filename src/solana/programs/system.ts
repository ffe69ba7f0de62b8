import { BytesError } from '../../codec/bytes.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { type Decoder, fields, text, u64 } from '../../codec/struct.ts';
import { decodeNonce } from '../nonce.ts';
import { pubkey } from '../pubkey.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parsed.ts';

/**
 * Reads a durable nonce account. One that is not initialized cannot be distinguished from an account that was only allocated and
 * counts as not parsable.
 *
 * Source   agave 4.1 account-decoder; nonce 3.2
 */
export const parseNonceAccount: AccountParser = (data) => {
  const nonce = decodeNonce(data);
  if (!nonce) return undefined;
  const { authority, lamportsPerSignature, value } = nonce;
  const info = { authority, blockhash: value, feeCalculator: { lamportsPerSignature: `${lamportsPerSignature}` } };
  return { program: 'nonce', parsed: { type: 'initialized', info } };
};

const lamports: { readonly lamports: Decoder<JsonValue> } = { lamports: u64 };
const space = { space: u64, owner: pubkey };
const prefund = fields({ lamports: u64, space: u64, owner: pubkey });

/** Instructions by tag. */
const ROWS: readonly InstructionRow[] = [
  row('createAccount', ['source', 'newAccount'], { lamports: u64, ...space }),
  row('assign', ['account'], { owner: pubkey }),
  row('transfer', ['source', 'destination'], lamports),
  row('createAccountWithSeed', ['source', 'newAccount'], { base: pubkey, seed: text, lamports: u64, ...space }),
  row('advanceNonce', ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority']),
  row(
    'withdrawFromNonce',
    ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
    lamports,
  ),
  row('initializeNonce', ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'], { nonceAuthority: pubkey }),
  row('authorizeNonce', ['nonceAccount', 'nonceAuthority'], { newAuthorized: pubkey }),
  row('allocate', ['account'], { space: u64 }),
  row('allocateWithSeed', ['account', '_'], { base: pubkey, seed: text, ...space }),
  row('assignWithSeed', ['account', '_'], { base: pubkey, seed: text, owner: pubkey }),
  row('transferWithSeed', ['source', 'sourceBase', 'destination'], {
    lamports: u64,
    sourceSeed: text,
    sourceOwner: pubkey,
  }),
  row('upgradeNonce', ['nonceAccount']),
  {
    type: 'createAccountAllowPrefund',
    minAccounts: 1,
    // the payer is named only where there is something to pay
    info([newAccount, source], data) {
      const args = prefund.read(data);
      if (args.lamports === 0n) return { newAccount, ...args, lamports: undefined };
      if (source === undefined) throw new BytesError('lamports, and no account that pays them', 0);
      return { newAccount, source, ...args };
    },
  },
];

/** Source   solana system-interface 3.2; agave 4.1 transaction-status parse_system */
export const parseSystemInstruction: InstructionParser = bincodeParser('system', ROWS);
