import type { ErrorName } from '../../errors.ts';
import type { Members, Schema } from './schema.ts';

/** What a method takes and gives, for readers and for programs. `npm run docs` writes it into docs/methods.md. */
export interface MethodDescription {
  /** one phrase, without a period */
  readonly summary: string;
  /** in their order, with defaults and limits in their schemas */
  readonly params: Members;
  /** Markdown */
  readonly result: string;
  /** down to where the result depends on encodings and programs */
  readonly schema: Schema;
  /** besides those of parameters that cannot be decoded */
  readonly errors: readonly ErrorName[];
}

/** Schemas, and the functions that make them. */
export type Vocabulary = typeof import('./schema.ts') & typeof import('./schemas.ts');

export interface DescribedMethod {
  /** as on the wire */
  readonly name: string;
  /** of parameters that cannot be decoded; default: those of the node */
  readonly paramErrors?: readonly ErrorName[];
  /** Called for the document only. It is given the schemas, so that they are not loaded at the start. */
  describe(vocabulary: Vocabulary): MethodDescription;
}
