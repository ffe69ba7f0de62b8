import { describe, expect, onTestFinished, test } from 'vitest';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';
import { RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

/** Requests that come while the ledger moves. */

const CONNECTIONS = 64;
const MOVES = 500;
const ACCOUNTS = [namedAddress('a'), namedAddress('b')];

const call = (method: string, params: unknown = []) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Each answer holds several things that moves change. */
const CALLS = [
  ['getMultipleAccounts', [ACCOUNTS, { commitment: 'processed' }]],
  ['getEpochInfo', [{ commitment: 'processed' }]],
  ['getLatestBlockhash', [{ commitment: 'processed' }]],
] as const;

function move(node: LedgerNode, i: number): Promise<unknown> {
  return i % 3 === 2 ? node.setAccount(ACCOUNTS[i % 2]!, { lamports: i }) : node.advance();
}

/** Every answer to a call that any state gives, with the number of the first such state. */
async function answersOfStates(): Promise<Map<string, number>> {
  const node = testNode(THREE_TIPS);
  const answers = new Map<string, number>();
  for (let i = 0; i <= MOVES; i++) {
    if (i > 0) await move(node, i);
    for (const [method, params] of CALLS) {
      const reply = await node.dispatch(call(method, params));
      if (!answers.has(reply)) answers.set(reply, i);
    }
  }
  return answers;
}

test(`${CONNECTIONS} connections during ${MOVES} moves: each answer is that of one state, and states go forward`, async () => {
  const answers = await answersOfStates();
  const node = testNode(THREE_TIPS);
  const server = await node.listen();
  onTestFinished(() => server.close());
  let isMoving = true;
  let answered = () => {};
  const seen = new Set<number>();
  const askAgainAndAgain = async (connection: RawConnection, first: number) => {
    const reached = CALLS.map(() => 0);
    for (let i = first; isMoving; i++) {
      const n = i % CALLS.length;
      const [method, params] = CALLS[n]!;
      const reply = await connection.send(requestText({ body: call(method, params) })).reply();
      const state = answers.get(reply.body);
      expect({ status: reply.status, state }, reply.body).toEqual({ status: 200, state: expect.any(Number) });
      expect(state).toBeGreaterThanOrEqual(reached[n]!);
      reached[n] = state!;
      seen.add(state!);
      answered();
    }
  };
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => RawConnection.open(server.url)));
  const asking = Promise.all(connections.map(askAgainAndAgain));
  for (let i = 1; i <= MOVES; i++) {
    await move(node, i);
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await Promise.race([answer, asking]);
  }
  isMoving = false;
  await asking;
  // an answer between each two moves, and of one state at most those that all connections wait for
  expect(seen.size).toBeGreaterThanOrEqual(Math.floor(MOVES / CONNECTIONS));
  for (const [method, params] of CALLS) {
    const { body } = await rawRequest(server, requestText({ body: call(method, params) }));
    expect(answers.get(body)).toBeGreaterThan(MOVES - 4);
  }
});

describe('a batch', () => {
  const SLOT = call('getSlot', [{ commitment: 'processed' }]);
  const tips = (processed: number) =>
    `{"jsonrpc":"2.0","result":{"confirmed":${processed - 1},"finalized":${processed - 2},"processed":${processed}},"id":1}`;
  const slot = (n: number) => `{"jsonrpc":"2.0","result":${n},"id":1}`;

  test.each(['/', '/?dialect=agave', '/fork/a'])('at %s sees the ledger before and after its move', async (target) => {
    const server = await serve({ ledger: THREE_TIPS });
    await rawRequest(server, requestText({ body: call('stillnode_fork', ['a']) }));
    const body = `[${SLOT},${call('stillnode_advance')},${SLOT}]`;
    for (const from of [7, 8])
      expect((await rawRequest(server, requestText({ target, body }))).body).toBe(
        `[${slot(from)},${tips(from + 1)},${slot(from + 1)}]\n`,
      );
  });
});
