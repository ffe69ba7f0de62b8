import type { JsonObject } from '../codec/jsonText.ts';
import { objectOf, orNull } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import type { ControlContext } from './controlMethod.ts';

/** A ledger fork; its URLs are null if nothing listens. */
export interface ForkAddress {
  readonly name: string;
  readonly url: string | null;
  readonly wsUrl: string | null;
}

export const FORK = objectOf({ name: TEXT, url: orNull(TEXT), wsUrl: orNull(TEXT) });

export function forkJson(name: string, { urlOf }: ControlContext): JsonObject {
  const { url = null, wsUrl = null } = urlOf(name) ?? {};
  return { name, url, wsUrl };
}
