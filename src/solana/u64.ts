/** An exact integer: a number up to 2^53, where that saves a million bigints. */
export type U64 = number | bigint;
