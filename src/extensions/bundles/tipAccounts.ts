import { U64_MAX } from '../../codec/bigints.ts';
import type { Payment } from '../../live/sendQueue.ts';
import { rentExemption } from '../../runtime/accounts/builtinAccounts.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, address } from '../../solana/address.ts';

/**
 * The accounts that bundles pay their tips to.
 *
 * Source   jito-solana v4.3 tip-distributor; docs.jito.wtf getTipAccounts
 * @module
 */

/** The tip payment program, which owns the accounts. No bundle may call it. */
export const TIP_PROGRAM: Address = address('T1pyyaTNZsKv2WcRAB8oVnk93mLJw2XzjtVYqCsaHqt');

/** The addresses in the order of the documents. */
export const TIP_ACCOUNTS: readonly Address[] = [
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
].map(address);

/** A bundle with smaller tips loses the auction; it is not refused. Source docs.jito.wtf, tips */
export const LEAST_TIP: Payment = { accounts: TIP_ACCOUNTS, least: 1000n };

/** the discriminator of an Anchor account */
const TIP_ACCOUNT_BYTES = 8;

/** The accounts before the first tip. Their real data is not public: zeros replace it. */
export function tipAccounts(): readonly Account[] {
  return TIP_ACCOUNTS.map((tipAccount) => ({
    address: tipAccount,
    owner: TIP_PROGRAM,
    data: new Uint8Array(TIP_ACCOUNT_BYTES),
    executable: false,
    lamports: rentExemption(TIP_ACCOUNT_BYTES),
    rentEpoch: U64_MAX,
  }));
}
