import { isJsonArray, isJsonObject, JsonFragment, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { Cursor } from '../../fixtures/document/cursor.ts';
import { readText } from '../../fixtures/document/readers.ts';
import { answerExplained, type Explained, explained } from '../methods/explained.ts';
import { anyOf, listOf, objectOf } from '../openrpc/schema.ts';
import { ANY_OBJECT, TEXT } from '../openrpc/schemas.ts';
import { errorText } from '../protocol/envelope.ts';
import { SEND_METHODS } from '../sending/index.ts';
import { type ControlContext, controlMethod, isControl } from './controlMethod.ts';
import { unknownMethodText } from './suggestMethod.ts';

/** The only method of src/rpc/sending that changes nothing. */
const SIMULATION = 'simulateTransaction';

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

async function explainedCall(name: string, params: JsonValue | undefined, context: ControlContext): Promise<Explained> {
  const { dialect, execute, live, methodOf, now } = context;
  const method = methodOf(name);
  if (method !== undefined) return answerExplained(method, params, { ledger: now.state, dialect });
  const sending = name === SIMULATION ? SEND_METHODS.get(name) : undefined;
  if (sending === undefined) {
    const reasons = [{ kind: 'because', sentence: unknownMethodText(name) }] as const;
    return { answer: { error: rpcErrors.methodNotFound() }, reasons };
  }
  const read = () => sending.readParams(params, now.state.protocol.version);
  return explained(sending, params, read, (asked, reasons) => sending.answer(asked, { live, now, execute, reasons }));
}

/** As on the wire. */
function answerJson(answer: Explained['answer']): JsonObject {
  if ('error' in answer) return { error: new JsonFragment(errorText(answer.error)) };
  return { result: new JsonFragment(String(answer.result)) };
}
