import { signal } from '@preact/signals';
import type { AnswerTo } from './answerTypes.ts';
import { compactJson, type Json, listOf, memberOf, parseJson } from './json.ts';
import { isReadOnly, replyInTrace, trace } from './trace.ts';

/**
 * The calls of this page. They go to the address that the page came from, or are answered by the trace in the page.
 * @module
 */

/** The ledger fork that the page shows; undefined: the main ledger. */
export const fork = signal<string | undefined>(forkIn(location.pathname));
/** The control key, which is kept in memory only. */
export const controlKey = signal('');
/** The message of a refused control call; empty: none was refused. The page then asks for the key. */
export const refusal = signal('');
/** The message of the last control call that failed; empty: none. */
export const failure = signal('');

/** A control call of this page that changed something. */
export interface SessionCall {
  readonly method: string;
  readonly params: readonly Json[];
  readonly fork: string | undefined;
}

/** Control calls of this page; those of the test, if the page shows a trace. */
export const session = signal<readonly SessionCall[]>(
  listOf(memberOf(trace, 'moves')).map((move) => ({
    method: String(memberOf(move, 'method')),
    params: listOf(memberOf(move, 'params')),
    fork: undefined,
  })),
);

function forkIn(path: string): string | undefined {
  const name = /\/fork\/([^/]+)\/?$/.exec(path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

function basePath(): string {
  return location.pathname.replace(/(?:\/fork\/[^/]*)?\/*$/, '');
}

/** @param name undefined: the main ledger */
function pathOf(name: string | undefined): string {
  return name === undefined ? `${basePath()}/` : `${basePath()}/fork/${encodeURIComponent(name)}`;
}

export function chooseFork(name: string | undefined): void {
  history.replaceState(null, '', pathOf(name) + location.search + location.hash);
  fork.value = name;
}

/** The URL of the ledger that the page shows. */
export function urlOf(protocol = location.protocol): string {
  const query = new URLSearchParams(location.search);
  query.set('dialect', 'agave');
  if (controlKey.value !== '') query.set('controlKey', controlKey.value);
  return `${protocol}//${location.host}${pathOf(fork.value)}?${query}`;
}

/** The URL for an app, without keys. @param name of a fork; undefined: the main ledger */
export function publicUrl(name: string | undefined): string {
  return isReadOnly ? String(memberOf(trace, 'url')) : `${location.origin}${pathOf(name)}`;
}

/** A URL of `publicUrl` with the keys of this page: with them the node knows that it is the page that asks. */
export function withKeys(url: string): string {
  const address = new URL(url);
  for (const [name, value] of new URLSearchParams(location.search))
    if (name !== 'dialect') address.searchParams.set(name, value);
  if (controlKey.value !== '') address.searchParams.set('controlKey', controlKey.value);
  return address.href;
}

/** Makes a call that neither the journal nor faults see. */
export async function fetchAs(url: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stillnode-inspector': '1' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

export class CallError extends Error {
  readonly code: number;
  readonly data: Json | undefined;

  constructor(message: string, code: number, data: Json | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

async function fetchReply(method: string, params: readonly Json[]): Promise<Json> {
  const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${compactJson(params)}}`;
  const { status, text } = await fetchAs(urlOf(), body);
  if (status !== 200) throw new CallError(text.trim() || `HTTP ${status}`, status, undefined);
  return parseJson(text);
}

export async function ask<Method extends string>(
  method: Method,
  params: readonly Json[] = [],
): Promise<AnswerTo<Method>> {
  const reply = isReadOnly ? replyInTrace(method, params) : await fetchReply(method, params);
  if (reply === undefined) throw new CallError(`this trace has no answer of ${method}`, 0, undefined);
  const error = memberOf(reply, 'error');
  // the node answers as it describes its methods
  if (error === undefined) return (memberOf(reply, 'result') ?? null) as AnswerTo<Method>;
  const message = String(memberOf(error, 'message'));
  const data = memberOf(error, 'data');
  if (memberOf(data, 'reason') === 'refused') refusal.value = message;
  throw new CallError(message, Number(memberOf(error, 'code')), data);
}

/** Makes a control call that changes something, and adds it to the session. Undefined: it failed, which is shown. @param name without `stillnode_` */
export async function act<Name extends string>(
  name: Name,
  params: readonly Json[] = [],
): Promise<AnswerTo<`stillnode_${Name}`> | undefined> {
  if (isReadOnly) return undefined;
  try {
    const result = await ask(`stillnode_${name}` as const, params);
    failure.value = '';
    session.value = [...session.value, { method: `stillnode_${name}`, params, fork: fork.value }];
    return result;
  } catch (error) {
    failure.value = `${name}: ${(error as Error).message}`;
    return undefined;
  }
}
