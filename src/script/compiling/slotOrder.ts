import type { SlotNode } from '../format/script.ts';

/** Reports every slot that is out of order, and returns the slots before the first of them. */
export function slotsInOrder(slots: readonly SlotNode[]): readonly SlotNode[] {
  let next = 0n;
  let end = slots.length;
  for (const [i, node] of slots.entries()) {
    if (isInOrder(node, next)) next = node.last + 1n;
    else end = Math.min(end, i);
  }
  return slots.slice(0, end);
}

function isInOrder({ first, at }: SlotNode, next: bigint): boolean {
  if (first >= next) return true;
  return at.refuse(`slot ${first} is listed after slot ${next - 1n}`, 'slots must be in ascending order') ?? false;
}
