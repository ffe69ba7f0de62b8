import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FixtureError } from '../../../src/files/fixtureError.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { RealNode } from '../../../src/tools/record/realNode.ts';
import { LedgerFileError } from '../../../src/tools/record/recordedLedgerJson.ts';
import type { Subject } from '../../../src/tools/record/subjects.ts';
import { signaturesOf } from '../../support/contents.ts';
import { sampleAddress } from '../../support/sample.ts';
import { type Behaviour, type Misbehaviour, withResult } from '../../support/upstreamProxy.ts';
import { filesOf, namesOf, startSource } from './source.ts';

const SLOTS: Subject = { kind: 'slots', first: 302n, last: 310n };
const ALICE = { kind: 'account', address: sampleAddress('alice') } as const;
const SUBJECTS = [SLOTS, ALICE];

/** The node answers as it should until it is asked for a block for the third time. */
function afterTwoBlocks(misbehaviour: Misbehaviour): Behaviour {
  let blocks = 0;
  return ({ method }) => (method === 'getBlock' && ++blocks > 2 ? misbehaviour : undefined);
}

describe('a node that breaks in between: one line, and a folder that loads', () => {
  it.each<[string, Misbehaviour]>([
    ['closed the connection before it had answered (getBlock, 4 times)', { cutAfter: 0 }],
    ['closed the connection before it had answered (getBlock, 4 times)', { cutAfter: 100 }],
    ['answered with HTTP 500 (getBlock, 4 times)', { status: 500 }],
    ['answered with HTTP 429 (getBlock, 8 times)', { status: 429 }],
    ['sent a response that is not JSON (getBlock, 4 times)', { body: '<html>' }],
    ['answered another request than it was sent (getBlock, 4 times)', { body: '{"id":-1,"result":1}' }],
    ['answered getBlock with something other than a block', withResult('{"hello":1}')],
    ['answered getBlock with something other than a block', withResult('[]')],
  ])('%s', async (what, misbehaviour) => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const found = await source.run(SUBJECTS, afterTwoBlocks(misbehaviour));
    expect(found.failure?.message).toBe(`${source.proxy.origin} ${what}`);
    expect(found.lacks).toEqual([]);
    expect(found.loaded?.counts.blocks).toBe(2);
    expect(readdirSync(source.path).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await loadLedger([source.path])).counts.blocks).toBe(2);

    const second = await source.run(SUBJECTS);
    expect(second).toMatchObject({ failure: undefined, lacks: [] });
    // and the newest one
    expect(second.loaded?.counts).toMatchObject({ blocks: 9 });
  });

  it('one that was not there from the beginning leaves nothing', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const found = await source.run(SUBJECTS, () => ({ status: 403 }));
    expect(found.failure?.message).toMatch(/ refuses the request with HTTP 403: .* \(getSlot\)$/);
    expect(found).toMatchObject({ fileCount: 0, lacks: [], loaded: undefined });
    expect(readdirSync(source.path)).toEqual([]);
  });

  it('one that is only slow, and busy now and then, makes no difference', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    await source.run(SUBJECTS);
    const whole = filesOf(source.path);
    await using busy = await startSource([SAMPLE_LEDGER]);
    let calls = 0;
    const found = await busy.run(SUBJECTS, () => (calls++ % 2 === 0 ? { status: 429 } : undefined));
    expect(found).toMatchObject({ failure: undefined, lacks: [] });
    expect(filesOf(busy.path)).toEqual(whole);
  });
});

it.each([401, 403])(
  'one that refuses the newest block, which only comes along, with HTTP %i is no failure',
  async (status) => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const found = await source.run([ALICE], ({ method }) => (method === 'getBlock' ? { status } : undefined));
    expect(found).toMatchObject({ failure: undefined, lacks: [], loaded: { counts: { blocks: 0, accounts: 1 } } });
  },
);

it('a node that has died is asked no more after one question has failed, however much is to be recorded', async () => {
  await using source = await startSource([SAMPLE_LEDGER]);
  const ranges = Array.from({ length: 8 }, (_, i): Subject => {
    const first = BigInt(302 + 100 * i);
    return { kind: 'slots', first, last: first + 99n };
  });
  const found = await source.run(ranges, ({ method }) => (method === 'getBlock' ? { cutAfter: 0 } : undefined));
  expect(found).toMatchObject({
    failure: { message: `${source.proxy.origin} closed the connection before it had answered (getBlock, 4 times)` },
    lacks: [],
    fileCount: 0,
  });
  // four questions at a time, with four tries each
  expect(source.proxy.calls.filter(({ method }) => method === 'getBlock').length).toBeLessThanOrEqual(16);
});

describe('a recording that is stopped', () => {
  it('loads, and goes on where it was', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const client = new RealNode(source.proxy.url);
    let blocks = 0;
    const found = await source.run(
      SUBJECTS,
      ({ method }) => {
        if (method === 'getBlock' && ++blocks === 5) client.close();
        return undefined;
      },
      client,
    );
    expect(found.failure?.message).toBe(`${source.proxy.origin} is not asked any more`);
    const recorded = namesOf(source.path).filter((name) => name.startsWith('getBlock')).length;
    const { skipped = [] } = JSON.parse(readFileSync(join(source.path, 'ledger.json'), 'utf8'));
    source.proxy.forget();
    const second = await source.run(SUBJECTS);
    expect(second).toMatchObject({ failure: undefined, lacks: [] });
    expect(second.loaded?.counts.blocks).toBe(9);
    const asked = source.proxy.calls.filter(({ method }) => method === 'getBlock');
    expect(asked).toHaveLength(10 - recorded - skipped.length);
    expect(recorded).toBeLessThan(8);
  });
});

describe('a node that lies', () => {
  it('about a transaction: it is not the one that was asked for', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const [other, signature] = signaturesOf((await loadLedger([SAMPLE_LEDGER])).state).slice(-12);
    const otherReply = await source.upstream.requestText('getTransaction', [
      other!,
      { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 },
    ]);
    const lied = await source.run([{ kind: 'signature', signature: signature! }], ({ method }) =>
      method === 'getTransaction' ? withResult(otherReply) : undefined,
    );
    expect(lied.failure?.message).toBe(
      `${source.proxy.origin} answered getTransaction with something other than the transaction ${signature}`,
    );
    expect(readdirSync(source.path)).toEqual(['ledger.json']);
  });

  it('with a block that does not load: it is not kept, and named', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const found = await source.run([SLOTS], ({ method, params }) =>
      method === 'getBlock' && params.startsWith('[304,')
        ? { alter: (reply) => reply.replace('"fee":', '"fee":-') }
        : undefined,
    );
    expect(found.failure).toBeUndefined();
    expect(found.lacks).toHaveLength(1);
    expect(found.lacks[0]).toMatch(
      /^http:\S+ answered with what does not load, which was not kept: getBlock-304-[0-9a-f]{10}\.json:\d+:\d+: \/response\/result\/transactions\/0\/meta\/fee: expected an integer from 0/,
    );
    expect(found.loaded?.counts.blocks).toBe(8);
  });

  it('with two contents of one account in one slot: one of them is not kept', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const address = sampleAddress('aliceToken');
    const owner: Subject = { kind: 'tokenOwner', owner: ALICE.address };
    const account: Subject = { kind: 'account', address };
    const found = await source.run([account], undefined);
    expect(found.lacks).toEqual([]);
    const lied = await source.run([owner], ({ method }) =>
      method === 'getTokenAccountsByOwner'
        ? { alter: (reply) => reply.replace(/"lamports":(\d+)/g, '"lamports":1$1') }
        : undefined,
    );
    expect(lied.failure).toBeUndefined();
    expect(lied.lacks.length).toBeGreaterThan(0);
    expect(lied.lacks.join('\n')).toMatch(/is recorded twice with different content/);
    await loadLedger([source.path]);
  });

  it('with fewer accounts than it was asked for', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const bob: Subject = { kind: 'account', address: sampleAddress('bob') };
    const found = await source.run([ALICE, bob], ({ method }) =>
      method === 'getMultipleAccounts' ? withResult('{"context":{"slot":5},"value":[null]}') : undefined,
    );
    expect(found.failure?.message).toBe(
      `${source.proxy.origin} answered getMultipleAccounts with something other than an account, or null, for each of 2 addresses`,
    );
  });

  it('with facts of the wrong form: they are left out', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const found = await source.run([ALICE], ({ method }) =>
      method === 'getEpochSchedule' ? withResult('{"slotsPerEpoch":"many"}') : undefined,
    );
    expect(found.failure).toBeUndefined();
    expect(found.lacks.join('\n')).toContain('answered with what does not load, which was not kept: ledger.json:');
    const ledger = JSON.parse(readFileSync(join(source.path, 'ledger.json'), 'utf8'));
    expect(ledger).not.toHaveProperty('epochSchedule');
    expect(ledger).toMatchObject({ genesisHash: expect.any(String), finalized: 319 });
  });
});

describe('a folder that does not load for other reasons', () => {
  it('is an error with its problems, and what was recorded stays', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    writeFileSync(join(source.path, 'mine.json'), '{"lamports": -1, "owner": 5}');
    await expect(source.run([ALICE])).rejects.toThrow(FixtureError);
    expect(namesOf(source.path)).toContain(`getAccountInfo-${ALICE.address.slice(0, 12)}`);
  });

  it('a ledger.json that is no object: nothing is asked', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    writeFileSync(join(source.path, 'ledger.json'), '[1');
    await expect(source.run([ALICE])).rejects.toThrow(new LedgerFileError());
    expect(source.proxy.texts()).toEqual([]);
  });

  it('a ledger.json of a newer format: nothing is asked, and it stays', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const text = '{"format":2,"tips":[5]}';
    writeFileSync(join(source.path, 'ledger.json'), text);
    await expect(source.run([ALICE])).rejects.toThrow(
      new LedgerFileError('ledger.json: written by a newer stillnode (format 2): this one reads 1'),
    );
    expect(source.proxy.texts()).toEqual([]);
    expect(readFileSync(join(source.path, 'ledger.json'), 'utf8')).toBe(text);
  });
});

describe('the key of the URL', () => {
  it('is in no file and in no line, even where the node repeats it', async () => {
    await using source = await startSource([SAMPLE_LEDGER]);
    const { key } = source.proxy;
    const found = await source.run([SLOTS, ALICE, { kind: 'signature', signature: '1'.repeat(64) }], ({ method }) =>
      method === 'getTransaction' ? { error: `{"code":-32602,"message":"${key} may not ask this"}` } : undefined,
    );
    expect(found.lacks).toEqual([
      `${source.proxy.origin} has no transaction ${'1'.repeat(64)}: error -32602 (… may not ask this)`,
    ]);
    expect(source.proxy.calls.every(({ url }) => url === `/${key}`)).toBe(true);
    expect(JSON.stringify(filesOf(source.path))).not.toContain(key);
  });
});
