import { tryDecode } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../address.ts';
import type { MintInfo } from '../parserTypes.ts';
import { interestBearingConfig, readExtension, scaledUiAmountConfig } from './extensions.ts';
import { kindOf, readMint, TOKEN_ACCOUNT } from './layout.ts';

const INTEREST_BEARING_CONFIG = 10;
const SCALED_UI_AMOUNT_CONFIG = 25;

/** The mint of data that looks like an initialized token account; the other bytes are not checked. */
export function mintOfTokenAccount(data: Uint8Array): Address | undefined {
  if (kindOf(data) !== 'account' || data[TOKEN_ACCOUNT.offsetOf('state')] === 0) return undefined;
  return addressOf(data.subarray(0, ADDRESS_BYTES));
}

/**
 * The facts of a mint that its amounts are shown with; undefined: the data is not an initialized mint.
 *
 * Units    unixTimestamp: Unix seconds of the ledger's Clock
 * Source   agave 4.1 rpc `get_additional_mint_data`: the owner of the mint plays no part, and an extension that does
 *          not read counts as absent
 */
export function readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined {
  if (kindOf(data) !== 'mint') return undefined;
  const decimals = tryDecode(() => readMint(data).decimals);
  if (decimals === undefined) return undefined;
  const interestBearing = readExtension(data, INTEREST_BEARING_CONFIG, interestBearingConfig);
  const scaledUiAmount = readExtension(data, SCALED_UI_AMOUNT_CONFIG, scaledUiAmountConfig);
  return {
    decimals,
    unixTimestamp,
    ...(interestBearing && { interestBearing }),
    ...(scaledUiAmount && { scaledUiAmount }),
  };
}
