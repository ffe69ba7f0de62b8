import { isJsonArray } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import { effectsOf, type Fault, type GivenFault, type Occasion } from '../../live/faults/fault.ts';
import { FAULT_PRESET_NAMES, FAULT_PRESETS } from '../../live/faults/presets.ts';
import { FAULT } from '../../script/ledgerJson/faultRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { syntax } from '../../syntax/syntax.ts';
import { cursorOver } from '../arguments.ts';
import { isControl } from '../controlMethod.ts';
import { suggestMethod } from '../suggestMethod.ts';

/** Reads `faults` of `ledger.json`: a list of rules, or the name of a preset. Mistakes are reported. */
export function readFaults(at: Cursor): readonly GivenFault[] {
  if (isJsonArray(at.value)) return at.items().flatMap((item) => FAULT_RULE(item) ?? []);
  const name = FAULT_PRESET_NAMES.find((preset) => preset === at.value);
  if (name !== undefined)
    return cursorOver(FAULT_PRESETS[name])
      .items()
      .flatMap((item) => FAULT_RULE(item) ?? []);
  const hint = typeof at.value === 'string' ? suggest(at.value, FAULT_PRESET_NAMES) : undefined;
  at.expected(`a list of faults, or ${FAULT_PRESET_NAMES.map((preset) => `"${preset}"`).join(' or ')}`, hint);
  return [];
}

/** A fault whose methods exist, with the value that it was read from, which stillnode_listFaults shows. */
export const FAULT_RULE = syntax<GivenFault>((at) => {
  const fault = FAULT(at);
  checkMethods(at.member('match').member('method'), fault);
  return fault && { fault, json: at.value! };
}, FAULT.schema);

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
