/**
 * Signatures and addresses that resemble a word.
 * @module
 */
import { nearest } from '../../codec/nearest.ts';
import type { Scene } from './scene.ts';

/** Fewer characters are more likely a misspelt name. */
const SHORTEST_BEGINNING = 4;
/** Of a key that was copied wrong, one end is usually right. */
const SAME_END = 4;
const MAX_WRONG = 4;

/** In the order of the ledger; addresses that only transactions name are among them. */
export function keysThatBegin(beginning: string, scene: Scene): readonly string[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...allKeys(scene)].filter((key) => key.startsWith(beginning));
}

/** Undefined: there is none that is nearly the same. */
export function keysLike(key: string, scene: Scene): string | undefined {
  const [start, end] = [key.slice(0, SAME_END), key.slice(-SAME_END)];
  const candidates = [...allKeys(scene)].filter((other) => other.startsWith(start) || other.endsWith(end));
  return nearest(key, candidates, MAX_WRONG);
}

function allKeys({ state, view }: Scene): ReadonlySet<string> {
  const keys = new Set<string>([...state.accounts.toTable().addresses(), ...state.names.addresses.values()]);
  for (const { address } of view.accounts.values()) keys.add(address);
  for (const { accountKeys, signature } of state.history.transactions()) {
    keys.add(signature);
    for (const key of accountKeys) keys.add(key);
  }
  return keys;
}
