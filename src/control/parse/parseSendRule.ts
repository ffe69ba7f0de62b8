import type { JsonValue } from '../../codec/jsonText.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { SendMatch, SendRule } from '../../runtime/sendRule.ts';
import { fromOne, named, object, optional, readObject, syntax, u32, withDefault } from '../../syntax/syntax.ts';
import { readDocument } from '../arguments.ts';
import { sendOutcome } from './parseOutcome.ts';
import { sendMatch } from './parseSendMatch.ts';
import { type SceneSyntax, type SendScene, sendSceneOf, withScene } from './sendScene.ts';

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
    (at) => sendRule(at.item(0), scene),
    () => 'rule',
  );
}

/** The members of a rule. @param scene undefined: only their schemas are used */
function membersFor(scene?: SendScene) {
  const inScene = <T>(value: SceneSyntax<T>) => syntax((at) => scene && value(at, scene), value.schema);
  return {
    match: withDefault<SendMatch>(inScene(sendMatch), {}, 'default: every transaction'),
    then: inScene(sendOutcome),
    times: optional(fromOne(u32), 'it decides at most this often; default: always'),
  };
}

/** A rule for sent transactions. */
export const sendRule = withScene<SendRule>(
  (at, scene) => readObject(at, membersFor(scene)),
  named('sendRule', object(membersFor())),
);
