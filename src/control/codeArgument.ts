import { addressText } from '../script/building/keyBuilders.ts';
import { isOptional, type Syntax, text } from '../syntax/syntax.ts';

/**
 * Arguments of control methods as the code of a test gives them to the methods of a node.
 * @module
 */

/** The form that an argument has in code, where JSON has none: a key pair, `tokens(5)`, a function that builds a block. */
interface CodeForm {
  /** The text of its TypeScript type. */
  readonly type: string;
  /** @throws TypeError for what JavaScript without types may give */
  toJson(value: unknown): unknown;
}

const CODE = Symbol('code');

type WithCode = { readonly [CODE]?: CodeForm };

/**
 * An argument that has another form in code than in JSON.
 *
 * @param type the text of its TypeScript type
 * @param toJson also gets undefined if the argument is required
 */
export function fromCode<S extends Syntax<unknown>, C>(argument: S, type: string, toJson: (value: C) => unknown): S {
  const copy: S = Object.assign(((at) => argument(at)) as S, argument);
  return Object.assign(copy, { [CODE]: { type, toJson } });
}

/** The type of an argument in code; undefined: that of its JSON. */
export function codeTypeOf(argument: Syntax<unknown>): string | undefined {
  return (argument as WithCode)[CODE]?.type;
}

/** An argument of code as the control method takes it. */
export function argumentJson(argument: Syntax<unknown>, value: unknown): unknown {
  const form = (argument as WithCode)[CODE];
  if (form === undefined || (value === undefined && isOptional(argument))) return value;
  return form.toJson(value);
}

/** An address or a name, in code also a key pair or what `ata` and `pda` give. */
export const KEY = fromCode(text, 'Key', addressText);
