import type { JsonText } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type Account, type DataSlice, UnknownBytesError } from '../../solana/account.ts';
import { type AccountFilter, passesFilters } from '../../solana/accountFilter.ts';
import { type Address, isTokenProgram } from '../../solana/address.ts';
import {
  type AccountOptions,
  accountOptions,
  encodeNotifiedAccount,
  encodeNotifiedParsed,
  loadAccountEncoders,
} from '../encoding/account.ts';
import type { MintLookup } from '../encoding/tokenMint.ts';
import {
  type AccountConfig,
  type AccountEncoding,
  type CommitmentWord,
  readAccountConfig,
  readAccountInfoConfig,
  TOO_LONG_FLATTENED,
} from '../params/accountConfig.ts';
import { checkFilters, readFilters, type UncheckedFilter } from '../params/filters.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readBoolean, readString, readStruct } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import type { LedgerEvent, WrittenAccounts } from './ledgerEvents.ts';
import { type EncodeContext, inSlot, NOTHING, readKey, type Subscription } from './subscription.ts';

/**
 * The subscriptions to accounts.
 * @module
 */

interface Shown {
  readonly encoding: AccountEncoding;
  /** keeps subscriptions apart, also where it has no effect */
  readonly dataSlice: DataSlice | undefined;
  readonly isSliced: boolean;
  readonly commitment: CommitmentWord;
}

function shownBy(
  { commitment = 'finalized', dataSlice, encoding = 'binary' }: AccountConfig,
  { slicesNotifications: isSliced }: NodeVersion,
): Shown {
  return { encoding, dataSlice: isSliced && dataSlice?.length === 0n ? NO_DATA : dataSlice, isSliced, commitment };
}

/** Slices without data are equal, whatever their offset. */
const NO_DATA: DataSlice = { offset: 0n, length: 0n };

/** The accounts that an event writes at a commitment. */
function writtenBy(event: LedgerEvent, commitment: CommitmentWord): WrittenAccounts | undefined {
  const isWrite = event.kind === 'reached' || event.kind === 'changed';
  return isWrite && event.commitment === commitment ? event.view : undefined;
}

function optionsOf(
  { dataSlice, encoding, isSliced }: Shown,
  { reader }: WrittenAccounts,
  { encoders }: EncodeContext,
  lookup: MintLookup,
) {
  const config = { encoding, dataSlice: isSliced ? dataSlice : undefined, dialect: DIALECTS.agave };
  return accountOptions(config, encoders, reader, lookup);
}

function readPubkey(text: string): Address {
  return readKey(readAddress, text, 'Invalid pubkey provided');
}

interface AccountParams extends Shown {
  readonly address: Address;
}

/** Source   agave 4.1 rpc_subscriptions.rs filter_account_result */
export const account: Subscription<AccountParams> = {
  kind: 'account',
  name: 'accountSubscribe',

  describe: ({ ACCOUNT, accountConfig, ADDRESS, objectOf, U64 }) => ({
    summary: 'an account, each time a block or a control call has written it; a closed account is empty',
    params: { address: ADDRESS, 'config?': accountConfig('binary') },
    result: 'context and the account',
    schema: objectOf({ context: objectOf({ slot: U64 }), value: ACCOUNT }),
    errors: ['invalidSubscriptionParam'],
  }),

  readParams(params, version) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const config = readAccountInfoConfig(configParam, DIALECTS.agave);
    return { address: readPubkey(base58), ...shownBy(config, version) };
  },

  load: ({ encoding }, version) => loadAccountEncoders(encoding, version),

  tell(event, params, context) {
    const changes = writtenBy(event, params.commitment);
    const account = changes?.account(params.address);
    if (changes === undefined || account === undefined) return NOTHING;
    const options = optionsOf(params, changes, context, { knowsNativeMint: false });
    return [inSlot(changes.slot, encodeNotifiedAccount(account, options))];
  },
};

interface ProgramParams extends Shown {
  readonly program: Address;
  readonly filters: readonly AccountFilter[];
  /** has no effect, and keeps subscriptions apart */
  readonly withContext: boolean;
}

/** Source   agave 4.1 rpc_subscriptions.rs filter_program_results */
export const program: Subscription<ProgramParams> = {
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

  readParams(params, version) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const config = readStruct(configParam ?? {}, 'RpcProgramAccountsConfig');
    // its own members are decoded before those of all account methods
    const unchecked = optional(config.filters, readFilters) ?? [];
    optional(config.sortResults, readBoolean);
    const withContext = optional(config.withContext, readBoolean) ?? false;
    const encoding = shownBy(readAccountConfig(config, DIALECTS.agave, TOO_LONG_FLATTENED), version);
    const filters = checkAll(unchecked);
    return { program: readPubkey(base58), filters, withContext, ...encoding };
  },

  load: ({ encoding }, version) => loadAccountEncoders(encoding, version),

  tell(event, params, context) {
    const changes = writtenBy(event, params.commitment);
    const accounts =
      changes?.writtenOf(params.program).filter((account) => passes(account, params.filters, context)) ?? [];
    if (changes === undefined || accounts.length === 0) return NOTHING;
    const options = optionsOf(params, changes, context, { knowsNativeMint: true });
    return accounts.flatMap((account) => {
      const text = encodeOfProgram(account, params, options);
      return text === undefined ? [] : [inSlot(changes.slot, `{"pubkey":"${account.address}","account":${text}}`)];
    });
  },
};

/** The texts of getProgramAccounts, with words of their own in front. */
function checkAll(filters: readonly UncheckedFilter[]): readonly AccountFilter[] {
  try {
    return checkFilters(filters);
  } catch (error) {
    throw error instanceof RpcError ? rpcErrors.invalidFilter(error.message) : error;
  }
}

/** A filter cannot select an account with unknown bytes; other accounts of the block are sent. */
function passes(account: Account, filters: readonly AccountFilter[], { warn }: EncodeContext): boolean {
  try {
    return passesFilters(account, filters);
  } catch (error) {
    if (!(error instanceof UnknownBytesError)) throw error;
    warn(error);
    return false;
  }
}

/** Undefined: left out, as an account of a token program that does not parse. */
function encodeOfProgram(account: Account, params: ProgramParams, options: AccountOptions): JsonText | undefined {
  const isLeftOut = params.encoding === 'jsonParsed' && isTokenProgram(params.program);
  return isLeftOut ? encodeNotifiedParsed(account, options) : encodeNotifiedAccount(account, options);
}
