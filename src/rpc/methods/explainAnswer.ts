import { isJsonArray, isJsonObject, type JsonResult, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { didYouMean, nearest } from '../../codec/suggest.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import { UnknownBytesError } from '../../solana/account.ts';
import { COMMITMENTS } from '../../solana/rpcWords.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { listMembers, type Schema } from '../openrpc/schema.ts';
import { COMPONENTS } from '../openrpc/schemas.ts';
import { isCommitment } from '../params/usualTypes.ts';
import type { Method, MethodContext } from './method.ts';
import { type Reasons, reasonsFor } from './reasons/index.ts';

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

/** A member that a node passes over, and the one that it is like. */
interface IgnoredMember {
  /** place of the member: `config.filters[0]` */
  readonly place: string;
  readonly name: string;
  readonly similar: string;
}

/** Sentences about unknown, probably misspelled members of parameters, which nodes ignore. */
function ignoredMemberTexts(method: MethodDescription, params: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(params)) return [];
  const described = listMembers(method.params.members);
  const ignored = described.flatMap(({ name, schema }, i) => [...ignoredIn(params[i], schema, name)]);
  return ignored.map(
    ({ similar, name, place }) =>
      `${JSON.stringify(name)} is not a member of ${place}, and the node ignores it: ${didYouMean(JSON.stringify(similar))}`,
  );
}

function* ignoredIn(value: JsonValue | undefined, schema: Schema, place: string): Iterable<IgnoredMember> {
  const forms = formsOf(schema);
  if (isJsonArray(value)) {
    for (const [i, item] of value.entries())
      for (const form of forms) yield* ignoredIn(item, itemOf(form, i), `${place}[${i}]`);
  }
  if (!isJsonObject(value)) return;
  const members = new Map(
    forms.flatMap(({ properties }) => (isJsonObject(properties) ? propertySchemas(properties) : [])),
  );
  for (const [name, member] of Object.entries(value)) {
    const described = members.get(name);
    const similar = described === undefined ? nearest(name, members.keys()) : undefined;
    if (described !== undefined) yield* ignoredIn(member, described, `${place}.${name}`);
    else if (similar !== undefined) yield { place, name, similar };
  }
}

/** The forms of a value: references are followed. */
function formsOf(schema: Schema): readonly Schema[] {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return formsOf(COMPONENTS[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  return isJsonArray(anyOf) ? anyOf.filter(isJsonObject).flatMap(formsOf) : [schema];
}

function propertySchemas(properties: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [[name, schema] as const] : [],
  );
}

/** The item of a list, or of a tuple. */
function itemOf({ items }: Schema, index: number): Schema {
  const item = isJsonArray(items) ? items[index] : items;
  return isJsonObject(item) ? item : {};
}

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

type MethodDescription = Pick<DescribedMethod, 'name' | 'params'>;

/** `data.reason` of errors about something that the ledger lacks. */
const LACK_REASONS: ReadonlySet<unknown> = new Set(['notInLedger', 'notRecorded']);

/** Runs a method once, and collects the reasons of its answer. Throws any error but RpcError. */
export function answerWithReasons(
  method: Method,
  params: JsonValue | undefined,
  context: Omit<MethodContext, 'reasons'>,
): Promise<ExplainedAnswer> {
  const read = () => method.params.read(params, { dialect: context.dialect, version: context.ledger.protocol.version });
  return explainAnswer(method, params, read, (readParameters, reasons) =>
    method.answer(readParameters, { ...context, reasons }),
  );
}

/** Adds the misspelled members of a configuration, which nodes ignore. */
function addIgnoredMembers(method: MethodDescription, params: JsonValue | undefined, reasons: Reasons): void {
  addIgnoredCommitment(params, reasons);
  for (const sentence of ignoredMemberTexts(method, params)) reasons.add(sentence);
}

/** Adds an invalid commitment, which nodes ignore too. */
function addIgnoredCommitment(params: JsonValue | undefined, reasons: Reasons): void {
  const config = isJsonArray(params) ? params.find(isJsonObject) : undefined;
  const commitment = config?.commitment ?? undefined;
  if (config === undefined || commitment === undefined || isCommitment(commitment)) return;
  const [processed, confirmed, finalized] = COMMITMENTS;
  reasons.add(
    `${stringifyJson(commitment)} is not a commitment, and the node ignores it: there are ${processed}, ${confirmed} and ${finalized}`,
  );
}

/** Explains an answer, for everything that reads its parameters and answers. */
export async function explainAnswer<P>(
  method: MethodDescription,
  params: JsonValue | undefined,
  read: () => P,
  answer: (parameters: P, reasons: Reasons) => JsonResult | Promise<JsonResult>,
): Promise<ExplainedAnswer> {
  const added = new Map<string, Reason>();
  const addAs = (kind: Reason['kind']) => (sentence: string) => void added.set(sentence, { kind, sentence });
  const sink = { addMissing: addAs('missing'), add: addAs('because') };
  const reasons = reasonsFor(sink);
  let ignored = 0;
  try {
    const readParameters = read();
    addIgnoredMembers(method, params, reasons);
    ignored = added.size;
    return { answer: { result: await answer(readParameters, reasons) }, reasons: [...added.values()] };
  } catch (thrown) {
    const error = thrown instanceof UnknownBytesError ? rpcErrors.bytesNotRecorded(thrown.address) : thrown;
    if (!(error instanceof RpcError)) throw error;
    if (isLacking(error)) sink.addMissing(error.message);
    else if (added.size === ignored) sink.add(hintFor(error, method));
    return { answer: { error }, reasons: [...added.values()] };
  }
}

function isLacking({ data }: RpcError): boolean {
  return typeof data === 'object' && data !== null && 'reason' in data && LACK_REASONS.has(data.reason);
}
