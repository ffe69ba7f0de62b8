import { listOf } from '../../rpc/openrpc/schema.ts';
import { sentContextOf, sentJson } from '../../rpc/sending/sentJson.ts';
import { controlMethod } from '../controlMethod.ts';
import { SENT, type SentTransactionInfo } from '../sentTransactions.ts';

export interface SentMethod {
  /** The transactions sent since the ledger was loaded or reset, newest last. */
  sent(): Promise<readonly SentTransactionInfo[]>;
}

export const sent = controlMethod({
  name: 'sent',
  summary: 'the transactions sent since the ledger was loaded or reset, with their outcomes, newest last',
  result:
    '`[{"assumed"?,"bundle"?,"err"?,"error"?,"events"?,"id","impersonated"?,"instructions"?,"options","outcome","programError"?,"rule","signature","slot"?,"transaction","version","why"?}]`, the transaction as with jsonParsed, and why it was refused',
  schema: listOf(SENT),

  run(_args, { dialect, live, now }) {
    const context = sentContextOf(now.state, dialect);
    return Array.from(live.sent.records, (record) => sentJson(record, context));
  },

  library: (call): SentMethod => ({ sent: () => call() }),
});
