import { SystemProgram } from '@solana/web3.js';
import { type V1Config, v1Wire } from '../support/v1Wire.ts';
import { addressOf, type JudgedNode, keyOf } from './judgedNode.ts';

/** Transactions of version 1, and the forms in which they are read. */

const LIMITS = { unitLimit: 10_000, dataLimit: 64 * 1024 };

const CONFIGS: readonly (readonly [label: string, config: V1Config])[] = [
  ['v1', { ...LIMITS, priorityFee: 42n }],
  ['v1 with a heap', { ...LIMITS, heapSize: 64 * 1024 }],
  ['v1 without settings', {}],
  ['v1 without room for data', { unitLimit: 10_000 }],
  ['v1 with a heap of odd size', { ...LIMITS, heapSize: 33_000 }],
];

export async function sendVersionOne(node: JudgedNode): Promise<void> {
  const alice = keyOf('alice');
  const transfer = { fromPubkey: alice.publicKey, toPubkey: keyOf('bob').publicKey, lamports: 11 };
  for (const [label, config] of CONFIGS) {
    const parts = { instructions: [SystemProgram.transfer(transfer)], signers: [alice], config };
    await node.sendBytes(label, v1Wire({ ...parts, recentBlockhash: await node.latestBlockhash() }));
  }
  const signature = node.signatures.get('v1');
  for (const encoding of ['json', 'jsonParsed', 'base58', 'base64'])
    for (const maxSupportedTransactionVersion of [undefined, 0, 1])
      await node.ask(`v1: getTransaction ${encoding} ${maxSupportedTransactionVersion}`, 'getTransaction', [
        signature,
        { encoding, commitment: 'confirmed', maxSupportedTransactionVersion },
      ]);
  const version1 = { commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  const { slot } = await node.value('getTransaction', signature, version1);
  for (const transactionDetails of ['full', 'accounts', 'signatures', 'none'])
    await node.ask(`v1: getBlock ${transactionDetails}`, 'getBlock', [slot, { ...version1, transactionDetails }]);
  await node.ask('v1: getBlock without version', 'getBlock', [slot, { commitment: 'confirmed' }]);
  await node.ask('v1: signatures', 'getSignaturesForAddress', [
    addressOf('bob'),
    { limit: 1, commitment: 'confirmed' },
  ]);
}
