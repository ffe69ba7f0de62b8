/**
 * Keeps the text of recognized metadata after checking the rules that its pattern does not check. meta.ts would accept the same
 * metadata without a problem and write the same text; metadata that is hard to check is left to meta.ts.
 * @module
 */
import { floatText, type JsonText } from '../../codec/json.ts';
import { packedUtf8 } from '../../codec/utf8.ts';
import type { AddressTable } from '../../document/addressTable.ts';
import type { Address } from '../../model/address.ts';
import type { RecordedMeta } from '../../model/meta.ts';
import {
  countLookups,
  fullAccountKeys,
  type LoadedAddresses,
  type Message,
  NONE_LOADED,
} from '../../model/transaction.ts';
import type { MetaForm } from '../../rpcJson/metaForm.ts';
import { META_MEMBERS } from '../../rpcJson/metaMembers.ts';
import { META_SHAPES, type ShapeName, statusText } from '../../rpcJson/metaShapes.ts';
import { ADDRESS } from '../../rpcJson/patterns.ts';
import { isNextToNothing } from './tokenBalance.ts';

/** Rules that the pattern of a shape does not check. */
const CHECKS: {
  readonly [S in ShapeName]?: (text: JsonText, accountCount: number, addresses: AddressTable) => boolean;
} = {
  u64s: (text, accountCount) => (text === '[]' ? 0 : text.split(',').length) === accountCount,
  innerInstructions: staysBelow,
  tokenBalances: areAsWritten,
  returnData: areAsWritten,
};

/** Undefined if the metadata does not fit the transaction or breaks one of these rules. */
export function recordForm(
  { text, members }: MetaForm,
  message: Message,
  addresses: AddressTable,
): RecordedMeta | undefined {
  const loadedAddresses = loadedOf(members.loadedAddresses!, addresses);
  const expected = countLookups(message);
  if (loadedAddresses?.readonly.length !== expected.readonly || loadedAddresses.writable.length !== expected.writable)
    return undefined;
  const err = JSON.parse(members.err!);
  if (members.status !== statusText(err)) return undefined;
  const { length } = fullAccountKeys(message, loadedAddresses);
  const isGood = META_MEMBERS.every(({ name, shape }) => {
    const member = members[name];
    return member === undefined || CHECKS[shape]?.(member, length, addresses) !== false;
  });
  return isGood ? { text: packedUtf8(text), err, loadedAddresses } : undefined;
}

const NONE_LOADED_TEXT = META_SHAPES.loadedAddresses.write(NONE_LOADED);

function loadedOf(text: JsonText, addresses: AddressTable): LoadedAddresses | undefined {
  if (text === NONE_LOADED_TEXT) return NONE_LOADED;
  const loaded = JSON.parse(text) as { readonly writable: readonly string[]; readonly readonly: readonly string[] };
  const writable = known(loaded.writable, addresses);
  const readonly = known(loaded.readonly, addresses);
  return writable && readonly && { writable, readonly };
}

function known(texts: readonly string[], addresses: AddressTable): readonly Address[] | undefined {
  const found = texts.map((text) => addresses.get(text));
  return found.every((address) => address !== undefined) ? found : undefined;
}

/** Whether all numbers outside of strings are below `limit`: indexes must be, and stack heights nearly always are. */
function staysBelow(text: JsonText, limit: number): boolean {
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = text.indexOf('"', at + 1);
    const isDigit = code >= 0x30 && code <= 0x39;
    number = isDigit ? number * 10 + code - 0x30 : 0;
    if (number >= limit) return false;
  }
  return true;
}

const ADDRESSES = new RegExp(`"${ADDRESS}"`, 'g');
const UI_AMOUNTS = /"uiAmount":(\d[^,]*)/g;

/** Whether every text that looks like an address is one, and every amount is written as by a node. */
function areAsWritten(text: JsonText, _: number, addresses: AddressTable): boolean {
  for (const [address] of text.matchAll(ADDRESSES)) if (addresses.get(address.slice(1, -1)) === undefined) return false;
  for (const [, amount] of text.matchAll(UI_AMOUNTS))
    if (floatText(Number(amount)) !== amount || isNextToNothing(Number(amount))) return false;
  return true;
}
