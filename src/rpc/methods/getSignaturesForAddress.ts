import type { JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { encodeSignatureInfo } from '../encoding/transaction.ts';
import { atLeastConfirmed, type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readAddress, readSignature } from '../params/keyParams.ts';
import { optional, readString, readStruct, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

const MAX_LIMIT = 1000;

interface Params {
  readonly address: Address;
  readonly before: Signature | undefined;
  readonly until: Signature | undefined;
  readonly limit: number;
  readonly commitment: CommitmentWord;
  readonly minContextSlot: bigint | undefined;
}

/**
 * `before` and `until` themselves are not in the list.
 *
 * Units    blockTime: Unix seconds
 * Source   agave 4.1 rpc.rs get_signatures_for_address; contract 4.4, 2.7
 */
export const getSignaturesForAddress: Method<Params> = {
  name: 'getSignaturesForAddress',

  describe({
    ADDRESS,
    AT_LEAST_CONFIRMED,
    CONFIRMATION_STATUS,
    I64,
    listOf,
    objectOf,
    orNull,
    SIGNATURE,
    TEXT,
    TRANSACTION_ERROR,
    U64,
  }) {
    const signatureInfo = objectOf({
      blockTime: orNull(I64),
      confirmationStatus: CONFIRMATION_STATUS,
      err: TRANSACTION_ERROR,
      memo: orNull(TEXT),
      signature: SIGNATURE,
      slot: U64,
      'transactionIndex?': U64,
    });
    return {
      summary: 'the transactions that name an address, newest first',
      params: {
        address: ADDRESS,
        'config?': objectOf({
          'limit?': { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: MAX_LIMIT },
          'before?': SIGNATURE,
          'until?': SIGNATURE,
          'commitment?': AT_LEAST_CONFIRMED,
          'minContextSlot?': U64,
        }),
      },
      result: 'list, newest first',
      schema: listOf(signatureInfo),
      errors: [
        'invalidLimit',
        'commitmentBelowConfirmed',
        'minContextSlotNotReached',
        'filterTransactionNotFound',
        'notRecorded',
      ],
    };
  },

  readParams(params, dialect) {
    const [addressParam, configParam] = readPositional(params, 1, 2);
    const addressText = readString(addressParam!);
    const config = readConfig(configParam ?? {});
    const address = readAddress(addressText);
    const before = optional(config.before, readSignature);
    const until = optional(config.until, readSignature);
    if (config.limit < 1n || config.limit > MAX_LIMIT) throw rpcErrors.invalidLimit(MAX_LIMIT);
    const { minContextSlot } = config;
    const commitment = config.commitment ?? dialect.defaultHistoryCommitment;
    return { address, before, until, limit: Number(config.limit), commitment, minContextSlot };
  },

  answer(params, context) {
    const { dialect } = context;
    const view = viewFrom(context, { ...params, commitment: atLeastConfirmed(params.commitment) });
    const before = findCursor(params.before, view, context);
    const until = findCursor(params.until, view, context);
    if (params.before !== undefined && before === undefined) return '[]';
    const found = view.transactionsFor(params.address, { before, until, limit: params.limit });
    context.reasons?.signatureList({ ...params, before, until }, found, view);
    context.reasons?.failedTransactions(found, view);
    const entries = found.map((transaction) =>
      encodeSignatureInfo(
        transaction,
        transaction.slot <= view.finalizedSlot ? 'finalized' : 'confirmed',
        dialect,
        view.state.protocol.version,
      ),
    );
    return `[${entries.join(',')}]`;
  },
};

/** Members are decoded in alphabetical order: the first that cannot be decoded is reported. */
function readConfig(value: JsonValue) {
  const config = readStruct(value, 'RpcSignaturesForAddressConfig');
  return {
    before: optional(config.before, readString),
    limit: optional(config.limit, (limit) => readU64(limit, 'usize')) ?? BigInt(MAX_LIMIT),
    minContextSlot: optional(config.minContextSlot, readU64),
    until: optional(config.until, readString),
    commitment: readCommitment(config),
  };
}

/** undefined: there is none, or the dialect ignores that it is not known. */
function findCursor(
  signature: Signature | undefined,
  view: LedgerView,
  { dialect, reasons }: MethodContext,
): LedgerTransaction | undefined {
  const found = optional(signature, (cursor) => view.transaction(cursor));
  if (signature === undefined || found !== undefined) return found;
  reasons?.noTransaction(signature, view);
  if (dialect.unknownCursor === 'refused') throw rpcErrors.filterTransactionNotFound(signature);
  return undefined;
}
