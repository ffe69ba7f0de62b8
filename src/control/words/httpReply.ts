import { STATUS_CODES } from 'node:http';
import { stringifyJson } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { isObject, readText } from '../../document/readers.ts';
import type { HttpReply } from '../../faults/fault.ts';

/** Source RFC 9110 5.1 and 5.5 */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

const TEXT_TYPE = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Their replies have no body. Source RFC 9110 15.3.5 and 15.4.5 */
const BODILESS = [204, 304];

const FROM_BODY = 'this header follows from the body';

/** Headers that a reply cannot be given, and why. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['content-length', FROM_BODY],
  ['transfer-encoding', FROM_BODY],
  ['trailer', 'replies have no trailers'],
]);

/** `{status, headers?, body?}`: a body that is no text is sent as JSON. */
export function readHttpReply(at: Cursor): HttpReply | undefined {
  const read = readMembers(at, { status: readStatus, headers: readHeaders, body: (body) => body.value }, ['status']);
  if (read?.status === undefined) return undefined;
  const { body, headers = [], status } = read;
  if (body === undefined) return { status, headers, body };
  const text = typeof body === 'string' ? body : stringifyJson(body);
  return withBody({ status, headers }, text, typeof body === 'string' ? TEXT_TYPE : JSON_TYPE);
}

/** Where there is no body and no answer, the words of the status. */
export function withStatusText(reply: HttpReply): HttpReply {
  const { body, status } = reply;
  if (body !== undefined) return reply;
  const text = BODILESS.includes(status) ? '' : `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return withBody(reply, text === '' ? '' : `${text}\n`, TEXT_TYPE);
}

function withBody({ headers, status }: Omit<HttpReply, 'body'>, body: string, type: string): HttpReply {
  const hasType = body === '' || headers.some(([name]) => name.toLowerCase() === 'content-type');
  return { status, headers: hasType ? headers : [['content-type', type], ...headers], body };
}

/** One that ends a request. */
function readStatus(at: Cursor): number | undefined {
  const { value } = at;
  const isStatus = typeof value === 'number' && value >= 200 && value <= 599;
  return isStatus ? value : at.expected('a status from 200 to 599');
}

function readHeaders(at: Cursor): HttpReply['headers'] | undefined {
  if (!isObject(at)) return undefined;
  const headers = at.members().flatMap((member) => {
    const value = readHeader(member);
    return value === undefined ? [] : [[member.key, value] as const];
  });
  return headers.length === at.members().length ? headers : undefined;
}

function readHeader(at: Cursor): string | undefined {
  if (!NAME.test(at.key)) return at.refuse('this cannot be the name of a header');
  const refusal = REFUSED.get(at.key.toLowerCase());
  if (refusal !== undefined) return at.refuse(refusal);
  const value = readText(at);
  return value === undefined || VALUE.test(value) ? value : at.expected('visible ASCII');
}
