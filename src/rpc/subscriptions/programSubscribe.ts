import type { JsonObject, JsonText } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import {
  type Account,
  type AccountFilter,
  type DataSlice,
  passesFilters,
  UnknownBytesError,
} from '../../solana/account.ts';
import { type Address, isTokenProgram } from '../../solana/address.ts';
import {
  accountOptions,
  encodeNotifiedAccount,
  encodeNotifiedParsed,
  loadAccountEncoders,
} from '../encoding/account.ts';
import type { AccountReader } from '../encoding/tokenMint.ts';
import {
  type AccountEncoding,
  type CommitmentWord,
  readAccountConfig,
  TOO_LONG_FLATTENED,
} from '../params/accountConfig.ts';
import { checkFilters, readFilters, type UncheckedFilter } from '../params/filters.ts';
import { optional, readBoolean, readString, readStruct } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type EncodeContext, inSlot, NOTHING, type Notice, readPubkey, type Subscription } from './subscription.ts';

interface Params {
  readonly program: Address;
  readonly filters: readonly AccountFilter[];
  readonly encoding: AccountEncoding;
  /** has no effect, and keeps subscriptions apart, as `withContext` does */
  readonly dataSlice: DataSlice | undefined;
  readonly withContext: boolean;
  readonly commitment: CommitmentWord;
}

/** Source   agave 4.1 rpc_subscriptions.rs filter_program_results */
export const program: Subscription<Params> = {
  kind: 'program',
  name: 'programSubscribe',

  describe: ({ ACCOUNT, accountConfig, ADDRESS, BOOLEAN, listOf, objectOf, U64, withDefault, ANY_OBJECT }) => ({
    summary: 'each written account of the program that passes every filter',
    params: {
      program: ADDRESS,
      'config?': accountConfig('binary', {
        'filters?': listOf(ANY_OBJECT, 4),
        'withContext?': withDefault(BOOLEAN, false),
        'sortResults?': withDefault(BOOLEAN, true),
      }),
    },
    result: 'context and `{pubkey, account}`; the accounts of a block are ascending by address',
    schema: objectOf({ context: objectOf({ slot: U64 }), value: objectOf({ pubkey: ADDRESS, account: ACCOUNT }) }),
    errors: ['invalidSubscriptionParam', 'invalidFilter'],
  }),

  readParams(params) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const { filters, ...config } = readConfig(readStruct(configParam ?? {}, 'RpcProgramAccountsConfig'));
    const checked = checkAll(filters);
    return { program: readPubkey(base58), filters: checked, ...config };
  },

  load: ({ encoding }, version) => loadAccountEncoders(encoding, version),

  tell(event, params, tools) {
    if (event.kind === 'reached' && event.commitment === params.commitment) {
      const { seen } = event;
      return noticesOf(seen.slot, seen.writtenOf(params.program), params, seen.reader, tools);
    }
    if (event.kind === 'changed' && event.commitment === params.commitment)
      return noticesOf(event.tip, event.written(), params, event.reader, tools);
    return NOTHING;
  },
};

/** Its own members are decoded before those of all account methods. */
function readConfig(config: JsonObject) {
  const filters = optional(config.filters, readFilters) ?? [];
  optional(config.sortResults, readBoolean);
  const withContext = optional(config.withContext, readBoolean) ?? false;
  const { commitment, dataSlice, encoding } = readAccountConfig(config, DIALECTS.agave, TOO_LONG_FLATTENED);
  return { filters, withContext, encoding: encoding ?? 'binary', dataSlice, commitment: commitment ?? 'finalized' };
}

/** The texts of getProgramAccounts, with words of their own in front. */
function checkAll(filters: readonly UncheckedFilter[]): readonly AccountFilter[] {
  try {
    return checkFilters(filters);
  } catch (error) {
    throw error instanceof RpcError ? rpcErrors.invalidFilter(error.message) : error;
  }
}

function noticesOf(
  slot: bigint,
  accounts: readonly Account[],
  params: Params,
  reader: AccountReader,
  { encoders, warn }: EncodeContext,
): readonly Notice[] {
  const shown = accounts.filter((account) => isShown(account, params, warn));
  if (shown.length === 0) return NOTHING;
  const request = { encoding: params.encoding, dataSlice: undefined, dialect: DIALECTS.agave };
  const options = accountOptions(request, encoders, reader, { knowsNativeMint: true });
  const leavesOut = params.encoding === 'jsonParsed' && isTokenProgram(params.program);
  const encode: (account: Account) => JsonText | undefined = (account) =>
    leavesOut ? encodeNotifiedParsed(account, options) : encodeNotifiedAccount(account, options);
  return shown.flatMap((account) => {
    const text = encode(account);
    return text === undefined ? [] : [inSlot(slot, `{"pubkey":"${account.address}","account":${text}}`)];
  });
}

/** A filter cannot select an account with unknown bytes; other accounts of the block are sent. */
function isShown(account: Account, { filters, program }: Params, warn: EncodeContext['warn']): boolean {
  if (account.owner !== program) return false;
  try {
    return passesFilters(account, filters);
  } catch (error) {
    if (!(error instanceof UnknownBytesError)) throw error;
    warn(error);
    return false;
  }
}
