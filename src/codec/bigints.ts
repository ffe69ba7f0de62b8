export const U64_MAX = 18446744073709551615n;
export const U64_MAX_TEXT = `${U64_MAX}`;

export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Limits a result that is not negative to a u64, as Rust's saturating arithmetic does. */
export function saturateU64(value: bigint): bigint {
  return minOf(value, U64_MAX);
}

export function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
