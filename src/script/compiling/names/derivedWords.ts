import { Names } from './names.ts';

const words = new Map<string, string>();
const NOBODY = { refuse: () => undefined, warn: () => undefined };

/**
 * The address that a derivation such as `$ata(alice,usdc)` stands for where a script says nothing else of its names. It is
 * remembered: a script that is given the address says the derivation. What stands for no address is given back as it is, so
 * that whoever reads the script tells what is wrong with it.
 */
export function derivedAddress(word: string): string {
  const address = new Names([]).resolve({ value: word, at: NOBODY });
  if (address === undefined) return word;
  words.set(address, word);
  return address;
}

/** The derivation that gave an address, if one did. */
export function derivationOf(address: string): string | undefined {
  return words.get(address);
}
