import { decodeBase58, encodeBase58 } from '../codec/base58.ts';
import { type JsonText, stringifyJson } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { Address } from '../model/address.ts';
import type { InstructionForm } from '../model/transaction.ts';
import type { ParserSet } from '../programs/parsed.ts';

/** null: the height was not recorded, or the dialect does not tell it */
export type StackHeight = number | null;

/** Writes one instruction of a message or of a call inside it. */
export type InstructionEncoder = (instruction: InstructionForm, stackHeight: StackHeight) => JsonText;

/** The form of encoding `json`: program and accounts as indexes. */
export const encodeCompiledInstruction: InstructionEncoder = ({ accounts, data, programIdIndex }, stackHeight) =>
  `{"accounts":[${accounts.join(',')}],"data":"${dataText(data)}","programIdIndex":${programIdIndex},"stackHeight":${stackHeight}}`;

function dataText(data: InstructionForm['data']): string {
  return typeof data === 'string' ? data : encodeBase58(data);
}

function dataBytes(data: InstructionForm['data']): Uint8Array {
  return typeof data === 'string' ? decodeBase58(data) : data;
}

/**
 * The form of encoding `jsonParsed`: what a program's parser makes of it, else the dialect's plain form.
 *
 * @param accountKeys the full list of the transaction, loaded addresses included
 */
export function parsedInstructionEncoder(
  accountKeys: readonly Address[],
  parsers: ParserSet,
  dialect: Dialect,
): InstructionEncoder {
  return (instruction, stackHeight) => {
    const programId = accountKeys[instruction.programIdIndex]!;
    const accounts = Array.from(instruction.accounts, (index) => accountKeys[index]!);
    const result = parsers.parseInstruction({ programId, accounts, data: dataBytes(instruction.data) });
    if (result !== undefined) {
      const parsed = stringifyJson(result.parsed);
      return `{"parsed":${parsed},"program":"${result.program}","programId":"${programId}","stackHeight":${stackHeight}}`;
    }
    if (dialect.unparsedInstruction === 'compiled') return encodeCompiledInstruction(instruction, stackHeight);
    return `{"accounts":${quoteKeys(accounts)},"data":"${dataText(instruction.data)}","programId":"${programId}","stackHeight":${stackHeight}}`;
  };
}

/** Base58 text has nothing to escape. Adding up is quicker than joining, as what comes out is only written away. */
export function quoteKeys(keys: readonly string[]): JsonText {
  let text = '';
  for (const key of keys) text += text === '' ? `"${key}"` : `,"${key}"`;
  return `[${text}]`;
}
