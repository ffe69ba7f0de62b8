import type { JsonText } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type Account, type DataSlice, UnknownBytesError } from '../../solana/account.ts';
import { type AccountFilter, passesFilters } from '../../solana/accountFilter.ts';
import { type Address, isTokenProgram } from '../../solana/address.ts';
import { type AccountEncoding, type Commitment, DEFAULT_COMMITMENT } from '../../solana/rpcWords.ts';
import {
  type AccountOptions,
  accountOptions,
  encodeNotifiedAccount,
  encodeNotifiedParsed,
  loadAccountEncoders,
} from '../encoding/account.ts';
import type { MintLookup } from '../encoding/tokenMint.ts';
import { objectOf, withName, withNote } from '../openrpc/schema.ts';
import { ACCOUNT, ADDRESS, rpcNotification } from '../openrpc/schemas.ts';
import { accountConfig } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { checkedParams, params } from '../params/params.ts';
import { type NodeRules, paramType, type TypeOf } from '../params/paramType.ts';
import { programAccountsConfig } from '../params/programAccountsConfig.ts';
import { orDefaults } from '../params/structType.ts';
import type { LedgerEvent } from './ledgerEvents.ts';
import type { WrittenAccounts } from './slotView.ts';
import { type EncodeContext, inSlot, keyParam, NOTHING, subscription } from './subscription.ts';

/**
 * The subscriptions to accounts.
 * @module
 */

const NOTIFIED_ACCOUNT = withName(
  'NotifiedAccount',
  ACCOUNT,
  'an account as notifications have it; `data` has the encoding of the subscription',
);

type AccountConfig = Pick<TypeOf<typeof programAccountsConfig>, 'commitment' | 'dataSlice' | 'encoding'>;

interface AccountForm {
  readonly encoding: AccountEncoding;
  /** subscriptions with different slices are different, even if the slice has no effect */
  readonly dataSlice: DataSlice | undefined;
  readonly isSliced: boolean;
  readonly commitment: Commitment;
}

/** The form of accounts in notifications. The defaults are those of both methods: the configuration of programSubscribe has none itself. */
function accountFormOf(
  { commitment = DEFAULT_COMMITMENT, dataSlice, encoding = 'binary' }: AccountConfig,
  { slicesNotifications: isSliced }: NodeVersion,
): AccountForm {
  return { encoding, dataSlice: isSliced && dataSlice?.length === 0n ? NO_DATA : dataSlice, isSliced, commitment };
}

/** Slices without data are equal, whatever their offset. */
const NO_DATA: DataSlice = { offset: 0n, length: 0n };

/** The accounts that an event writes at a commitment. */
function writtenBy(event: LedgerEvent, commitment: Commitment): WrittenAccounts | undefined {
  const isWrite = event.kind === 'reached' || event.kind === 'changed';
  return isWrite && event.commitment === commitment ? event.view : undefined;
}

function optionsOf(
  { dataSlice, encoding, isSliced }: AccountForm,
  { reader }: WrittenAccounts,
  { encoders }: EncodeContext,
  lookup: MintLookup,
) {
  const config = { encoding, dataSlice: isSliced ? dataSlice : undefined, dialect: DIALECTS.agave };
  return accountOptions(config, encoders, reader, lookup);
}

const pubkey = keyParam(readAddress, 'Invalid pubkey provided', ADDRESS);

function accountParams(params: { readonly address: Address; readonly config: AccountConfig }, { version }: NodeRules) {
  return { address: params.address, ...accountFormOf(params.config, version) };
}

/** Source   agave 4.1 rpc_subscriptions.rs filter_account_result */
export const account = subscription({
  kind: 'account',
  name: 'accountSubscribe',
  summary: 'an account, each time a block or a control call has written it; a closed account is empty',
  params: checkedParams(params({ address: pubkey, config: orDefaults(accountConfig('binary')) }), accountParams),
  result: rpcNotification(NOTIFIED_ACCOUNT),
  errors: ['invalidSubscriptionParam'],

  load: async ({ encoding }, version) => loadAccountEncoders(encoding, version),

  noticesFor(event, params, context) {
    const changes = writtenBy(event, params.commitment);
    const account = changes?.account(params.address);
    if (changes === undefined || account === undefined) return NOTHING;
    const options = optionsOf(params, changes, context, { knowsNativeMint: false });
    return [inSlot(changes.slot, encodeNotifiedAccount(account, options))];
  },
});

/** A configuration whose filters are checked first, before the address, with a prefix to the texts of getProgramAccounts. */
const filteredConfig = {
  ...paramType(programAccountsConfig.schema, (value, node) => {
    const decoded = programAccountsConfig.decode(value, node);
    try {
      return programAccountsConfig.check(decoded, node);
    } catch (error) {
      throw error instanceof RpcError ? rpcErrors.invalidFilter(error.message) : error;
    }
  }),
  absent: programAccountsConfig.defaults!,
};

interface ProgramConfigs {
  readonly program: Address;
  readonly config: TypeOf<typeof programAccountsConfig>;
}

/** `withContext` has no effect, but subscriptions that differ in it are different. */
function programParams({ config, program }: ProgramConfigs, { version }: NodeRules) {
  const { filters = [], withContext } = config;
  return { program, filters, withContext, ...accountFormOf(config, version) };
}

type ProgramParams = ReturnType<typeof programParams>;

/** Source   agave 4.1 rpc_subscriptions.rs filter_program_results */
export const program = subscription({
  kind: 'program',
  name: 'programSubscribe',
  summary: 'each written account of the program that passes every filter',
  params: checkedParams(params({ program: pubkey, config: filteredConfig }), programParams),
  result: rpcNotification(
    withNote(objectOf({ pubkey: ADDRESS, account: NOTIFIED_ACCOUNT }), 'in a block ascending by address'),
  ),
  errors: ['invalidSubscriptionParam', 'invalidFilter'],

  load: async ({ encoding }, version) => loadAccountEncoders(encoding, version),

  noticesFor(event, params, context) {
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
});

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

/** The account in a notification; undefined: it is left out, because jsonParsed cannot show it in a list of a token program. */
function encodeOfProgram(account: Account, params: ProgramParams, options: AccountOptions): JsonText | undefined {
  const isLeftOut = params.encoding === 'jsonParsed' && isTokenProgram(params.program);
  return isLeftOut ? encodeNotifiedParsed(account, options) : encodeNotifiedAccount(account, options);
}
