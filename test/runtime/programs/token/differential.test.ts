import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { byPrograms, byRuntime } from '../../../support/liteSvmToken.ts';
import {
  type Pick,
  picker,
  randomAccounts,
  randomInstruction,
  SHAPES,
  type Shape,
} from '../../../support/tokenCases.ts';
import { EXTENSION_SHAPES, extender, INTERFACE_SHAPES } from '../../../support/tokenExtensionCases.ts';

/** The runtime does what the real programs do, whatever the accounts and the instructions: litesvm runs them. */

const RUNS = Number(process.env.STILLNODE_RUNS ?? 70);
const TAGS = process.env.STILLNODE_TAGS?.split(',').map(Number) ?? Object.keys(SHAPES).map(Number);

type Case = readonly [tag: readonly number[], shape: Shape];
const BASE: readonly Case[] = TAGS.map((tag) => [[tag], SHAPES[tag]!]);
const PLAIN = (pick: Pick, program: Address) => randomAccounts(pick, program);
const EXTENDED = (pick: Pick, program: Address, tags: readonly number[]) =>
  randomAccounts(pick, program, extender(pick, tags));

test.each([
  ['the token program', TOKEN_PROGRAM, PLAIN, BASE],
  ['Token-2022', TOKEN_2022_PROGRAM, PLAIN, BASE],
  ['Token-2022, on extensions', TOKEN_2022_PROGRAM, EXTENDED, BASE],
  ['Token-2022, of extensions', TOKEN_2022_PROGRAM, EXTENDED, EXTENSION_SHAPES],
  ['Token-2022, of metadata and groups', TOKEN_2022_PROGRAM, EXTENDED, INTERFACE_SHAPES],
])('any instructions of %s', (_, program, accountsOf, cases) => {
  const counts = { failed: 0, done: 0 };
  const property = fc.property(fc.gen(), (gen) => {
    const pick = picker(gen);
    const chosen = pick(fc.array(fc.constantFrom(...cases), { minLength: 1, maxLength: 3 }));
    const tags = chosen.map(([[tag]]) => tag!);
    const accounts = accountsOf(pick, program, tags);
    const instructions = chosen.map(([tag, shape]) => randomInstruction(pick, { program, accounts, shape, tag }));
    const theirs = byPrograms(accounts, instructions);
    const ours = byRuntime(accounts, instructions);
    if (theirs.failure === null) counts.done++;
    else counts.failed++;
    expect(ours).toEqual(typeof theirs.failure === 'string' ? { ...ours, failure: null } : theirs);
  });
  fc.assert(property, { numRuns: 60, seed: 1, endOnFailure: true });
  expect(counts.done).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
  fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
