import { isJsonArray, type JsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { realFetch } from '../../node/connection/httpCalls.ts';
import type { PageQuestion } from './pageQuestions.ts';

/** An answer: the members `result` or `error` of a reply. */
export type PageAnswer = { readonly result: JsonValue } | { readonly error: JsonValue };

/** Questions of a batch: below the smallest limits that a node may have for a body and for a batch. */
const BATCH = 40;

/** Asks as the page of the inspector does: neither the journal nor faults see it. @param url with the keys of the node */
export async function askAsPage(url: string, questions: readonly PageQuestion[]): Promise<readonly PageAnswer[]> {
  const answers: PageAnswer[] = [];
  for (let start = 0; start < questions.length; start += BATCH)
    answers.push(...(await askBatch(url, questions.slice(start, start + BATCH))));
  return answers;
}

async function askBatch(url: string, questions: readonly PageQuestion[]): Promise<readonly PageAnswer[]> {
  const address = new URL(url);
  address.searchParams.set('dialect', 'agave');
  const response = await realFetch(address.href, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stillnode-inspector': '1' },
    body: stringifyJson(
      questions.map(({ askedWith, method, params }, id) => ({
        jsonrpc: '2.0',
        id,
        method,
        params: askedWith ?? params,
      })),
    ),
  });
  const replies = readReplies(await response.text());
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return questions.map((_question, id) => answerIn(byId.get(id)));
}

function readReplies(text: JsonText): readonly JsonObject[] {
  const replies = parseJson(text);
  if (!isJsonArray(replies)) throw new Error(`the node answers ${text.trim()}`);
  return replies as readonly JsonObject[];
}

function answerIn({ error, result }: JsonObject = {}): PageAnswer {
  return error === undefined ? { result: result ?? null } : { error };
}
