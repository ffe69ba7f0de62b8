import { method } from '../rpc/methods/method.ts';
import { listOf, withNote } from '../rpc/openrpc/schema.ts';
import { ADDRESS } from '../rpc/openrpc/schemas.ts';
import { NO_PARAMS } from '../rpc/params/params.ts';
import { quoteKeys } from '../solana/metadata/instructionText.ts';
import { TIP_ACCOUNTS } from './bundles/tipAccounts.ts';

/** Source   docs.jito.wtf getTipAccounts */
export const getTipAccounts = method({
  name: 'getTipAccounts',
  summary: 'the accounts that bundles pay their tips to',
  params: NO_PARAMS,
  result: withNote(listOf(ADDRESS), 'a list of eight addresses'),
  errors: [],

  answer: () => quoteKeys(TIP_ACCOUNTS),
});
