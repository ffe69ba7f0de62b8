export function laterOf(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

export function earlierOf(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
