/**
 * The grammar of address words.
 *
 * | what | example |
 * |---|---|
 * | base58 text of 32 bytes | `So11111111111111111111111111111111111111112` |
 * | a name | `$alice` |
 * | a derivation of others, whose names need no `$` | `$ata(alice,usdc)` |
 * | seeds besides addresses: text, bytes, a byte | `$pda($program, "vault", 0x00ff, 7, $alice)` |
 * @module
 */
import { type Address, address, isAddressText } from '../../../model/address.ts';
import { ScriptError } from '../scriptError.ts';

export type AddressExpression =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string; readonly isMarked: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Operand[] };

/** What is between the parentheses of a derivation. */
export type Operand = AddressExpression | { readonly kind: 'seed'; readonly seed: Uint8Array };

/** @throws ScriptError */
export function parseAddressExpression(text: string): AddressExpression {
  const source = new Source(text);
  const expression = text.startsWith('$') ? parseOperand(source, 0) : addressFrom(text);
  if (expression.kind === 'seed' || !source.isAtEnd(text.startsWith('$'))) throw malformed(text);
  return expression;
}

function addressFrom(text: string): AddressExpression {
  if (isAddressText(text)) return { kind: 'address', address: address(text) };
  const hint = NAME.test(text) ? `a name starts with a dollar: $${text}` : undefined;
  throw new ScriptError(`expected an address (base58 of 32 bytes) or a $name, found ${JSON.stringify(text)}`, hint);
}

/** Scripts need two: `$ata($pda(program,"vault"),usdc)`. */
const MAX_DEPTH = 16;
const NAME = /^[A-Za-z_][\w-]*$/;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\$?[\w-]+|[(),])\s*/y;

/** Cuts the text into words, quoted texts and punctuation. */
class Source {
  readonly text: string;
  #at = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): string {
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.text)?.[1];
    if (token === undefined) throw malformed(this.text);
    this.#at = TOKEN.lastIndex;
    return token;
  }

  /** Whether `token` comes next; it is passed over then. */
  takes(token: string): boolean {
    const start = this.#at;
    if (start < this.text.length && this.next() === token) return true;
    this.#at = start;
    return false;
  }

  isAtEnd(wasRead: boolean): boolean {
    return !wasRead || this.#at === this.text.length;
  }
}

/** @param depth how many derivations are around it */
function parseOperand(source: Source, depth: number): Operand {
  const token = source.next();
  if (token.startsWith('"')) return { kind: 'seed', seed: Buffer.from(quoted(token, source)) };
  const isMarked = token.startsWith('$');
  const word = isMarked ? token.slice(1) : token;
  if (!isMarked && isAddressText(word)) return { kind: 'address', address: address(word) };
  if (!isMarked && /^\d/.test(word)) return { kind: 'seed', seed: numberSeed(word) };
  if (!NAME.test(word)) throw malformed(source.text);
  if (!source.takes('(')) return { kind: 'name', name: word, isMarked };
  if (depth === MAX_DEPTH) throw new ScriptError(`derivations are nested deeper than ${MAX_DEPTH} levels`);
  return { kind: 'call', name: word, operands: parseOperands(source, depth + 1) };
}

function parseOperands(source: Source, depth: number): readonly Operand[] {
  const operands: Operand[] = [];
  if (source.takes(')')) return operands;
  do operands.push(parseOperand(source, depth));
  while (source.takes(','));
  if (!source.takes(')')) throw malformed(source.text);
  return operands;
}

function numberSeed(word: string): Uint8Array {
  if (/^0x(?:[\da-fA-F]{2})*$/.test(word)) return Buffer.from(word.slice(2), 'hex');
  const value = Number(word);
  if (/^\d+$/.test(word) && value <= 0xff) return Uint8Array.of(value);
  throw new ScriptError(
    `${word} is no seed`,
    'a seed is a byte from 0 to 255, bytes as 0x00ff, quoted text, or an address',
  );
}

function quoted(token: string, { text }: Source): string {
  try {
    return String(JSON.parse(token));
  } catch {
    throw malformed(text);
  }
}

function malformed(text: string): ScriptError {
  return new ScriptError(
    `${JSON.stringify(text)} is no address`,
    'write $name, $ata(owner,mint) or $pda(program,seed,…)',
  );
}
