import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byLiteSvm, byRuntime } from '../../../support/liteSvmSystem.ts';
import { fixedRunsOf } from '../../../support/runs.ts';
import { systemAccounts, systemInstruction } from '../../../support/systemInstructions.ts';

/** Random instructions of the system program do what litesvm does: errors, logs and accounts. */

test('any instructions of the system program', () => {
  let succeeded = 0;
  const property = fc.property(
    systemAccounts,
    fc.array(systemInstruction, { minLength: 1, maxLength: 3 }),
    (accounts, instructions) => {
      const theirs = byLiteSvm(accounts, instructions);
      const ours = byRuntime(accounts, instructions);
      if (theirs.err === 'null') succeeded++;
      if (theirs.err.startsWith('late')) expect([ours.err, ours.logs]).toEqual(['null', theirs.logs]);
      else expect(ours).toEqual(theirs);
    },
  );
  fc.assert(property, { numRuns: fixedRunsOf(100, 50), seed: 1 });
  expect(succeeded).toBeGreaterThan(5);
  fc.assert(property, { numRuns: 300 });
});
