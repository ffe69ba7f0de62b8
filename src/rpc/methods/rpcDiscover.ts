import type { JsonText } from '../../codec/jsonText.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { createDocument } from '../openrpc/document.ts';
import { withNote } from '../openrpc/schema.ts';
import { ANY_OBJECT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import type { Method } from './method.ts';

/**
 * The document is the same in both dialects. A node has no such method.
 *
 * Source   OpenRPC 1.3.2, service discovery method
 */
export function createRpcDiscover(listMethods: () => readonly DescribedMethod[]): Method {
  let document: JsonText | undefined;
  return {
    name: 'rpc.discover',
    summary: 'the OpenRPC document of this node',
    params: NO_PARAMS,
    result: withNote(ANY_OBJECT, 'an OpenRPC document'),
    errors: [],

    answer() {
      document ??= createDocument(listMethods());
      return document;
    },
  };
}
