import { describe, expect, it } from 'vitest';
import { natureOf } from './byNature.ts';
import { differencesOf } from './compare.ts';
import { sessionOfLocalnet } from './localnet.ts';
import { HAS_SESSION, recordedSession } from './recordedSession.ts';

describe.skipIf(!HAS_SESSION)('a localnet beside a real test validator', () => {
  it('answers each question of its session in the same way', async () => {
    const differences = differencesOf(recordedSession(), await sessionOfLocalnet());
    const own = differences.filter((difference) => natureOf(difference) === undefined);
    expect(own).toEqual([]);
  });
});
