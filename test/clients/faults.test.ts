import { once } from 'node:events';
import { request } from 'node:http';
import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit';
import { Connection, SolanaJSONRPCError } from '@solana/web3.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnswerMatch, Failing, LedgerNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { eventually } from '../support/eventually.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';

/** Faults, as the users of client libraries see them. */

async function failing(how: Failing, match?: AnswerMatch) {
  const node: LedgerNode = testNode(THREE_TIPS, 'agave');
  const listener = await node.listen();
  onTestFinished(() => listener.close());
  await node.fail('getSlot', how, match);
  const hits = async () => (await node.listFaults())[0]?.hits;
  return { node, url: listener.url, hits, kit: createSolanaRpc(listener.url), web3: new Connection(listener.url) };
}

describe('web3.js', () => {
  it('asks again after 429', async () => {
    const { hits, web3 } = await failing({ http: 429 }, { times: 2 });
    const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    expect(await web3.getSlot('processed')).toBe(7);
    expect(await hits()).toBe(2);
    expect(warned).toHaveBeenCalledTimes(2);
  });

  it('reports the code and the data of an error', async () => {
    const { web3 } = await failing({ preset: 'unhealthy' });
    const reason = await reasonOf(web3.getSlot());
    expect(reason).toBeInstanceOf(SolanaJSONRPCError);
    expect(reason).toMatchObject({ code: -32005, data: { numSlotsBehind: null } });
  });

  it('is told an older slot by a node that is behind', async () => {
    const { web3 } = await failing({ stale: 1 });
    expect(await web3.getSlot('processed')).toBe(6);
  });
});

describe('kit', () => {
  it('reports the status of HTTP', async () => {
    const { kit } = await failing({ http: { status: 429, headers: { 'retry-after': '7' } } });
    const reason = await reasonOf(kit.getSlot().send());
    if (!isSolanaError(reason, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) throw reason;
    expect([reason.context.statusCode, reason.context.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('reports a node that is unhealthy', async () => {
    const { kit } = await failing({ preset: 'flapping' });
    const reason = await reasonOf(kit.getSlot().send());
    expect(isSolanaError(reason, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY)).toBe(true);
    expect(await kit.getSlot().send()).toBe(6n);
  });

  it('cannot read garbage', async () => {
    const { kit } = await failing({ garbage: true });
    expect(await reasonOf(kit.getSlot().send())).toBeInstanceOf(SyntaxError);
  });

  it('is told of a reset and of a body that is cut as errors of the socket', async () => {
    const codeOf = async (how: Failing) => {
      const reason = await reasonOf((await failing(how)).kit.getSlot().send());
      expect(reason).toBeInstanceOf(TypeError);
      return (reason as { readonly cause: { readonly code: string } }).cause.code;
    };
    expect(await codeOf({ reset: true })).toBe('ECONNRESET');
    expect(await codeOf({ truncate: 10 })).toBe('UND_ERR_SOCKET');
  });

  it('that gives up leaves nothing behind', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    onTestFinished(() => {
      set.mockRestore();
      cleared.mockRestore();
    });
    const { hits, kit } = await failing({ delayMs: 1_000_003 });
    const controller = new AbortController();
    const asked = reasonOf(kit.getSlot().send({ abortSignal: controller.signal }));
    const delay = () => set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 1_000_003)]?.value;
    await eventually(() => expect(delay()).toBeDefined());
    expect(await hits()).toBe(1);
    controller.abort();
    expect(await asked).toMatchObject({ name: 'AbortError' });
    await eventually(() => expect(cleared).toHaveBeenCalledWith(delay()));
  });
});

it('an answer that is held back comes whole', async () => {
  const { hits, kit } = await failing({ delayMs: { median: 1, sigma: 0.5 } }, { seed: 4 });
  expect(await kit.getSlot().send()).toBe(6n);
  expect(await hits()).toBe(1);
});

it('a body that is cut cannot be parsed where the client takes what it got', async () => {
  const { url } = await failing({ truncate: 10 });
  const headers = { 'content-type': 'application/json' };
  const asking = request(url, { method: 'POST', headers }).end('{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
  const [response] = (await once(asking, 'response')) as [NodeJS.ReadableStream];
  let text = '';
  const reason = await reasonOf(
    (async () => {
      for await (const chunk of response) text += chunk;
    })(),
  );
  expect([text, (reason as NodeJS.ErrnoException).code]).toEqual(['{"jsonrpc"', 'ECONNRESET']);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});
