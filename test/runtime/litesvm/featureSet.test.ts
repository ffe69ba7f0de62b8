import { createHash } from 'node:crypto';
import { FeatureSet } from 'litesvm';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { GATE_ADDRESSES } from '../../../src/gates.ts';
import { FEATURE_SETS, NODE_VERSIONS } from '../../../src/nodeVersion.ts';

/** The features of LiteSVM 1.5, which is made of the code of Agave 4.3.0, beside the tables of this project. */

const set = FeatureSet.allEnabled();
const keys = [...set.getActiveFeatures(), ...set.getInactiveFeatures()].map((key) => Buffer.from(key));

describe('the features of Agave 4.3', () => {
  it('have the number that getVersion gives', () => {
    const sorted = keys.toSorted(Buffer.compare);
    const hash = createHash('sha256').update(Buffer.concat(sorted)).digest();
    expect(FEATURE_SETS.get(NODE_VERSIONS['4.3'].release)).toBe(hash.readUInt32LE());
    expect(keys).toHaveLength(287);
  });

  it('include every gate', () => {
    const known = new Set<string>(keys.map((key) => encodeBase58(key)));
    expect([...GATE_ADDRESSES].filter((address) => !known.has(address))).toEqual([]);
  });
});
