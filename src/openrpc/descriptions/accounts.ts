/** Accounts, and sums over them. */
import type { Descriptions } from '../description.ts';
import { anyOf, list, object, orNull, type Schema, withDefault, word } from '../schema.ts';
import {
  ACCOUNT,
  ADDRESS,
  accountConfig,
  BOOLEAN,
  COMMITMENT,
  COMMITMENT_CONFIG,
  CONTEXT_CONFIG,
  inContext,
  KEYED_ACCOUNTS,
  TEXT,
  U8,
  U64,
} from '../schemas.ts';

const FILTER: Schema = anyOf(
  object({ dataSize: U64 }),
  object({
    memcmp: object({
      bytes: anyOf(TEXT, list(U8, 128)),
      'encoding?': withDefault(word('base58', 'base64', 'bytes'), 'base58'),
      offset: U64,
    }),
  }),
  word('tokenAccountState'),
);

export const ACCOUNTS: Descriptions = {
  getAccountInfo: {
    summary: 'one account',
    params: { address: ADDRESS, 'config?': accountConfig('binary') },
    result: 'context and the account, or `null` where there is none',
    schema: inContext(orNull(ACCOUNT)),
    errors: ['minContextSlotNotReached', 'base58TooLong'],
  },
  getMultipleAccounts: {
    summary: 'several accounts at once, null for those that do not exist',
    params: { addresses: list(ADDRESS, 100), 'config?': accountConfig('base64') },
    result: 'context and one account an address, in order, `null` for those that do not exist',
    schema: inContext(list(orNull(ACCOUNT))),
    errors: ['tooManyInputs', 'minContextSlotNotReached', 'base58TooLong'],
  },
  getProgramAccounts: {
    summary: 'all accounts of a program that pass every filter, ascending by address bytes',
    params: {
      programId: ADDRESS,
      // without an encoding the dialects part
      'config?': accountConfig(undefined, {
        'filters?': list(FILTER, 4),
        'withContext?': withDefault(BOOLEAN, false),
        'sortResults?': withDefault(BOOLEAN, true),
      }),
    },
    result: 'list of `{account, pubkey}`, ascending by the bytes of the address; in a context if asked',
    schema: anyOf(KEYED_ACCOUNTS, inContext(KEYED_ACCOUNTS)),
    errors: ['tooManyFilters', 'tokenFilterLength', 'minContextSlotNotReached', 'base58TooLong'],
  },
  getBalance: {
    summary: 'the lamports of an account',
    params: { address: ADDRESS, 'config?': CONTEXT_CONFIG },
    result: 'context and lamports, 0 where there is no account',
    schema: inContext(U64),
    errors: ['minContextSlotNotReached'],
  },
  getLargestAccounts: {
    summary: 'the twenty accounts with the most lamports',
    params: {
      'config?': object({
        'filter?': word('circulating', 'nonCirculating'),
        'sortResults?': BOOLEAN,
        'commitment?': COMMITMENT,
      }),
    },
    result:
      'context and a list of `{address, lamports}`, at most 20, descending by lamports, then by the bytes of the address',
    schema: inContext(list(object({ address: ADDRESS, lamports: U64 }), 20)),
    errors: ['notInLedger'],
  },
  getSupply: {
    summary: 'all lamports that there are, and those of them that do not circulate',
    params: {
      'config?': object({
        'excludeNonCirculatingAccountsList?': withDefault(BOOLEAN, false),
        'commitment?': COMMITMENT,
      }),
    },
    result: 'context and `{circulating, nonCirculating, nonCirculatingAccounts, total}`',
    schema: inContext(
      object({ circulating: U64, nonCirculating: U64, nonCirculatingAccounts: list(ADDRESS), total: U64 }),
    ),
    errors: ['notInLedger'],
  },
  getMinimumBalanceForRentExemption: {
    summary: 'what an account of so many bytes must hold to stay',
    params: {
      dataLength: { type: 'integer', minimum: 0, maximum: 10_485_760 },
      'commitment?': COMMITMENT_CONFIG,
    },
    result: 'lamports',
    schema: U64,
    errors: ['invalidRequest'],
  },
  getStakeMinimumDelegation: {
    summary: 'the least that can be delegated',
    params: { 'config?': CONTEXT_CONFIG },
    result: 'context and lamports',
    schema: inContext(U64),
    errors: ['minContextSlotNotReached'],
  },
};
