import { isJsonArray, isJsonObject, JsonFragment, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { ExplainedAnswer } from '../../rpc/methods/explainAnswer.ts';
import { anyOf, listOf, objectOf, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { errorText } from '../../rpc/protocol/envelope.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { readText } from '../../syntax/readers.ts';
import { optional, syntax } from '../../syntax/syntax.ts';
import { controlMethod, isControl } from '../controlMethod.ts';
import { changeText, explainedCall } from '../explainedCall.ts';

const PARAMS = {
  method: syntax(readMethod, TEXT),
  params: optional(syntax(readParams, anyOf({ type: 'array' }, ANY_OBJECT))),
};

export const explain = controlMethod({
  name: 'explain',
  effect: 'reads',
  summary: 'the answer to a call, and the reasons if it is null, empty, cut, older than expected or an error',
  doc: [
    '@example',
    "const { why } = await node.explain('getTransaction', [signature]);",
    '@throws RpcError for methods that change something',
  ],
  params: PARAMS,
  result: withName(
    'Explanation',
    objectOf({
      answer: anyOf(
        objectOf({ result: {} }),
        objectOf({ error: objectOf({ code: { type: 'integer' }, message: TEXT, 'data?': {} }) }),
      ),
      why: withNote(listOf(TEXT), 'whole sentences; none where the answer speaks for itself'),
    }),
    'an answer of the ledger, and why it is null, empty, cut or an error',
  ),

  async run({ method, params }, context) {
    const { answer, reasons } = await explainedCall(method, params, context);
    const why = reasons.map(({ sentence }) => sentence);
    const asksUpstream = context.sends.has(method) ? context.upstreamAccounts !== undefined : context.hasUpstream;
    const mayUpstreamKnow = asksUpstream && reasons.some(({ kind }) => kind === 'missing');
    return { answer: answerJson(answer), why: mayUpstreamKnow ? [...why, UPSTREAM_NOTE] : why };
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

const UPSTREAM_NOTE =
  'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it';

/** The reason to refuse a method whose call would change something. */
function refusalOf(method: string): string | undefined {
  if (isControl(method)) return `${method} controls the ledger: only calls that read it are explained`;
  if (method === 'sendTransaction')
    return `${method} changes the ledger: explain simulateTransaction with the transaction instead`;
  if (method === 'requestAirdrop') return changeText(method);
  return undefined;
}

function answerJson(answer: ExplainedAnswer['answer']): JsonObject {
  if ('error' in answer) return { error: new JsonFragment(errorText(answer.error)) };
  return { result: new JsonFragment(String(answer.result)) };
}
