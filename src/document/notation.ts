import type { JsonValue } from '../codec/json.ts';
import { JsonSyntaxError, parseJson } from '../codec/parseJson.ts';
import type { RepeatedKeys, Shortcut } from '../codec/parseOptions.ts';
import { locate } from './locate.ts';

/** A syntax error in a text; `offset` counts UTF-16 units from its start. */
export interface Fault {
  readonly message: string;
  readonly offset: number;
}

/** A way to write JSON values as text. */
export interface Notation {
  readonly name: 'JSON' | 'YAML';
  /** @param repeated filled with the duplicate keys of objects */
  parse(text: string, repeated: RepeatedKeys): { readonly value: JsonValue } | { readonly faults: readonly Fault[] };
  /** Offsets of the values that RFC 6901 `pointers` name, in their order; for a missing value, that of its nearest ancestor. */
  locate(text: string, pointers: readonly string[]): number[];
}

/** @param shortcut for members whose text is recognized as a whole */
export function createJsonNotation(shortcut?: Shortcut): Notation {
  return {
    name: 'JSON',
    parse(text, repeated) {
      try {
        return { value: parseJson(text, { repeated, shortcut }) };
      } catch (error) {
        if (!(error instanceof JsonSyntaxError)) throw error;
        return { faults: [faultOf(text, error)] };
      }
    },
    locate,
  };
}

/** Names what is a habit of other notations, in place of what the parser expected there. */
function faultOf(text: string, { message, offset }: JsonSyntaxError): Fault {
  const next = text.slice(offset, offset + 2);
  if (/^(?:\/[/*]|#)/.test(next)) return { message: 'comments are not allowed', offset };
  const before = text.slice(0, offset).trimEnd();
  if (/,$/.test(before) && /^[}\]]/.test(next))
    return { message: `a comma before "${next[0]}" is not allowed`, offset: before.length - 1 };
  if (/^\d,\d/.test(text.slice(Math.max(0, offset - 2), offset + 1)))
    return { message: 'decimals come after a point, as in 1.5', offset };
  return { message, offset };
}

export const JSON_NOTATION: Notation = createJsonNotation();
