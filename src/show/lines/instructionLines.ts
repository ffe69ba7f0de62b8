import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import { cellText, type Style } from './style.ts';
import { valueLines } from './valueLines.ts';

/** Numbered from 1, those that they call under them: 2.1 is the first that instruction 2 calls, at whatever depth. */
export function instructionLines(transaction: JsonValue, meta: JsonValue, style: Style): string[] {
  const message = isJsonObject(transaction) ? transaction.message : undefined;
  const instructions = isJsonObject(message) ? listOf(message.instructions) : [];
  const keys = isJsonObject(message) && isJsonArray(message.accountKeys) ? message.accountKeys.map(addressOf) : [];
  const inner = isJsonObject(meta) ? listOf(meta.innerInstructions) : [];
  return instructions.flatMap((instruction, i) => [
    ...oneInstruction(instruction, `${i + 1}.`, '  ', keys, style),
    ...inner
      .filter((group) => group.index === i)
      .flatMap((group) => listOf(group.instructions))
      .flatMap((called, at) => oneInstruction(called, `${i + 1}.${at + 1}`, indentOf(called), keys, style)),
  ]);
}

/** An account key is an object where the other instructions are parsed. */
function addressOf(key: JsonValue): JsonValue | undefined {
  return isJsonObject(key) ? key.pubkey : key;
}

/** By how deep it was called: the top level is 1. */
function indentOf({ stackHeight }: JsonObject): string {
  return '   '.repeat(Math.max(2, Number(stackHeight ?? 2)) - 1).concat('  ');
}

/** @param keys of the message, where an instruction names its program by an index */
function oneInstruction(
  instruction: JsonObject,
  number: string,
  indent: string,
  keys: readonly (JsonValue | undefined)[],
  style: Style,
): string[] {
  const { parsed, program, programId } = instruction;
  const inside = `${indent}${' '.repeat(number.length + 1)}`;
  if (isJsonObject(parsed))
    return [`${indent}${number} ${program} ${parsed.type}`, ...infoLines(parsed.info, inside, style)];
  if (parsed !== undefined) return [`${indent}${number} ${program}`, ...valueLines(parsed, style, inside)];
  const { accounts, data, programIdIndex } = instruction;
  const title = programId ?? keys[Number(programIdIndex)];
  return [`${indent}${number} ${cellText(`${title}`, style)}`, ...valueLines({ accounts, data }, style, inside)];
}

function infoLines(info: JsonValue | undefined, indent: string, style: Style): string[] {
  return info === undefined ? [] : valueLines(info, style, indent);
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
