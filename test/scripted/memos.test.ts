import { expect, it } from 'vitest';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('memos.ledger.json');
const signatures = await signaturesAt(rpc, 100n);

async function memosOf(name: string) {
  const entries = await rpc.getSignaturesForAddress(addressOf(name)).send();
  return entries.map(({ memo, signature }) => [signatures.indexOf(signature), memo]);
}

it('lists of signatures show memos with their lengths in bytes, those of a transaction joined', async () => {
  expect(await memosOf('alice')).toStrictEqual([
    [3, '[1] (unparseable)'],
    [2, null],
    [1, '[10] invoice 17; [7] grüezi'],
    [0, '[5] hello'],
  ]);
  expect(await memosOf('bob')).toStrictEqual([
    [2, null],
    [1, '[10] invoice 17; [7] grüezi'],
  ]);
});

it('jsonParsed shows a memo as its text', async () => {
  const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 } as const;
  const transaction = await rpc.getTransaction(signatures[1]!, config).send();
  const { instructions } = transaction!.transaction.message;
  const parsed = instructions.map((instruction) => 'parsed' in instruction && instruction.parsed);
  expect(parsed.slice(1)).toStrictEqual(['invoice 17', 'grüezi']);
});

it('a memo names those who sign for it', async () => {
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const { message } = (await rpc.getTransaction(signatures[0]!, config).send())!.transaction;
  expect(message.accountKeys).toStrictEqual([addressOf('alice'), 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr']);
  expect(message.instructions.map(({ accounts }) => accounts)).toStrictEqual([[0]]);
});
