import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import { parseAssociatedTokenInstruction } from '../../../../src/solana/programs/associatedToken.ts';
import { accountNames, describeParser, parseOrDecline, slots, u8 } from './parserCases.ts';

const PROGRAM = 'spl-associated-token-account';
const PROGRAM_ID = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const CREATED = slots('source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram');

describeParser({
  program: PROGRAM,
  programIds: [PROGRAM_ID],
  parse: parseAssociatedTokenInstruction,
  cases: [
    { type: 'create', accounts: 6, data: u8(0), info: CREATED },
    { type: 'createIdempotent', accounts: 6, data: u8(1), info: CREATED },
    {
      type: 'recoverNested',
      accounts: 7,
      data: u8(2),
      info: slots('nestedSource', 'nestedMint', 'destination', 'nestedOwner', 'ownerMint', 'wallet', 'tokenProgram'),
    },
  ],
  trailingBytes: 'refused',
});

describe(`${PROGRAM}: odd forms`, () => {
  const parse = (accounts: number, data: Uint8Array) =>
    parseOrDecline(parseAssociatedTokenInstruction, PROGRAM_ID, accountNames(accounts), data);

  test.each([6, 7])('no data is create, with %i accounts', (accounts) => {
    expect(stringifyJson({ ...parse(accounts, u8()) })).toBe(
      stringifyJson({ program: PROGRAM, parsed: { type: 'create', info: CREATED } }),
    );
  });

  test('no data and too few accounts', () => {
    expect(parse(5, u8())).toBeUndefined();
  });

  test('an unknown tag', () => {
    expect(parse(7, u8(3))).toBeUndefined();
  });
});
