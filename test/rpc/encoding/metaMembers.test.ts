import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { DIALECTS } from '../../../src/dialect.ts';
import { encodeMeta } from '../../../src/rpc/encoding/meta.ts';
import type { MetaOptions } from '../../../src/solana/metadata/metaMembers.ts';
import { recordMeta } from '../../../src/solana/metadata/metaText.ts';
import { anyMeta } from '../../support/metas.ts';

const anyOptions: fc.Arbitrary<MetaOptions> = fc.record({
  dialect: fc.constantFrom(...Object.values(DIALECTS)),
  rewards: fc.constantFrom(undefined, true, false),
  showLoadedAddresses: fc.boolean(),
  encodeInstruction: fc.constant(undefined),
});

/** Member by member, as the rows of the dialects say. */
function shownMembers(recorded: JsonObject, { dialect, rewards, showLoadedAddresses }: MetaOptions): JsonObject {
  const isContract = dialect.name === 'contract';
  const left = new Set<string>();
  if (isContract) left.add('costUnits');
  if (!showLoadedAddresses) left.add('loadedAddresses');
  if (isContract)
    for (const name of ['preTokenBalances', 'postTokenBalances']) if (recorded[name] === null) left.add(name);
  const showsRewards = isContract ? rewards === true : rewards !== false;
  const shown = Object.entries(recorded).filter(([name]) => !left.has(name));
  return { ...Object.fromEntries(shown), ...(!showsRewards && { rewards: null }) };
}

test('metadata of any kind is shown without what the dialect or the request leaves out, and else as it is', () => {
  fc.assert(
    fc.property(anyMeta, anyOptions, (meta, options) => {
      const recorded = recordMeta(meta);
      const whole = parseJson(recorded.text.toString()) as JsonObject;
      expect(encodeMeta(recorded, options)).toBe(stringifyJson(shownMembers(whole, options)));
    }),
    { numRuns: 2000 },
  );
});
