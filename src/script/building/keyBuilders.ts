import { type KeyPair, namedKeyPair } from '../../runtime/names/namedKeys.ts';
import { isAddressText } from '../../solana/address.ts';
import { associatedText, nameText, programAddressText, seedText } from '../../syntax/addressExpressionText.ts';
import type { AddressText } from '../format/ledgerJsonTypes.ts';

/** A key pair that a script knows by its name, so that it can sign there. */
export interface NamedKeyPair extends KeyPair {
  /** the text that stands for the address of the key in a script, e.g. `$alice` */
  readonly word: string;
}

/**
 * A value that can be used as an address:
 *
 * - a name, `'alice'` or `'$alice'`: a key pair that follows from the name; `'token'`, `'system'`, `'clock'` and the like are the
 *   programs and sysvars of these names
 * - base58 text of 32 bytes, also as `{ address }` (a key pair or a signer of Kit) or with `toBase58()` (a `PublicKey` of web3.js)
 * - what `keypair`, `ata` and `pda` give
 */
export type Key = string | NamedKeyPair | DerivedAddress | { readonly address: string } | { toBase58(): string };

/**
 * The key pair of a name, the same in every script, so that a test can sign with it.
 *
 * ```ts
 * const alice = keypair('alice');
 * await createKeyPairFromPrivateKeyBytes(alice.seed); // Kit
 * Keypair.fromSecretKey(alice.secretKey); // web3.js
 * ```
 */
export function keypair(name: string): NamedKeyPair {
  return { ...namedKeyPair(name), word: nameText(name) };
}

/** Marks what `ata` and `pda` give; the same symbol in every copy of this package. */
const DERIVED = Symbol.for('stillnode.derivedAddress');

/**
 * A derived address, such as that of an associated token account. It depends on the keys and mints of a ledger: `LedgerBuilder.address`
 * and `node.address` compute it.
 */
export class DerivedAddress {
  /** the text that stands for the address in a script, e.g. `$ata(alice,usdc)` */
  readonly word: AddressText;

  constructor(word: AddressText) {
    this.word = word;
  }

  toJSON(): AddressText {
    return this.word;
  }

  toString(): AddressText {
    return this.word;
  }
}

Object.defineProperty(DerivedAddress.prototype, DERIVED, { value: true });

/**
 * Whether a value is a key, where it may also be an object of other members, such as a group of accounts or a struct: a text, what `ata` and
 * `pda` give, and what has an address and can do something, such as a key pair, a signer of Kit and a `PublicKey`.
 */
export function isKey(value: unknown): value is Key {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (isDerived(value as Key) || ('toBase58' in value && typeof value.toBase58 === 'function')) return true;
  const { address } = value as { readonly address?: unknown };
  return typeof address === 'string' && Object.values(value).some((member) => typeof member === 'function');
}

/**
 * The associated token account of an owner, under the token program of the mint in the ledger unless another one is given.
 *
 * ```ts
 * ledger().block(100, (b) => b.closeTokenAccount(ata('alice', 'usdc'), 'alice'));
 * await node.request('getTokenAccountBalance', [node.address(ata('alice', 'usdc'))]);
 * ata('alice', 'gold', 'token2022');
 * ```
 */
export function ata(owner: Key, mint: Key, program?: Key): DerivedAddress {
  const operands = program === undefined ? [owner, mint] : [owner, mint, program];
  return new DerivedAddress(associatedText(operands.map(addressText)));
}

/** Whether a key is what `ata` or `pda` gives, also of another copy of this package. */
export function isDerived(key: Key): key is DerivedAddress {
  return typeof key === 'object' && key !== null && DERIVED in key;
}

/** A text, a byte, bytes, or the 32 bytes of a key: `'vault'`, `7`, `Uint8Array.of(1, 2)`, `keypair('alice')`. */
export type Seed = string | number | Uint8Array | Exclude<Key, string>;

/**
 * The address that a program derives from seeds.
 *
 * ```ts
 * pda('lending', 'vault', keypair('alice')); // texts are seeds, unchanged: only a key object is a key
 * ```
 */
export function pda(program: Key, ...seeds: readonly Seed[]): DerivedAddress {
  return new DerivedAddress(programAddressText(addressText(program), seeds.map(keyOrSeedText)));
}

/**
 * The text of a key in the file format. Text that is not an address is passed on: the reader of the script reports it with its place.
 *
 * @throws TypeError for what JavaScript without types may give
 */
export function addressText(key: Key): AddressText {
  if (typeof key === 'string') return isAddressText(key) ? key : nameText(key);
  if (typeof key !== 'object' || key === null)
    throw new TypeError(`expected a name, an address or a key pair, found ${key}`);
  if ('then' in key)
    throw new TypeError('expected a name, an address or a key pair, found a promise: put await before it');
  if ('word' in key) return key.word;
  if (!('address' in key) && typeof key.toBase58 !== 'function')
    throw new TypeError('expected a name, an address or a key pair, found an object that has no address');
  return addressText('address' in key ? key.address : key.toBase58());
}

/**
 * The text of a key in a match: a key pair is its own address, since a ledger refuses a match by a name that it does not know.
 *
 * @throws TypeError for what JavaScript without types may give
 */
export function matchedKeyText(key: Key): AddressText {
  const isKeyPair = typeof key === 'object' && key !== null && 'word' in key && 'address' in key;
  return isKeyPair ? key.address : addressText(key);
}

/** Each of the keys; one that is undefined is left out. */
export function addressTexts<T extends Readonly<Record<string, Key | undefined>>>(keys: T): AddressTexts<T> {
  const texts = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [[name, addressText(key)]]));
  // the names are those of T, which Object.entries forgets
  return Object.fromEntries(texts) as AddressTexts<T>;
}

type AddressTexts<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: AddressText } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: AddressText;
};

function keyOrSeedText(seed: Seed): string {
  const isKey = typeof seed === 'object' && !(seed instanceof Uint8Array);
  return isKey ? addressText(seed) : seedText(seed);
}
