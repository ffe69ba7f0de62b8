/**
 * Transactions whose bytes cannot be rebuilt from the recorded form: they are kept as they were recorded.
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { isObject, readAddress, readList, readNullable, readSignature } from '../../document/readers.ts';
import { readOutcome } from '../../document/transactionError.ts';
import type { Address } from '../../model/address.ts';
import type { OpaqueTransaction } from '../../model/block.ts';
import type { TransactionVersion } from '../../model/transaction.ts';
import type { Placement } from './placement.ts';
import { versionByShape } from './version.ts';

/** An item of a block's `signatures`. */
export function opaqueSignature(at: Cursor, placement: Placement): OpaqueTransaction | undefined {
  const signature = readSignature(at);
  if (signature === undefined) return undefined;
  const nothing = { json: null, meta: null, err: null, accountKeys: [] };
  return { kind: 'opaque', form: 'signatures', signature, version: 'legacy', ...placement, ...nothing };
}

/**
 * `{transaction, meta, version?}` with a transaction in the form jsonParsed or accounts.
 *
 * @param version undefined: not in the recording
 */
export function readOpaque(
  at: Cursor,
  placement: Placement,
  version: TransactionVersion | undefined,
): OpaqueTransaction | undefined {
  const json = at.member('transaction');
  const message = json.member('message');
  const signatures = readList(json.member('signatures'), readSignature);
  const staticKeys = readList((message.isNothing ? json : message).member('accountKeys'), readKey);
  const loadedKeys = readLoadedKeys(at.member('meta'));
  const err = readMetaError(at.member('meta'));
  const signature = signatures?.[0];
  if (signatures?.length === 0) json.member('signatures').expected('at least one signature');
  if (signature === undefined || staticKeys === undefined || loadedKeys === undefined || err === undefined)
    return undefined;
  return {
    kind: 'opaque',
    form: message.isNothing ? 'accounts' : 'jsonParsed',
    signature,
    ...placement,
    version: version ?? versionByShape(message),
    err,
    json: isJsonObject(json.value) ? json.value : null,
    meta: at.member('meta').value ?? null,
    accountKeys: [...new Set([...staticKeys, ...loadedKeys])],
  };
}

/** `{pubkey, signer, writable, source?}` */
function readKey(at: Cursor): Address | undefined {
  return readAddress(isJsonObject(at.value) ? at.member('pubkey') : at);
}

/** Some nodes list loaded keys in the metadata and not among the account keys. */
function readLoadedKeys(meta: Cursor): Address[] | undefined {
  const loaded = meta.member('loadedAddresses');
  if (loaded.isNothing) return [];
  const writable = readList(loaded.member('writable'), readAddress);
  const readonly = readList(loaded.member('readonly'), readAddress);
  return writable && readonly && [...writable, ...readonly];
}

function readMetaError(meta: Cursor) {
  return readNullable(meta, () => (isObject(meta) ? readOutcome(meta) : undefined));
}
