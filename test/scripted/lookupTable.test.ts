import {
  type Address,
  address,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit';
import { expect, it } from 'vitest';
import { reasonOf } from '../support/clients.ts';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('lookupTable.ledger.yaml');
const [ALICE, BOB, CAROL, TABLE] = [
  addressOf('alice'),
  addressOf('bob'),
  addressOf('carol'),
  addressOf('table'),
] as const;
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const V0 = { maxSupportedTransactionVersion: 0 } as const;

const [signature] = await signaturesAt(rpc, 100n);

async function found(key: Address) {
  return (await rpc.getSignaturesForAddress(key).send()).map((entry) => entry.signature);
}

it.each([
  ['its payer', ALICE],
  ['an address that it loads to write to', BOB],
  ['an address that it loads to read', CLOCK],
])('the transaction is found by %s', async (_, key) => {
  expect(await found(key)).toStrictEqual([signature]);
});

it.each([
  ['the table', TABLE],
  ['an address of the table that it does not load', CAROL],
])('the transaction is not found by %s', async (_, key) => {
  expect(await found(key)).toStrictEqual([]);
});

it('what it loads stands in the metadata, not in the message', async () => {
  const transaction = await rpc.getTransaction(signature!, { ...V0, encoding: 'json' }).send();
  const { message } = transaction!.transaction;
  expect(transaction!.version).toBe(0);
  expect(message.accountKeys).not.toContain(BOB);
  expect(message.accountKeys).not.toContain(CLOCK);
  expect(message).toHaveProperty('addressTableLookups', [
    { accountKey: TABLE, readonlyIndexes: [2], writableIndexes: [1] },
  ]);
  expect(transaction!.meta).toHaveProperty('loadedAddresses', { readonly: [CLOCK], writable: [BOB] });
  expect(transaction!.meta!.postBalances[message.accountKeys.length]).toBe(1_000_000_000n);
});

it('its bytes look the addresses up where the table has them', async () => {
  const transaction = await rpc.getTransaction(signature!, { ...V0, encoding: 'base64' }).send();
  const wire = getBase64Encoder().encode(transaction!.transaction[0]);
  const message = getCompiledTransactionMessageDecoder().decode(getTransactionDecoder().decode(wire).messageBytes);
  const { value } = await rpc.getAccountInfo(TABLE, { encoding: 'jsonParsed' }).send();
  expect(value!.data).toHaveProperty('parsed.info.addresses', [CAROL, BOB, CLOCK]);
  expect(message).toHaveProperty('addressTableLookups', [
    { lookupTableAddress: TABLE, readonlyIndexes: [2], writableIndexes: [1] },
  ]);
});

it('a client that allows no version is refused', async () => {
  const reason = await reasonOf(rpc.getTransaction(signature!).send());
  expect(isSolanaError(reason, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)).toBe(true);
});
