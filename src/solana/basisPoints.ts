/** A whole in basis points: 100 percent. */
export const BASIS_POINTS = 10_000;
