import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import type { DialectName } from '../../src/dialect.ts';

export const BOTH_DIALECTS: readonly DialectName[] = ['contract', 'agave'];

/** An error as `callText` gives it. `data` is JSON text. */
export function errorText(code: number, message: string, data?: JsonText): JsonText {
  return `{"code":${code},"message":${JSON.stringify(message)}${data === undefined ? '' : `,"data":${data}`}}`;
}

/** -32602 with the text of the node's decoder, without its final period. */
export const badParams = (reason: string): JsonText => errorText(-32602, `Invalid params: ${reason}.`);
/** -32602 for a key or a filter that decodes to nothing useful. */
export const badParam = (fault: string): JsonText => errorText(-32602, `Invalid param: ${fault}`);
export const tooManyParams = (max: number, got: number): JsonText =>
  errorText(-32602, `Invalid parameters: Expected from 1 to ${max} parameters.`, JSON.stringify(`"Got: ${got}"`));

/** Ours: a node would know it, the ledger does not. */
export const notInLedgerText = (message: string): JsonText => errorText(-32603, message, '{"reason":"notInLedger"}');
/** Ours: the fixture holds less than was asked for. */
export const notRecordedText = (message: string): JsonText => errorText(-32603, message, '{"reason":"notRecorded"}');

export const BELOW_CONFIRMED: JsonText = errorText(-32602, 'Method does not support commitment below `confirmed`');
export const TOO_LONG_FOR_BASE58: JsonText = errorText(
  -32600,
  'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
);

export function tooOld(contextSlot: number): JsonText {
  return errorText(-32016, 'Minimum context slot has not been reached', `{"contextSlot":${contextSlot}}`);
}

export function unsupportedVersion(version: number): JsonText {
  return errorText(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

/** A value in the context of the agave dialect. */
export function contextText(value: JsonText, slot: number): JsonText {
  return `{"context":{"apiVersion":"4.1.0","slot":${slot}},"value":${value}}`;
}

type Path = readonly (string | number)[];

/** The exact text of one part of an answer, or undefined where the answer has no such part. */
export function partOf(text: JsonText, ...path: Path): JsonText | undefined {
  const value = valueAt(text, path);
  return value === undefined ? undefined : stringifyJson(value);
}

/** The members an object in an answer has, in their order. */
export function membersOf(text: JsonText, ...path: Path): readonly string[] {
  const value = valueAt(text, path);
  if (!isJsonObject(value)) throw new Error(`no object at ${path.join('.')} of ${text}`);
  return Object.keys(value);
}

function valueAt(text: JsonText, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = parseJson(text);
  for (const step of path) {
    if (typeof step === 'number') value = isJsonArray(value) ? value[step] : undefined;
    else value = isJsonObject(value) ? value[step] : undefined;
  }
  return value;
}
