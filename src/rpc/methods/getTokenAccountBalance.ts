import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { isTokenProgram } from '../../solana/address.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import { findMintOwner, tokenAmounts } from '../encoding/tokenMint.ts';
import { rpcResponse, TOKEN_AMOUNT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional } from '../params/paramType.ts';
import { address, bareCommitment } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

/**
 * Units    amount: smallest units of the mint, u64 as text
 * Source   agave 4.1 rpc.rs get_token_account_balance
 */
export const getTokenAccountBalance = method({
  name: 'getTokenAccountBalance',
  summary: 'the balance of a token account',
  params: params({ address, commitment: optional(bareCommitment) }),
  result: rpcResponse(TOKEN_AMOUNT),
  errors: ['timeNotInLedger', 'mintNotRecorded'],

  answer({ address, commitment }, context) {
    const view = viewAt(context, commitment);
    context.reasons?.tokenProgramAccount(address, view);
    context.reasons?.sendsChanging(address);
    const account = view.account(address);
    if (account === undefined) throw rpcErrors.invalidParam('could not find account');
    const show = tokenAmounts(view, { knowsNativeMint: true });
    const isOfTokens = isTokenProgram(account.owner);
    const holding = isOfTokens ? PARSERS.readTokenHolding(account.data) : undefined;
    if (holding === undefined) {
      if (isOfTokens && PARSERS.readTokenSupply(account.data) !== undefined)
        context.reasons?.mintInstead(address, view);
      throw rpcErrors.invalidParam('not a Token account');
    }
    context.reasons?.noMint(holding.mint, view);
    // its owner is not needed, but the mint must exist
    findMintOwner(holding.mint, view);
    const value = stringifyJson({ ...show(holding.amount, holding.mint) });
    return inContext(view, value, context);
  },
});
