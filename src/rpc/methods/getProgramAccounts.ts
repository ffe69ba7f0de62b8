import type { JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { AccountFilter } from '../../solana/accountFilter.ts';
import type { Address } from '../../solana/address.ts';
import { encodeAccountList, prepareAccountOptions } from '../encoding/account.ts';
import { type AccountConfig, readAccountConfig, TOO_LONG_FLATTENED } from '../params/accountConfig.ts';
import { checkFilters, readFilters } from '../params/filters.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readBoolean, readString, readStruct } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { withTokenStateFilter } from '../params/tokenAccounts.ts';
import { inContext, type Method, viewFrom } from './method.ts';

interface Params {
  readonly programId: Address;
  readonly filters: readonly AccountFilter[];
  readonly withContext: boolean;
  readonly config: AccountConfig;
}

/**
 * With `jsonParsed`, accounts of a token program that cannot be parsed are left out.
 *
 * Source   agave 4.1 rpc.rs get_program_accounts; contract 4.5, 2.8
 */
export const getProgramAccounts: Method<Params> = {
  name: 'getProgramAccounts',

  describe({
    accountConfig,
    ADDRESS,
    anyOf,
    BOOLEAN,
    contextWith,
    KEYED_ACCOUNTS,
    listOf,
    objectOf,
    TEXT,
    U64,
    U8,
    withDefault,
    wordOf,
  }) {
    const filter = anyOf(
      objectOf({ dataSize: U64 }),
      objectOf({
        memcmp: objectOf({
          bytes: anyOf(TEXT, listOf(U8, 128)),
          'encoding?': withDefault(wordOf('base58', 'base64', 'bytes'), 'base58'),
          offset: U64,
        }),
      }),
      wordOf('tokenAccountState'),
    );
    return {
      summary: 'all accounts of a program that pass every filter, ascending by address bytes',
      params: {
        programId: ADDRESS,
        // the default encoding depends on the dialect
        'config?': accountConfig(undefined, {
          'filters?': listOf(filter, 4),
          'withContext?': withDefault(BOOLEAN, false),
          'sortResults?': withDefault(BOOLEAN, true),
        }),
      },
      result: 'list of `{account, pubkey}`, ascending by the bytes of the address; in a context if asked',
      schema: anyOf(KEYED_ACCOUNTS, contextWith(KEYED_ACCOUNTS)),
      errors: ['tooManyFilters', 'tokenFilterLength', 'minContextSlotNotReached', 'base58TooLong'],
    };
  },

  readParams(params, dialect) {
    const [program, configParam] = readPositional(params, 1, 2);
    const text = readString(program!);
    const config = readConfig(configParam ?? {}, dialect);
    const programId = readAddress(text);
    return { ...config, programId, filters: checkFilters(config.filters) };
  },

  async answer(params, context) {
    const { config, programId } = params;
    const view = viewFrom(context, config);
    const filters = withTokenStateFilter(programId, params.filters);
    const encoding = config.encoding ?? context.dialect.defaultProgramAccountsEncoding;
    const request = { encoding, dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: true }, view.state.protocol.version);
    context.reasons?.filteredAccounts(programId, filters, view);
    const accounts = view.accountsOwnedBy(programId, filters);
    const list = encodeAccountList(programId, accounts, options, (account) => context.reasons?.leftOut(account, view));
    return params.withContext ? inContext(view, list, context) : list;
  },
};

/** Its own members are decoded before those of all account methods, each group in alphabetical order. */
function readConfig(value: JsonValue, dialect: Dialect) {
  const config = readStruct(value, 'RpcProgramAccountsConfig');
  const filters = optional(config.filters, readFilters) ?? [];
  // the list is sorted in any case, so the value is only checked
  optional(config.sortResults, readBoolean);
  const wantsContext = optional(config.withContext, readBoolean) ?? false;
  return { filters, withContext: wantsContext, config: readAccountConfig(config, dialect, TOO_LONG_FLATTENED) };
}
