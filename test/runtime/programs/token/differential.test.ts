/** The runtime does what the real programs do, whatever the accounts and the instructions: litesvm runs them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/model/address.ts';
import { byPrograms, byRuntime } from '../../../support/liteSvmToken.ts';
import { picker, randomAccounts, randomInstruction, SHAPES } from '../../../support/tokenCases.ts';

const RUNS = Number(process.env.STILLNODE_RUNS ?? 150);
const TAGS = process.env.STILLNODE_TAGS?.split(',').map(Number) ?? Object.keys(SHAPES).map(Number);

test.each([
  ['the token program', TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022_PROGRAM],
])('any instructions of %s', (_, program) => {
  const counts = { failed: 0, done: 0 };
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const pick = picker(gen);
      const accounts = randomAccounts(pick, program);
      const tags = pick(fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 3 }));
      const instructions = tags.map((tag) =>
        randomInstruction(pick, { program, accounts, shape: SHAPES[tag]!, tag: [tag] }),
      );
      const theirs = byPrograms(accounts, instructions);
      const ours = byRuntime(accounts, instructions);
      if (theirs.failure === null) counts.done++;
      else counts.failed++;
      expect(ours).toEqual(typeof theirs.failure === 'string' ? { ...ours, failure: null } : theirs);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(counts.done).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
});
