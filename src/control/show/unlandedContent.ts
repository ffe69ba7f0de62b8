import { listOf, memberAt } from '../../codec/foreignJson.ts';
import { type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { memoText } from '../../rpc/encoding/memo.ts';
import { readMessageInstructions } from '../../rpc/encoding/recordedInstructions.ts';
import { matchedSendOf } from '../../rpc/sending/matchedSend.ts';
import type { ShowContext } from './context.ts';
import { sendJson, sentMembers } from './sends.ts';
import { balancesOf, budgetEntries, priorityFeeOf } from './transactionContent.ts';
import { sendSummary } from './transactionSummary.ts';

/**
 * Transactions that were sent and are in no block, with the members of those that are.
 * @module
 */

/** A line of their list: what only a block gives is null. */
export function unlandedEntry(record: SentRecord, context: ShowContext): JsonObject {
  const { hasSummaries, names, state, view } = context;
  const { keys, message } = matchedSendOf(record.transaction, view);
  const send = sendJson(record, context);
  const instructions = readMessageInstructions(message.instructions, keys);
  const programs = instructions.map(({ programId }) => names.get(programId) ?? programId);
  const [signature = null] = record.transaction.signatures;
  return {
    slot: null,
    status: null,
    index: null,
    signature,
    name: signature === null ? null : (names.transaction(signature)?.name ?? null),
    copy: null,
    programs: [...new Set(programs)],
    memo: memoText(message, keys, state.protocol.version),
    err: null,
    programError: send.programError ?? null,
    ...(hasSummaries && { summary: sendSummary(instructions, context), failure: null }),
    sent: sentMembers(send),
  };
}

export function unlandedDetails(record: SentRecord, context: ShowContext): JsonObject {
  const { fate, instructions, transaction, version } = sendJson(record, context);
  const body = parseJson(stringifyJson(transaction!));
  const { keys, message } = matchedSendOf(record.transaction, context.view);
  return {
    ...unlandedEntry(record, context),
    blockTime: null,
    version,
    priorityFee: priorityFeeOf(record.transaction.message),
    balances: balancesOf(listOf(memberAt(body, 'message', 'accountKeys')), null, context),
    tokenBalances: [],
    instructions: [...budgetEntries(readMessageInstructions(message.instructions, keys)), ...listOf(instructions)],
    events: [],
    transaction: body,
    meta: null,
    fate,
  };
}
