import { isJsonArray, type JsonValue } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { effectsOf, type Fault, type GivenFault, type Occasion } from '../../live/faults/fault.ts';
import { FAULT_PRESET_NAMES, FAULT_PRESETS } from '../../live/faults/presets.ts';
import type { SendMatch } from '../../runtime/sendRule.ts';
import { FAULT } from '../../script/ledgerJson/faultRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { cursorOver, readDocument } from '../arguments.ts';
import { isControl } from '../controlMethod.ts';
import { suggestMethod } from '../suggestMethod.ts';
import { sendMatch } from './parseSendMatch.ts';
import { ruleContextOf } from './ruleContext.ts';

/** Reads `faults` of `ledger.json`: a list of rules, or the name of a preset. Mistakes are reported. */
export function readFaults(at: Cursor, state: LedgerState): readonly GivenFault[] {
  if (isJsonArray(at.value)) return at.items().flatMap((item) => readFault(item, state) ?? []);
  const name = FAULT_PRESET_NAMES.find((preset) => preset === at.value);
  if (name !== undefined)
    return cursorOver(FAULT_PRESETS[name])
      .items()
      .flatMap((item) => readFault(item, state) ?? []);
  const hint = typeof at.value === 'string' ? suggest(at.value, FAULT_PRESET_NAMES) : undefined;
  at.expected(`a list of faults, or ${FAULT_PRESET_NAMES.map((preset) => `"${preset}"`).join(' or ')}`, hint);
  return [];
}

/**
 * Reads a fault that was sent to a ledger, with the names of its processed tip.
 *
 * @throws RpcError invalidArgument
 */
export function faultOf(json: JsonValue, state: LedgerState): GivenFault {
  return readDocument(
    [json],
    (at) => readFault(at.item(0), state),
    () => 'rule',
  );
}

/** A fault whose methods exist, with the value that it was read from, which stillnode_listFaults shows. */
function readFault(at: Cursor, state: LedgerState): GivenFault | undefined {
  const fault = FAULT(at);
  const match = at.member('match');
  checkMethods(match.member('method'), fault);
  const sentAt = match.member('sent');
  if (fault === undefined || sentAt.value === undefined) return fault && { fault, json: at.value! };
  const sent = readSent(sentAt, fault, state);
  return sent && { fault: { ...fault, match: { ...fault.match, sent } }, json: at.value! };
}

const SENDING = 'sendTransaction';

function readSent(at: Cursor, { match }: Fault, state: LedgerState): SendMatch | undefined {
  const [method, ...others] = match.methods ?? [];
  if (method !== SENDING || others.length > 0)
    return at.refuse(`\`sent\` is only for calls of ${SENDING}`, `"method": "${SENDING}"`);
  const nth = at.member('nth');
  if (nth.value === undefined) return sendMatch(at, ruleContextOf(state));
  return nth.refuse('a fault does not count sends', '`after` and `times` beside `sent` count its calls');
}

const NOTIFICATION: readonly Occasion[] = ['notification'];
const CALLS: readonly Occasion[] = ['http', 'socket', 'process'];

function checkMethods(at: Cursor, fault: Fault | undefined): void {
  for (const place of [at, ...at.items()]) if (typeof place.value === 'string') checkMethod(place, place.value, fault);
}

function checkMethod(at: Cursor, method: string, fault: Fault | undefined): void {
  // a misspelled one would never get it
  const suggestion = suggestMethod(method);
  if (isControl(method)) at.refuse('control calls have no faults');
  else if (method === 'upgrade') at.refuse('a handshake is no call', 'then.refuseSocket answers it, without a method');
  else if (suggestion !== undefined) at.refuse('there is no such method', suggestion);
  else if (fault !== undefined) checkEffects(at, method, fault);
}

/** Refuses a fault that would never happen to its method. A list may have sends among reads, which alone are stale. */
function checkEffects(at: Cursor, method: string, { then }: Fault): void {
  // the reader has refused its members
  if (Object.keys(then).length === 0) return;
  const isNotification = method.endsWith('Notification');
  const occasions = isNotification ? NOTIFICATION : CALLS;
  if (occasions.some((occasion) => effectsOf(then, occasion, true).length > 0)) return;
  at.refuse(`${isNotification ? 'a notification' : 'a call'} can have none of the effects in \`then\``);
}
