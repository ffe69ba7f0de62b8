import type { Cursor } from '../../document/cursor.ts';
import {
  isObject,
  readAddress,
  readBase58,
  readBlockhash,
  readByteList,
  readList,
  readNullable,
  readU8,
  readU32,
  readU64,
  whole,
} from '../../document/readers.ts';
import type {
  AddressTableLookup,
  CompiledInstruction,
  Message,
  MessageHeader,
  TransactionConfig,
  TransactionVersion,
} from '../../model/transaction.ts';

/** A message in the form `json`; members that its version does not have must be absent, null or empty. */
export function readMessage(at: Cursor, version: TransactionVersion): Message | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    header: readHeader(at.member('header')),
    accountKeys: readList(at.member('accountKeys'), readAddress),
    recentBlockhash: readBlockhash(at.member('recentBlockhash')),
    instructions: readList(at.member('instructions'), readInstruction),
    ...readVersioned(at, version),
  });
}

interface VersionedMembers {
  readonly addressTableLookups?: readonly AddressTableLookup[] | undefined;
  readonly transactionConfig?: TransactionConfig | undefined;
}

/** Members that only one version has. */
function readVersioned(at: Cursor, version: TransactionVersion): VersionedMembers {
  const lookups = at.member('addressTableLookups');
  const config = at.member('transactionConfig');
  const refusal = `in a transaction of version ${JSON.stringify(version)}`;
  if (version !== 0 && lookups.items().length > 0) return { addressTableLookups: lookups.refuse(`lookups ${refusal}`) };
  if (version !== 1 && !config.isNothing) return { transactionConfig: config.refuse(`a config ${refusal}`) };
  if (version === 0) return { addressTableLookups: lookups.isNothing ? [] : readList(lookups, readLookup) };
  if (version === 1) return { transactionConfig: config.isNothing ? NO_CONFIG : readConfig(config) };
  return {};
}

/** `{programIdIndex, accounts, data}`; `stackHeight` is ignored, because it depends on the version of the node. */
function readInstruction(at: Cursor): CompiledInstruction | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    programIdIndex: readU8(at.member('programIdIndex')),
    accounts: readByteList(at.member('accounts')),
    data: readBase58(at.member('data')),
  });
}

function readHeader(at: Cursor): MessageHeader | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    numRequiredSignatures: readU8(at.member('numRequiredSignatures')),
    numReadonlySignedAccounts: readU8(at.member('numReadonlySignedAccounts')),
    numReadonlyUnsignedAccounts: readU8(at.member('numReadonlyUnsignedAccounts')),
  });
}

function readLookup(at: Cursor): AddressTableLookup | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    accountKey: readAddress(at.member('accountKey')),
    writableIndexes: readByteList(at.member('writableIndexes')),
    readonlyIndexes: readByteList(at.member('readonlyIndexes')),
  });
}

const NO_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

function readConfig(at: Cursor): TransactionConfig | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    priorityFee: readNullable(at.member('priorityFee'), readU64),
    computeUnitLimit: readNullable(at.member('computeUnitLimit'), readU32),
    loadedAccountsDataSizeLimit: readNullable(at.member('loadedAccountsDataSizeLimit'), readU32),
    heapSize: readNullable(at.member('heapSize'), readU32),
  });
}
