import { listOf } from '../../rpc/openrpc/schema.ts';
import { SendFates } from '../../rpc/sending/fates.ts';
import { sentContextOf, sentJson } from '../../rpc/sending/sentJson.ts';
import { controlMethod } from '../controlMethod.ts';
import { SENT } from '../sentTransactions.ts';

export const sent = controlMethod({
  name: 'sent',
  effect: 'reads',
  summary: 'the transactions sent since the ledger was loaded or reset, with their outcomes, newest last',
  result: listOf(SENT),

  run(_args, { dialect, live, now }) {
    const fates = new SendFates(live.sent, now);
    const context = sentContextOf(fates, dialect);
    return Array.from(fates.records, (record) => sentJson(record, context));
  },
});
