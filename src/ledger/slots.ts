export function laterOf(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

export function earlierOf(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
