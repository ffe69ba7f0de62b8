import { isJsonObject, type JsonText, stringifyJson } from '../codec/json.ts';
import type { LedgerTransaction } from '../model/block.ts';
import { META_MEMBERS } from '../rpcJson/metaMembers.ts';
import { memberText, splitMeta } from '../rpcJson/metaText.ts';

const LOGS = META_MEMBERS.findIndex(({ name }) => name === 'logMessages');

/** The list of log lines of a transaction; undefined: it has none, or they were not recorded. */
export function transactionLogsText(transaction: LedgerTransaction): JsonText | undefined {
  const { meta } = transaction;
  if (meta === null) return undefined;
  if (transaction.kind === 'wire') return unlessNull(memberText(splitMeta(transaction.meta!), LOGS));
  return isJsonObject(transaction.meta) ? unlessNull(stringifyJson(transaction.meta.logMessages ?? null)) : undefined;
}

function unlessNull(text: JsonText | undefined): JsonText | undefined {
  return text === 'null' ? undefined : text;
}
