import type { ConnectionFault } from '../live/faults/fault.ts';
import type { HttpAnswer } from './reply.ts';

/** The body that replaces JSON. */
export const GARBAGE = 'this is not JSON\n';

/** The effect of a connection fault on an answer. */
export function withConnectionFault(
  { garbage, headers: added, http, reset, truncate }: ConnectionFault,
  answer: HttpAnswer,
): HttpAnswer {
  if (reset) return { ...answer, breaksAfter: 'reset' };
  const broken = {
    ...answer,
    ...(added && { headers: { ...answer.headers, ...Object.fromEntries(added) } }),
    ...(garbage && { body: GARBAGE }),
    ...(truncate !== undefined && { breaksAfter: truncate }),
  };
  if (http === undefined) return broken;
  const { body, status } = http;
  const headers = Object.fromEntries(http.headers);
  if (body === undefined) return { ...broken, status, headers };
  const { contentType: _, ...besidesType } = broken;
  return { ...besidesType, status, headers, body };
}
