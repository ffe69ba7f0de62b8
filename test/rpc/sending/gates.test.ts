import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import type { Protocol } from '../../../src/ledger/protocol.ts';
import { errorText } from '../../support/answers.ts';
import { BOB, HASH, preflightText, sendNode, WALLETS } from '../../support/sends.ts';
import { transfer, v1Bytes } from '../../support/sentTransactions.ts';
import { protocolFor } from '../../support/testNode.ts';
import { V1_ENOUGH } from '../../support/v1Wire.ts';

/** What the version of the node and the gates of the cluster say of transactions that are sent. */

const UNSUPPORTED = preflightText('Transaction version is unsupported', '"UnsupportedVersion"');
const signatureOf = (bytes: Uint8Array) => `"${encodeBase58(bytes.subarray(-64))}"`;
const SENT = v1Bytes(HASH, [transfer(5)]);

describe.each<[what: string, protocol: Protocol, isAccepted: boolean]>([
  ['Agave 4.1 with the gates of mainnet', protocolFor('4.1', 'mainnet'), false],
  ['Agave 4.2 without gates', protocolFor('4.2', 'genesis'), false],
  ['Agave 4.2 with the gates of mainnet', protocolFor('4.2', 'mainnet'), true],
  ['Agave 4.3 without gates', protocolFor('4.3', 'genesis'), false],
  ['Agave 4.3 with the gates of mainnet', protocolFor('4.3', 'mainnet'), true],
])('a v1 transaction that is sent: %s', (_what, protocol, isAccepted) => {
  const node = () => sendNode({ protocol });

  it('is accepted or fails its preflight', async () => {
    expect(await node().send(SENT)).toBe(isAccepted ? signatureOf(SENT) : UNSUPPORTED);
  });

  it('is simulated, or fails without logs and units', async () => {
    const answer = await node().simulate(SENT);
    const facts = isAccepted
      ? [
          '"err":null',
          '"fee":5000',
          '"logs":["Program 11111111111111111111111111111111 invoke [1]"',
          '"unitsConsumed":150',
        ]
      : ['"err":"UnsupportedVersion"', '"fee":null', '"logs":[]', '"unitsConsumed":0'];
    for (const fact of facts) expect(answer).toContain(fact);
  });

  it('lands only where the cluster accepts it, though the preflight is skipped', async () => {
    const sends = node();
    expect(await sends.send(SENT, '"skipPreflight":true')).toBe(signatureOf(SENT));
    expect(sends.lamports(BOB)).toBe(isAccepted ? 1_000_005n : 1_000_000n);
  });
});

describe('what a v1 message asks for is what it gets', () => {
  const node = () => sendNode({ protocol: protocolFor('4.3', 'mainnet') });
  const simulated = (config: Parameters<typeof v1Bytes>[2]) => node().simulate(v1Bytes(HASH, [transfer(5)], config));

  it('no limit of data: nothing can be loaded', async () => {
    const answer = await simulated({ unitLimit: 1000 });
    expect(answer).toContain('"err":"MaxLoadedAccountsDataSizeExceeded"');
    expect(answer).toContain('"logs":[]');
  });

  it('no limit of units: nothing can run', async () => {
    const answer = await simulated({ dataLimit: 1_000_000 });
    expect(answer).toContain('"err":{"InstructionError":[0,"ComputationalBudgetExceeded"]}');
  });

  it('too few units', async () => {
    expect(await simulated({ ...V1_ENOUGH, unitLimit: 149 })).toContain('"ComputationalBudgetExceeded"');
    expect(await simulated({ ...V1_ENOUGH, unitLimit: 150 })).toContain('"err":null');
  });

  it('a priority fee in lamports, which is paid', async () => {
    const sends = node();
    const bytes = v1Bytes(HASH, [transfer(5)], { ...V1_ENOUGH, priorityFee: 42n });
    expect(await sends.simulate(bytes)).toContain('"fee":5042');
    expect(await sends.send(bytes)).toBe(signatureOf(bytes));
    const [alice] = WALLETS;
    expect(sends.lamports(alice!.address)).toBe(alice!.lamports! - 5n - 5042n);
  });

  it.each([31 * 1024, 32 * 1024 + 1, 257 * 1024])('a heap of %d bytes is no heap', async (heapSize) => {
    const refused = errorText(-32602, 'invalid transaction: Transaction failed to sanitize accounts offsets correctly');
    expect(await simulated({ ...V1_ENOUGH, heapSize })).toBe(refused);
    expect(await simulated({ ...V1_ENOUGH, heapSize: 64 * 1024 })).toContain('"err":null');
  });
});

describe('txV1 from slot 9 on', () => {
  const nodeAt = async (tip: number) => {
    const sends = sendNode({ protocol: protocolFor('4.3', 'genesis', { flags: { txV1: 9n } }) });
    for (let slot = 7; slot < tip; slot++) await sends.call('stillnode_advance', '[]');
    return sends;
  };
  const sendAt = async (tip: number) => (await nodeAt(tip)).send(SENT, '"preflightCommitment":"processed"');

  it('is refused as long as the next block is before it', async () => {
    expect(await sendAt(7)).toBe(UNSUPPORTED);
  });

  it.each([8, 9])('is accepted at slot %d', async (tip) => {
    expect(await sendAt(tip)).toBe(signatureOf(SENT));
  });

  it('is in the ledger afterwards, in every form', async () => {
    const sends = await nodeAt(8);
    await sends.send(SENT, '"preflightCommitment":"processed"');
    const block = (version: number, encoding: string) =>
      sends.call('getBlock', `[9,{"maxSupportedTransactionVersion":${version},"encoding":"${encoding}"}]`);
    expect(await block(1, 'base64')).toContain(`"transaction":["${Buffer.from(SENT).toString('base64')}","base64"]`);
    for (const encoding of ['json', 'jsonParsed'])
      expect(await block(1, encoding)).toContain(
        '"transactionConfig":{"computeUnitLimit":10000,"heapSize":null,"loadedAccountsDataSizeLimit":67108864,"priorityFee":null}',
      );
    expect(await block(0, 'json')).toContain('"code":-32015');
  });
});
