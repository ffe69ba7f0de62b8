export const U64_MAX = 18446744073709551615n;
export const U64_MAX_TEXT = `${U64_MAX}`;

/** The lesser of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** What Rust's saturating arithmetic makes of a result that is not negative. */
export function saturateU64(value: bigint): bigint {
  return least(value, U64_MAX);
}
