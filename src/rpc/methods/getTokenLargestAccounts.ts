import { ascending } from '../../codec/bigints.ts';
import { stringifyJson } from '../../codec/jsonText.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import { findTokenProgram, tokenAmounts } from '../encoding/tokenMint.ts';
import { listOf, withNote } from '../openrpc/schema.ts';
import { rpcResponse, TOKEN_HOLDING } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional } from '../params/paramType.ts';
import { tokenAccountFilters } from '../params/tokenAccountFilters.ts';
import { address, bareCommitment } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

const MAX_ACCOUNTS = 20;

/**
 * Units    amount: smallest units of the mint, u64 as text
 * Source   agave 4.1 rpc.rs get_token_largest_accounts
 */
export const getTokenLargestAccounts = method({
  name: 'getTokenLargestAccounts',
  summary: 'the twenty largest accounts of a mint',
  params: params({ mint: address, commitment: optional(bareCommitment) }),
  result: rpcResponse(
    withNote(listOf(TOKEN_HOLDING, MAX_ACCOUNTS), 'at most 20, descending by amount, then by the bytes of the address'),
  ),
  errors: ['timeNotInLedger', 'mintNotRecorded'],

  answer({ mint, commitment }, context) {
    const view = viewAt(context, commitment);
    context.reasons?.mint(mint, view);
    const show = tokenAmounts(view, { knowsNativeMint: true });
    const programId = findTokenProgram(mint, view);
    // an account that passes the filter but cannot be unpacked counts as empty
    const filters = tokenAccountFilters({ mint });
    const holders = view.accountsOwnedBy(programId, filters).map(({ address, data }) => ({
      address,
      amount: PARSERS.readTokenHolding(data)?.amount ?? 0n,
    }));
    // the accounts ascend by address, and the sort is stable
    const largest = holders.reverse().sort(byAmountDescending).slice(0, MAX_ACCOUNTS);
    context.reasons?.holders({ address: mint, max: MAX_ACCOUNTS, total: holders.length }, filters, view);
    const value = stringifyJson(largest.map(({ address, amount }) => ({ address, ...show(amount, mint) })));
    return inContext(view, value, context);
  },
});

function byAmountDescending(a: { readonly amount: bigint }, b: { readonly amount: bigint }): number {
  return ascending(b.amount, a.amount);
}
