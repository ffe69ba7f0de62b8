/** Inner instructions of one instruction of a message, in any form. */
interface InnerGroup<T> {
  /** index of the instruction of the message */
  readonly index: number;
  readonly instructions: readonly T[];
}

/** One group per instruction, in ascending order; what is added comes last in its group. */
export function mergeGroups<T>(
  groups: readonly InnerGroup<T>[],
  added: readonly InnerGroup<T>[],
): readonly InnerGroup<T>[] {
  const merged = new Map(groups.map(({ index, instructions }) => [index, instructions]));
  for (const { index, instructions } of added) merged.set(index, [...(merged.get(index) ?? []), ...instructions]);
  return [...merged].map(([index, instructions]) => ({ index, instructions })).sort((a, b) => a.index - b.index);
}
