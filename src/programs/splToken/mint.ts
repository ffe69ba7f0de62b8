import { ADDRESS_BYTES, type Address, addressOf } from '../../model/address.ts';
import { type MintInfo, orUndefined } from '../parsed.ts';
import { readInterestBearingConfig, readScaledUiAmountConfig } from './extensions/amountConfigs.ts';
import { readExtension } from './extensions/entries.ts';
import { extensionBytes, kindOf, readMint } from './layout.ts';

const STATE_OFFSET = 108;
const INTEREST_BEARING_CONFIG = 10;
const SCALED_UI_AMOUNT_CONFIG = 25;

/** The mint of what looks like an initialized token account; the rest of the bytes is not checked. */
export function mintOfTokenAccount(data: Uint8Array): Address | undefined {
  if (kindOf(data) !== 'account' || data[STATE_OFFSET] === 0) return undefined;
  return addressOf(data.subarray(0, ADDRESS_BYTES));
}

/**
 * What is needed of a mint to show its amounts; undefined where the data is no initialized mint.
 *
 * Units    unixTimestamp: Unix seconds of the ledger's Clock
 * Source   agave 4.1 rpc `get_additional_mint_data`: the owner of the mint plays no part, and an extension that does
 *          not read counts as absent
 */
export function readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined {
  if (kindOf(data) !== 'mint') return undefined;
  const decimals = orUndefined(() => readMint(data).decimals);
  if (decimals === undefined) return undefined;
  const entries = extensionBytes(data);
  const interestBearing = readExtension(entries, INTEREST_BEARING_CONFIG, readInterestBearingConfig);
  const scaledUiAmount = readExtension(entries, SCALED_UI_AMOUNT_CONFIG, readScaledUiAmountConfig);
  return {
    decimals,
    unixTimestamp,
    ...(interestBearing && { interestBearing }),
    ...(scaledUiAmount && { scaledUiAmount }),
  };
}
