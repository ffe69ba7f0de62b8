import { ByteReader } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Codec, nullable, optional, readUtf8, u8 } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import { type Address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../address.ts';
import { readonlyAccount } from '../../instruction.ts';
import { pubkey } from '../../pubkey.ts';
import { type AccountsOf, instructionsOf, row, shownAs, shownBy, signedBy, signedRow } from '../instructionRow.ts';
import {
  authorityTypeName,
  extensionTypeNames,
  extensionTypes,
  tokenAmount,
  tokenUnits,
} from './tokenInstructionRow.ts';

/**
 * Instructions of the original token program, and those of token-2022 that have a tag of their own.
 * Bytes behind the data are ignored, except where a list or a text takes the rest.
 *
 * Source   spl-token-2022-interface 2.1 `TokenInstruction::unpack`; agave 4.1 `parse_token.rs`
 * @module
 */

const newMint = { decimals: u8, mintAuthority: pubkey, freezeAuthority: optional(pubkey) };

export const restAsBytes: Codec<Uint8Array> = {
  read: (data) => data.takeRemaining(),
  write: (to, value) => to.append(value),
};

/** The authorities over a token account; all others are over a mint. */
const ACCOUNT_AUTHORITIES: ReadonlySet<string> = new Set(['accountOwner', 'closeAccount']);

/** Instructions by the first byte of their data. */
export const TOKEN_ROWS = {
  0: row('initializeMint', ['mint w', 'rentSysvar'], newMint),
  1: row('initializeAccount', ['account w', 'mint', 'owner', 'rentSysvar']),
  2: multisigRow('initializeMultisig', ['multisig w', 'rentSysvar']),
  3: signedRow('transfer', ['source w', 'destination w'], 'authority', tokenUnits),
  4: signedRow('approve', ['source w', 'delegate'], 'owner', tokenUnits),
  5: signedRow('revoke', ['source w'], 'owner'),
  6: shownBy(
    signedRow('setAuthority', ['owned w'], 'authority', { authorityType: u8, newAuthority: nullable(pubkey) }),
    (accounts, { authorityType, newAuthority }, version) => {
      const type = authorityTypeName(authorityType, version);
      const owned = ACCOUNT_AUTHORITIES.has(type) ? 'account' : 'mint';
      return { [owned]: accounts[0], authorityType: type, newAuthority, ...signedBy(accounts, 1, 'authority') };
    },
  ),
  7: signedRow('mintTo', ['mint w', 'account w'], 'mintAuthority', tokenUnits),
  8: signedRow('burn', ['account w', 'mint w'], 'authority', tokenUnits),
  9: signedRow('closeAccount', ['account w', 'destination w'], 'owner'),
  10: signedRow('freezeAccount', ['account w', 'mint'], 'freezeAuthority'),
  11: signedRow('thawAccount', ['account w', 'mint'], 'freezeAuthority'),
  12: signedRow('transferChecked', ['source w', 'mint', 'destination w'], 'authority', tokenAmount),
  13: signedRow('approveChecked', ['source w', 'mint', 'delegate'], 'owner', tokenAmount),
  14: signedRow('mintToChecked', ['mint w', 'account w'], 'mintAuthority', tokenAmount),
  15: signedRow('burnChecked', ['account w', 'mint w'], 'authority', tokenAmount),
  16: row('initializeAccount2', ['account w', 'mint', 'rentSysvar'], { owner: pubkey }),
  17: row('syncNative', ['account w']),
  18: row('initializeAccount3', ['account w', 'mint'], { owner: pubkey }),
  19: multisigRow('initializeMultisig2', ['multisig w']),
  20: row('initializeMint2', ['mint w'], newMint),
  21: row(
    'getAccountDataSize',
    ['mint'],
    shownAs({ extensionTypes }, (args, version) => {
      const names = extensionTypeNames(args.extensionTypes, version);
      return names.length === 0 ? {} : { extensionTypes: names };
    }),
  ),
  22: row('initializeImmutableOwner', ['account w']),
  23: row('amountToUiAmount', ['mint'], tokenUnits),
  24: row(
    'uiAmountToAmount',
    ['mint'],
    shownAs({ uiAmount: restAsBytes }, (args) => ({
      uiAmount: readUtf8(new ByteReader(args.uiAmount), args.uiAmount.length),
    })),
  ),
};

/** Instructions that only Token-2022 has, by the first byte of their data. */
export const TOKEN_2022_ROWS = {
  25: row('initializeMintCloseAuthority', ['mint w'], { newAuthority: nullable(pubkey) }),
  29: signedRow(
    'reallocate',
    ['account w', 'payer sw', 'systemProgram'],
    'owner',
    shownAs({ extensionTypes }, (args, version) => ({
      extensionTypes: extensionTypeNames(args.extensionTypes, version),
    })),
  ),
  31: row('createNativeMint', ['payer sw', 'nativeMint w', 'systemProgram']),
  32: row('initializeNonTransferableMint', ['mint w']),
  35: row('initializePermanentDelegate', ['mint w'], { delegate: pubkey }),
  38: signedRow('withdrawExcessLamports', ['source w', 'destination w'], 'authority'),
};

/** The instruction that makes a multisig: all accounts behind the named ones are its members. */
function multisigRow<const K extends string, const N extends string>(type: K, names: readonly N[]) {
  const named = row(type, names, { m: u8 });
  return {
    ...named,
    minAccounts: names.length + 1,
    info: (accounts: readonly Address[], args: { readonly m: number }, version: NodeVersion): JsonObject => ({
      ...named.info(accounts.slice(0, names.length), args, version),
      signers: accounts.slice(names.length),
    }),
    metas: ({ signers, ...accounts }: AccountsOf<N> & { readonly signers: readonly Address[] }) => [
      ...named.metas(accounts as unknown as AccountsOf<N>),
      ...signers.map(readonlyAccount),
    ],
  };
}

const INSTRUCTIONS = instructionsOf(TOKEN_PROGRAM, u8, TOKEN_ROWS);

const INSTRUCTIONS_2022: typeof INSTRUCTIONS = instructionsOf(TOKEN_2022_PROGRAM, u8, TOKEN_ROWS);

/** The instructions that both programs have, for calls of `program`. */
export function tokenInstructions(program: Address): typeof INSTRUCTIONS {
  return program === TOKEN_2022_PROGRAM ? INSTRUCTIONS_2022 : INSTRUCTIONS;
}
