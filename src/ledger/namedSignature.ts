import { suggest } from '../codec/suggest.ts';
import { thereAre } from '../codec/text.ts';
import { rpcErrors } from '../errors.ts';
import type { Signature } from '../solana/address.ts';
import type { LedgerState } from './state.ts';

/** The signature of a transaction that has a name in a script. @throws RpcError unknownName */
export function signatureIn({ names }: Pick<LedgerState, 'names'>, name: string, copy: number): Signature {
  const copies = names.signatures.get(name) ?? [];
  const signature = copies[copy];
  if (signature !== undefined) return signature;
  if (copies.length > 0)
    throw rpcErrors.unknownName(`${thereAre(copies.length, 'transaction')} "${name}", and none at ${copy}`);
  const suggestion = suggest(name, names.signatures.keys());
  const hint = suggestion === undefined ? '' : ` (${suggestion})`;
  throw rpcErrors.unknownName(`no transaction of a scripted ledger has the name "${name}"${hint}`);
}
