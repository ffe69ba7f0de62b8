import { COMMITMENTS, CONFIRMED_COMMITMENTS } from '../../solana/rpcWords.ts';
import { anyOf, listOf, type Members, objectOf, orNull, type Schema, tupleOf, withType, wordOf } from './schema.ts';

/**
 * Schemas that several methods have in common. `components` of the document has each schema once, under its name.
 *
 * Source   agave 4.1 rpc-client-types, account-decoder-client-types, transaction-status-client-types
 * @module
 */

const named: Record<string, Schema> = {};

/** Puts a schema into `components` of the document, and gives a reference to it. */
export function component(name: string, schema: Schema): Schema {
  named[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

export const BOOLEAN: Schema = { type: 'boolean' };
export const TEXT: Schema = { type: 'string' };
export const FLOAT: Schema = { type: 'number' };
/** An object whose members depend on encodings or programs. */
export const ANY_OBJECT: Schema = { type: 'object' };

export const U8: Schema = { type: 'integer', minimum: 0, maximum: 255 };
export const U16: Schema = { type: 'integer', minimum: 0, maximum: 65535 };
export const U32: Schema = { type: 'integer', minimum: 0, maximum: 4294967295 };
export const U64: Schema = component('U64', {
  type: 'integer',
  minimum: 0,
  maximum: 18446744073709551615n,
  description: 'Not every JSON parser keeps all of its digits.',
});
/** An integer that stays below 2^53, such as a count, an id or milliseconds. */
export const COUNT: Schema = withType('number', U64);
/** A slot, a block height or an epoch, which stay below 2^53 on a cluster. */
export const SLOT: Schema = withType('number', U64);
export const I64: Schema = component('I64', {
  type: 'integer',
  minimum: -9223372036854775808n,
  maximum: 9223372036854775807n,
});

export const ADDRESS: Schema = component('Address', { type: 'string', description: '32 bytes in base58' });
export const SIGNATURE: Schema = component('Signature', { type: 'string', description: '64 bytes in base58' });
export const BLOCKHASH: Schema = component('Blockhash', { type: 'string', description: '32 bytes in base58' });

export const COMMITMENT: Schema = component('Commitment', wordOf(...COMMITMENTS));
/** Blocks and transactions are only served from here on. */
export const AT_LEAST_CONFIRMED: Schema = component('AtLeastConfirmed', wordOf(...CONFIRMED_COMMITMENTS));

export const CONFIRMATION_STATUS: Schema = wordOf(...COMMITMENTS);

/** Unix seconds. */
export const UNIX_SECONDS: Schema = withType('number', I64);

const CONTEXT = component('Context', objectOf({ 'apiVersion?': TEXT, slot: U64 }));

/** A result with its context, `{ context, value }`, which Agave calls RpcResponse. */
export function rpcResponse(value: Schema): Schema {
  return objectOf({ context: CONTEXT, value });
}

/** A notification with the slot of its value, `{ context, value }`. */
export function rpcNotification(value: Schema): Schema {
  return objectOf({ context: objectOf({ slot: U64 }), value });
}

export const ACCOUNT: Schema = component(
  'Account',
  objectOf({
    data: anyOf(TEXT, tupleOf(TEXT, wordOf('base58', 'base64', 'base64+zstd')), ANY_OBJECT),
    executable: BOOLEAN,
    lamports: U64,
    owner: ADDRESS,
    rentEpoch: U64,
    space: U64,
  }),
);
export const KEYED_ACCOUNTS: Schema = listOf(
  component('KeyedAccount', objectOf({ account: ACCOUNT, pubkey: ADDRESS })),
);

const AMOUNT: Members = { amount: TEXT, decimals: U8, uiAmount: orNull(FLOAT), uiAmountString: TEXT };
export const TOKEN_AMOUNT: Schema = component('TokenAmount', objectOf(AMOUNT));
export const TOKEN_HOLDING: Schema = component('TokenHolding', objectOf({ address: ADDRESS, ...AMOUNT }));

/** `null`, a word, or an object with one member. */
export const TRANSACTION_ERROR: Schema = withType(
  'TransactionError | null',
  component('TransactionError', orNull(anyOf(TEXT, ANY_OBJECT))),
);
/** `{"Ok":null}`, or `{"Err":…}` with the error. */
export const STATUS: Schema = withType('Status', ANY_OBJECT);

/** A transaction in a block. */
export const TRANSACTION: Members = {
  meta: orNull(ANY_OBJECT),
  transaction: anyOf(TEXT, tupleOf(TEXT, wordOf('base58', 'base64')), ANY_OBJECT),
  'version?': anyOf(wordOf('legacy'), U8),
};
const REWARD_TYPES =
  "'Fee' | 'Rent' | 'Staking' | 'Voting' | 'DeactivatedStake' | 'VATDebit' | 'BlockRevenueSharing' | null";
export const REWARD: Schema = component(
  'Reward',
  objectOf({
    commission: orNull(U8),
    'commissionBps?': COUNT,
    lamports: I64,
    postBalance: U64,
    pubkey: ADDRESS,
    rewardType: withType(REWARD_TYPES, orNull(TEXT)),
  }),
);

export const COMPONENTS: Readonly<Record<string, Schema>> = named;

/** The name of a component that a schema refers to. */
export function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The schema that a reference means. @param ref as in `$ref` */
export function componentOf(ref: string): Schema {
  return COMPONENTS[componentName(ref)]!;
}
