/** Token accounts and mints. */
import type { Descriptions, MethodDescription } from '../description.ts';
import { anyOf, list, object } from '../schema.ts';
import {
  ADDRESS,
  accountConfig,
  COMMITMENT_CONFIG,
  inContext,
  KEYED_ACCOUNTS,
  TOKEN_AMOUNT,
  TOKEN_HOLDING,
} from '../schemas.ts';

const LISTED: Pick<MethodDescription, 'result' | 'schema' | 'errors'> = {
  result: 'context and a list of `{account, pubkey}`, ascending by the bytes of the address',
  schema: inContext(KEYED_ACCOUNTS),
  errors: ['minContextSlotNotReached', 'base58TooLong'],
};
const SCOPE_AND_CONFIG: MethodDescription['params'] = {
  mintOrProgramId: anyOf(object({ mint: ADDRESS }), object({ programId: ADDRESS })),
  'config?': accountConfig('binary'),
};
const ONE_AMOUNT: Pick<MethodDescription, 'result' | 'schema' | 'errors'> = {
  result: 'context and `{amount, decimals, uiAmount, uiAmountString}`',
  schema: inContext(TOKEN_AMOUNT),
  errors: ['timeNotInLedger'],
};

export const TOKENS: Descriptions = {
  getTokenAccountBalance: {
    summary: 'what a token account holds',
    params: { address: ADDRESS, 'commitment?': COMMITMENT_CONFIG },
    ...ONE_AMOUNT,
  },
  getTokenSupply: {
    summary: 'how much there is of a token, as its mint says',
    params: { mint: ADDRESS, 'commitment?': COMMITMENT_CONFIG },
    ...ONE_AMOUNT,
  },
  getTokenLargestAccounts: {
    summary: 'the accounts that hold most of a token',
    params: { mint: ADDRESS, 'commitment?': COMMITMENT_CONFIG },
    result:
      'context and a list of `{address, amount, decimals, uiAmount, uiAmountString}`, at most 20, descending by amount, then by the bytes of the address',
    schema: inContext(list(TOKEN_HOLDING, 20)),
    errors: ['timeNotInLedger'],
  },
  getTokenAccountsByOwner: {
    summary: 'the token accounts of an owner, of one mint or of one token program',
    params: { owner: ADDRESS, ...SCOPE_AND_CONFIG },
    ...LISTED,
  },
  getTokenAccountsByDelegate: {
    summary: 'the token accounts that someone may spend from, of one mint or of one token program',
    params: { delegate: ADDRESS, ...SCOPE_AND_CONFIG },
    ...LISTED,
  },
};
