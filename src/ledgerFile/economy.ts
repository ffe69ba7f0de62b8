import { JsonFloat } from '../codec/json.ts';
import type { Cursor } from '../document/cursor.ts';
import { readAddress, readList, readU64 } from '../document/readers.ts';
import type { InflationGovernor, Supply } from '../ledger/cluster.ts';
import { readRecord } from './composite.ts';

/** As getInflationGovernor answers. */
export function readInflation(at: Cursor): InflationGovernor | undefined {
  return readRecord<InflationGovernor>(at, {
    foundation: readNumber,
    foundationTerm: readNumber,
    initial: readNumber,
    taper: readNumber,
    terminal: readNumber,
  });
}

/** An f64; recording tools write whole numbers without a point. */
function readNumber(at: Cursor): number | undefined {
  const { value } = at;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return value instanceof JsonFloat ? value.value : at.expected('a number');
}

/** As the `value` of getSupply. */
export function readSupply(at: Cursor): Supply | undefined {
  const supply = readRecord<Supply>(at, {
    circulating: readU64,
    nonCirculating: readU64,
    nonCirculatingAccounts: (list) => readList(list, readAddress),
    total: readU64,
  });
  if (supply === undefined) return undefined;
  const sum = supply.circulating + supply.nonCirculating;
  if (supply.total === sum) return supply;
  return at.member('total').refuse(`expected circulating and nonCirculating together, ${sum}, found ${supply.total}`);
}
