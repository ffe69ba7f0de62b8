import { describe, expect, test } from 'vitest';
import { seedAddress } from '../../../../src/runtime/derive.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import {
  alice,
  allocate,
  allocateWithSeed,
  assign,
  assignWithSeed,
  create,
  createWithSeed,
  fresh,
  owned,
  runCreation,
  seeded,
  taken,
} from '../../../support/creations.ts';

const unsigned = 'failed: missing required signature for instruction';
const inUse = 'failed: custom program error: 0x0';
const shown = (address: Address, base?: Address) =>
  `Address { address: ${address}, base: ${base === undefined ? 'None' : `Some(${base})`} }`;

describe('what fails to make accounts', () => {
  test.each<[string, Uint8Array, readonly string[], string, ...string[]]>([
    [
      'an account that has lamports',
      create(2n),
      [`${alice} sw`, `${taken} sw`],
      '{"Custom":0}',
      `Create Account: account ${shown(taken)} already in use`,
      inUse,
    ],
    [
      'an account that does not sign',
      create(2n),
      [`${alice} sw`, `${fresh} w`],
      '"MissingRequiredSignature"',
      `Allocate: 'to' account ${shown(fresh)} must sign`,
      unsigned,
    ],
    [
      'an account that is too large',
      create(10_485_761n),
      [`${alice} sw`, `${fresh} sw`],
      '{"Custom":3}',
      'Allocate: requested 10485761, max allowed 10485760',
      'failed: custom program error: 0x3',
    ],
    [
      'an account that is too dear',
      create(2n, 10_000_001n),
      [`${alice} sw`, `${fresh} sw`],
      '{"Custom":1}',
      'Transfer: insufficient lamports 10000000, need 10000001',
      'failed: custom program error: 0x1',
    ],
    [
      'an account whose payer does not sign',
      create(2n),
      [`${alice} w`, `${fresh} sw`],
      '"MissingRequiredSignature"',
      `Transfer: \`from\` account ${alice} must sign`,
      unsigned,
    ],
    [
      'an account of another seed',
      createWithSeed('value'),
      [`${alice} sw`, `${seeded} w`],
      '{"Custom":5}',
      `Create: address ${seeded} does not match derived address ${seedAddress(alice, 'value', TOKEN_PROGRAM)}`,
      'failed: custom program error: 0x5',
    ],
    [
      'an account of a seed that is too long',
      createWithSeed('x'.repeat(33)),
      [`${alice} sw`, `${seeded} w`],
      '{"Custom":0}',
      inUse,
    ],
    [
      'an account whose base does not sign',
      allocateWithSeed,
      [`${seeded} w`, alice],
      '"MissingRequiredSignature"',
      `Allocate: 'to' account ${shown(seeded, alice)} must sign`,
      unsigned,
    ],
    [
      'the owner of an account whose base does not sign',
      assignWithSeed,
      [`${seeded} w`, alice],
      '"MissingRequiredSignature"',
      `Assign: account ${shown(seeded, alice)} must sign`,
      unsigned,
    ],
    [
      'the size of an account of a program',
      allocate(2n),
      [`${owned} sw`],
      '{"Custom":0}',
      `Allocate: account ${shown(owned)} already in use`,
      inUse,
    ],
    [
      'the size of a readonly account',
      allocate(0n),
      [`${taken} s`],
      '"ReadonlyDataModified"',
      'failed: instruction modified data of a read-only account',
    ],
    [
      'the owner of an account of a program',
      assign(SYSTEM_PROGRAM),
      [`${owned} sw`],
      '"ModifiedProgramId"',
      'failed: instruction illegally modified the program id of an account',
    ],
    [
      'the owner of an account that does not sign',
      assign(),
      [`${taken} w`],
      '"MissingRequiredSignature"',
      `Assign: account ${shown(taken)} must sign`,
      unsigned,
    ],
    [
      'without accounts',
      create(2n),
      [],
      '"MissingAccount"',
      'failed: An account required by the instruction is missing',
    ],
    [
      'with a tag of none',
      Uint8Array.of(14, 0, 0, 0),
      [],
      '"InvalidInstructionData"',
      'failed: invalid instruction data',
    ],
    ['without a whole tag', Uint8Array.of(0, 0), [], '"InvalidInstructionData"', 'failed: invalid instruction data'],
  ])('%s', (_, data, accounts, err, ...lines) => {
    const logs = [
      `Program ${SYSTEM_PROGRAM} invoke [1]`,
      ...lines.map((line) => line.replace(/^failed/, `Program ${SYSTEM_PROGRAM} failed`)),
    ];
    expect(runCreation(data, accounts)).toEqual({ err: `0 ${err}`, logs, called: [], accounts: [] });
  });
});
