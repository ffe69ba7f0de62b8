import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bytes, filled, key, slots, u8, u32, u64 } from './parserCases.ts';
import { describeTokenCases, parsedText, type TokenCase, U64_MAX } from './splTokenCases.ts';

/** The tag of an interface's instruction: it stands for this text. */
function discriminator(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, 8);
}

function str(content: string): Uint8Array {
  const utf8 = Buffer.from(content);
  return bytes(u32(utf8.length), utf8);
}

const NO_KEY = filled(0);

const INITIALIZE_GROUP = discriminator('spl_token_group_interface:initialize_token_group');
const UPDATE_MAX_SIZE = discriminator('spl_token_group_interface:update_group_max_size');
const UPDATE_GROUP_AUTHORITY = discriminator('spl_token_group_interface:update_authority');
const INITIALIZE_MEMBER = discriminator('spl_token_group_interface:initialize_member');

const group: readonly TokenCase[] = [
  {
    type: 'initializeTokenGroup',
    accounts: 3,
    data: bytes(INITIALIZE_GROUP, filled(3), u64(U64_MAX)),
    info: { ...slots('group', 'mint', 'mintAuthority'), updateAuthority: key(3), maxSize: U64_MAX },
    trailing: 'refused',
  },
  {
    type: 'initializeTokenGroup',
    accounts: 6,
    minAccounts: 3,
    data: bytes(INITIALIZE_GROUP, NO_KEY, u64(0n)),
    info: { ...slots('group', 'mint', 'mintAuthority'), updateAuthority: null, maxSize: 0 },
    trailing: 'refused',
  },
  {
    type: 'updateTokenGroupMaxSize',
    accounts: 2,
    data: bytes(UPDATE_MAX_SIZE, u64(5n)),
    info: { ...slots('group', 'updateAuthority'), maxSize: 5 },
    trailing: 'refused',
  },
  {
    type: 'updateTokenGroupAuthority',
    accounts: 2,
    data: bytes(UPDATE_GROUP_AUTHORITY, filled(3)),
    info: { ...slots('group', 'updateAuthority'), newAuthority: key(3) },
    trailing: 'refused',
  },
  {
    type: 'updateTokenGroupAuthority',
    accounts: 3,
    minAccounts: 2,
    data: bytes(UPDATE_GROUP_AUTHORITY, NO_KEY),
    info: { ...slots('group', 'updateAuthority'), newAuthority: null },
    trailing: 'refused',
  },
  {
    type: 'initializeTokenGroupMember',
    accounts: 5,
    data: INITIALIZE_MEMBER,
    info: slots('member', 'memberMint', 'memberMintAuthority', 'group', 'groupUpdateAuthority'),
    trailing: 'refused',
  },
];

describeTokenCases('token-group instructions', group);

const INITIALIZE_METADATA = discriminator('spl_token_metadata_interface:initialize_account');
const UPDATE_FIELD = discriminator('spl_token_metadata_interface:updating_field');
const REMOVE_KEY = discriminator('spl_token_metadata_interface:remove_key_ix');
const UPDATE_METADATA_AUTHORITY = discriminator('spl_token_metadata_interface:update_the_authority');
const EMIT = discriminator('spl_token_metadata_interface:emitter');

const updateField = (field: Uint8Array, shown: string): TokenCase => ({
  type: 'updateTokenMetadataField',
  accounts: 2,
  data: bytes(UPDATE_FIELD, field, str('new "value"')),
  info: { ...slots('metadata', 'updateAuthority'), field: shown, value: 'new "value"' },
  trailing: 'refused',
});

const metadata: readonly TokenCase[] = [
  {
    type: 'initializeTokenMetadata',
    accounts: 4,
    data: bytes(INITIALIZE_METADATA, str('Ünï'), str(''), str('https://x/\u0001')),
    info: {
      ...slots('metadata', 'updateAuthority', 'mint', 'mintAuthority'),
      name: 'Ünï',
      symbol: '',
      uri: 'https://x/\u0001',
    },
    trailing: 'refused',
  },
  updateField(u8(0), 'name'),
  updateField(u8(1), 'symbol'),
  updateField(u8(2), 'uri'),
  updateField(bytes(u8(3), str('__proto__')), '__proto__'),
  updateField(bytes(u8(3), str('')), ''),
  {
    type: 'removeTokenMetadataKey',
    accounts: 2,
    data: bytes(REMOVE_KEY, u8(1), str('color')),
    info: { ...slots('metadata', 'updateAuthority'), idempotent: true, key: 'color' },
    trailing: 'refused',
  },
  {
    type: 'removeTokenMetadataKey',
    accounts: 5,
    minAccounts: 2,
    data: bytes(REMOVE_KEY, u8(0), str('')),
    info: { ...slots('metadata', 'updateAuthority'), idempotent: false, key: '' },
    trailing: 'refused',
  },
  {
    type: 'updateTokenMetadataAuthority',
    accounts: 2,
    data: bytes(UPDATE_METADATA_AUTHORITY, filled(3)),
    info: { ...slots('metadata', 'updateAuthority'), newAuthority: key(3) },
    trailing: 'refused',
  },
  {
    type: 'updateTokenMetadataAuthority',
    accounts: 2,
    data: bytes(UPDATE_METADATA_AUTHORITY, NO_KEY),
    info: { ...slots('metadata', 'updateAuthority'), newAuthority: null },
    trailing: 'refused',
  },
  {
    type: 'emitTokenMetadata',
    accounts: 1,
    data: bytes(EMIT, u8(1), u64(U64_MAX), u8(1), u64(0n)),
    info: { ...slots('metadata'), start: U64_MAX, end: 0 },
    trailing: 'refused',
  },
  { type: 'emitTokenMetadata', accounts: 1, data: bytes(EMIT, u8(0, 0)), info: slots('metadata'), trailing: 'refused' },
];

describeTokenCases('token-metadata instructions', metadata);

describe('values that are refused', () => {
  test.each([
    ['a bool of 2', bytes(REMOVE_KEY, u8(2), str('color'))],
    ['field 4', bytes(UPDATE_FIELD, u8(4), str(''), str(''))],
    ['an option tag of 2', bytes(EMIT, u8(0, 2), u64(0n))],
    ['a key that is not UTF-8', bytes(REMOVE_KEY, u8(0), u32(1), u8(0x80))],
    ['a text of four gigabytes', bytes(REMOVE_KEY, u8(0), u32(0xffffffff), u8(0x31))],
    ['one bit of the discriminator', bytes(u8(EMIT[0]! ^ 1), EMIT.subarray(1), u8(0, 0))],
  ])('%s', (_, data) => expect(parsedText(10, data)).toBeUndefined());
});
