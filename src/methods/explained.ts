import { isJsonArray, isJsonObject, type JsonResult, type JsonValue, stringifyJson } from '../codec/json.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { UnknownBytesError } from '../model/parsedData.ts';
import { COMMITMENTS, readCommitment } from '../params/commitment.ts';
import { hintFor } from './errorHints.ts';
import { ignoredMemberTexts } from './ignoredMembers.ts';
import type { Method, MethodContext } from './method.ts';
import { type Reasons, reasonsFor } from './reasons/index.ts';

/** Why an answer is as it is, in one sentence. */
export interface Reason {
  /** `missing`: the ledger knows nothing of what was asked for, and a node with another ledger might */
  readonly kind: 'missing' | 'because';
  readonly sentence: string;
}

export interface Explained {
  readonly answer: { readonly result: JsonResult } | { readonly error: RpcError };
  /** none where the answer speaks for itself; an error has at least one */
  readonly reasons: readonly Reason[];
}

type Described = Pick<Method, 'name' | 'describe'>;

/** Errors of our own for what the ledger lacks: `data.reason`. */
const LACKING: ReadonlySet<unknown> = new Set(['notInLedger', 'notRecorded']);

/** Runs a method once, and keeps what it tells of its answer. Throws what is no RpcError. */
export function answerExplained(
  method: Method,
  params: JsonValue | undefined,
  context: Omit<MethodContext, 'reasons'>,
): Promise<Explained> {
  const read = () => method.readParams(params, context.dialect);
  return explained(method, params, read, (asked, reasons) => method.answer(asked, { ...context, reasons }));
}

/** Nodes say nothing of what is misspelt in a configuration. */
function tellIgnored(method: Described, params: JsonValue | undefined, reasons: Reasons): void {
  ignoredCommitment(params, reasons);
  for (const sentence of ignoredMemberTexts(method, params)) reasons.because(sentence);
}

/** A commitment that is none. */
function ignoredCommitment(params: JsonValue | undefined, { because }: Reasons): void {
  const config = isJsonArray(params) ? params.find(isJsonObject) : undefined;
  const given = config?.commitment ?? undefined;
  if (config === undefined || given === undefined || readCommitment(config) !== undefined) return;
  const [processed, confirmed, finalized] = COMMITMENTS;
  because(
    `${stringifyJson(given)} is no commitment, and the node takes it for none: there are ${processed}, ${confirmed} and ${finalized}`,
  );
}

/** The same for whatever reads its parameters and answers. */
export async function explained<P>(
  method: Described,
  params: JsonValue | undefined,
  read: () => P,
  answer: (asked: P, reasons: Reasons) => JsonResult | Promise<JsonResult>,
): Promise<Explained> {
  const told = new Map<string, Reason>();
  const tellAs = (kind: Reason['kind']) => (sentence: string) => void told.set(sentence, { kind, sentence });
  const tell = { missing: tellAs('missing'), because: tellAs('because') };
  const reasons = reasonsFor(tell);
  let ignored = 0;
  try {
    const asked = read();
    tellIgnored(method, params, reasons);
    ignored = told.size;
    return { answer: { result: await answer(asked, reasons) }, reasons: [...told.values()] };
  } catch (thrown) {
    const error = thrown instanceof UnknownBytesError ? rpcErrors.bytesNotRecorded(thrown.address) : thrown;
    if (!(error instanceof RpcError)) throw error;
    if (isLacking(error)) tell.missing(error.message);
    else if (told.size === ignored) tell.because(hintFor(error, method));
    return { answer: { error }, reasons: [...told.values()] };
  }
}

function isLacking({ data }: RpcError): boolean {
  return typeof data === 'object' && data !== null && 'reason' in data && LACKING.has(data.reason);
}
