import type { JsonResult, JsonValue } from '../../codec/jsonText.ts';
import { RpcError } from '../../errors.ts';
import { unknownBytesRefusal } from '../unknownBytes.ts';
import type { Method, MethodContext } from './method.ts';
import { addIgnoredMembers, type MethodDescription } from './reasons/ignoredMembers.ts';
import { type Reasons, reasonsFor } from './reasons/index.ts';
import { type KnownFates, NO_FATES } from './reasons/reasonSink.ts';

/** A reason for an answer, in one sentence. */
export interface Reason {
  /** `missing`: the ledger knows nothing of what was asked for, and a node with another ledger might */
  readonly kind: 'missing' | 'because';
  readonly sentence: string;
}

export interface ExplainedAnswer {
  readonly answer: { readonly result: JsonResult } | { readonly error: RpcError };
  /** empty if the answer needs no reason; an error has at least one */
  readonly reasons: readonly Reason[];
}

/** `data.reason` of errors about something that the ledger lacks. */
const LACK_REASONS: ReadonlySet<unknown> = new Set(['notInLedger', 'notRecorded']);

/** Runs a method once, and collects the reasons of its answer. Throws any error but RpcError. */
export function answerWithReasons(
  method: Method,
  params: JsonValue | undefined,
  context: Omit<MethodContext, 'reasons'>,
  fates?: KnownFates,
): Promise<ExplainedAnswer> {
  const read = () => method.params.read(params, { dialect: context.dialect, version: context.ledger.protocol.version });
  return explainAnswer(
    method,
    params,
    read,
    (readParameters, reasons) => method.answer(readParameters, { ...context, reasons }),
    fates,
  );
}

/** Explains an answer, for everything that reads its parameters and answers. */
export async function explainAnswer<P>(
  method: MethodDescription,
  params: JsonValue | undefined,
  read: () => P,
  answer: (parameters: P, reasons: Reasons) => JsonResult | Promise<JsonResult>,
  fates: KnownFates = NO_FATES,
): Promise<ExplainedAnswer> {
  const added = new Map<string, Reason>();
  const addAs = (kind: Reason['kind']) => (sentence: string) => void added.set(sentence, { kind, sentence });
  const sink = { addMissing: addAs('missing'), add: addAs('because'), fates };
  const reasons = reasonsFor(sink);
  let ignored = 0;
  try {
    const readParameters = read();
    addIgnoredMembers(method, params, reasons);
    ignored = added.size;
    return { answer: { result: await answer(readParameters, reasons) }, reasons: [...added.values()] };
  } catch (thrown) {
    const error = unknownBytesRefusal(thrown) ?? thrown;
    if (!(error instanceof RpcError)) throw error;
    if (isLacking(error)) sink.addMissing(error.message);
    else if (added.size === ignored) sink.add(hintFor(error, method));
    return { answer: { error }, reasons: [...added.values()] };
  }
}

function isLacking({ data }: RpcError): boolean {
  return typeof data === 'object' && data !== null && 'reason' in data && LACK_REASONS.has(data.reason);
}

/** Hints by the beginning of the message of an error. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /^Invalid param: (WrongSize|Invalid)$|^(WrongSize|Invalid)$/,
    'an address and a blockhash are 32 bytes in base58, and a signature is 64: of the names of scripts, stillnode_address ["$shop"] gives the address, and stillnode_signature ["payment"] the signature',
  ],
  [/^Method does not support commitment below/, 'write "commitment": "confirmed" or "finalized"'],
  [/^invalid base58 encoding/, 'a transaction is base58 unless the configuration has "encoding": "base64"'],
  [/^Encoded binary \(base 58\) data/, 'write "encoding": "base64"'],
  [
    /^Invalid param: not a Token account$/,
    'the account is of a token program, but its bytes are not those of an initialized token account',
  ],
  [
    /^Invalid param: (mint could not be unpacked|Token mint could not be unpacked)$/,
    'the bytes of the account are not those of an initialized mint',
  ],
  [
    /^Invalid param: unrecognized Token program id$/,
    'write the address of the Token program or of the Token-2022 program as programId',
  ],
];

/** A hint for an error without a reason: at least the error itself. */
function hintFor({ message }: RpcError, method: MethodDescription): string {
  const version = /"maxSupportedTransactionVersion": \d+$/.exec(message)?.[0];
  if (version !== undefined) {
    const why = version.endsWith('1')
      ? ': the answer has a transaction of version 1, as on mainnet since the gate txV1'
      : '';
    return `write ${version} into the configuration, or a higher version${why}`;
  }
  const commitment = /invalid type: string "(processed|confirmed|finalized)", expected struct/.exec(message)?.[1];
  if (commitment !== undefined)
    return `${takesText(method)}, and a commitment is a member: {"commitment":"${commitment}"}`;
  const hint = HINTS.find(([pattern]) => pattern.test(message))?.[1];
  if (hint !== undefined) return hint;
  return isAboutParams(message) ? takesText(method) : message;
}

/** Whether an error is about the parameters, and does not say what the method takes. */
function isAboutParams(message: string): boolean {
  return /^(Invalid param|`params` should|Invalid request$)/.test(message);
}

/** `getBlock takes [slot, config?]` */
function takesText(method: MethodDescription): string {
  const names = Object.keys(method.params.members);
  return `${method.name} takes ${names.length === 0 ? 'no parameters' : `[${names.join(', ')}]`}`;
}
