import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { bundleNode, idOf, PAYMENT, signatureOf, TIPPED } from '../support/bundles.ts';
import { base64, type SendNode, signed } from '../support/sends.ts';
import { transfer } from '../support/sentTransactions.ts';

/** The paths of a block engine. Requests are those of jito-js-rpc 0.2.2 and of @lifi/sdk-provider-solana 4.0.5. */

const FAILING = signed([transfer(2_000_000_000)]);
const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';

async function listening(node: SendNode): Promise<string> {
  const listener = await node.node.listen();
  onTestFinished(() => listener.close());
  return listener.url.replace(/\/$/, '');
}

async function post(url: string, method: string, params: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/plain, */*', ...headers };
  const response = await fetch(url, { method: 'POST', headers: sent, body });
  const { error, result } = (await response.json()) as { readonly error?: unknown; readonly result?: unknown };
  return {
    answer: error ?? result,
    bundle: response.headers.get('x-bundle-id'),
    exposed: response.headers.get('access-control-expose-headers'),
  };
}

describe('/api/v1/bundles', () => {
  it('answers the requests of jito-js-rpc', async () => {
    const url = `${await listening(bundleNode())}/api/v1/bundles?uuid=00000000-0000-0000-0000-000000000000`;
    const tips = await post(url, 'getTipAccounts', [], { 'x-jito-auth': 'key' });
    expect([(tips.answer as readonly string[])[0], tips.bundle]).toEqual([TIP_ACCOUNT, null]);
    const params = [[PAYMENT, TIPPED].map(base64), { encoding: 'base64' }];
    expect(await post(url, 'sendBundle', params)).toMatchObject({ answer: idOf(PAYMENT, TIPPED), bundle: null });
    const id = idOf(PAYMENT, TIPPED);
    expect((await post(url, 'getInflightBundleStatuses', [[id]])).answer).toEqual({
      context: { slot: 10 },
      value: [{ bundle_id: id, status: 'Landed', landed_slot: 8 }],
    });
    expect((await post(url, 'getBundleStatuses', [[id]])).answer).toEqual({
      context: { slot: 10 },
      value: [
        {
          bundle_id: id,
          transactions: [PAYMENT, TIPPED].map(signatureOf),
          slot: 8,
          confirmation_status: 'finalized',
          err: { Ok: null },
        },
      ],
    });
  });

  it('answers the requests of LI.FI, at the path of the node', async () => {
    const url = await listening(bundleNode());
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const probe = await post(url, 'getBundleStatuses', [['1'.repeat(64)]], headers);
    expect(probe.answer).toEqual({ context: { slot: 7 }, value: [null] });
    const sent = await post(url, 'sendBundle', [[PAYMENT, TIPPED].map(base64)], headers);
    expect(sent.answer).toBe(idOf(PAYMENT, TIPPED));
    const status = await post(url, 'getBundleStatuses', [[sent.answer]], headers);
    expect(status.answer).toMatchObject({ value: [{ confirmation_status: 'finalized' }] });
  });
});

describe('/api/v1/transactions', () => {
  const path = '/api/v1/transactions';

  it('a transaction is a bundle, without preflight and without a tip', async () => {
    const node = bundleNode();
    const url = `${await listening(node)}${path}`;
    const params = [base64(PAYMENT), { encoding: 'base64', skipPreflight: false }];
    expect(await post(url, 'sendTransaction', params)).toEqual({
      answer: signatureOf(PAYMENT),
      bundle: idOf(PAYMENT),
      exposed: null,
    });
    expect(await node.inflight(idOf(PAYMENT))).toEqual(['Landed', 8]);
    const failing = await post(url, 'sendTransaction', [encodeBase58(FAILING)]);
    expect(failing).toMatchObject({ answer: signatureOf(FAILING), bundle: idOf(FAILING) });
    // it lands with its error
    expect(await node.landed(idOf(FAILING))).toMatchObject({
      slot: 11,
      err: { Err: { InstructionError: [0, { Custom: 1 }] } },
    });
    expect((await node.node.sent()).map(({ bundle }) => bundle)).toEqual([
      { id: idOf(PAYMENT), index: 0 },
      { id: idOf(FAILING), index: 0 },
    ]);
  });

  it('with bundleOnly it is kept out of blocks where it fails, and needs a tip', async () => {
    const node = bundleNode();
    const url = `${await listening(node)}${path}?bundleOnly=true&uuid=x`;
    expect(await post(url, 'sendTransaction', [base64(PAYMENT), { encoding: 'base64' }])).toEqual({
      answer: {
        code: -32602,
        message: 'Bundles must write lock at least one tip account to be eligible for the auction.',
      },
      bundle: null,
      exposed: null,
    });
    const tipped = await post(url, 'sendTransaction', [base64(TIPPED), { encoding: 'base64' }]);
    expect(tipped).toMatchObject({ answer: signatureOf(TIPPED), bundle: idOf(TIPPED) });
    expect(await node.inflight(idOf(TIPPED))).toEqual(['Landed', 8]);
  });

  it('a page of another origin may read the header', async () => {
    const url = `${await listening(bundleNode())}${path}`;
    const sent = await post(url, 'sendTransaction', [encodeBase58(PAYMENT)], { origin: 'http://localhost:3000' });
    expect([sent.bundle, sent.exposed]).toEqual([idOf(PAYMENT), 'x-bundle-id']);
  });

  it('belongs to a fork too', async () => {
    const node = bundleNode();
    const url = await listening(node);
    await node.node.fork('one');
    const sent = await post(`${url}/fork/one${path}/`, 'sendTransaction', [encodeBase58(PAYMENT)]);
    expect(sent).toMatchObject({ answer: signatureOf(PAYMENT), bundle: idOf(PAYMENT) });
    expect(await node.inflight(idOf(PAYMENT))).toEqual(['Invalid', null]);
    const status = await post(`${url}/fork/one/api/v1/bundles`, 'getInflightBundleStatuses', [[idOf(PAYMENT)]]);
    expect(status.answer).toMatchObject({ value: [{ status: 'Landed' }] });
  });

  it('other methods answer as everywhere, and other paths have no header', async () => {
    const url = await listening(bundleNode());
    expect((await post(`${url}${path}`, 'getSlot', [{ commitment: 'processed' }])).answer).toBe(7);
    expect(await post(`${url}/api/v1/other`, 'sendTransaction', [encodeBase58(FAILING)])).toMatchObject({
      answer: { code: -32002 },
      bundle: null,
    });
  });
});
