/**
 * Is told why an answer is null, empty, cut, older than expected or an error, while a method makes it. Sentences are for people: each
 * is whole, and begins with a small letter where it can follow a colon.
 */
export interface Teller {
  /** the ledger knows nothing of what was asked for, and a node with another ledger might */
  missing(sentence: string): void;
  /** any other reason */
  because(sentence: string): void;
}
