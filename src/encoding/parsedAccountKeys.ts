import { accountKeysOf } from '../model/accountKeys.ts';
import type { Address } from '../model/address.ts';
import type { LoadedAddresses, Message } from '../model/transaction.ts';

export type ParsedAccountKey = {
  readonly pubkey: Address;
  readonly signer: boolean;
  readonly source: 'transaction' | 'lookupTable';
  readonly writable: boolean;
};

/**
 * Every account of a transaction with its rights, in index order.
 *
 * Source   agave 4.1 transaction-status parse_accounts
 */
export function annotateAccountKeys(message: Message, loaded: LoadedAddresses): ParsedAccountKey[] {
  const { keys, isWritable } = accountKeysOf(message, loaded);
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numRequiredSignatures,
    source: index < message.accountKeys.length ? 'transaction' : 'lookupTable',
    writable: isWritable(index),
  }));
}
