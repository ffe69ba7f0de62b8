import type { JsonObject } from '../codec/json.ts';
import type { Vocabulary } from '../openrpc/description.ts';
import type { Schema } from '../openrpc/schema.ts';
import type { ControlContext } from './verb.ts';

/** A fork and where it can be reached: null where nothing listens. */
export function forkJson(name: string, { urlOf }: Pick<ControlContext, 'urlOf'>): JsonObject {
  const { url = null, wsUrl = null } = urlOf(name) ?? {};
  return { name, url, wsUrl };
}

export function forkSchema({ objectOf, orNull, TEXT }: Vocabulary): Schema {
  return objectOf({ name: TEXT, url: orNull(TEXT), wsUrl: orNull(TEXT) });
}
