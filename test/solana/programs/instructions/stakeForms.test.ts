import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/codec/jsonText.ts';
import { NODE_VERSIONS, type NodeVersionName } from '../../../../src/nodeVersion.ts';
import { type Address, CLOCK_SYSVAR, RENT_SYSVAR } from '../../../../src/solana/address.ts';
import { parseStakeInstruction } from '../../../../src/solana/programs/stake.ts';
import { namedAddress } from '../../../support/transactions.ts';
import { bytes, filled, i64, text, u32, u64 } from './parserCases.ts';

/** Stake instructions with and without the sysvars that they do not need any more. */

const STAKE = 'Stake11111111111111111111111111111111111111' as Address;
const AUTHORIZED = bytes(filled(1), filled(2), i64(0n), u64(0n), filled(3));
const SEED = bytes(u32(0), text('seed'), filled(5));

/** Accounts by their names: in the short form, and in the other one, of which `clock` and `rent` are the sysvars. */
const FORMS: readonly (readonly [type: string, data: Uint8Array, short: string, full: string, custodian?: string])[] = [
  ['initialize', bytes(u32(0), AUTHORIZED), 'stakeAccount', 'stakeAccount rentSysvar'],
  [
    'authorize',
    bytes(u32(1), filled(4), u32(0)),
    'stakeAccount authority',
    'stakeAccount clockSysvar authority',
    'custodian',
  ],
  [
    'delegate',
    u32(2),
    'stakeAccount voteAccount stakeAuthority',
    'stakeAccount voteAccount clockSysvar stakeHistorySysvar stakeConfigAccount stakeAuthority',
  ],
  [
    'withdraw',
    bytes(u32(4), u64(5n)),
    'stakeAccount destination withdrawAuthority',
    'stakeAccount destination clockSysvar stakeHistorySysvar withdrawAuthority',
    'custodian',
  ],
  ['deactivate', u32(5), 'stakeAccount stakeAuthority', 'stakeAccount clockSysvar stakeAuthority'],
  [
    'merge',
    u32(7),
    'destination source stakeAuthority',
    'destination source clockSysvar stakeHistorySysvar stakeAuthority',
  ],
  [
    'authorizeWithSeed',
    bytes(u32(8), filled(4), SEED),
    'stakeAccount authorityBase',
    'stakeAccount authorityBase clockSysvar',
    'custodian',
  ],
  ['initializeChecked', u32(9), 'stakeAccount staker withdrawer', 'stakeAccount rentSysvar staker withdrawer'],
  [
    'authorizeChecked',
    bytes(u32(10), u32(0)),
    'stakeAccount authority newAuthority',
    'stakeAccount clockSysvar authority newAuthority',
    'custodian',
  ],
  [
    'authorizeCheckedWithSeed',
    bytes(u32(11), SEED),
    'stakeAccount authorityBase newAuthorized',
    'stakeAccount authorityBase clockSysvar newAuthorized',
    'custodian',
  ],
];

const SYSVARS: Readonly<Record<string, Address>> = { clockSysvar: CLOCK_SYSVAR, rentSysvar: RENT_SYSVAR };
const addressOf = (name: string) => SYSVARS[name] ?? namedAddress(name);

/** The names of the accounts in the parsed form; undefined: it is not parsed. */
function shown(
  version: NodeVersionName,
  data: Uint8Array,
  accounts: readonly string[],
): Record<string, string> | undefined {
  const instruction = { programId: STAKE, accounts: accounts.map(addressOf), data };
  const parsed = parseStakeInstruction(instruction, NODE_VERSIONS[version])?.parsed as { readonly info: JsonValue };
  if (parsed === undefined) return undefined;
  const names = new Map(accounts.map((name) => [addressOf(name) as string, name]));
  const members = Object.entries(parsed.info as Record<string, string>).filter(([, value]) => names.has(value));
  return Object.fromEntries(members.map(([member, value]) => [member, names.get(value)!]));
}

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

const CASES = FORMS.map(([type, data, short, full, custodian]) => ({
  type,
  data,
  short: short.split(' '),
  full: full.split(' '),
  custodian,
}));

describe.each(CASES)('$type', ({ custodian, data, full, short, type }) => {
  it('4.4 shows both forms, and a custodian behind them', () => {
    for (const form of [short, full]) {
      expect(shown('4.4', data, form)).toEqual(named(form));
      expect(shown('4.4', data, [...form, 'custodian'])).toEqual(named(custodian ? [...form, custodian] : form));
      expect(shown('4.4', data, form.slice(0, -1))).not.toEqual(named(form));
    }
  });

  it('4.3 shows only the long form, and names by position', () => {
    expect(shown('4.3', data, full)).toEqual(named(full));
    expect(shown('4.3', data, [...full, 'custodian'])).toEqual(named(custodian ? [...full, custodian] : full));
    if (short.length < full.length && type !== 'authorizeWithSeed') expect(shown('4.3', data, short)).toBeUndefined();
  });

  it('4.4 takes other accounts in the place of the sysvar for the short form', () => {
    const other = full.map((name) => (name in SYSVARS ? 'other' : name));
    const expected = [...short.slice(0, other.indexOf('other')), ...other.slice(other.indexOf('other'))];
    const names = custodian ? [...short, custodian] : short;
    expect(shown('4.4', data, other)).toEqual(
      Object.fromEntries(names.flatMap((name, i) => (expected[i] === undefined ? [] : [[name, expected[i]]]))),
    );
  });
});

it('4.4 needs no account besides those of a form', () => {
  expect(shown('4.4', u32(2), ['stakeAccount', 'voteAccount', 'clockSysvar', 'a', 'b'])).toBeUndefined();
  expect(shown('4.4', u32(2), ['stakeAccount', 'voteAccount'])).toBeUndefined();
  expect(shown('4.4', bytes(u32(0), AUTHORIZED), [])).toBeUndefined();
});
