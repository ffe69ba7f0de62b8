import { withNote } from '../../rpc/openrpc/schema.ts';
import { ADDRESS } from '../../rpc/openrpc/schemas.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

const PARAMS = { address: text };

export const address = controlMethod({
  name: 'address',
  effect: 'reads',
  summary: 'the address of a name or derivation, with the keys and mints of the ledger',
  params: PARAMS,
  result: withNote(ADDRESS, 'address in base58'),
  errors: ['unknownName'],
  run: ({ address: addressText }, { now }) => knownAddressOf(addressText, now.state),
  library: false,
});
