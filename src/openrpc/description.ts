import type { ErrorName } from '../errors.ts';
import type { Members, Schema } from './schema.ts';

/** What the OpenRPC document says of a method. Tests hold it against the code, its docstring and its row in docs/methods.md. */
export interface MethodDescription {
  /** the first sentence of the docstring behind the name, without its period */
  readonly summary: string;
  /** in their order */
  readonly params: Members;
  /** Markdown */
  readonly result: string;
  /** down to where the answer is a matter of encodings and programs */
  readonly schema: Schema;
  /** besides those of parameters that do not decode */
  readonly errors: readonly ErrorName[];
}

/** By the name on the wire. */
export type Descriptions = Readonly<Record<string, MethodDescription>>;
