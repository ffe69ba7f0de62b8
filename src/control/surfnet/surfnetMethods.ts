import { stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { transactionLogsText } from '../../rpc/encoding/transaction.ts';
import { viewAt } from '../../rpc/methods/method.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { contextWith, SIGNATURE, TEXT, TRANSACTION_ERROR } from '../../rpc/openrpc/schemas.ts';
import { u64 } from '../../syntax/syntax.ts';
import type { ControlMethod } from '../controlMethod.ts';
import { surfnetSetAccount, surfnetSetTokenAccount } from './surfnetAccounts.ts';
import { surfnetPauseClock, surfnetResumeClock, surfnetTimeTravel } from './surfnetClock.ts';
import { NULL_RESULT, optionalOrNull, surfnetMethod, valueInContext } from './surfnetMethod.ts';

const resetNetwork = surfnetMethod({
  name: 'resetNetwork',
  summary: 'sets the ledger back to its state at loading, or a ledger fork to its creation; as Surfpool has it',
  ...NULL_RESULT,
  run: async (_args, { live }) => valueInContext((await live.reset()).state, 'null'),
});

const DEFAULT_LIMIT = 50n;

const getLocalSignatures = surfnetMethod({
  name: 'getLocalSignatures',
  summary:
    'the transactions that were sent and are in a block, newest first, 50 at most unless `limit` says otherwise; as Surfpool has it',
  params: { limit: optionalOrNull(u64) },
  result: 'context and `[{err, logs, signature}]`',
  schema: contextWith(listOf(objectOf({ err: TRANSACTION_ERROR, logs: listOf(TEXT), signature: SIGNATURE }))),

  run({ limit }, { live, now: { state } }) {
    const view = viewAt({ ledger: state, dialect: DIALECTS.agave }, 'processed');
    const signatures = new Set(live.sent.records.map(({ transaction }) => transaction.signatures[0]!));
    const landed = [...signatures].reverse().flatMap((signature) => view.transaction(signature) ?? []);
    const texts = landed
      .slice(0, Number(limit ?? DEFAULT_LIMIT))
      .map(
        (transaction) =>
          `{"err":${stringifyJson(transaction.err)},"logs":${transactionLogsText(transaction) ?? '[]'},"signature":"${transaction.signature}"}`,
      );
    return valueInContext(state, `[${texts.join(',')}]`);
  },
});

/** The methods of Surfpool that are answered, with their prefix. */
export const SURFNET_METHODS: ReadonlyMap<string, ControlMethod> = new Map(
  [
    surfnetSetAccount,
    surfnetSetTokenAccount,
    surfnetTimeTravel,
    surfnetPauseClock,
    surfnetResumeClock,
    resetNetwork,
    getLocalSignatures,
  ].map((method) => [method.name, method]),
);
