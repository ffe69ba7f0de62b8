import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMeta, recordMeta } from '../../../src/solana/metadata/metaText.ts';
import { anyMeta } from '../../support/metas.ts';

test('metadata of any kind comes back from its text', () => {
  fc.assert(
    fc.property(anyMeta, (meta) => {
      expect(decodeMeta(recordMeta(meta))).toEqual(meta);
    }),
    { numRuns: 1000 },
  );
});
