import { DIALECTS } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { UiTokenAmount } from '../model/meta.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { type AccountReader, prepareAccountOptions } from './accountOptions.ts';

/** Reads token accounts and mints, and shows amounts of them. */
export interface TokenAmounts {
  readonly parsers: ParserSet;
  /**
   * Of a mint that is known to be there and to unpack.
   *
   * Errors   timeNotInLedger -32096 for a mint whose amounts change with time
   */
  readonly show: (amount: bigint, mint: Address) => UiTokenAmount;
}

/**
 * Loads the parsers and says where to look mints up.
 *
 * @param knowsNativeMint whether the mint of wrapped SOL is known without its account
 */
export async function loadTokenAmounts(
  reader: AccountReader,
  { knowsNativeMint }: { readonly knowsNativeMint: boolean },
): Promise<TokenAmounts> {
  const request = { encoding: 'jsonParsed', dataSlice: undefined, dialect: DIALECTS.agave } as const;
  const { parsing } = await prepareAccountOptions(request, reader, { knowsNativeMint });
  const { parsers, context } = parsing!;
  return {
    parsers,
    show: (amount, mint) => {
      const info = context.mintOf(mint);
      if (info === undefined) throw rpcErrors.timeNotInLedger();
      return parsers.showTokenAmount(amount, info);
    },
  };
}
