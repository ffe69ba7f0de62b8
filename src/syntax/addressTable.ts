import { ADDRESS_BYTES, type Address, type Blockhash, isAddressText } from '../solana/address.ts';
import { type KeyTexts, PLAIN_TEXTS } from '../solana/messageWire.ts';

/**
 * Addresses that fixtures repeat (owners, programs, mints): each is checked once and kept as one string.
 * The strings are copies, because a slice would keep the whole text in memory.
 */
export class AddressTable {
  readonly #known = new Map<string, Address>();
  /** addresses by the 32 bytes of their keys, each byte as one character */
  readonly #ofKeys = new Map<string, Address>();
  /** texts of the keys in the bytes of transactions */
  readonly keyTexts: KeyTexts = {
    addressAt: (bytes, start) => this.#ofKey(bytes, start),
    blockhashAt: (bytes, start) => this.#ofKey(bytes, start) as string as Blockhash,
  };

  #ofKey(bytes: Uint8Array, start: number): Address {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset + start, ADDRESS_BYTES).toString('latin1');
    const existing = this.#ofKeys.get(key);
    if (existing !== undefined) return existing;
    const address = this.#remember(PLAIN_TEXTS.addressAt(bytes, start));
    this.#ofKeys.set(key, address);
    return address;
  }

  /** Returns the same string for equal addresses. */
  #remember(address: Address): Address {
    const existing = this.#known.get(address);
    if (existing !== undefined) return existing;
    this.#known.set(address, address);
    return address;
  }

  /** The address that a text is; undefined: not an address. */
  get(text: string): Address | undefined {
    const existing = this.#known.get(text);
    if (existing !== undefined) return existing;
    const address = uniqueAddress(text);
    if (address !== undefined) this.#known.set(address, address);
    return address;
  }
}

/** Reads an address that occurs only once, so it is not kept in a table. */
export function uniqueAddress(text: string): Address | undefined {
  return isAddressText(text) ? (flatCopy(text) as Address) : undefined;
}

/** space for the longest signature */
const scratch = Buffer.alloc(88);

/** Copies the base58 text of an address or a signature, because a slice keeps the whole text in memory. */
export function flatCopy(base58: string): string {
  return scratch.toString('latin1', 0, scratch.write(base58, 'latin1'));
}
