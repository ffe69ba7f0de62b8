import { NO_REPORTS } from '../scriptError.ts';
import { Names } from './names.ts';

const words = new Map<string, string>();

/**
 * Resolves a derivation such as `$ata(alice,usdc)` with the default keys of its names. The result is
 * remembered: a script that is given the address writes the derivation. A word that cannot be resolved is returned unchanged, so
 * that the reader of the script reports the mistake.
 */
export function derivedAddress(word: string): string {
  const address = new Names([]).resolve({ value: word, at: NO_REPORTS });
  if (address === undefined) return word;
  words.set(address, word);
  return address;
}

/** The derivation that gave an address, if one did. */
export function derivationOf(address: string): string | undefined {
  return words.get(address);
}
