import type { ByteReader } from '../../../codec/bytes.ts';
import { f64Text } from '../../../codec/floats.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { readAddress } from '../../wire.ts';
import { type InstructionRow, nameAccounts, row } from '../instructionRow.ts';
import { readBool, readOption } from '../parsed.ts';
import { readOptionalAddress } from './layout.ts';
import {
  ACCOUNT_STATES,
  exactRow,
  harvestRow,
  readName,
  readString,
  signedBy,
  signedRow,
  splitSources,
  tokenAmountAndFee,
  whole,
} from './tokenInstructionRow.ts';

/**
 * Instructions of the small token-2022 extensions. Data, where there is any, is one struct of exactly its
 * size; an instruction without data ignores what follows.
 *
 * Source   spl-token-2022-interface 2.1 `extension/<name>/instruction.rs`; agave 4.1 `parse_token/extension/`
 * @module
 */

/** By tag, then by sub tag. */
export const SMALL_EXTENSION_ROWS: Readonly<Record<number, readonly InstructionRow[]>> = {
  28: [
    exactRow('initializeDefaultAccountState', ['mint'], accountState),
    signedRow('updateDefaultAccountState', ['mint'], 'freezeAuthority', whole(accountState)),
  ],
  30: [
    signedRow('enableRequiredMemoTransfers', ['account'], 'owner'),
    signedRow('disableRequiredMemoTransfers', ['account'], 'owner'),
  ],
  // rates are basis points, i16
  33: [
    exactRow('initializeInterestBearingConfig', ['mint'], (data) => ({
      rateAuthority: readOptionalAddress(data),
      rate: data.i16(),
    })),
    signedRow(
      'updateInterestBearingConfigRate',
      ['mint'],
      'rateAuthority',
      whole((data) => ({ newRate: data.i16() })),
    ),
  ],
  34: [signedRow('enableCpiGuard', ['account'], 'owner'), signedRow('disableCpiGuard', ['account'], 'owner')],
  36: pointerRows('TransferHook', 'programId'),
  39: pointerRows('MetadataPointer', 'metadataAddress'),
  40: pointerRows('GroupPointer', 'groupAddress'),
  41: pointerRows('GroupMemberPointer', 'memberAddress'),
  43: [
    exactRow('initializeScaledUiAmountConfig', ['mint'], (data) => ({
      authority: readOptionalAddress(data),
      multiplier: f64Text(data.f64()),
    })),
    signedRow(
      'updateMultiplier',
      ['mint'],
      'authority',
      whole((data) => ({ newMultiplier: f64Text(data.f64()), newMultiplierTimestamp: data.i64() })),
    ),
  ],
  44: [
    // a plain address: zero is shown, not taken for none
    exactRow('initializePausableConfig', ['mint'], (data) => ({ authority: readAddress(data) })),
    signedRow('pause', ['mint'], 'authority'),
    signedRow('resume', ['mint'], 'authority'),
  ],
};

function accountState(data: ByteReader): JsonObject {
  return { accountState: readName(data, ACCOUNT_STATES) };
}

/** `initialize<name>` and `update<name>`: an address under `key`, which an authority may change; absent where zero. */
function pointerRows(name: string, key: string): readonly InstructionRow[] {
  const target = (data: ByteReader): JsonObject => ({ [key]: readOptionalAddress(data) ?? undefined });
  return [
    exactRow(`initialize${name}`, ['mint'], (data) => ({
      authority: readOptionalAddress(data) ?? undefined,
      ...target(data),
    })),
    signedRow(`update${name}`, ['mint'], 'authority', whole(target)),
  ];
}

/**
 * Instructions of the token-group and token-metadata interfaces, which token-2022 implements. Data must be read to its
 * end; accounts behind the named ones are ignored.
 *
 * Source   spl-token-group-interface 0.7, spl-token-metadata-interface 0.8; agave 4.1 `extension/token_group.rs`,
 *          `extension/token_metadata.rs`
 * @module
 */

export const DISCRIMINATOR_BYTES = 8;

/** By discriminator: the first 8 bytes of the SHA-256 of the text behind the row, as hex. */
export const INTERFACE_ROWS: ReadonlyMap<string, InstructionRow> = new Map([
  // spl_token_group_interface:initialize_token_group
  [
    '79716c2736330004',
    exactRow('initializeTokenGroup', ['group', 'mint', 'mintAuthority'], (data) => ({
      updateAuthority: readOptionalAddress(data),
      maxSize: data.u64(),
    })),
  ],
  // spl_token_group_interface:update_group_max_size
  [
    '6c25ab8ff81e126e',
    exactRow('updateTokenGroupMaxSize', ['group', 'updateAuthority'], (data) => ({ maxSize: data.u64() })),
  ],
  // spl_token_group_interface:update_authority
  ['a1695801edddd8cb', exactRow('updateTokenGroupAuthority', ['group', 'updateAuthority'], newAuthority)],
  // spl_token_group_interface:initialize_member
  [
    '9820deb0dfed7486',
    exactRow('initializeTokenGroupMember', [
      'member',
      'memberMint',
      'memberMintAuthority',
      'group',
      'groupUpdateAuthority',
    ]),
  ],
  // spl_token_metadata_interface:initialize_account
  [
    'd2e11ea258b84d8d',
    exactRow('initializeTokenMetadata', ['metadata', 'updateAuthority', 'mint', 'mintAuthority'], (data) => ({
      name: readString(data),
      symbol: readString(data),
      uri: readString(data),
    })),
  ],
  // spl_token_metadata_interface:updating_field
  [
    'dde9312db5cadcc8',
    exactRow('updateTokenMetadataField', ['metadata', 'updateAuthority'], (data) => ({
      field: readField(data),
      value: readString(data),
    })),
  ],
  // spl_token_metadata_interface:remove_key_ix
  [
    'ea122038598d25b5',
    exactRow('removeTokenMetadataKey', ['metadata', 'updateAuthority'], (data) => ({
      idempotent: readBool(data),
      key: readString(data),
    })),
  ],
  // spl_token_metadata_interface:update_the_authority
  ['d7e4a6e45464567b', exactRow('updateTokenMetadataAuthority', ['metadata', 'updateAuthority'], newAuthority)],
  // spl_token_metadata_interface:emitter
  [
    'faa6b4fa0d0cb846',
    exactRow('emitTokenMetadata', ['metadata'], (data) => ({ start: readPosition(data), end: readPosition(data) })),
  ],
]);

function newAuthority(data: ByteReader): JsonObject {
  return { newAuthority: readOptionalAddress(data) };
}

/** A byte offset into the metadata, u64; absent where there is none. */
function readPosition(data: ByteReader): bigint | undefined {
  return readOption(data, (value) => value.u64());
}

const FIELDS = ['name', 'symbol', 'uri', 'key'];

/** One of three known fields, or a key of the sender's choice, which is shown as it is. */
function readField(data: ByteReader): string {
  const field = readName(data, FIELDS);
  return field === 'key' ? readString(data) : field;
}

/**
 * By sub tag. Bytes behind the data are ignored.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFeeInstruction::unpack`; agave 4.1 `extension/transfer_fee.rs`
 */
export const TRANSFER_FEE_ROWS: readonly InstructionRow[] = [
  row('initializeTransferFeeConfig', ['mint'], newConfig),
  signedRow('transferCheckedWithFee', ['source', 'mint', 'destination'], 'authority', tokenAmountAndFee),
  signedRow('withdrawWithheldTokensFromMint', ['mint', 'feeRecipient'], 'withdrawWithheldAuthority'),
  {
    type: 'withdrawWithheldTokensFromAccounts',
    minAccounts: 3,
    info: (accounts, data) => {
      const [leading, sourceAccounts] = splitSources(accounts, data.u8(), 3, data.offset);
      const named = nameAccounts(leading, ['mint', 'feeRecipient']);
      return { ...named, sourceAccounts, ...signedBy(leading, 2, 'withdrawWithheldAuthority') };
    },
  },
  harvestRow('harvestWithheldTokensToMint'),
  {
    type: 'setTransferFee',
    minAccounts: 2,
    info: (accounts, data) => ({
      mint: accounts[0],
      ...fee(data),
      // the small t is the node's
      ...signedBy(accounts, 1, 'transferFeeConfigAuthority', 'multisigtransferFeeConfigAuthority'),
    }),
  },
];

function newConfig(data: ByteReader): JsonObject {
  return {
    transferFeeConfigAuthority: readOption(data, readAddress),
    withdrawWithheldAuthority: readOption(data, readAddress),
    ...fee(data),
  };
}

function fee(data: ByteReader): JsonObject {
  return { transferFeeBasisPoints: data.u16(), maximumFee: data.u64() };
}
