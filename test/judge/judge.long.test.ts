import { describe, expect, it } from 'vitest';
import { natureOf } from './byNature.ts';
import { type Difference, differencesOf } from './compare.ts';
import { sessionOfLocalnet } from './localnet.ts';
import { HAS_SESSION, recordedSession } from './recordedSession.ts';

/** What differs still, and why. */
const OPEN: readonly (readonly [where: RegExp, reason: string])[] = [
  [/\.blsPubkeyCompressed$/, 'the validator of a script has no BLS key yet'],
  [/(?:computeUnitsConsumed|costUnits|unitsConsumed|logs|logMessages)$/, 'the stake program reads that key'],
  [/^getTransaction (?:error|result)$/, 'base58 with version 1 is an error since 4.3.2'],
];

function isOpen({ label, where }: Difference): boolean {
  return OPEN.some(([open]) => open.test(where)) && /^(?:vote account|delegate|getTransaction \[)/.test(label);
}

describe.skipIf(!HAS_SESSION)('a localnet beside a real test validator', () => {
  it('answers each question of its session in the same way', async () => {
    const differences = differencesOf(recordedSession(), await sessionOfLocalnet());
    const own = differences.filter((difference) => natureOf(difference) === undefined && !isOpen(difference));
    expect(own).toEqual([]);
  });
});
