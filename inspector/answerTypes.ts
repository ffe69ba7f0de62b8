import type { ControlResults } from '../src/control/controlTypes.ts';
import type { Json } from './json.ts';

/** A result as the page has it: what its description leaves open is JSON. */
type Answer<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? readonly Answer<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Answer<T[Name]> }
      : T;

/** The answer to a method, by its name; JSON if it is not a control method. */
export type AnswerTo<Method extends string> = Method extends keyof ControlResults
  ? Answer<ControlResults[Method]>
  : Json;
