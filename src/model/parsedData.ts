import type { JsonValue } from '../codec/json.ts';
import type { Address } from './address.ts';

/** What jsonParsed shows of an account's data. */
export interface ParsedData {
  /** the node's name of the program, e.g. `spl-token` */
  readonly program: string;
  readonly parsed: JsonValue;
  /** bytes that the data have */
  readonly space: number;
  /** the first bytes of the data, as far as they follow from what was recorded */
  readonly known: Uint8Array;
}

export function knowsAllBytes({ known, space }: ParsedData): boolean {
  return known.length === space;
}

/** Something needs bytes of an account that was recorded without them. */
export class UnknownBytesError extends Error {
  readonly address: Address;
  constructor(address: Address) {
    super(`account ${address} was recorded as jsonParsed, so its bytes are not known`);
    this.name = 'UnknownBytesError';
    this.address = address;
  }
}
