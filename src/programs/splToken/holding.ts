/**
 * What the metadata of transactions tells of token accounts and mints. They are read less strictly than parsers read them: a
 * length that fits and no zero where it says that they are initialized is enough. Those of the older program have no extensions.
 *
 * Source   spl-generic-token 2.0 `generic_token`
 * @module
 */
import { ByteReader } from '../../codec/byteReader.ts';
import { type Address, TOKEN_PROGRAM } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import { isBase, kindOf, type TokenAccount } from './layout.ts';

const STATE_OFFSET = 108;
const DECIMALS_OFFSET = 44;
const INITIALIZED_OFFSET = 45;

export type Holding = Pick<TokenAccount, 'mint' | 'owner' | 'amount'>;

/** @param program that owns the account */
export function isHolding(data: Uint8Array, program: Address): boolean {
  return isOfKind('account', data, program) && data[STATE_OFFSET] !== 0;
}

/** @param data for which `isHolding` is true */
export function readHolding(data: Uint8Array): Holding {
  const reader = new ByteReader(data);
  return { mint: readAddress(reader), owner: readAddress(reader), amount: reader.u64() };
}

/** Of a mint that `program` owns; undefined where the data is none. */
export function readDecimals(data: Uint8Array, program: Address): number | undefined {
  if (!isOfKind('mint', data, program) || data[INITIALIZED_OFFSET] === 0) return undefined;
  return data[DECIMALS_OFFSET];
}

function isOfKind(kind: 'account' | 'mint', data: Uint8Array, program: Address): boolean {
  return kindOf(data) === kind && (program !== TOKEN_PROGRAM || isBase(data));
}
