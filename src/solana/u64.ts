/** An exact integer: a number up to 2^53, because a long list of bigints takes more memory, and a bigint beyond. */
export type U64 = number | bigint;
