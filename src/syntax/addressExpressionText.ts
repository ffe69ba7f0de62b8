import { utf8Text } from '../codec/text.ts';
import { unlessThrown } from '../codec/unlessThrown.ts';
import { isAddressText } from '../solana/address.ts';
import { type AddressExpression, isAddress, type Operand, parseAddressExpression } from './addressExpression.ts';
import { ScriptError } from './scriptError.ts';

/**
 * Writes the text of an address in a script; `parseAddressExpression` reads it.
 * @module
 */

/** The text of a name, with its dollar. @param name may have the dollar already */
export function nameText(name: string): string {
  return name.startsWith('$') ? name : `$${name}`;
}

/**
 * `$ata(alice,usdc)`
 *
 * @param operands texts of the owner, the mint and, if need be, the token program
 */
export function associatedText(operands: readonly string[]): string {
  return callText('ata', operands.map(withoutDollar));
}

/**
 * `$pda($lending,"vault")`
 *
 * @param seeds texts of addresses, or of `seedText`
 */
export function programAddressText(program: string, seeds: readonly string[]): string {
  return callText('pda', [program, ...seeds]);
}

/** The text of a seed that is text, bytes, or a byte. */
export function seedText(seed: string | number | Uint8Array): string {
  if (typeof seed === 'string') return JSON.stringify(seed);
  return typeof seed === 'number' ? `${seed}` : `0x${Buffer.from(seed).toString('hex')}`;
}

/** The text of an expression that is not an operand. */
export function expressionText(expression: AddressExpression): string {
  return expression.kind === 'name' ? nameText(expression.name) : operandText(expression);
}

/** Owner and mint that `$ata(alice,usdc)` names, as texts; undefined: the text is not such a derivation. */
export function ownerAndMintOf(text: string): { readonly owner: string; readonly mint: string } | undefined {
  const expression = unlessThrown([ScriptError], () => parseAddressExpression(text));
  if (expression?.kind !== 'call' || expression.name !== 'ata') return undefined;
  const [owner, mint] = expression.operands;
  if (owner === undefined || mint === undefined || !isAddress(owner) || !isAddress(mint)) return undefined;
  return { owner: expressionText(owner), mint: expressionText(mint) };
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'address':
      return operand.address;
    case 'name':
      return operand.isMarked ? nameText(operand.name) : operand.name;
    case 'call':
      return callText(operand.name, operand.operands.map(operandText));
    case 'seed':
      return seedText(utf8Text(operand.seed) ?? operand.seed);
    case 'number':
      return operand.digits;
    case 'member':
      return operand.name;
    case 'assigned':
      return `${operand.name}=${operandText(operand.value)}`;
  }
}

function callText(name: string, operands: readonly string[]): string {
  return `${nameText(name)}(${operands.join(',')})`;
}

/** An operand of `$ata(…)`: names need no dollar there, unless they look like an address without it. */
function withoutDollar(text: string): string {
  const bare = text.replace(/^\$/, '');
  return isAddressText(bare) ? text : bare;
}
