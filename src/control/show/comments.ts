import { formatUnits, SOL_DECIMALS } from '../../codec/decimalUnits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { YamlValue } from '../../files/yamlText.ts';
import type { Address } from '../../solana/address.ts';
import type { ShownNames } from './shownNames.ts';

/** Comments on what is shown: names of addresses, SOL of lamports, decimals of tokens, dates of seconds. */

export function commentsFor(names: ShownNames): (node: YamlValue) => string | undefined {
  return (node) => {
    const { value } = node;
    if (typeof value === 'string' && !isNamedBeside(node)) {
      const name = names.get(value as Address);
      if (name !== null && name !== node.key) return name;
    }
    const count = integerOf(value);
    return count === undefined || isOfIdl(node.parent) ? undefined : commentOnInteger(count, node);
  };
}

/** Whether the object that has this address has its name too. */
function isNamedBeside({ key, parent }: YamlValue): boolean {
  return key === 'address' && objectAt(parent)?.name !== undefined;
}

/** Members whose content an IDL names: its names may mean anything. */
const OF_IDL: readonly (string | number | undefined)[] = ['described', 'args', 'fields'];

function isOfIdl(node: YamlValue | undefined): boolean {
  return node !== undefined && (OF_IDL.includes(node.key) || isOfIdl(node.parent));
}

function commentOnInteger(count: bigint, node: YamlValue): string | undefined {
  const { key, parent } = node;
  if (DATES.includes(key)) return dateText(count);
  if (key === 'described') return count === 0n ? undefined : TOO_MANY;
  if (isLamports(node)) return amountText(count, node, SOL_DECIMALS, ' SOL');
  if (parent?.parent?.key !== 'tokenBalances' || !BALANCES.includes(key)) return undefined;
  const decimals = integerOf(objectAt(parent)?.decimals);
  return decimals === undefined ? undefined : amountText(count, node, Number(decimals), '');
}

/** An amount; after a transaction also its change. Undefined: it is zero, and was zero before. */
function amountText(amount: bigint, { key, parent }: YamlValue, decimals: number, unit: string): string | undefined {
  const before = key === 'after' ? (integerOf(objectAt(parent)?.before) ?? 0n) : amount;
  if (amount === 0n && before === 0n) return undefined;
  const sign = amount > before ? '+' : '';
  const change = amount === before ? '' : ` (${sign}${formatUnits(amount - before, decimals)})`;
  return `${formatUnits(amount, decimals)}${unit}${change}`;
}

const TOO_MANY = 'shown as bytes, because together they have too many values';

type Keys = readonly YamlValue['key'][];

const DATES: Keys = ['blockTime', 'unixTimestamp', 'timestamp'];
const BALANCES: Keys = ['before', 'after'];
/** Members that are lamports wherever they are. */
const LAMPORTS: Keys = ['lamports', 'postBalance', 'rentExemptReserve', 'stake'];
const LISTS_OF_LAMPORTS: Keys = ['preBalances', 'postBalances'];

function isLamports({ key, parent }: YamlValue): boolean {
  if (LAMPORTS.includes(key)) return true;
  if (key === 'fee') return parent?.key === 'meta';
  if (BALANCES.includes(key)) return parent?.parent?.key === 'balances';
  return parent !== undefined && LISTS_OF_LAMPORTS.includes(parent.key);
}

/** Unix seconds as `2026-01-31T12:00:00Z`; undefined: no calendar has the year. */
function dateText(seconds: bigint): string | undefined {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}

/** An integer, also as text, as large ones are in the data of nodes. */
function integerOf(value: JsonValue | undefined): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

function objectAt(node: YamlValue | undefined): JsonObject | undefined {
  return isJsonObject(node?.value) ? node.value : undefined;
}
