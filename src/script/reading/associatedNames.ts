import { derivationOf } from '../compiling/names/derivedWords.ts';

const ASSOCIATED = /^\$ata\s*\((?<operands>.*)\)\s*$/s;
const NAME = /^[A-Za-z_][\w-]{0,30}$/;
const DERIVATION = /^[A-Za-z_][\w-]*\s*\(/;

/** Owner and mint that `$ata(alice,usdc)` names, each as a separate word; undefined: the word is no such derivation. */
export function associatedNames(word: string): { readonly owner: string; readonly mint: string } | undefined {
  const operands = ASSOCIATED.exec(derivationOf(word) ?? word)?.groups?.operands;
  const [owner, mint] = operands === undefined ? [] : splitOperands(operands).map(markedWord);
  return owner === undefined || mint === undefined ? undefined : { owner, mint };
}

/** Splits at the commas outside nested parentheses. */
function splitOperands(text: string): string[] {
  const operands = [''];
  let depth = 0;
  for (const character of text) {
    if (character === ',' && depth === 0) operands.push('');
    else operands.push(operands.pop() + character);
    if (character === '(') depth++;
    else if (character === ')') depth--;
  }
  return operands.map((operand) => operand.trim());
}

/** Between parentheses a name needs no `$`; base58 text of an address is longer than a name. */
function markedWord(operand: string): string {
  return NAME.test(operand) || DERIVATION.test(operand) ? `$${operand}` : operand;
}
