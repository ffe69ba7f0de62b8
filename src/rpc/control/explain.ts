import { isJsonArray, isJsonObject, JsonFragment, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { readText } from '../../fixtures/document/readers.ts';
import { answerExplained, type Explained, explained } from '../methods/explained.ts';
import { errorText } from '../protocol/envelope.ts';
import { SEND_METHODS } from '../sending/index.ts';
import { readArguments, readOptional } from './arguments.ts';
import { unknownMethodText } from './unknownMethod.ts';
import { type ControlContext, isControl, type Verb } from './verb.ts';

interface Params {
  readonly method: string;
  readonly params: JsonValue | undefined;
}

/** The one of the methods that take transactions which changes nothing. */
const SIMULATION = 'simulateTransaction';

export const explain: Verb<Params> = {
  name: 'stillnode_explain',

  describe: ({ ANY_OBJECT, anyOf, listOf, objectOf, TEXT }) => ({
    summary: 'the answer to a call, and the reasons if it is null, empty, cut, older than expected or an error',
    params: { method: TEXT, 'params?': anyOf({ type: 'array' }, ANY_OBJECT) },
    result: '`{"answer":{"result":…},"why":[sentences]}`, or an `answer` with `error` in place of `result`',
    schema: objectOf({
      answer: anyOf(
        objectOf({ result: {} }),
        objectOf({ error: objectOf({ code: { type: 'integer' }, message: TEXT, 'data?': {} }) }),
      ),
      why: listOf(TEXT),
    }),
    errors: [],
  }),

  readParams: (params) =>
    readArguments(params, ['method', 'params?'], (methodAt, paramsAt) => {
      const method = readText(methodAt!);
      const given = readOptional(paramsAt!, (at) =>
        isJsonArray(at.value) || isJsonObject(at.value) ? at.value : at.expected('a list of parameters'),
      );
      if (method === undefined) return undefined;
      const refusal = refusalOf(method);
      return refusal === undefined ? { method, params: given } : methodAt!.refuse(refusal);
    }),

  async run({ method, params }, context) {
    const { answer, reasons } = await explainedCall(method, params, context);
    const why = reasons.map(({ sentence }) => sentence);
    const isAskedFor = context.hasUpstream && isLacking(reasons);
    return { answer: answerJson(answer), why: isAskedFor ? [...why, ASKED_FOR] : why };
  },
};

const ASKED_FOR =
  'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it';

function isLacking(reasons: Explained['reasons']): boolean {
  return reasons.some(({ kind }) => kind === 'missing');
}

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
  if (sending === undefined) return { answer: { error: rpcErrors.methodNotFound() }, reasons: unknownMethod(name) };
  const read = () => sending.readParams(params, now.state.protocol.version);
  return explained(sending, params, read, (asked, reasons) => sending.answer(asked, { live, now, execute, reasons }));
}

function unknownMethod(name: string): Explained['reasons'] {
  return [{ kind: 'because', sentence: unknownMethodText(name) }];
}

/** As on the wire. */
function answerJson(answer: Explained['answer']): JsonObject {
  if ('error' in answer) return { error: new JsonFragment(errorText(answer.error)) };
  return { result: new JsonFragment(String(answer.result)) };
}
