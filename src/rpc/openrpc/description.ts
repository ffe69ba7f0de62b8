import type { ErrorName } from '../../errors.ts';
import type { Members, Schema } from './schema.ts';

/** The description of a method, for readers and for programs. `npm run docs` writes it into docs/methods.md. */
export interface DescribedMethod {
  readonly name: string;
  /** one phrase, without a period */
  readonly summary: string;
  /** schemas by name, in the order of the parameters, with defaults and limits */
  readonly params: { readonly members: Members };
  /** schema with notes, down to where it depends on encodings and programs; the documents and the types are made from it */
  readonly result: Schema;
  /** errors of the method itself */
  readonly errors: readonly ErrorName[];
  /** errors of parameters that cannot be decoded; default: those of the node */
  readonly paramErrors?: readonly ErrorName[];
}
