import { BytesError } from '../../codec/bytes.ts';
import { bincodeText, u32, u64 } from '../../codec/struct.ts';
import { SYSTEM_PROGRAM } from '../address.ts';
import { decodeNonce } from '../nonce.ts';
import { pubkey } from '../pubkey.ts';
import { bincodeParser, instructionsOf, row, shownBy } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parserTypes.ts';

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

const lamports = { lamports: u64 };
const space = { space: u64, owner: pubkey };
const withSeed = { base: pubkey, seed: bincodeText };

/** Instructions by tag. */
export const SYSTEM_ROWS = [
  row('createAccount', ['source sw', 'newAccount sw'], { lamports: u64, ...space }),
  row('assign', ['account sw'], { owner: pubkey }),
  row('transfer', ['source sw', 'destination w'], lamports),
  row('createAccountWithSeed', ['source sw', 'newAccount w', '_baseAccount? s'], {
    ...withSeed,
    lamports: u64,
    ...space,
  }),
  row('advanceNonce', ['nonceAccount w', 'recentBlockhashesSysvar', 'nonceAuthority s']),
  row(
    'withdrawFromNonce',
    ['nonceAccount w', 'destination w', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority s'],
    lamports,
  ),
  row('initializeNonce', ['nonceAccount w', 'recentBlockhashesSysvar', 'rentSysvar'], { nonceAuthority: pubkey }),
  row('authorizeNonce', ['nonceAccount w', 'nonceAuthority s'], { newAuthorized: pubkey }),
  row('allocate', ['account sw'], { space: u64 }),
  row('allocateWithSeed', ['account w', '_baseAccount s'], { ...withSeed, ...space }),
  row('assignWithSeed', ['account w', '_baseAccount s'], { ...withSeed, owner: pubkey }),
  row('transferWithSeed', ['source w', 'sourceBase s', 'destination w'], {
    lamports: u64,
    sourceSeed: bincodeText,
    sourceOwner: pubkey,
  }),
  row('upgradeNonce', ['nonceAccount w']),
  shownBy(
    row('createAccountAllowPrefund', ['newAccount sw', 'source? sw'], { lamports: u64, ...space }),
    ([newAccount, source], args) => {
      // the payer is named only where there is something to pay
      if (args.lamports === 0n) return { newAccount, ...args, lamports: undefined };
      if (source === undefined) throw new BytesError('lamports, and no account that pays them', 0);
      return { newAccount, source, ...args };
    },
  ),
];

/** Source   solana system-interface 3.2 */
export const SYSTEM = instructionsOf(SYSTEM_PROGRAM, u32, SYSTEM_ROWS);

/** Source   solana system-interface 3.2; agave 4.1 transaction-status parse_system */
export const parseSystemInstruction: InstructionParser = bincodeParser('system', SYSTEM_ROWS);
