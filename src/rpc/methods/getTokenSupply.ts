import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { isTokenProgram } from '../../solana/address.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import { tokenAmounts } from '../encoding/tokenMint.ts';
import { rpcResponse, TOKEN_AMOUNT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional } from '../params/paramType.ts';
import { address, bareCommitment } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

/**
 * Units    amount: smallest units of the mint, u64 as text
 * Source   agave 4.1 rpc.rs get_token_supply
 */
export const getTokenSupply = method({
  name: 'getTokenSupply',
  summary: 'the supply of a mint',
  params: params({ mint: address, commitment: optional(bareCommitment) }),
  result: rpcResponse(TOKEN_AMOUNT),
  errors: ['timeNotInLedger'],

  answer({ mint: address, commitment }, context) {
    const view = viewAt(context, commitment);
    context.reasons?.tokenProgramAccount(address, view);
    const account = view.account(address);
    if (account === undefined) throw rpcErrors.invalidParam('could not find account');
    if (!isTokenProgram(account.owner)) throw rpcErrors.invalidParam('not a Token mint');
    const show = tokenAmounts(view, { knowsNativeMint: false });
    const supply = PARSERS.readTokenSupply(account.data);
    if (supply === undefined) {
      const mint = PARSERS.readTokenHolding(account.data)?.mint;
      if (mint !== undefined) context.reasons?.tokenAccountInstead(address, mint, view);
      throw rpcErrors.invalidParam('mint could not be unpacked');
    }
    const value = stringifyJson({ ...show(supply, address) });
    return inContext(view, value, context);
  },
});
