import { params } from '../params/params.ts';
import { address } from '../params/usualTypes.ts';
import { method } from './method.ts';
import { answerTokenAccounts, tokenAccountParams, tokenAccountResult } from './tokenAccountLists.ts';

/** Source   agave 4.1 rpc.rs get_token_accounts_by_delegate */
export const getTokenAccountsByDelegate = method({
  name: 'getTokenAccountsByDelegate',
  summary: 'the token accounts of a delegate, of one mint or of one token program',
  params: params({ delegate: address, ...tokenAccountParams }),
  ...tokenAccountResult,

  answer: ({ delegate: holder, ...request }, context) =>
    answerTokenAccounts({ role: 'delegate', holder, ...request }, context),
});
