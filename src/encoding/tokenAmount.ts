import { rpcErrors } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { UiTokenAmount } from '../model/meta.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { type AccountReader, type MintLookup, mintReader } from './mintReader.ts';
import { loadParsers } from './parsers.ts';

/** Reads token accounts and mints, and shows amounts of them. */
export interface TokenAmounts {
  readonly parsers: ParserSet;
  /**
   * Of a mint that is known to be there and to unpack.
   *
   * Errors   timeNotInLedger -32603 for a mint whose amounts change with time
   */
  readonly show: (amount: bigint, mint: Address) => UiTokenAmount;
}

/** Loads the parsers and gives the encoder a way to look up mints. */
export async function loadTokenAmounts(reader: AccountReader, lookup: MintLookup): Promise<TokenAmounts> {
  const parsers = await loadParsers();
  const mintOf = mintReader(parsers, reader, lookup);
  return {
    parsers,
    show: (amount, mint) => {
      const info = mintOf(mint);
      if (info === undefined) throw rpcErrors.timeNotInLedger();
      return parsers.showTokenAmount(amount, info);
    },
  };
}
