import { isJsonArray } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import type { GivenFault } from '../../live/faults/fault.ts';
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
  checkMethods(at.member('match').member('method'));
  return fault && { fault, json: at.value! };
}, FAULT.schema);

function checkMethods(at: Cursor): void {
  for (const place of [at, ...at.items()]) if (typeof place.value === 'string') checkMethod(place, place.value);
}

function checkMethod(at: Cursor, method: string): void {
  if (isControl(method)) at.refuse('control calls have no faults');
  // a misspelled one would never get it
  const suggestion = suggestMethod(method);
  if (suggestion !== undefined) at.refuse('there is no such method', suggestion);
}
