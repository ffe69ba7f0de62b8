import { isJsonArray, isJsonObject, JsonFragment, type JsonObject, type JsonValue } from '../codec/jsonText.ts';
import type { Explained } from '../rpc/methods/explained.ts';
import { anyOf, listOf, objectOf } from '../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT } from '../rpc/openrpc/schemas.ts';
import { errorText } from '../rpc/protocol/envelope.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { readText } from '../syntax/readers.ts';
import { controlMethod, isControl } from './controlMethod.ts';
import { explainedCall, SIMULATION } from './explainedCall.ts';

export const explain = controlMethod({
  name: 'stillnode_explain',
  summary: 'the answer to a call, and the reasons if it is null, empty, cut, older than expected or an error',
  params: {
    method: { schema: TEXT, read: readMethod },
    'params?': { schema: anyOf({ type: 'array' }, ANY_OBJECT), read: readParams },
  },
  result: '`{"answer":{"result":…},"why":[sentences]}`, or an `answer` with `error` in place of `result`',
  schema: objectOf({
    answer: anyOf(
      objectOf({ result: {} }),
      objectOf({ error: objectOf({ code: { type: 'integer' }, message: TEXT, 'data?': {} }) }),
    ),
    why: listOf(TEXT),
  }),

  async run({ method, params }, context) {
    const { answer, reasons } = await explainedCall(method, params, context);
    const why = reasons.map(({ sentence }) => sentence);
    const isAskedFor = context.hasUpstream && reasons.some(({ kind }) => kind === 'missing');
    return { answer: answerJson(answer), why: isAskedFor ? [...why, ASKED_FOR] : why };
  },
});

function readMethod(at: Cursor): string | undefined {
  const method = readText(at);
  const refusal = method === undefined ? undefined : refusalOf(method);
  return refusal === undefined ? method : at.refuse(refusal);
}

function readParams(at: Cursor): JsonValue | undefined {
  return isJsonArray(at.value) || isJsonObject(at.value) ? at.value : at.expected('a list of parameters');
}

const ASKED_FOR =
  'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it';

/** What an explanation must not do. */
function refusalOf(method: string): string | undefined {
  if (isControl(method)) return `${method} controls the ledger: only calls that read it are explained`;
  if (method === 'sendTransaction')
    return `${method} changes the ledger: explain ${SIMULATION} with the transaction instead`;
  if (method === 'requestAirdrop') return `${method} changes the ledger: only calls that read it are explained`;
  return undefined;
}

/** As on the wire. */
function answerJson(answer: Explained['answer']): JsonObject {
  if ('error' in answer) return { error: new JsonFragment(errorText(answer.error)) };
  return { result: new JsonFragment(String(answer.result)) };
}
