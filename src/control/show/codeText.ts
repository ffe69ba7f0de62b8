import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { ledger } from '../../script/building/ledgerBuilder.ts';
import type { Address } from '../../solana/address.ts';
import type { ShowContext } from './context.ts';

/** Values as code of the script builder. Names and texts of the ledger are written as literals only. @module */

/** A value as code: texts in single quotes, or in double ones if they have single ones. */
export function literal(value: JsonValue): string {
  if (typeof value === 'string') return textCode(value);
  if (isJsonArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${/^[A-Za-z]\w*$/.test(name) ? name : `[${textCode(name)}]`}: ${literal(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function textCode(text: string): string {
  const json = stringifyJson(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A script without names: a name has the meaning that it has in every script. */
const NO_NAMES = ledger();

/** Writes an address by a name that means it in every script, or else as a literal. */
export function keyCode(address: Address, { names }: ShowContext): string {
  const name = names.get(address);
  const meansAddress = name !== null && unlessThrown([TypeError], () => NO_NAMES.address(name)) === address;
  if (!meansAddress) return literal(address);
  return literal(name.includes('(') ? name : name.slice(1));
}

export function integerCode(value: bigint): string {
  return Number.isSafeInteger(Number(value)) ? `${value}` : `${value}n`;
}
