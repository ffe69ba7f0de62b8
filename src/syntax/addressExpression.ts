import { type Address, address, isAddressText } from '../solana/address.ts';
import { NAME, PROGRAM_NAME_PATTERN } from './namePattern.ts';
import { isQualified } from './qualifiedName.ts';
import { ScriptError } from './scriptError.ts';

/**
 * Reads the text of an address in a script; `addressExpressionText.ts` writes it.
 *
 * | what | example |
 * |---|---|
 * | base58 text of 32 bytes | `So11111111111111111111111111111111111111112` |
 * | a name | `$alice` |
 * | a derivation of others, whose names need no `$` | `$ata(alice,usdc)` |
 * | seeds besides addresses: text, bytes, a byte | `$pda($program, "vault", 0x00ff, 7, $alice)` |
 * | a derived address that an IDL names, with its seeds by name | `$pda(market.order, owner=$alice, id=7)` |
 * @module
 */

export type AddressExpression =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'name'; readonly name: string; readonly isMarked: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Operand[] };

/** An operand of a derivation. */
export type Operand = AddressExpression | SeedOperand | NamedOperand;

export type SeedOperand =
  | { readonly kind: 'seed'; readonly seed: Uint8Array }
  | { readonly kind: 'number'; readonly digits: string };

/** An operand of derivations by an IDL: `market.order`, and `owner=$alice`. */
export type NamedOperand =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'assigned'; readonly name: string; readonly value: AddressExpression | SeedOperand };

/** @throws ScriptError */
export function parseAddressExpression(text: string): AddressExpression {
  if (!text.startsWith('$')) return addressFrom(text);
  const source = new TokenReader(text);
  const expression = parseOperand(source, 0);
  if (!isAddress(expression) || !source.isAtEnd) throw malformed(text);
  return expression;
}

export function isAddress(operand: Operand): operand is AddressExpression {
  return operand.kind === 'address' || operand.kind === 'name' || operand.kind === 'call';
}

function addressFrom(text: string): AddressExpression {
  if (isAddressText(text)) return { kind: 'address', address: address(text) };
  const hint = NAME.test(text) ? `a name starts with a dollar: $${text}` : undefined;
  throw new ScriptError(`expected an address (base58 of 32 bytes) or a $name, found ${JSON.stringify(text)}`, hint);
}

/** The deepest nesting of derivations. Scripts need two: `$ata($pda(program,"vault"),usdc)`. */
const MAX_DEPTH = 16;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\$?[\w-]+(?:\.\w+)?|[(),=])\s*/y;
const SEED_NAME = new RegExp(`^${PROGRAM_NAME_PATTERN}$`);

/** Reads the text token by token: names, quoted texts and punctuation. */
class TokenReader {
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

  /** Whether `token` comes next. If so, it is skipped. */
  takes(token: string): boolean {
    const start = this.#at;
    if (start < this.text.length && this.next() === token) return true;
    this.#at = start;
    return false;
  }

  get isAtEnd(): boolean {
    return this.#at === this.text.length;
  }
}

/** @param depth how many derivations are around it */
function parseOperand(source: TokenReader, depth: number): Operand {
  const token = source.next();
  if (token.startsWith('"')) return { kind: 'seed', seed: Buffer.from(quoted(token, source)) };
  const isMarked = token.startsWith('$');
  const name = isMarked ? token.slice(1) : token;
  if (!isMarked && isAddressText(name)) return { kind: 'address', address: address(name) };
  if (/^0x(?:[\da-fA-F]{2})*$/.test(token)) return { kind: 'seed', seed: Buffer.from(token.slice(2), 'hex') };
  if (/^-?\d/.test(token)) return { kind: 'number', digits: token };
  if (depth > 0 && isQualified(token)) return { kind: 'member', name: token };
  if (depth > 0 && SEED_NAME.test(token) && source.takes('='))
    return { kind: 'assigned', name: token, value: parseValue(source, depth) };
  if (!NAME.test(name)) throw malformed(source.text);
  if (!source.takes('(')) return { kind: 'name', name: name, isMarked };
  if (depth === MAX_DEPTH) throw new ScriptError(`derivations are nested deeper than ${MAX_DEPTH} levels`);
  return { kind: 'call', name: name, operands: parseOperands(source, depth + 1) };
}

function parseOperands(source: TokenReader, depth: number): readonly Operand[] {
  const operands: Operand[] = [];
  if (source.takes(')')) return operands;
  do operands.push(parseOperand(source, depth));
  while (source.takes(','));
  if (!source.takes(')')) throw malformed(source.text);
  return operands;
}

function parseValue(source: TokenReader, depth: number): AddressExpression | SeedOperand {
  const value = parseOperand(source, depth);
  if (value.kind === 'member' || value.kind === 'assigned') throw malformed(source.text);
  return value;
}

/** The byte that a number is as a seed without a type. @throws ScriptError */
export function byteSeed(digits: string): Uint8Array {
  const value = Number(digits);
  if (/^\d+$/.test(digits) && value <= 0xff) return Uint8Array.of(value);
  throw new ScriptError(
    `${digits} is not a seed`,
    'a seed is a byte from 0 to 255, bytes as 0x00ff, quoted text, or an address',
  );
}

function quoted(token: string, { text }: TokenReader): string {
  try {
    return String(JSON.parse(token));
  } catch {
    throw malformed(text);
  }
}

function malformed(text: string): ScriptError {
  return new ScriptError(
    `${JSON.stringify(text)} is not an address`,
    'write $name, $ata(owner,mint) or $pda(program,seed,…)',
  );
}
