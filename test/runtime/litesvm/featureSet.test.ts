import { createHash } from 'node:crypto';
import { FeatureSet } from 'litesvm';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { GATE_ADDRESSES } from '../../../src/gates.ts';
import { FEATURE_SETS, NODE_VERSION_NAMES, NODE_VERSIONS } from '../../../src/nodeVersion.ts';
import { alpenglowFeatureOf, FEATURES } from '../../../src/runtime/cluster/features.ts';

/** The features of LiteSVM 1.5, which is made of the code of Agave 4.3.0, beside the tables of this project. */

function featureSetOf(features: readonly Uint8Array[]): number {
  const sorted = features.toSorted(Buffer.compare);
  return createHash('sha256').update(Buffer.concat(sorted)).digest().readUInt32LE();
}

const numbered = NODE_VERSION_NAMES.filter((name) => FEATURE_SETS.has(NODE_VERSIONS[name].release));

describe.each(numbered)('the features of Agave %s', (name) => {
  it('have the number that getVersion gives', () => {
    const listed = [...FEATURES[name], alpenglowFeatureOf(name)].map(decodeBase58);
    expect(featureSetOf(listed)).toBe(FEATURE_SETS.get(NODE_VERSIONS[name].release));
  });
});

const set = FeatureSet.allEnabled();
const keys = [...set.getActiveFeatures(), ...set.getInactiveFeatures()].map((key) => Buffer.from(key));

describe('the features of LiteSVM', () => {
  it('have the number that getVersion gives', () => {
    expect(FEATURE_SETS.get(NODE_VERSIONS['4.3'].release)).toBe(featureSetOf(keys));
    expect(keys).toHaveLength(287);
  });

  it('are those of a test validator, and Alpenglow', () => {
    const listed = [...FEATURES['4.3'], alpenglowFeatureOf('4.3')];
    expect(listed.toSorted()).toEqual(keys.map((key) => encodeBase58(key)).sort());
  });
});

it('every gate is a feature of the versions that have it', () => {
  const known = new Set<string>(NODE_VERSION_NAMES.flatMap((name) => [...FEATURES[name]]));
  expect([...GATE_ADDRESSES].filter((address) => !known.has(address))).toEqual([]);
});
