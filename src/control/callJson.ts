import { JsonFloat, JsonFragment, type JsonObject } from '../codec/json.ts';
import type { LoggedCall } from '../live/callLog.ts';

/** What a call without parameters has. */
export const NO_PARAMS = '[]';

export function callJson({
  assumed,
  client,
  code,
  durationMs,
  from,
  id,
  method,
  outcome,
  params,
  transport,
}: LoggedCall): JsonObject {
  return {
    assumed,
    client,
    code,
    durationMs: new JsonFloat(Math.round(durationMs * 1000) / 1000),
    from,
    id,
    method,
    outcome,
    params: new JsonFragment(params ?? NO_PARAMS),
    transport,
  };
}
