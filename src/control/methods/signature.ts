import { signatureIn } from '../../ledger/namedSignature.ts';
import { withNote } from '../../rpc/openrpc/schema.ts';
import { SIGNATURE } from '../../rpc/openrpc/schemas.ts';
import { text, u64, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';

const PARAMS = { name: text, copy: withDefault(u64, 0n) };

export const signature = controlMethod({
  name: 'signature',
  effect: 'reads',
  summary: 'the signature of a named transaction of a script',
  params: PARAMS,
  result: withNote(SIGNATURE, 'signature'),
  errors: ['unknownName'],
  run: ({ copy, name }, { now }) => signatureIn(now.state, name, Number(copy)),
  library: false,
});
