import { params } from '../params/params.ts';
import { address } from '../params/usualTypes.ts';
import { method } from './method.ts';
import { answerTokenAccounts, tokenAccountParams, tokenAccountResult } from './tokenAccountLists.ts';

/** Source   agave 4.1 rpc.rs get_token_accounts_by_owner */
export const getTokenAccountsByOwner = method({
  name: 'getTokenAccountsByOwner',
  summary: 'the token accounts of an owner, of one mint or of one token program',
  params: params({ owner: address, ...tokenAccountParams }),
  ...tokenAccountResult,

  answer: ({ owner: holder, ...request }, context) =>
    answerTokenAccounts({ role: 'owner', holder, ...request }, context),
});
