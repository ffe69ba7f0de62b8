import { isJsonArray } from '../../codec/jsonText.ts';
import { didYouMean } from '../../codec/text.ts';
import type { GivenFault } from '../../live/faults/fault.ts';
import { FAULT_PRESET_NAMES, FAULT_PRESETS } from '../../live/faults/presets.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { cursorOver } from '../arguments.ts';
import { readFault } from './parseFault.ts';

/** `faults` of `ledger.json`: a list of rules, or the name of a preset. Mistakes are reported. */
export function readFaults(at: Cursor): readonly GivenFault[] {
  if (isJsonArray(at.value)) return at.items().flatMap(readGiven);
  const name = FAULT_PRESET_NAMES.find((known) => known === at.value);
  if (name !== undefined) return cursorOver(FAULT_PRESETS[name]).items().flatMap(readGiven);
  const hint = typeof at.value === 'string' ? didYouMean(at.value, FAULT_PRESET_NAMES) : undefined;
  at.expected(`a list of faults, or ${FAULT_PRESET_NAMES.map((known) => `"${known}"`).join(' or ')}`, hint);
  return [];
}

function readGiven(at: Cursor): readonly GivenFault[] {
  const fault = readFault(at);
  return fault === undefined ? [] : [{ fault, json: at.value! }];
}
