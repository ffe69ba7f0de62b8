import { tryDecode } from '../../../codec/struct.ts';
import type { MintInfo } from '../parserTypes.ts';
import { readExtension } from './extensions.ts';
import { EXTENSION } from './extensionTable.ts';
import { interestBearingConfig, scaledUiAmountConfig } from './extensionValues.ts';
import { readMint, tokenKindOf } from './layout.ts';

/**
 * The facts of a mint that its amounts are shown with; undefined: the data is not an initialized mint.
 *
 * Units    unixTimestamp: Unix seconds of the ledger's Clock
 * Source   agave 4.1 rpc `get_additional_mint_data`: the owner of the mint plays no part, and an extension that does
 *          not read counts as absent
 */
export function readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined {
  if (tokenKindOf(data) !== 'mint') return undefined;
  const decimals = tryDecode(() => readMint(data).decimals);
  if (decimals === undefined) return undefined;
  const interestBearing = readExtension(data, EXTENSION.interestBearingConfig, interestBearingConfig);
  const scaledUiAmount = readExtension(data, EXTENSION.scaledUiAmountConfig, scaledUiAmountConfig);
  return {
    decimals,
    unixTimestamp,
    ...(interestBearing && { interestBearing }),
    ...(scaledUiAmount && { scaledUiAmount }),
  };
}
