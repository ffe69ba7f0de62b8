import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keypair, type LedgerNode, type SentTransactionInfo } from '../../../src/index.ts';
import { errorText } from '../../support/answers.ts';
import {
  answerOf,
  askText,
  base64Params,
  CLUSTER_SLOT,
  clusterFork,
  connectionOf,
  tokenTransfer,
} from '../../support/clusterFork.ts';
import { deferred, type Misbehaviour, withResult } from '../../support/upstreamProxy.ts';
import { signedOf, transferOf } from '../../support/web3Sender.ts';

/** Sends on a fork of a cluster that fails, is slow, is behind, or answers something else. */

const address = (name: string) => keypair(name).address;

const send = async (node: LedgerNode) =>
  answerOf(
    node,
    'sendTransaction',
    base64Params((await signedOf(connectionOf(node), [transferOf('alice', 'bob', 5)])).wire),
  );

const upstreamError = (reason: string) =>
  `"error":${errorText(-32603, `Upstream gave no answer: ${reason}`, '{"reason":"upstream"}')}`;

/** What a test reads of a transaction that was sent. */
const toldOf = ({ error, fate, outcome, rule, why }: SentTransactionInfo) => ({ error, fate, outcome, rule, why });

/** The same of a transfer of 5 lamports that is refused in the first call, with the error of that answer. */
function refusalIn(text: string): ReturnType<typeof toldOf> {
  const { error } = JSON.parse(`{${text}}`);
  const { code, message } = error;
  return {
    error,
    fate: { fate: 'refused' },
    outcome: { refused: { code } },
    rule: null,
    why: [`sent in call 2; refused: ${message}`, `system transfer, refused: ${message}`],
  };
}

const account = (members: object) =>
  JSON.stringify({
    data: ['', 'base64'],
    executable: false,
    lamports: 5_000_000_000,
    owner: '11111111111111111111111111111111',
    rentEpoch: 0,
    space: 0,
    ...members,
  });

const answer = (...values: readonly string[]) => withResult(`{"context":{"slot":5},"value":[${values.join(',')}]}`);

const SHAPE = 'answered getMultipleAccounts with something other than an account, or null, for each of 2 addresses';

const FAILURES: readonly (readonly [string, Misbehaviour, string, number])[] = [
  [
    'an error',
    { error: '{"code":-32603,"message":"no /k3y-that-nobody-may-see"}' },
    'refuses getMultipleAccounts: error -32603 (no /…)',
    1,
  ],
  ['too many requests', { status: 429 }, 'answered with HTTP 429 (getMultipleAccounts, 2 times)', 2],
  [
    'a wrong key',
    { status: 401 },
    'refuses the request with HTTP 401: is the key in the URL right? (getMultipleAccounts)',
    1,
  ],
  [
    'a broken connection',
    { cutAfter: 0 },
    'closed the connection before it had answered (getMultipleAccounts, 2 times)',
    2,
  ],
  ['no JSON', { body: 'hello' }, 'sent a response that is not JSON (getMultipleAccounts, 2 times)', 2],
  ['no list', withResult('{"context":{"slot":5},"value":null}'), SHAPE, 1],
  ['a shorter list', answer('null'), SHAPE, 1],
  ['no context', withResult('{"value":[null,null]}'), SHAPE, 1],
  ['a text', withResult('"ok"'), SHAPE, 1],
  [
    'an account without data',
    answer(account({ data: undefined }), 'null'),
    `has account ${address('alice')} in another form: expected [text, "base64" | "base58" | "base64+zstd"], found no such member`,
    1,
  ],
  [
    'a number as an account',
    answer('null', '7'),
    `has account ${address('bob')} in another form: expected an object, found 7`,
    1,
  ],
  [
    'too many lamports',
    answer(account({ lamports: 1e25 }), 'null'),
    `has account ${address('alice')} in another form: expected an integer from 0 to 18446744073709551615 (u64), found the number 1e+25`,
    1,
  ],
  [
    'data that is not zstd',
    answer(account({ data: ['AAAA', 'base64+zstd'] }), 'null'),
    `has account ${address('alice')} in another form: expected zstd data, found bytes that cannot be decompressed: `,
    1,
  ],
  [
    'parsed data',
    answer(account({ data: { program: 'stake', parsed: { type: 'x' }, space: 200 } }), 'null'),
    `has account ${address('alice')} without its bytes`,
    1,
  ],
];

describe('an upstream that answers', () => {
  it.each(FAILURES)(
    '%s: the send is refused with the reason, nothing is kept, and the next one asks again',
    async (_, misbehaviour, reason, tries) => {
      const { folder, proxy, run } = await clusterFork();
      const node = await run({ record: folder });
      proxy.behave(() => misbehaviour);
      const refused = await send(node);
      expect(refused.replace(/decompressed: [^"]*/, 'decompressed: ')).toBe(upstreamError(`${proxy.origin} ${reason}`));
      expect(refused).not.toContain(proxy.key);
      expect(proxy.calls).toHaveLength(tries);
      expect(readdirSync(folder)).toEqual([]);
      expect((await node.sent()).map(toldOf)).toEqual([refusalIn(refused)]);
      proxy.behave(() => undefined);
      proxy.forget();
      expect(await send(node)).toMatch(/^"result":/);
      expect(proxy.texts()).toEqual([askText([address('alice'), address('bob')])]);
      expect(readdirSync(folder)).toHaveLength(2);
    },
  );

  it('too late: the send is refused after the time that all its questions have', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run({ timeoutMs: 1500 });
    const { promise, resolve } = deferred();
    onTestFinished(resolve);
    proxy.behave(() => ({ until: promise }));
    expect(await send(node)).toBe(
      upstreamError(`${proxy.origin} has not answered within 1.5 seconds (getMultipleAccounts)`),
    );
    proxy.behave(() => undefined);
    expect(await send(node)).toMatch(/^"result":/);
  });

  it('the second question from an older slot: nothing of the first is kept', async () => {
    const { cluster, folder, proxy, run } = await clusterFork();
    const node = await run({ record: folder });
    const sendTokens = async () =>
      answerOf(
        node,
        'sendTransaction',
        base64Params((await signedOf(connectionOf(node), [tokenTransfer(cluster, 1n)])).wire),
      );
    const isSecond = (params: string) => params.includes('minContextSlot');
    proxy.behave(({ params }) =>
      isSecond(params) ? withResult('{"context":{"slot":999999},"value":[null]}') : undefined,
    );
    expect(await sendTokens()).toBe(
      upstreamError(`${proxy.origin} is behind: it answered at slot 999999, and at slot ${CLUSTER_SLOT} before`),
    );
    proxy.behave(({ params }) =>
      isSecond(params) ? { error: '{"code":-32016,"message":"Minimum context slot has not been reached"}' } : undefined,
    );
    expect(await sendTokens()).toBe(
      upstreamError(
        `${proxy.origin} refuses getMultipleAccounts: error -32016 (Minimum context slot has not been reached)`,
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
    proxy.behave(() => undefined);
    proxy.forget();
    expect(await sendTokens()).toMatch(/^"result":/);
    expect(proxy.calls).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('what cannot be recorded: the send is refused, and nothing is kept', async () => {
    const { folder, proxy, run } = await clusterFork();
    const record = `${folder}/kept`;
    const node = await run({ record });
    rmSync(record, { recursive: true });
    expect(await send(node)).toBe(
      upstreamError(`cannot write to the folder ${record}: there is no such file or folder`),
    );
    proxy.forget();
    await send(node);
    expect(proxy.calls).toHaveLength(1);
  });

  it('a bundle: each transaction of it is listed as refused; an airdrop has no transaction yet', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run({}, { extensions: ['sendBundle'] });
    proxy.behave(() => ({ status: 401 }));
    const wires = await Promise.all(
      [1, 2].map(async (n) => (await signedOf(connectionOf(node), [transferOf('alice', 'bob', n)])).wire),
    );
    const texts = wires.map((wire) => Buffer.from(wire).toString('base64'));
    const refused = await answerOf(node, 'sendBundle', [texts, { encoding: 'base64' }]);
    expect(refused).toMatch(/^"error":{"code":-32603,"message":"Upstream gave no answer: /);
    expect(await answerOf(node, 'requestAirdrop', [address('bob'), 1])).toBe(refused);
    const sent = await node.sent();
    expect(sent.map(({ bundle, fate, id }) => ({ bundle: bundle?.index, fate, id }))).toEqual([
      { bundle: 0, fate: { fate: 'refused' }, id: 1 },
      { bundle: 1, fate: { fate: 'refused' }, id: 2 },
    ]);
    expect(new Set(sent.map(({ bundle }) => bundle?.id)).size).toBe(1);
  });

  it('a test waits for such a send, and counts it; no rule sees it', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    await node.onSend({ then: 'drop' });
    proxy.behave(() => ({ status: 401 }));
    await send(node);
    const match = { feePayer: keypair('alice'), transfers: [{ amount: 5, sol: true as const }] };
    expect(await node.waitForSend(match)).toMatchObject({ id: 1, rule: null, fate: { fate: 'refused' } });
    await node.verify({ sent: match, times: 1 });
    expect((await node.listSendRules()).map(({ hits }) => hits)).toEqual([0]);
    const [call] = await node.calls({ method: 'sendTransaction', why: true });
    expect(call?.why).toEqual([(await node.sent())[0]!.why[1]]);
  });

  it('while the node is closed: the send is refused', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const { promise, resolve } = deferred();
    onTestFinished(resolve);
    const { wire } = await signedOf(connectionOf(node));
    proxy.behave(() => ({ until: promise }));
    const sending = node
      .request('sendTransaction', base64Params(wire) as never)
      .catch((error: unknown) => String(error));
    await node.close();
    expect(await sending).toContain('is not asked any more');
  });
});
