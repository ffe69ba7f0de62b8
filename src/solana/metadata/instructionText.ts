import { encodeBase58 } from '../../codec/base58.ts';
import type { JsonText } from '../../codec/jsonText.ts';
import type { InstructionForm } from '../transaction.ts';

/** null: the height was not recorded, or is not shown */
export type StackHeight = number | null;

/** Writes one instruction of a message, or an inner instruction. */
export type InstructionEncoder = (instruction: InstructionForm, stackHeight: StackHeight) => JsonText;

/** An instruction in the form of encoding `json`: program and accounts as indexes. */
export function instructionText(
  { accounts, data, programIdIndex }: InstructionForm,
  stackHeight: StackHeight,
): JsonText {
  return `{"accounts":[${indexesText(accounts)}],"data":"${dataText(data)}","programIdIndex":${programIdIndex},"stackHeight":${stackHeight}}`;
}

/** The indexes with commas; joining typed arrays is slow. */
function indexesText(indexes: InstructionForm['accounts']): string {
  let text = '';
  for (let i = 0; i < indexes.length; i++) text += i === 0 ? indexes[i] : `,${indexes[i]}`;
  return text;
}

export function dataText(data: InstructionForm['data']): string {
  return typeof data === 'string' ? data : encodeBase58(data);
}

/** A list of base58 texts, which need no escapes. Concatenation is faster than joining, because the result is only written. */
export function quoteKeys(keys: readonly string[]): JsonText {
  let text = '';
  for (const key of keys) text += text === '' ? `"${key}"` : `,"${key}"`;
  return `[${text}]`;
}
