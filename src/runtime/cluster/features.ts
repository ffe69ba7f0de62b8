import { NODE_VERSION_NAMES, type NodeVersionName } from '../../nodeVersion.ts';
import { type Address, address } from '../../solana/address.ts';
import changes from './features.json' with { type: 'json' };

/**
 * The features that each version knows. A test validator activates all of them but Alpenglow in its genesis.
 *
 * Source   agave feature-set of 4.1.2, 4.2.1, 4.3.2, 4.4.0 and 4.5.0-alpha.4, by their numbers in getVersion; test-validator lib.rs
 * @module
 */

/** The difference of a version from the one before it. */
interface FeatureChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly alpenglow: string;
}

/** The changes by version; one without a row has the features of the one before it. */
const CHANGES: Readonly<Partial<Record<NodeVersionName, FeatureChange>>> = changes;

/** All but Alpenglow, by the version that knows them. */
export const FEATURES = Object.fromEntries(NODE_VERSION_NAMES.map((name) => [name, featuresOf(name)])) as Readonly<
  Record<NodeVersionName, ReadonlySet<Address>>
>;

function featuresOf(version: NodeVersionName): ReadonlySet<Address> {
  const features = new Set<Address>();
  for (const { added, removed } of changesUpTo(version)) {
    for (const key of removed) features.delete(address(key));
    for (const key of added) features.add(address(key));
  }
  return features;
}

/** The feature that lets a cluster decide by Alpenglow. */
export function alpenglowFeatureOf(version: NodeVersionName): Address {
  return address(changesUpTo(version).at(-1)!.alpenglow);
}

function changesUpTo(version: NodeVersionName): readonly FeatureChange[] {
  const names = NODE_VERSION_NAMES.slice(0, NODE_VERSION_NAMES.indexOf(version) + 1);
  return names.flatMap((name) => CHANGES[name] ?? []);
}
