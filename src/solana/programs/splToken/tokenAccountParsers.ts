import type { JsonObject } from '../../../codec/jsonText.ts';
import type { AccountParser, AccountParserContext, MintInfo } from '../parserTypes.ts';
import { parseExtensions } from './extensions.ts';
import { readMint, readMultisig, readTokenAccount, tokenKindOf } from './layout.ts';
import { uiTokenAmount } from './uiTokenAmount.ts';

/** Reads an account of the token program. */
export const parseTokenAccount: AccountParser = parserOf('spl-token');

/** Reads an account of token-2022. */
export const parseToken2022Account: AccountParser = parserOf('spl-token-2022');

/**
 * Both programs' accounts are read alike: the older one's may have extensions, too.
 *
 * Source   agave 4.1 `parse_token_v3`
 */
function parserOf(program: string): AccountParser {
  return (data, _address, context) => {
    const parsed = parseState(data, context);
    return parsed && { program, parsed };
  };
}

function parseState(data: Uint8Array, context: AccountParserContext): JsonObject | undefined {
  switch (tokenKindOf(data)) {
    case 'account':
      return parseAccount(data, context);
    case 'mint':
      return { type: 'mint', info: showMint(data, context) };
    case 'multisig':
      return { type: 'multisig', info: { ...readMultisig(data) } };
    default:
      return undefined;
  }
}

/** Parses a token account; undefined: its mint is missing, and amounts cannot be shown without it. */
function parseAccount(data: Uint8Array, context: AccountParserContext): JsonObject | undefined {
  const account = readTokenAccount(data);
  const mint = context.mintOf(account.mint);
  if (mint === undefined) return undefined;
  const { delegate, nativeReserve } = account;
  const info: JsonObject = {
    mint: account.mint,
    owner: account.owner,
    tokenAmount: amountOf(account.amount, mint),
    delegate: delegate ?? undefined,
    delegatedAmount: delegate === null ? undefined : amountOf(account.delegatedAmount, mint),
    state: account.state,
    isNative: nativeReserve !== null,
    rentExemptReserve: nativeReserve === null ? undefined : amountOf(nativeReserve, mint),
    closeAuthority: account.closeAuthority ?? undefined,
    extensions: parseExtensions(data, 'account', context.version),
  };
  return { type: 'account', info };
}

function amountOf(amount: bigint, mint: MintInfo): JsonObject {
  return { ...uiTokenAmount(amount, mint) };
}

function showMint(data: Uint8Array, { version }: AccountParserContext): JsonObject {
  const mint = readMint(data);
  return {
    ...mint,
    supply: `${mint.supply}`,
    extensions: parseExtensions(data, 'mint', version),
  };
}
