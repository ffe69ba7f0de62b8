import type { ErrorName } from '../../errors.ts';
import type { Members, Schema } from './schema.ts';

/** What a method takes and gives, for readers and for programs. `npm run docs` writes it into docs/methods.md. */
export interface DescribedMethod {
  /** as on the wire */
  readonly name: string;
  /** one phrase, without a period */
  readonly summary: string;
  /** by name in their order, with defaults and limits in their schemas */
  readonly params: { readonly members: Members };
  /** Markdown */
  readonly result: string;
  /** down to where the result depends on encodings and programs */
  readonly schema: Schema;
  /** besides those of parameters that cannot be decoded */
  readonly errors: readonly ErrorName[];
  /** of parameters that cannot be decoded; default: those of the node */
  readonly paramErrors?: readonly ErrorName[];
}
