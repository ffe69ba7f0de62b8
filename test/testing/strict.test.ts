import { getBase64EncodedWireTransaction, getSignatureFromTransaction } from '@solana/kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { ledger } from '../../src/script/building/ledgerBuilder.ts';
import { sol } from '../../src/script/building/valueBuilders.ts';
import { toHaveReceivedCall } from '../../src/testing/matchers.ts';
import { endTest } from '../../src/testing/runners.ts';
import { openShared, type SharedNodeOptions, type TestFork } from '../../src/testing/sharedNode.ts';
import type { Strictness } from '../../src/testing/strict/strictness.ts';
import type { TestNode } from '../../src/testing/testNode.ts';
import { signedMemo } from '../support/signedMemo.ts';

const SCRIPT = ledger().wallet('alice', sol(5)).block(100);
const OWN: SharedNodeOptions = { ledger: SCRIPT, dialect: 'agave', trace: 'off' };
const PASSED = { name: 'a test', hasFailed: false, errors: [] };

async function forkWith(strict: Strictness, options: SharedNodeOptions = OWN): Promise<TestFork> {
  const shared = await openShared({ ...options, strict } as SharedNodeOptions, {});
  onTestFinished(() => shared.close());
  return shared.fork();
}

/** A call of the tested app. */
async function ask(node: TestNode, method: string, params: readonly unknown[] = []): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** What a runner shows of a test that passed otherwise: the sentences, and what is said on the console. */
async function verdict(
  strict: Strictness,
  test: (node: TestNode) => Promise<unknown>,
  options?: SharedNodeOptions,
): Promise<{ readonly sentences: readonly string[]; readonly said: readonly string[] }> {
  const said: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)));
  try {
    const fork = await forkWith(strict, options);
    await test(fork.node);
    const error = await endTest(fork, PASSED).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    return { sentences: error?.message.split('\n') ?? [], said };
  } finally {
    spy.mockRestore();
  }
}

async function sentencesOf(...args: Parameters<typeof verdict>): Promise<readonly string[]> {
  return (await verdict(...args)).sentences;
}

/** A memo of alice, in base64. */
async function signed(node: TestNode, text: string) {
  const { value } = await node.request('getLatestBlockhash', [{ commitment: 'processed' }]);
  const transaction = await signedMemo(text, value);
  return { wire: getBase64EncodedWireTransaction(transaction), signature: getSignatureFromTransaction(transaction) };
}

/** Sends a memo as the tested app does. @returns its signature */
async function send(node: TestNode, memo: string): Promise<string> {
  const { wire, signature } = await signed(node, memo);
  await ask(node, 'sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
  return signature;
}

describe('unexpected calls', () => {
  it('are those of methods that the node does not have; each kind has one sentence with the nearest method', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      await ask(node, 'getSlot');
      await ask(node, 'getSlott', [{ commitment: 'processed' }]);
      await ask(node, 'getRecentBlockhash');
      await ask(node, 'getSlott', [{ commitment: 'processed' }]);
      await ask(node, 'getSlott');
      await ask(node, 'getBlock', ['x']);
    });
    expect(sentences).toEqual([
      'unexpected call: call 2: getSlott [{"commitment":"processed"}] (and 1 more like it): error -32601; the nearest method is getSlot',
      'unexpected call: call 3: getRecentBlockhash []: error -32601; the nearest method is getLatestBlockhash',
      'unexpected call: call 5: getSlott []: error -32601; the nearest method is getSlot',
    ]);
  });

  it('are those of extensions that are off too; the sentence has the option', async () => {
    const call = (node: TestNode) => ask(node, 'getTipAccounts');
    expect(await sentencesOf(true, call)).toEqual([
      'unexpected call: call 1: getTipAccounts []: error -32601; it is an extension, a method that Agave does not have, and it is off: --extensions getTipAccounts (option extensions) turns it on',
    ]);
    expect(await sentencesOf(true, call, { ledger: SCRIPT, extensions: true })).toEqual([]);
  });

  it('are not those of methods that `allow` names, whatever the answer', async () => {
    const sentences = await sentencesOf(
      ['methods'],
      async (node) => {
        await ask(node, 'getAssetsByOwner', ['x']);
        await ask(node, 'getAsset');
        await ask(node, 'getSlots');
        await ask(node, 'getHealth');
      },
      { ...OWN, allow: ['getAssetsByOwner', 'getAsset'] },
    );
    expect(sentences).toEqual(['unexpected call: call 3: getSlots []: error -32601; the nearest method is getSlot']);
  });

  it('are not those that a matcher expects, those of the test itself, or those that a fault answers', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      await ask(node, 'getAssetsByOwner', ['a', { page: 1 }]);
      await ask(node, 'getAssetsByOwner', ['b']);
      expect((await toHaveReceivedCall.call({}, node, 'getAssetsByOwner', ['a'])).pass).toBe(true);
      await node.request('getOwn').catch(() => undefined);
      await node.fail('getFaulty', { rpcError: { code: -32601, message: 'no' } });
      await ask(node, 'getFaulty');
    });
    expect(sentences).toEqual([
      'unexpected call: call 2: getAssetsByOwner ["b"]: error -32601; the nearest method is getTokenAccountsByOwner',
    ]);
  });

  it('behind .not a matcher expects none', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      expect((await toHaveReceivedCall.call({ isNot: true }, node, 'getAsset')).pass).toBe(false);
      await ask(node, 'getAsset');
    });
    expect(sentences).toEqual(['unexpected call: call 1: getAsset []: error -32601; the nearest method is getSlot']);
  });
});

describe('rules of the test that were not used', () => {
  it('faults: the nearest call, or which calls there were', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      await node.fail('getBlock', { http: 429 }, { params: [307, { encoding: 'base64' }] });
      await node.fail('getBlocks', { http: 429 });
      await node.fail('getHealth', { http: 429 }, { times: 3 });
      await node.fail(['getEpochInfo', 'getBlock'], { http: 503 }, { params: [5] });
      await ask(node, 'getBlock', [306, { encoding: 'json' }]);
      await ask(node, 'getHealth');
      await ask(node, 'getHealth');
    });
    expect(sentences).toEqual([
      'never used: fault-1 {"match":{"method":"getBlock","params":[307,{"encoding":"base64"}]},"then":{"http":{"status":429}}}; the nearest is call 1: getBlock [306,{"encoding":"json"}]; params[0] is 306, expected 307; params[1].encoding is "json", expected "base64"',
      'never used: fault-2 {"match":{"method":"getBlocks"},"then":{"http":{"status":429}}}; there were calls of getBlock (1), getHealth (2)',
      'used too rarely: fault-3 {"match":{"method":"getHealth","times":3},"then":{"http":{"status":429}}}: 2 of 3 times; 2 calls with this method and parameters came: an earlier fault, or other members of this one, left it unused',
      'never used: fault-4 {"match":{"method":["getEpochInfo","getBlock"],"params":[5]},"then":{"http":{"status":503}}}; the nearest is call 1: getBlock [306,{"encoding":"json"}]; params[0] is 306, expected 5',
    ]);
  });

  it('answers: values and functions are rules; those that are optional or removed are not missed', async () => {
    const sentences = await sentencesOf(['unused'], async (node) => {
      await node.answer('getBlock', null, { params: [5] });
      await node.answer('getBlocks', () => [5]);
      await node.answer('getSlot', [1, 2], { times: 2 });
      await node.answer('getBlockHeight', () => 5, { optional: true });
      await node.answer('getEpochInfo', {}, { optional: true });
      await (await node.answer('getHealth', () => 'ok')).remove();
      await (await node.answer('getHealth', 'ok')).remove();
      await ask(node, 'getSlot');
    });
    expect(sentences).toEqual([
      'never used: fault-1 {"match":{"method":"getBlock","params":[5]},"then":{"result":null}}; there were calls of getSlot (1)',
      'never used: fault-2 {"match":{"method":"getBlocks"},"then":{"result":"a function"}}; there were calls of getSlot (1)',
      'used too rarely: fault-3 {"match":{"method":"getSlot","times":2},"then":{"results":[1,2]}}: 1 of 2 times; 1 call with this method and parameters came: an earlier fault, or other members of this one, left it unused',
    ]);
  });

  it('without any call; and a fault of all methods that another one preceded', async () => {
    expect(await sentencesOf(true, (node) => node.addFault({ then: { reset: true } }))).toEqual([
      'never used: fault-1 {"then":{"reset":true}}; there were no calls',
    ]);
    const sentences = await sentencesOf(true, async (node) => {
      await node.addFault({ then: { http: { status: 429 } } });
      await node.addFault({ then: { http: { status: 503 } } });
      await ask(node, 'getSlot');
    });
    expect(sentences).toEqual([
      'never used: fault-2 {"then":{"http":{"status":503}}}; 1 call came, none of them in a way that it affects',
    ]);
  });

  it('send rules: the nearest send', async () => {
    const sentences = await sentencesOf(['unused'], async (node) => {
      await node.onSend({ match: { memo: 'order 17' }, then: 'drop' });
      await node.onSend({ match: { memo: 'order 1' }, then: 'drop', times: 2 });
      await node.onSend({ match: { memo: 'order' }, then: 'drop' });
      await send(node, 'order 18');
    });
    expect(sentences).toEqual([
      'never used: send-rule-1 {"match":{"memo":"order 17"},"then":"drop"}; the nearest is transaction 1: spl-memo; no memo contains "order 17"',
      'used too rarely: send-rule-2 {"match":{"memo":"order 1"},"then":"drop","times":2}: 1 of 2 times; 1 transaction with this match came: an earlier rule, `nth` or the checks of the node decided',
      'never used: send-rule-3 {"match":{"memo":"order"},"then":"drop"}; 1 transaction with this match came: an earlier rule, `nth` or the checks of the node decided',
    ]);
    expect(await sentencesOf(true, (node) => node.onSend({ then: 'drop' }))).toEqual([
      'never used: send-rule-1 {"then":"drop"}; no transaction was sent',
    ]);
  });

  it('not those that are optional, of the ledger, removed, or used before a revert', async () => {
    const options: SharedNodeOptions = {
      ...OWN,
      ledger: ledger({ faults: [{ match: { method: 'getBlock' }, then: { reset: true } }] })
        .wallet('alice', sol(5))
        .block(100),
    };
    const test = async (node: TestNode) => {
      await node.fail('getSlot', { http: 429 }, { optional: true });
      await node.addFault({ then: { reset: true }, optional: true });
      await node.onSend({ match: { memo: 'a' }, then: 'drop', optional: true });
      await (await node.fail('getSlot', { http: 429 })).remove();
      await node.onSend({ match: { memo: 'b' }, then: 'drop' });
      const snapshot = await node.snapshot();
      const fault = (await node.listFaults()).at(-1)!.id;
      await node.request('stillnode_removeFault', [fault]);
      await send(node, 'b');
      await node.revert(snapshot);
      await node.reset();
    };
    expect(await sentencesOf(['unused'], test, options)).toEqual([]);
  });
});

it.each<readonly [string, (node: TestNode) => Promise<unknown>]>([
  ['fail', (node) => node.fail('getBlock', { http: 429 })],
  ['onSend', (node) => node.onSend({ then: 'drop' })],
  ['answer with a value', (node) => node.answer('getSlot', 5)],
  ['answer with a function', (node) => node.answer('getSlot', () => 5)],
])('the stack of an unused rule is that of its %s in the test', async (_name, addRule) => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const fork = await forkWith(true);
    await addRule(fork.node);
    const { message, stack = '' } = await endTest(fork, PASSED).then(
      () => new Error('it passes'),
      (thrown: Error) => thrown,
    );
    expect(message).toMatch(/^never used: /);
    expect(stack.startsWith(`Error: ${message}\n    at `)).toBe(true);
    expect(stack).toContain('strict.test.ts:');
    expect(stack).not.toContain('endTest');
  } finally {
    spy.mockRestore();
  }
});

describe('sends that nobody asked about', () => {
  it('their outcome, and the nearest read', async () => {
    let signatures: readonly string[] = [];
    const sentences = await sentencesOf(true, async (node) => {
      await node.onSend({ match: { memo: 'fails' }, then: { fail: { custom: 6001 } } });
      await node.onSend({ match: { memo: 'is lost' }, then: 'drop' });
      const asked = await send(node, 'asked');
      await ask(node, 'getSignatureStatuses', [[asked]]);
      signatures = [asked, await send(node, 'fails'), await send(node, 'is lost'), await send(node, 'lands')];
    });
    const nearest = `the nearest is call 3: getSignatureStatuses [["${signatures[0]}"]]`;
    expect(sentences).toEqual([
      `nobody asked about: transaction 2 ${signatures[1]}: failed in slot 102: {"InstructionError":[0,{"Custom":6001}]}; ${nearest}`,
      `nobody asked about: transaction 3 ${signatures[2]}: in no block, its outcome is "drop"; ${nearest}`,
      `nobody asked about: transaction 4 ${signatures[3]}: in slot 103, without an error; ${nearest}`,
    ]);
  });

  it('airdrops are not among them', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      await ask(node, 'requestAirdrop', [node.address('alice'), 5]);
      expect(await node.sent()).toMatchObject([{ airdrop: true }]);
    });
    expect(sentences).toEqual([]);
  });

  it('a read before the send does not count; without a read it says so', async () => {
    let signature = '';
    const [sentence] = await sentencesOf(true, async (node) => {
      const early = await signed(node, 'early');
      signature = early.signature;
      await ask(node, 'getTransaction', [signature]);
      await ask(node, 'sendTransaction', [early.wire, { encoding: 'base64' }]);
    });
    expect(sentence).toBe(
      `nobody asked about: transaction 1 ${signature}: in slot 101, without an error; the nearest is call 2: getTransaction ["${signature}"], before it was sent`,
    );
    const [other] = await sentencesOf(true, async (node) => send(node, 'x'));
    expect(other).toMatch(
      /^nobody asked about: transaction 1 \w+: in slot 101, without an error; no call asked for a signature$/,
    );
  });

  it.each<[string, (node: TestNode, signature: string) => Promise<unknown>]>([
    ['getTransaction', (node, signature) => ask(node, 'getTransaction', [signature])],
    ['getSignaturesForAddress', (node) => ask(node, 'getSignaturesForAddress', [node.address('alice')])],
    ['the test itself', (node, signature) => node.request('getSignatureStatuses', [[signature]] as never)],
    ['node.verify', (node, signature) => node.verify({ sent: { signature } })],
    ['node.waitForSend', (node) => node.waitForSend({ memo: 'x' })],
    ['node.sent', (node) => node.sent()],
    ['node.show', (node, signature) => node.show(signature)],
  ])('not those that %s asks about', async (_name, read) => {
    expect(await sentencesOf(true, async (node) => read(node, await send(node, 'x')))).toEqual([]);
  });

  it('not those that were refused, or that the test itself sent', async () => {
    const sentences = await sentencesOf(true, async (node) => {
      await node.onSend({ match: { memo: 'bad' }, then: { refuse: 'BlockhashNotFound' }, optional: true });
      await ask(node, 'sendTransaction', [(await signed(node, 'bad')).wire, { encoding: 'base64' }]);
      const { wire } = await signed(node, 'own');
      await node.request('sendTransaction', [wire, { encoding: 'base64' }]);
    });
    expect(sentences).toEqual([]);
  });
});

describe('the setting', () => {
  const everything = async (node: TestNode) => {
    await ask(node, 'getSlott');
    await node.fail('getBlock', { http: 429 });
    await send(node, 'x');
  };
  const beginnings = async (strict: Strictness, test = everything) =>
    (await sentencesOf(strict, test)).map((sentence) => sentence.slice(0, sentence.indexOf(':') + 1));
  const ALL = ['unexpected call:', 'never used:', 'nobody asked about:'];

  it.each<[Strictness, readonly string[]]>([
    [true, ALL],
    [false, []],
    [['methods'], ['unexpected call:']],
    [
      ['sends', 'unused'],
      ['never used:', 'nobody asked about:'],
    ],
    [['unused', 'unused'], ['never used:']],
    [['methods', 'unused', 'sends'], ALL],
    [[], []],
  ])('%j', async (strict, expected) => {
    expect(await beginnings(strict)).toEqual(expected);
  });

  it('node.strict replaces it for a test', async () => {
    const off = async (node: TestNode) => {
      await everything(node);
      node.strict(false);
    };
    expect(await beginnings(true, off)).toEqual([]);
    const on = async (node: TestNode) => {
      node.strict(['sends']);
      await everything(node);
    };
    expect(await beginnings(false, on)).toEqual(['nobody asked about:']);
  });

  it('node.strict keeps the methods of `allow`, or has its own', async () => {
    const test = (strict: (node: TestNode) => void) => async (node: TestNode) => {
      strict(node);
      await ask(node, 'getAsset');
      await ask(node, 'getSlott');
    };
    const allowed = async (strict: (node: TestNode) => void) =>
      (await sentencesOf(false, test(strict), { ...OWN, allow: ['getAsset'] })).map((text) => text.split(' ')[4]);
    expect(await allowed((node) => node.strict(['methods']))).toEqual(['getSlott']);
    expect(await allowed((node) => node.strict(true, {}))).toEqual(['getSlott']);
    expect(await allowed((node) => node.strict(true, { allow: undefined }))).toEqual(['getSlott']);
    expect(await allowed((node) => node.strict(true, { allow: ['getSlott'] }))).toEqual(['getAsset']);
    expect(await allowed((node) => node.strict(true, { allow: [] }))).toEqual(['getAsset', 'getSlott']);
  });

  it('is the same for a node elsewhere, where calls of the test itself do not count either', async () => {
    const elsewhere = await startNode({ ledger: SCRIPT, dialect: 'agave' });
    onTestFinished(() => elsewhere.close());
    const test = async (node: TestNode) => {
      await node.request('getOwn').catch(() => undefined);
      await everything(node);
    };
    const sentences = await sentencesOf(true, test, { url: elsewhere.url, trace: 'off' });
    expect(sentences.map((sentence) => sentence.slice(0, sentence.indexOf(':') + 1))).toEqual(ALL);
    expect(sentences[0]).toBe('unexpected call: call 2: getSlott []: error -32601; the nearest method is getSlot');
  });

  it('with it alone, STILLNODE_URL is taken', async () => {
    const elsewhere = await startNode({ ledger: SCRIPT, dialect: 'agave' });
    onTestFinished(() => elsewhere.close());
    const shared = await openShared({ strict: true }, { STILLNODE_URL: elsewhere.url });
    expect((await shared.fork()).node.url).toContain(elsewhere.url);
  });

  const FORM = '`strict` must be true, false or a list of "methods", "unused" and "sends"';
  it.each<[unknown, string]>([
    ['yes', `${FORM}: not a string`],
    [null, `${FORM}: not null`],
    [{ sends: false }, `${FORM}: write strict: ["methods","unused"], not an object`],
    [{ unused: true, sends: undefined }, `${FORM}: write strict: ["unused"], not an object`],
    [{ methods: ['getSlot'] }, `${FORM}: write strict: ["methods"], allow: ["getSlot"], not an object`],
    [{}, `${FORM}: write strict: [], not an object`],
    [['send'], 'unknown check "send" of `strict`: did you mean `sends`?'],
    [['everything'], 'unknown check "everything" of `strict`: there are `methods`, `unused`, `sends`'],
    [['methods', 1], 'unknown check 1 of `strict`: there are `methods`, `unused`, `sends`'],
  ])('%j is refused', async (strict, message) => {
    await expect(openShared({ strict: strict as never }, {})).rejects.toThrow(new TypeError(message));
    const { node } = await forkWith(false);
    expect(() => node.strict(strict as never)).toThrow(new TypeError(message));
  });

  it.each<[unknown, string]>([
    ['getAsset', '`allow` must be a list of methods, such as ["getAsset"], not a string'],
    [[1], '`allow` must be a list of methods, such as ["getAsset"], not a list'],
  ])('allow: %j is refused', async (allow, message) => {
    await expect(openShared({ strict: true, allow: allow as never }, {})).rejects.toThrow(new TypeError(message));
    const { node } = await forkWith(false);
    expect(() => node.strict(true, { allow: allow as never })).toThrow(new TypeError(message));
  });

  it('`allow` alone, and another option of node.strict, are refused', async () => {
    await expect(openShared({ allow: ['getAsset'] }, {})).rejects.toThrow(
      new TypeError('`allow` has an effect only with `strict`: { strict: true, allow: ["getAsset"] }'),
    );
    const { node } = await forkWith(false);
    expect(() => node.strict(true, { allowed: ['getAsset'] } as never)).toThrow(
      new TypeError('unknown option `allowed`: did you mean `allow`?'),
    );
    expect(() => node.strict(true, { methods: ['getAsset'] } as never)).toThrow(
      new TypeError('unknown option `methods`: strict takes allow'),
    );
  });
});

describe('a journal without all calls is said, and does not fail', () => {
  it.each([
    [0, 'stillnode: this test cannot be checked strictly: the journal is off: `journalSize` is 0'],
    [1, 'stillnode: this test cannot be checked strictly: 2 older calls are forgotten: `journalSize` is too small'],
  ])('of size %d; rules are checked', async (journalSize, note) => {
    const test = async (node: TestNode) => {
      await ask(node, 'getSlott');
      await send(node, 'x');
    };
    expect(await verdict(true, test, { ...OWN, journalSize })).toEqual({ sentences: [], said: [note] });
    const withRule = (node: TestNode) => node.fail('getBlock', { http: 429 });
    expect(await sentencesOf(true, withRule, { ...OWN, journalSize: 0 })).toEqual([
      'never used: fault-1 {"match":{"method":"getBlock"},"then":{"http":{"status":429}}}; the journal is off: `journalSize` is 0',
    ]);
  });

  it('a fork that the test has dropped too', async () => {
    const elsewhere = await startNode({ ledger: SCRIPT, dialect: 'agave' });
    onTestFinished(() => elsewhere.close());
    const drop = (node: TestNode) => node.dropFork(node.name);
    const { said, sentences } = await verdict(true, drop, { url: elsewhere.url, trace: 'off' });
    expect(sentences).toEqual([]);
    expect(said).toEqual([expect.stringMatching(/^stillnode: this test cannot be checked strictly: /)]);
  });
});

it('a test that failed has no sentences, only its report', async () => {
  const fork = await forkWith(true);
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    await ask(fork.node, 'getSlott');
    await endTest(fork, { ...PASSED, hasFailed: true });
    expect(spy.mock.calls.flat().join('\n')).not.toContain('unexpected call:');
  } finally {
    spy.mockRestore();
  }
});

it('a strict test that fails shows its calls', async () => {
  const { said } = await verdict(true, (node) => ask(node, 'getSlott'));
  expect(said.join('\n')).toMatch(/^stillnode: 1 call came to \S+\n {2}call 1: getSlott \[\]: error -32601/);
});
