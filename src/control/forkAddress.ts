import type { JsonObject } from '../codec/jsonText.ts';
import { objectOf, orNull, withName, withNote } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import type { ControlContext } from './controlMethod.ts';

const URL = withNote(orNull(TEXT), 'null if nothing listens');

/** A ledger fork, as control methods answer it. */
export const FORK = withName(
  'ForkAddress',
  objectOf({ name: TEXT, url: URL, wsUrl: URL }),
  'the place where a ledger fork is served',
);

export function forkJson(name: string, { urlOf }: ControlContext): JsonObject {
  const { url = null, wsUrl = null } = urlOf(name) ?? {};
  return { name, url, wsUrl };
}
