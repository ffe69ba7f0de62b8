import { utf8Text } from '../codec/text.ts';
import { unlessThrown } from '../codec/unlessThrown.ts';
import { isAddressText } from '../solana/address.ts';
import { type AddressExpression, isAddress, type Operand, parseAddressExpression } from './addressExpression.ts';
import { ScriptError } from './scriptError.ts';

/**
 * Writes the words of addresses, which `parseAddressExpression` reads.
 * @module
 */

/** The word of a name, which may have its dollar already. */
export function nameWord(name: string): string {
  return name.startsWith('$') ? name : `$${name}`;
}

/**
 * `$ata(alice,usdc)`
 *
 * @param operands words of the owner, the mint and, if need be, the token program
 */
export function associatedWord(operands: readonly string[]): string {
  return callWord('ata', operands.map(withoutDollar));
}

/**
 * `$pda($lending,"vault")`
 *
 * @param seeds words of addresses, or of `seedWord`
 */
export function programAddressWord(program: string, seeds: readonly string[]): string {
  return callWord('pda', [program, ...seeds]);
}

/** A seed that is text, bytes, or a byte. */
export function seedWord(seed: string | number | Uint8Array): string {
  if (typeof seed === 'string') return JSON.stringify(seed);
  return typeof seed === 'number' ? `${seed}` : `0x${Buffer.from(seed).toString('hex')}`;
}

/** The word of an expression that stands alone. */
export function expressionWord(expression: AddressExpression): string {
  return expression.kind === 'name' ? nameWord(expression.name) : operandWord(expression);
}

/** Owner and mint that `$ata(alice,usdc)` names, each as a word; undefined: the word is not such a derivation. */
export function associatedWords(word: string): { readonly owner: string; readonly mint: string } | undefined {
  const expression = unlessThrown([ScriptError], () => parseAddressExpression(word));
  if (expression?.kind !== 'call' || expression.name !== 'ata') return undefined;
  const [owner, mint] = expression.operands;
  if (owner === undefined || mint === undefined || !isAddress(owner) || !isAddress(mint)) return undefined;
  return { owner: expressionWord(owner), mint: expressionWord(mint) };
}

function operandWord(operand: Operand): string {
  switch (operand.kind) {
    case 'address':
      return operand.address;
    case 'name':
      return operand.isMarked ? nameWord(operand.name) : operand.name;
    case 'call':
      return callWord(operand.name, operand.operands.map(operandWord));
    case 'seed':
      return seedWord(utf8Text(operand.seed) ?? operand.seed);
    case 'number':
      return operand.digits;
    case 'member':
      return operand.name;
    case 'assigned':
      return `${operand.name}=${operandWord(operand.value)}`;
  }
}

function callWord(name: string, operands: readonly string[]): string {
  return `${nameWord(name)}(${operands.join(',')})`;
}

/** Between the parentheses of `$ata(…)` words need no dollar, unless they look like an address then. */
function withoutDollar(word: string): string {
  const bare = word.replace(/^\$/, '');
  return isAddressText(bare) ? word : bare;
}
