import { readFileSync } from 'node:fs';
import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { FixtureError } from '../../src/files/fixtureError.ts';
import { type LoadedLedger, loadSources } from '../../src/fixtures/loadLedger.ts';
import { decodeRecorded } from '../../src/solana/wire.ts';
import { slotsOf, transactionsOf } from '../support/contents.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { unexplained } from '../support/recordings.ts';
import { HAS_CORPUS, readShared, SHARED } from '../support/sharedFiles.ts';

interface Recording {
  readonly file: string;
  readonly method: string;
  readonly encoding: string | null;
  readonly transactionDetails: string | null;
}

/** Recordings that a client library wrote wrongly, and what the loader says of each. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'derived/NataliiaRybalka__2QpFBTbWZ2M1-base64.json': /fee: expected an integer .* found the number 5000\.0/,
  'getBlock/blocto__33-base64-full-1tx~3.json': /version: expected the version of the transaction, 0, found "legacy"/,
  'getBlock/yugure-orca__70-json-full-1tx.json': /preBalances\/0: expected an integer .* found the number 5e\+17/,
  'getTransaction/cordialsys__3XRGeupw3Xac-base64.json': /status: expected a status that agrees with err/,
};

const recordings = (HAS_CORPUS ? (readShared('corpus/MANIFEST.json') as unknown as Recording[]) : []).filter(
  ({ file, method }) => ['getBlock', 'getTransaction'].includes(method) && resultOf(file) !== null,
);

function textOf(file: string): string {
  return readFileSync(`${SHARED}/corpus/${file}`, 'utf8');
}

function resultOf(file: string): JsonValue {
  return (parseJson(textOf(file)) as JsonObject).result ?? null;
}

function load(file: string): Promise<LoadedLedger> {
  return loadSources([{ name: file, text: textOf(file) }]);
}

/** Asks the way that gives the recorded fields: the gate is open where a version was recorded or is needed. */
async function ask(loaded: LoadedLedger, method: string, target: string, config: JsonObject, recorded: JsonValue) {
  const isVersioned =
    JSON.stringify(recorded, (_key, value) => (typeof value === 'bigint' ? 0 : value)).includes('"version":') ||
    transactionsOf(loaded.state).some(({ version }) => version !== 'legacy');
  const gate = isVersioned ? { maxSupportedTransactionVersion: 1 } : {};
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: ['@', { ...config, ...gate }] });
  const reply = parseJson(await nodeOver(loaded, { dialect: 'agave' }).dispatch(body.replace('"@"', target)));
  return (reply as JsonObject).result ?? reply;
}

function askAgain(loaded: LoadedLedger, { encoding, method, transactionDetails }: Recording, recorded: JsonValue) {
  const encodingOrJson = encoding === null || encoding === 'x' ? 'json' : encoding;
  if (method === 'getTransaction')
    return ask(
      loaded,
      method,
      `"${transactionsOf(loaded.state)[0]!.signature}"`,
      { encoding: encodingOrJson },
      recorded,
    );
  const config = {
    encoding: encodingOrJson,
    transactionDetails: transactionDetails ?? 'full',
    rewards: 'rewards' in (recorded as JsonObject),
  };
  return ask(loaded, method, `${slotsOf(loaded.state)[0]}`, config, recorded);
}

describe.skipIf(!HAS_CORPUS)('recorded blocks and transactions, loaded and asked for again', () => {
  it('has recordings', () => expect(recordings.length).toBeGreaterThan(300));

  it.each(recordings.filter(({ file }) => file in REFUSED))('$file is refused with its reason', async ({ file }) => {
    const error = await load(file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FixtureError);
    expect((error as FixtureError).problems.map(String).join('\n')).toMatch(REFUSED[file]!);
  });

  it.each(recordings.filter(({ file }) => !(file in REFUSED)))('$file comes back', async (recording) => {
    const recorded = resultOf(recording.file);
    const ours = await askAgain(await load(recording.file), recording, recorded);
    expect(unexplained(recorded, ours)).toEqual([]);
  });
});

/** Recordings that hold less than their twins: lines of a log cut out by hand, a block asked for without its rewards. */
const INCOMPLETE = /MetaMask__5LUArY58kJQL-json|blocto__33-base64-full-1tx~2/;

interface Pair {
  readonly raw: string;
  readonly other: string;
  readonly encoding: string;
  readonly key: string;
  readonly kind: 'transaction' | 'block';
}

interface PairMember {
  readonly file: string;
  readonly encoding: string;
  readonly transactionDetails?: string;
}

/** Two recordings of one transaction or block: from the bytes of the first, the second must come out. */
function pairs(): Pair[] {
  if (!HAS_CORPUS) return [];
  const groups = readShared('corpus/PAIRS.json') as unknown as (Pick<Pair, 'key' | 'kind'> & {
    readonly raw?: unknown;
    readonly parsed?: unknown;
    readonly members?: readonly PairMember[];
  })[];
  return groups.flatMap(({ key, kind, members, parsed, raw }) => {
    const all = members ?? ([raw, parsed] as unknown as readonly PairMember[]);
    const whole = all.filter(({ transactionDetails }) => (transactionDetails ?? 'full') === 'full');
    return whole.flatMap((from) =>
      whole
        .filter((to) => to !== from && from.encoding !== 'jsonParsed' && isComparable(kind, to))
        .filter((to) => !(from.file in REFUSED) && !(to.file in REFUSED) && !INCOMPLETE.test(from.file))
        .map((to) => ({ raw: from.file, other: to.file, encoding: to.encoding, key, kind })),
    );
  });
}

/** A transaction inside a recorded block is compared when the blocks are. */
function isComparable(kind: Pair['kind'], { file }: PairMember): boolean {
  return file.startsWith(kind === 'block' ? 'getBlock' : 'getTransaction');
}

describe.skipIf(!HAS_CORPUS)('recorded pairs agree', () => {
  it('has pairs', () => expect(pairs().length).toBeGreaterThan(50));

  it.each(pairs())('$raw gives $other', async ({ encoding, key, kind, other, raw }) => {
    const recorded = resultOf(other);
    const loaded = await load(raw);
    const isBlock = kind === 'block';
    const target = isBlock ? `${slotsOf(loaded.state)[0]}` : `"${key}"`;
    const rewards = isBlock ? { rewards: 'rewards' in (recorded as JsonObject) } : {};
    const ours = await ask(loaded, isBlock ? 'getBlock' : 'getTransaction', target, { encoding, ...rewards }, recorded);
    // a client that left out the slot left out the time too, which the block has
    const isAlone = !isBlock && !('slot' in (recorded as JsonObject));
    const rest = unexplained(recorded, ours).filter(({ path }) => !(isAlone && path === '.blockTime'));
    expect(rest).toEqual([]);
  });
});

describe.skipIf(!HAS_CORPUS)('recorded json, rebuilt to bytes, is what @solana/web3.js reads', () => {
  const json = recordings.filter(({ encoding, file }) => encoding === 'json' && !(file in REFUSED));

  it.each(json)('$file', async ({ file }) => {
    const { state } = await load(file);
    for (const transaction of transactionsOf(state)) {
      if (transaction.kind !== 'wire' || transaction.version === 1) continue;
      const decoded = VersionedTransaction.deserialize(transaction.wire);
      const { accountKeys, header, recentBlockhash } = decodeRecorded(transaction).message;
      expect(decoded.message.staticAccountKeys.map(String)).toEqual(accountKeys);
      expect(decoded.message.header).toEqual(header);
      expect(decoded.message.recentBlockhash).toBe(recentBlockhash);
      expect(Buffer.from(decoded.serialize())).toEqual(Buffer.from(transaction.wire));
    }
  });
});
