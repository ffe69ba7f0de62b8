import {
  isJsonArray,
  isJsonObject,
  JsonFragment,
  type JsonResult,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../codec/jsonText.ts';
import { readJsonTree } from '../codec/jsonTree.ts';
import { parseJson } from '../codec/parseJson.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { AnswerSource } from '../live/journal.ts';
import type { Address } from '../solana/address.ts';
import { correctedList } from './asking/correctedList.ts';
import { answerWithReasons, type ExplainedAnswer } from './methods/explainAnswer.ts';
import type { Method, MethodContext } from './methods/method.ts';
import type { JsonOutcome, Upstream } from './protocol/call.ts';

/** Methods that answer one list element by element: what the ledger has of it stays. */
const LISTS: ReadonlySet<string> = new Set(['getMultipleAccounts', 'getSignatureStatuses']);

interface ReadOptions {
  /** whether the ledger is as it was loaded, so that upstream may answer first */
  readonly isAsLoaded: boolean;
  readonly onSource: (from: AnswerSource) => void;
}

/**
 * Answers from the ledger, and what the ledger lacks from upstream.
 *
 * @throws RpcError of the ledger, of the node behind upstream, or because there is neither
 */
export async function readThrough(
  method: Method,
  params: JsonValue | undefined,
  context: MethodContext,
  upstream: Upstream,
  { isAsLoaded, onSource }: ReadOptions,
): Promise<JsonResult> {
  const call = { method: method.name, params: stringifyJson(params ?? []) };
  const first = isAsLoaded && !namesAsked(params, context.ledger) ? await upstream.findFirst?.(call) : undefined;
  onSource(first?.from ?? 'ledger');
  if (first !== undefined) return textOf(first);
  const explained = await answerWithReasons(method, params, context);
  const lack = lackOf(explained);
  if (lack === undefined) return resultOf(explained);
  if (LISTS.has(method.name) && 'result' in explained.answer && isJsonArray(params))
    return fillList(method, params, String(explained.answer.result), { context, upstream, onSource });
  const reply = await upstream.find(call, lack);
  if (reply === undefined) return resultOf(explained);
  onSource(reply.from);
  const ownText = 'result' in explained.answer ? String(explained.answer.result) : undefined;
  return correctedList(method.name, textOf(reply), ownText, context.ledger);
}

/** Whether a call names an account that upstream was asked for: what is recorded of it does not apply any more. */
function namesAsked(params: JsonValue | undefined, ledger: LedgerState): boolean {
  if (typeof params === 'string') return ledger.accounts.askedAccounts.has(params as Address);
  return isJsonArray(params) && params.some((param) => namesAsked(param, ledger));
}

/** The lack of the ledger, as a sentence without its period; undefined: it lacks nothing. */
function lackOf({ reasons }: ExplainedAnswer): string | undefined {
  return reasons.find(({ kind }) => kind === 'missing')?.sentence;
}

function resultOf({ answer }: ExplainedAnswer): JsonResult {
  if ('error' in answer) throw answer.error;
  return answer.result;
}

/** An error of a node is thrown as it was sent. */
function textOf({ kind, text }: JsonOutcome): JsonText {
  if (kind === 'result') return text;
  const error = parseJson(text);
  if (!isJsonObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string')
    throw rpcErrors.upstreamFailed(`what is recorded as an error is not one: ${text.slice(0, 100)}`);
  throw rpcErrors.givenError(error.code, error.message, error.data);
}

interface Filling {
  readonly context: MethodContext;
  readonly upstream: Upstream;
  readonly onSource: (from: AnswerSource) => void;
}

/** Asks upstream for the elements alone that the ledger lacks; one that it knows to be null stays null. */
async function fillList(
  method: Method,
  [list, ...config]: readonly JsonValue[],
  ownText: JsonText,
  { context, onSource, upstream }: Filling,
): Promise<JsonText> {
  const own = valuesOf(ownText);
  const keys = isJsonArray(list) ? list : [];
  const lacks = new Map<number, string>();
  for (const [i, key] of keys.entries()) {
    const lack = own.values[i] === null && lackOf(await answerWithReasons(method, [[key], ...config], context));
    if (typeof lack === 'string') lacks.set(i, lack);
  }
  const addresses = [...lacks.keys()];
  const question = { method: method.name, params: stringifyJson([addresses.map((i) => keys[i]!), ...config]) };
  const reply = await upstream.find(question, [...lacks.values()].join(', and '));
  if (reply === undefined) return ownText;
  onSource(reply.from);
  const texts = valueTexts(textOf(reply));
  if (texts.length !== addresses.length)
    throw rpcErrors.upstreamFailed(
      `the answer to ${method.name} has ${texts.length} elements in place of ${addresses.length}`,
    );
  const filled = new Map(addresses.map((i, place) => [i, new JsonFragment(texts[place]!)]));
  return stringifyJson({ ...own.answer, value: own.values.map((value, i) => filled.get(i) ?? value) });
}

/** The elements of an answer of upstream, as they were sent: accounts may have megabytes, and are not read. */
function valueTexts(text: JsonText): readonly JsonText[] {
  const value = readJsonTree(text).members?.find(([name]) => name === 'value')?.[1];
  return value?.items?.map((item) => item.text) ?? [];
}

function valuesOf(text: JsonText) {
  const answer = parseJson(text);
  const isAnswer = isJsonObject(answer) && isJsonArray(answer.value);
  return isAnswer ? { answer, values: answer.value as readonly JsonValue[] } : { answer: {}, values: [] };
}
