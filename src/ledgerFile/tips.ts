import { isJsonArray } from '../codec/json.ts';
import type { Cursor } from '../document/cursor.ts';
import { readList, readU64, whole } from '../document/readers.ts';
import type { LedgerSettings } from '../ledger/builder.ts';
import type { SkippedSlots } from './ledgerFile.ts';
import { readOptionalMember } from './members.ts';

type Tips = LedgerSettings['tips'];

export function readTips(at: Cursor): Tips {
  const processed = readOptionalMember(at, 'processed', readU64);
  const confirmed = readOptionalMember(at, 'confirmed', readU64);
  const finalized = readOptionalMember(at, 'finalized', readU64);
  return {
    ...(processed !== undefined && { processed }),
    ...(confirmed !== undefined && { confirmed }),
    ...(finalized !== undefined && { finalized }),
  };
}

export function readSkippedSlots(at: Cursor): readonly SkippedSlots[] {
  return readOptionalMember(at, 'skipped', (list) => readList(list, readSkipped)) ?? [];
}

/** A slot, or the first and last slot of a range. */
export function readSkipped(at: Cursor): SkippedSlots | undefined {
  if (!isJsonArray(at.value)) {
    const slot = readU64(at);
    return whole({ first: slot, last: slot, at });
  }
  if (at.value.length !== 2) return at.expected('a slot or [first, last]');
  const range = whole({ first: readU64(at.item(0)), last: readU64(at.item(1)), at });
  if (range === undefined || range.first <= range.last) return range;
  return at.refuse(`expected [first, last] in order, found [${range.first}, ${range.last}]`);
}

/** From processed to finalized; each slot is at most the one before. */
const TIPS = ['processed', 'confirmed', 'finalized'] as const;

export function checkTips(at: Cursor, tips: Tips, skipped: readonly SkippedSlots[]): void {
  let above: (typeof TIPS)[number] | undefined;
  for (const name of TIPS) {
    const tip = tips[name];
    if (tip === undefined) continue;
    const limit = above && tips[above];
    if (limit !== undefined && tip > limit)
      at.member(name).refuse(`expected at most the ${above} slot, ${limit}, found ${tip}`);
    if (skipped.some(({ first, last }) => tip >= first && tip <= last))
      at.member(name).refuse(`expected a slot that is not skipped, found ${tip}`);
    above = name;
  }
}
