import { isJsonArray, isJsonObject, type JsonObject, type JsonText } from '../codec/jsonText.ts';
import { JsonSyntaxError, type MemberTexts, parseJson } from '../codec/parseJson.ts';
import { newReading } from '../syntax/cursor.ts';
import type { Problems } from '../syntax/problems.ts';
import { type FileText, placeInFile } from './fileText.ts';
import { throwProblems } from './fixtureError.ts';
import { JSON_NOTATION } from './json.ts';

/** A call of a list, for a real node. */
export interface ListedCall {
  readonly method: string;
  /** the JSON text of an array */
  readonly params: JsonText;
}

/** Methods that a real node is not asked for: they change something, or are for WebSockets. */
const CHANGING_METHODS = /^(sendTransaction|requestAirdrop|stillnode_.*|.*(Subscribe|Unsubscribe))$/;

/** Whether a real node may be asked a method: it changes nothing, and is not for WebSockets. */
export function isReadMethod(method: string): boolean {
  return !CHANGING_METHODS.test(method);
}

const CHANGING_HINT = 'a list has calls that read only';

/**
 * Reads calls, one on each line: `{"method", "params"?}`, or a whole request of JSON-RPC. Empty lines are skipped.
 *
 * @throws FixtureError with every line that is not a call
 */
export function readCallList(file: string, text: string): readonly ListedCall[] {
  const reading = newReading();
  const calls = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, i) => readLine({ file, text: line, firstLine: i + 1, notation: JSON_NOTATION }, reading.errors));
  throwProblems(reading);
  return calls;
}

function readLine(source: FileText, problems: Problems): readonly ListedCall[] {
  if (source.text.trim() === '') return [];
  const texts: MemberTexts = { key: 'params', byObject: new Map() };
  try {
    const value = parseJson(source.text, { texts });
    if (isJsonObject(value)) return readCall(value, texts.byObject.get(value), source, problems);
    problems.add({ source, path: [] }, 'expected a call: {"method": …, "params": […]}');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const position = { line: source.firstLine, column: error.offset + 1 };
    problems.add(placeInFile(source.file, position), error.message);
  }
  return [];
}

function readCall(call: JsonObject, params = '[]', source: FileText, problems: Problems): readonly ListedCall[] {
  const { method } = call;
  if (typeof method !== 'string') problems.add({ source, path: ['method'] }, 'expected the name of a method');
  else if (!isReadMethod(method))
    problems.add({ source, path: ['method'] }, `${method} is not asked of a real node`, CHANGING_HINT);
  else if (call.params !== undefined && !isJsonArray(call.params))
    problems.add({ source, path: ['params'] }, 'expected a list of parameters');
  else return [{ method, params: params.trim() }];
  return [];
}
