import type { Cursor } from '../document/cursor.ts';
import { readAddress, readBlockhash, readU32 } from '../document/readers.ts';
import { DEFAULT_SETTINGS } from '../ledger/builder.ts';
import type { NodeIdentity } from '../ledger/state.ts';
import { readOptionalMember } from './members.ts';

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

export function readNode(at: Cursor): NodeIdentity {
  return {
    genesisHash: readOptionalMember(at, 'genesisHash', readBlockhash),
    identity: readOptionalMember(at, 'identity', readAddress),
    apiVersion: readOptionalMember(at, 'apiVersion', readVersion) ?? DEFAULT_SETTINGS.node.apiVersion,
    featureSet: readOptionalMember(at, 'featureSet', readU32),
  };
}

function readVersion(at: Cursor): string | undefined {
  const { value } = at;
  return typeof value === 'string' && VERSION.test(value) ? value : at.expected('a version such as "4.1.0"');
}
