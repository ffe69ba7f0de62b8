import { decodeBase58 } from '../codec/base58.ts';
import { stringifyJson } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { Address } from '../model/address.ts';
import type { InstructionForm } from '../model/transaction.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { dataText, type InstructionEncoder, instructionText, quoteKeys } from '../rpcJson/instructionText.ts';

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
    if (dialect.unparsedInstruction === 'compiled') return instructionText(instruction, stackHeight);
    return `{"accounts":${quoteKeys(accounts)},"data":"${dataText(instruction.data)}","programId":"${programId}","stackHeight":${stackHeight}}`;
  };
}
