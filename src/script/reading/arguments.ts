import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { refuseUnknown } from '../../document/members.ts';
import { isObject, type Reader, readBoolean, readList, readText, readU8, readU64 } from '../../document/readers.ts';
import type { AccountMetaWord, AddressWord, AmountWord, ArgumentReader } from '../format/types.ts';
import { readAddressWord, readAmount, readBytes, readSol, readWithMembers } from './values.ts';

/** Reads the arguments of an instruction out of the value of its word. */
export class CursorArguments implements ArgumentReader {
  readonly at: Cursor;
  readonly #names = new Set<string>();
  /** undefined: not checked yet */
  #isObject: boolean | undefined;

  constructor(at: Cursor) {
    this.at = at;
  }

  address(name: string): AddressWord | undefined {
    return this.#required(name, readAddressWord);
  }

  optionalAddress(name: string): AddressWord | null | undefined {
    return this.#optional(name, readAddressWord, null);
  }

  addresses(name: string): readonly AddressWord[] | undefined {
    return this.#optional(name, (list) => readList(list, readAddressWord), []);
  }

  lamports(name: string): bigint | undefined {
    const lamports = this.optionalLamports(name);
    return lamports ?? (lamports === null ? this.at.expected(`${name} or sol`) : undefined);
  }

  optionalLamports(name: string): bigint | null | undefined {
    const lamports = this.#optional(name, readU64, null);
    const sol = this.#optional('sol', readSol, null);
    if (lamports === null || sol === null) return lamports ?? sol;
    return this.#isObject ? this.at.member('sol').refuse(`expected ${name} or sol, found both`) : undefined;
  }

  amount(name: string): AmountWord | undefined {
    return this.#required(name, readAmount);
  }

  u64(name: string): bigint | undefined {
    return this.#required(name, readU64);
  }

  u8(name: string): number | undefined {
    return this.#required(name, readU8);
  }

  flag(name: string): boolean | undefined {
    return this.#optional(name, readBoolean, false);
  }

  text(name: string): string | undefined {
    return this.#required(name, readText);
  }

  wholeText(): string | undefined {
    return typeof this.at.value === 'string' ? this.at.value : undefined;
  }

  bytes(name: string): Uint8Array | undefined {
    return this.#optional(name, readBytes, new Uint8Array());
  }

  accountMetas(name: string): readonly AccountMetaWord[] | undefined {
    return this.#optional(name, (list) => readList(list, readAccountMeta), []);
  }

  finish(): void {
    if (isJsonObject(this.at.value)) refuseUnknown(this.at, [...this.#names]);
  }

  #required<T>(name: string, read: Reader<T>): T | undefined {
    const member = this.#member(name);
    return member && read(member);
  }

  #optional<T, N>(name: string, read: Reader<T>, missing: N): T | N | undefined {
    const member = this.#member(name);
    return member?.value === undefined ? member && missing : read(member);
  }

  /** undefined: there are no members, which is reported once */
  #member(name: string): Cursor | undefined {
    this.#names.add(name);
    return this.#expectObject() ? this.at.member(name) : undefined;
  }

  #expectObject(): boolean {
    this.#isObject ??= isObject(this.at);
    return this.#isObject;
  }
}

const META_MEMBERS = { address: readAddressWord, signer: readBoolean, writable: readBoolean };
const META_TEXT = /^(?<address>.*\S)\s+(?<flags>s|w|sw|ws)$/s;

/** `"$alice sw"`, or `{address, signer, writable}`. */
function readAccountMeta(at: Cursor): AccountMetaWord | undefined {
  if (typeof at.value === 'string') return metaOf(at, at.value);
  const read = readWithMembers(at, META_MEMBERS, ['address']);
  return read && { address: read.address, signer: read.signer ?? false, writable: read.writable ?? false };
}

function metaOf(at: Cursor, text: string): AccountMetaWord {
  const { address = text, flags = '' } = META_TEXT.exec(text)?.groups ?? {};
  return { address: { value: address, at }, signer: flags.includes('s'), writable: flags.includes('w') };
}
