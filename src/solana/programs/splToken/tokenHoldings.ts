import { ByteReader } from '../../../codec/bytes.ts';
import { type Decoder, fields, u64 } from '../../../codec/struct.ts';
import { type Address, TOKEN_PROGRAM } from '../../address.ts';
import { pubkey } from '../../pubkey.ts';
import { MINT, TOKEN_ACCOUNT, TOKEN_ACCOUNT_BYTES, type TokenAccount, tokenKindOf } from './layout.ts';

/**
 * Token accounts and mints in the metadata of transactions. They are checked less strictly than parsers do it: the length has to fit,
 * and the byte of their state must not be zero. Those of the Token program have no extensions.
 *
 * Source   spl-generic-token 2.0 `generic_token`
 * @module
 */

export type BalanceHolding = Pick<TokenAccount, 'mint' | 'owner' | 'amount'>;

const holding: Decoder<BalanceHolding> = fields({ mint: pubkey, owner: pubkey, amount: u64 });

/** @param program that owns the account */
export function isHolding(data: Uint8Array, program: Address): boolean {
  return isOfKind('account', data, program) && data[TOKEN_ACCOUNT.offsetOf('state')] !== 0;
}

/** @param data for which `isHolding` is true */
export function readHolding(data: Uint8Array): BalanceHolding {
  return holding.read(new ByteReader(data));
}

/** The decimals of a mint that `program` owns; undefined: the data is not a mint. */
export function readDecimals(data: Uint8Array, program: Address): number | undefined {
  if (!isOfKind('mint', data, program) || data[MINT.offsetOf('isInitialized')] === 0) return undefined;
  return data[MINT.offsetOf('decimals')];
}

function isOfKind(kind: 'account' | 'mint', data: Uint8Array, program: Address): boolean {
  return tokenKindOf(data) === kind && (program !== TOKEN_PROGRAM || data.length <= TOKEN_ACCOUNT_BYTES);
}
