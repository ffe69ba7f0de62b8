import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

// version 1 of transactions is active from slot 110 on; before, its feature account is not there (4.4 takes it in any slot)
const script = ledger({ cluster: 'mainnet', agave: '4.3', gates: { txV1: { from: 110 } } })
  .wallet('alice', sol(5))
  .block(100);
const TX_V1 = kit.address('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL');

/** The app under test: it asks before each transaction which version its cluster takes. */
async function send(url: string, secretKey: Uint8Array, text: string): Promise<kit.Signature> {
  const rpc = kit.createSolanaRpc(url);
  const payer = await kit.createKeyPairSignerFromBytes(secretKey);
  const { value: feature } = await rpc.getAccountInfo(TX_V1, { encoding: 'base64' }).send();
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const memo = {
    programAddress: kit.address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: feature === null ? 0 : 1 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    // in version 1 both limits are 0 unless they are set
    (m) => kit.setTransactionMessageComputeUnitLimit(10_000, m),
    (m) => kit.setTransactionMessageLoadedAccountsDataSizeLimit(1_000_000, m),
    (m) => kit.appendTransactionMessageInstruction(memo, m),
  );
  const transaction = kit.getBase64EncodedWireTransaction(await kit.signTransactionMessageWithSigners(message));
  return rpc.sendTransaction(transaction, { encoding: 'base64' }).send();
}

it('an app goes on while the node and its cluster are upgraded', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const rpc = kit.createSolanaRpc(node.url);
  const release = async () => (await rpc.getVersion().send())['solana-core'];
  const alice = keypair('alice').secretKey;

  // the node has an older release, until this fault is removed
  const older = await node.fail(['getVersion', 'getAccountInfo', 'getLatestBlockhash'], { as: { agave: '4.1' } });
  expect(await release()).toBe('4.1.2');
  await send(node.url, alice, 'before');
  await older.remove();
  expect(await release()).toBe('4.3.2');
  await send(node.url, alice, 'between');
  await node.advance(10);
  await send(node.url, alice, 'after');
  expect(await node.sent()).toMatchObject([
    { version: 0, err: null },
    { version: 0, err: null },
    { version: 1, err: null },
  ]);
});
