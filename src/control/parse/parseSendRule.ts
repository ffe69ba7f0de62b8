import type { JsonValue } from '../../codec/jsonText.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { SendRule } from '../../runtime/sendRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { readMembers } from '../../syntax/members.ts';
import { fromOne, u32 } from '../../syntax/syntax.ts';
import { readDocument } from '../arguments.ts';
import { readSendOutcome } from './parseOutcome.ts';
import { readSendMatch } from './parseSendMatch.ts';
import { type SendScene, sendSceneOf } from './sendScene.ts';

/**
 * Rules for sent transactions: `{match?, then, times?}`.
 * @module
 */

/**
 * Addresses, and what the ledger says of accounts, are those of the processed tip now.
 *
 * @throws RpcError invalidArgument
 */
export function sendRuleOf(json: JsonValue, state: LedgerState): SendRule {
  const scene = sendSceneOf(state);
  return readDocument(
    [json],
    (at) => readSendRule(at.item(0), scene),
    () => 'rule',
  );
}

function readSendRule(at: Cursor, scene: SendScene): SendRule | undefined {
  const readers = {
    match: (match: Cursor) => readSendMatch(match, scene),
    then: (then: Cursor) => readSendOutcome(then, scene),
    times: fromOne(u32),
  };
  const read = readMembers(at, readers, ['then']);
  if (read?.then === undefined) return undefined;
  return { match: read.match ?? {}, then: read.then, times: read.times };
}
