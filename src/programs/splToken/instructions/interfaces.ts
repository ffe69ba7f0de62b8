/**
 * Instructions of the token-group and token-metadata interfaces, which token-2022 implements. Data must be read to its
 * end; accounts behind the named ones are ignored.
 *
 * Source   spl-token-group-interface 0.7, spl-token-metadata-interface 0.8; agave 4.1 `extension/token_group.rs`,
 *          `extension/token_metadata.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { readBool, readOption } from '../../bincode.ts';
import type { InstructionRow } from '../../instructionRow.ts';
import { readName, readString } from '../instructionLayout.ts';
import { readOptionalAddress } from '../pod.ts';
import { exactRow } from './row.ts';

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
