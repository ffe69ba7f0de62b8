import type { ServerResponse } from 'node:http';
import type { ConnectionFault } from '../live/faults/fault.ts';
import type { WhenGone } from '../rpc/protocol/call.ts';
import type { Answer } from './send.ts';

/** In place of JSON. */
export const GARBAGE = 'this is not JSON\n';

/** The effect of a connection fault on an answer. */
export function answerUnder({ garbage, http, reset, truncate }: ConnectionFault, answer: Answer): Answer {
  if (reset) return { ...answer, breaksAfter: 'reset' };
  const broken = {
    ...answer,
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

/** The client of a response has gone when the response is closed. */
export function whenClosed(response: ServerResponse): WhenGone {
  return (listener) => {
    if (response.closed) listener();
    else response.once('close', listener);
    return () => void response.off('close', listener);
  };
}
