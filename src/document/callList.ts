import { isJsonArray, isJsonObject, type JsonObject, type JsonText } from '../codec/json.ts';
import { JsonSyntaxError, parseJson } from '../codec/parseJson.ts';
import type { MemberTexts } from '../codec/parseOptions.ts';
import { FixtureError } from './problem.ts';
import { type FixtureText, Problems } from './problems.ts';

/** A call of a list, as it is written there. */
export interface ListedCall {
  readonly method: string;
  /** the text of a list */
  readonly params: JsonText;
}

/** A real node would carry them out. */
const NO_READS = /^(sendTransaction|requestAirdrop|stillnode_.*|.*(Subscribe|Unsubscribe))$/;
const NO_READS_HINT = 'a list has calls that read only';

/**
 * Calls as they are, one a line: `{"method", "params"?}`, or whole requests of JSON-RPC. Empty lines are passed over.
 *
 * @throws FixtureError with every line that is no call
 */
export function readCallList(file: string, text: string): readonly ListedCall[] {
  const problems = new Problems();
  const calls = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, i) => readLine({ file, text: line, firstLine: i + 1 }, problems));
  const details = { omitted: problems.omitted, warnings: [], included: [] };
  if (!problems.isEmpty) throw new FixtureError(problems.settle(), details);
  return calls;
}

function readLine(source: FixtureText, problems: Problems): readonly ListedCall[] {
  if (source.text.trim() === '') return [];
  const texts: MemberTexts = { key: 'params', of: new Map() };
  try {
    const value = parseJson(source.text, { texts });
    if (isJsonObject(value)) return readCall(value, texts.of.get(value), source, problems);
    problems.add({ source, pointer: '' }, 'expected a call: {"method": …, "params": […]}');
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.addToFile(source.file, error.message, undefined, { line: source.firstLine, column: error.offset + 1 });
  }
  return [];
}

function readCall(call: JsonObject, params = '[]', source: FixtureText, problems: Problems): readonly ListedCall[] {
  const { method } = call;
  if (typeof method !== 'string') problems.add({ source, pointer: '/method' }, 'expected the name of a method');
  else if (NO_READS.test(method))
    problems.add({ source, pointer: '/method' }, `${method} is not asked of a real node`, NO_READS_HINT);
  else if (call.params !== undefined && !isJsonArray(call.params))
    problems.add({ source, pointer: '/params' }, 'expected a list of parameters');
  else return [{ method, params: params.trim() }];
  return [];
}
