import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { getBase58Decoder, getBase64Encoder, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../src/codec/base58.ts';
import { stringifyJson } from '../src/codec/jsonText.ts';
import { parseJson } from '../src/codec/parseJson.ts';
import { loadLedger } from '../src/fixtures/loadLedger.ts';
import { consensusAt } from '../src/ledger/protocol.ts';
import { createNode } from '../src/node/createNode.ts';
import type { NodeOptions } from '../src/node/nodeOptions.ts';
import { DEFAULT_VERSION } from '../src/nodeVersion.ts';
import { SAMPLE_LEDGER } from '../src/packageFiles.ts';
import { firstSlotAccounts } from '../src/runtime/cluster/clusterAccounts.ts';
import {
  ADDRESS_BYTES,
  type Address,
  SIGNATURE_BYTES,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../src/solana/address.ts';
import { fullAccountKeys, type LoadedAddresses, type Transaction } from '../src/solana/transaction.ts';
import { decodeTransaction, encodeTransaction } from '../src/solana/wire.ts';

/** Balances of the default ledger stay below 2^53, so plain numbers hold them; rentEpoch is looked at as text. */
interface RecordedTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number; readonly uiAmount: number | null };
}

interface RecordedMeta {
  readonly err: unknown;
  readonly status: unknown;
  readonly fee: number;
  readonly preBalances: readonly number[];
  readonly postBalances: readonly number[];
  readonly preTokenBalances: readonly RecordedTokenBalance[];
  readonly postTokenBalances: readonly RecordedTokenBalance[];
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly { accounts: number[]; data: string; programIdIndex: number; stackHeight: number }[];
  }[];
  readonly loadedAddresses: LoadedAddresses;
  readonly logMessages: readonly string[];
}

interface RecordedBlock {
  readonly blockHeight: number;
  readonly blockTime: number;
  readonly blockhash: string;
  readonly parentSlot: number;
  readonly previousBlockhash: string;
  readonly rewards: readonly { readonly pubkey: string; readonly lamports: number; readonly postBalance: number }[];
  readonly transactions: readonly {
    readonly transaction: readonly [string, 'base64'];
    readonly meta: RecordedMeta;
    readonly version: Transaction['version'];
  }[];
}

interface RecordedAccount {
  readonly pubkey: string;
  readonly account: {
    readonly lamports: number;
    readonly data: readonly [string, 'base64'];
    readonly owner: string;
    readonly space: number;
  };
}

interface Settings {
  readonly processed: number;
  readonly confirmed: number;
  readonly finalized: number;
  readonly firstAvailable: number;
  readonly skipped: readonly number[];
  readonly consensus: { readonly alpenglowFrom: number };
  readonly identity: string;
}

const LEDGER = new URL('../ledger-fixtures/default/', import.meta.url);

function readText(path: string): string {
  return readFileSync(new URL(path, LEDGER), 'utf8');
}

function readFolder<T>(folder: string): { readonly file: string; readonly text: string; readonly json: T }[] {
  return readdirSync(new URL(folder, LEDGER)).map((file) => {
    const text = readText(folder + file);
    return { file, text, json: JSON.parse(text) };
  });
}

const settings: Settings = JSON.parse(readText('ledger.json'));
const accounts = readFolder<RecordedAccount>('accounts/');
const accountOf = new Map(accounts.map(({ json }) => [json.pubkey, json.account]));
const blocks = readFolder<RecordedBlock>('blocks/')
  .map(({ file, text, json }) => ({ slot: Number.parseInt(file, 10), text, ...json }))
  .sort((a, b) => a.slot - b.slot);

const transactions = blocks.flatMap(({ slot, transactions }) =>
  transactions.map((recorded, index) => {
    const wire = new Uint8Array(Buffer.from(recorded.transaction[0], 'base64'));
    const transaction = decodeTransaction(wire);
    const keys: readonly Address[] = fullAccountKeys(transaction.message, recorded.meta.loadedAddresses);
    return { name: `${slot}/${index}`, slot, wire, transaction, keys, meta: recorded.meta, version: recorded.version };
  }),
);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** JSON without the white space between its tokens. */
function minify(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** The signed part: signatures stand before it in legacy and v0 transactions, after it in v1. */
function signedBytes(wire: Uint8Array, { version, signatures }: Transaction): Uint8Array {
  const length = signatures.length * SIGNATURE_BYTES;
  return version === 1 ? wire.subarray(0, wire.length - length) : wire.subarray(1 + length);
}

function isSignedBy(address: Address, message: Uint8Array, signature: string): boolean {
  const x = Buffer.from(decodeBase58(address)).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, decodeBase58(signature));
}

function isTokenAccount({ owner, data: [text] }: RecordedAccount['account']): boolean {
  const data = Buffer.from(text, 'base64');
  const isBare = data.length === 165 && (owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM);
  return isBare || (owner === TOKEN_2022_PROGRAM && data.length > 165 && data[165] === 2);
}

describe('the chain', () => {
  it('links every block to the one before, over the skipped slot', () => {
    blocks.slice(1).forEach((block, i) => {
      const parent = blocks[i]!;
      expect(block.parentSlot).toBe(parent.slot);
      expect(block.previousBlockhash).toBe(parent.blockhash);
      expect(block.blockHeight).toBe(parent.blockHeight + 1);
      expect(block.blockTime).toBeGreaterThanOrEqual(parent.blockTime);
    });
    expect(new Set(blocks.map(({ blockhash }) => blockhash)).size).toBe(blocks.length);
  });

  it('has the slots that ledger.json tells of', () => {
    const { firstAvailable, processed, confirmed, finalized, skipped } = settings;
    const span = Array.from({ length: processed - firstAvailable + 1 }, (_, i) => firstAvailable + i);
    expect(blocks.map(({ slot }) => slot)).toEqual(span.filter((slot) => !skipped.includes(slot)));
    expect(skipped.every((slot) => slot > firstAvailable && slot < finalized)).toBe(true);
    expect(finalized).toBe(confirmed);
    expect(confirmed).toBe(processed - 1);
    expect(blocks[0]!.parentSlot).toBeLessThan(firstAvailable);
  });

  it('names some address in eight or more transactions of several slots', () => {
    const slotsOf = new Map<Address, number[]>();
    for (const { keys, slot } of transactions) {
      for (const key of keys) slotsOf.set(key, [...(slotsOf.get(key) ?? []), slot]);
    }
    const wallets = [...slotsOf].filter(([key]) => accountOf.get(key)?.space === 0);
    expect(wallets.some(([, slots]) => slots.length >= 8 && new Set(slots).size >= 4)).toBe(true);
  });

  it.each(blocks)('writes block $slot as a node would: sorted keys, exact numbers', ({ text }) => {
    expect(minify(text)).toBe(stringifyJson(parseJson(text)));
  });

  it('has legacy, v0 and v1 transactions, lookups, failures and return data', () => {
    const text = blocks.map((block) => minify(block.text)).join('');
    expect(new Set(transactions.map(({ version }) => version))).toEqual(new Set(['legacy', 0, 1]));
    expect(transactions.some(({ meta }) => meta.loadedAddresses.writable.length > 0)).toBe(true);
    expect(transactions.some(({ meta }) => meta.loadedAddresses.readonly.length > 0)).toBe(true);
    expect(text).toContain('"err":{"InstructionError":[0,{"Custom":1}]}');
    expect(text).toContain('"returnData":{');
  });
});

describe('the v1 transaction', () => {
  it('shares no account with another transaction, except the system program', () => {
    const keysOf = (some: typeof transactions) => new Set(some.flatMap(({ keys }) => keys));
    const others = keysOf(transactions.filter(({ version }) => version !== 1));
    const shared = [...keysOf(transactions.filter(({ version }) => version === 1))].filter((key) => others.has(key));
    expect(shared).toEqual([SYSTEM_PROGRAM]);
  });

  it('is not in the history of alice, which clients with version 0 can read', async () => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    const alice = accounts.find(({ file }) => file === 'alice.json')!.json.pubkey;
    const history = (await node.request('getSignaturesForAddress', [alice])) as { signature: string }[];
    expect(history.length).toBeGreaterThan(20);
    for (const { signature } of history) {
      const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 } as const;
      const answer = await node.request('getTransaction', [signature, config]);
      expect(answer).toMatchObject({ transaction: { signatures: expect.arrayContaining([signature]) } });
    }
  });
});

describe('the migration to Alpenglow', () => {
  const { alpenglowFrom } = settings.consensus;
  const hasVote = (slot: number) => transactions.some((each) => each.slot === slot && each.keys.includes(VOTE_PROGRAM));
  const ask = async (
    calls: readonly (readonly [method: string, ...params: unknown[]])[],
    options: Pick<NodeOptions, 'agave'> = {},
  ) => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave', ...options });
    return Promise.all(calls.map(([method, ...params]) => node.request(method, params)));
  };

  it('lies within the history: the blocks before it have votes, later ones have none', () => {
    const before = blocks.filter(({ slot }) => slot < alpenglowFrom).slice(-5);
    expect(before.map(({ slot }) => hasVote(slot))).toEqual([true, true, true, true, true]);
    expect(blocks.filter(({ slot }) => slot >= alpenglowFrom && hasVote(slot))).toEqual([]);
  });

  it('is what a node tells of', async () => {
    const totalStake = 9_998_333_760;
    const answers = await ask([
      ['getAgGenesisCert'],
      ['getBlockCommitment', alpenglowFrom - 1],
      ['getBlockCommitment', alpenglowFrom],
      ['getHealth'],
      ['stillnode_getTips'],
    ]);
    expect(answers).toMatchObject([
      { block: { slot: alpenglowFrom - 1 } },
      { commitment: [...Array.from({ length: 31 }, () => 0), totalStake], totalStake },
      { commitment: null, totalStake },
      'ok',
      { agave: DEFAULT_VERSION.name, consensus: 'alpenglow', gates: { lamportsPerByte: 5080, slotMs: 200 } },
    ]);
  });

  it.each(['4.1', '4.2'] as const)('has not happened with Agave %s, which knows nothing of it', async (agave) => {
    const { state, warnings } = await loadLedger([SAMPLE_LEDGER], { protocol: { agave } });
    expect(warnings.filter(({ pointer }) => pointer === '/consensus')).toEqual([]);
    expect(consensusAt(state.protocol, state.chains.processed.tip)).toBe('tower');
    const [commitment] = await ask([['getBlockCommitment', alpenglowFrom]], { agave });
    expect(commitment).not.toMatchObject({ commitment: null });
  });

  it('is of November 2026, slots of 200 ms', () => {
    const slotZeroSeconds = Date.UTC(2026, 10, 1) / 1000;
    for (const { blockTime, slot } of blocks) expect(blockTime).toBe(slotZeroSeconds + Math.floor(slot / 5));
  });
});

describe('the cluster', () => {
  it('has the sysvars of every node, which follow what is sent', async () => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    const parsed = async (name: string) => {
      const config = { encoding: 'jsonParsed', commitment: 'processed' } as const;
      const { value } = await node.request('getAccountInfo', [name, config]);
      return (value!.data as unknown as { readonly parsed: { readonly info: never } }).parsed.info;
    };
    const newest = async () => ({
      clock: ((await parsed('SysvarC1ock11111111111111111111111111111111')) as { readonly slot: number }).slot,
      hashes: ((await parsed('SysvarS1otHashes111111111111111111111111111')) as { readonly slot: number }[])[0]!.slot,
      history: ((await parsed('SysvarS1otHistory11111111111111111111111111')) as { readonly nextSlot: number })
        .nextSlot,
    });
    expect(await newest()).toEqual({ clock: 320, hashes: 319, history: 321 });
    await node.advance();
    expect(await newest()).toEqual({ clock: 321, hashes: 320, history: 322 });
    const { value } = await node.request('getBlockProduction', [{ commitment: 'processed' }]);
    expect(value).toMatchObject({ byIdentity: { [settings.identity]: expect.any(Array) }, range: { lastSlot: 321 } });
  });

  it('has the program data of its programs, and transactions have cost units', async () => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    const { value } = await node.request('getAccountInfo', [TOKEN_2022_PROGRAM, { encoding: 'jsonParsed' }]);
    const { info } = (
      value!.data as unknown as { readonly parsed: { readonly info: { readonly programData: string } } }
    ).parsed;
    const data = await node.request('getAccountInfo', [info.programData, { encoding: 'jsonParsed' }]);
    expect(data.value).toMatchObject({ owner: 'BPFLoaderUpgradeab1e11111111111111111111111' });
    for (const { meta, keys, transaction } of transactions) {
      const { costUnits: recorded, computeUnitsConsumed } = meta as unknown as Record<string, number>;
      const signatures = transaction.message.header.numRequiredSignatures;
      expect(recorded).toBeGreaterThan(computeUnitsConsumed! + 720 * signatures);
      expect(recorded).toBeLessThan(computeUnitsConsumed! + 720 * signatures + 300 * keys.length + 2000);
    }
  });
});

describe('what ledger.json says of the cluster', () => {
  it('is enough for its nodes and its largest accounts', async () => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    expect(await node.request('getClusterNodes')).toMatchObject([
      { pubkey: settings.identity, version: DEFAULT_VERSION.release },
    ]);
    const { value } = await node.request('getLargestAccounts');
    const largest = accounts.map(({ json }) => json.account.lamports).sort((a, b) => b - a);
    // the smaller ones are programs and sysvars of the cluster
    expect(value.slice(0, 6).map(({ lamports }) => lamports)).toEqual(largest.slice(0, 6));
  });
});

/** Source   ../shared/reference/client-expectations.md, calls of Solana Explorer */
describe('the home page of Solana Explorer', () => {
  it.each<[method: string, params: readonly unknown[], result: unknown]>([
    ['getGenesisHash', [], 'AJS1LfYJjL2n7Wgx8yHoCLi8mMxWCHh6tsC3Cv1Ctjcg'],
    [
      'getRecentPerformanceSamples',
      [360],
      [{ slot: 320, numSlots: 19, numTransactions: 43, numNonVoteTransactions: 38, samplePeriodSecs: 3 }],
    ],
    ['getTransactionCount', [{ commitment: 'confirmed' }], 42],
    ['getEpochInfo', [], { absoluteSlot: 319, epoch: 0, slotIndex: 319 }],
    ['getBlockTime', [319], 1793491263],
    [
      'getSupply',
      [{ commitment: 'finalized', excludeNonCirculatingAccountsList: true }],
      { value: { nonCirculating: 3_000_000_000, nonCirculatingAccounts: [] } },
    ],
    ['getVoteAccounts', [{ commitment: 'confirmed' }], { current: [{ epochVoteAccount: true }], delinquent: [] }],
    ['getSlotLeaders', [315, 2], [settings.identity, settings.identity]],
  ])('has a result for %s', async (method, params, result) => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    const answer = await node.request(method, params);
    expect([answer]).toMatchObject([result]);
  });

  it('shows the supply that the accounts and those of the cluster sum up to', async () => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
    const own = sum(accounts.map(({ json }) => json.account.lamports));
    const { circulating, nonCirculating, total } = (await node.request('getSupply')).value;
    expect(BigInt(total)).toBe(BigInt(circulating) + BigInt(nonCirculating));
    // what is beyond the accounts of the folder belongs to programs, sysvars and features of the cluster
    expect(total).toBeGreaterThan(own);
    expect(total).toBeLessThan(own + 4_000_000_000);
  });
});

describe.each(transactions)('transaction $name', ({ slot, wire, transaction, keys, meta, version }) => {
  const { message, signatures } = transaction;

  it('is encoded to the bytes that it was decoded from', () => {
    expect(transaction.version).toBe(version);
    expect(Buffer.from(encodeTransaction(transaction)).toString('hex')).toBe(Buffer.from(wire).toString('hex'));
  });

  it('is decoded by @solana/kit to the same signatures', () => {
    const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(Buffer.from(wire).toString('base64')));
    const expected = message.accountKeys.slice(0, signatures.length).map((key, i) => [key, signatures[i]]);
    const texts = Object.entries(decoded.signatures).map(([key, bytes]) => [key, getBase58Decoder().decode(bytes!)]);
    expect(texts).toEqual(expected);
  });

  it('is signed by all who must', () => {
    const signed = signedBytes(wire, transaction);
    expect(signatures.length).toBe(message.header.numRequiredSignatures);
    signatures.forEach((signature, i) => {
      expect(isSignedBy(message.accountKeys[i]!, signed, signature)).toBe(true);
    });
  });

  it('lives by the hash of an earlier block', () => {
    const earlier = blocks.filter((block) => block.slot <= slot).map(({ previousBlockhash }) => previousBlockhash);
    expect(earlier).toContain(message.recentBlockhash);
  });

  it('moves lamports without making or losing any but the fee', () => {
    expect(meta.preBalances.length).toBe(keys.length);
    expect(meta.postBalances.length).toBe(keys.length);
    expect(sum(meta.preBalances) - sum(meta.postBalances)).toBe(meta.fee);
    expect(meta.fee).toBeGreaterThanOrEqual(5000 * signatures.length);
  });

  it('says the same in err and in status; a failure costs the fee alone', () => {
    expect(meta.status).toEqual(meta.err === null ? { Ok: null } : { Err: meta.err });
    if (meta.err === null) return;
    const [payerBefore, ...others] = meta.preBalances;
    expect(meta.postBalances).toEqual([payerBefore! - meta.fee, ...others]);
    expect(meta.postTokenBalances).toEqual(meta.preTokenBalances);
  });

  it('has inner instructions whose indexes exist', () => {
    for (const { index, instructions } of meta.innerInstructions) {
      expect(message.instructions[index]).toBeDefined();
      expect(instructions.length).toBeGreaterThan(0);
      for (const { accounts: indexes, programIdIndex, data, stackHeight } of instructions) {
        expect(Math.max(programIdIndex, ...indexes)).toBeLessThan(keys.length);
        expect(decodeBase58(data).length).toBeGreaterThan(0);
        expect(stackHeight).toBeGreaterThanOrEqual(2);
      }
    }
  });
});

describe('balances over the whole ledger', () => {
  it('begin each transaction where the one before left them, and end in the accounts', () => {
    const balanceOf = new Map<string, number>();
    for (const block of blocks) {
      for (const { keys, meta } of transactions.filter(({ slot }) => slot === block.slot)) {
        keys.forEach((key, i) => {
          expect(meta.preBalances[i]).toBe(balanceOf.get(key) ?? meta.preBalances[i]);
          balanceOf.set(key, meta.postBalances[i]!);
        });
      }
      for (const { pubkey, lamports, postBalance } of block.rewards) {
        expect(pubkey).toBe(settings.identity);
        expect(postBalance).toBe((balanceOf.get(pubkey) ?? postBalance - lamports) + lamports);
        balanceOf.set(pubkey, postBalance);
      }
    }
    // programs of the cluster have no file
    const ofCluster = firstSlotAccounts('mainnet', DEFAULT_VERSION);
    for (const [key, lamports] of balanceOf)
      if (!ofCluster.has(key as Address)) expect([key, accountOf.get(key)?.lamports ?? 0]).toEqual([key, lamports]);
  });

  it('reward the leader with half of the signature fees and all of the priority fees', () => {
    for (const block of blocks) {
      const inBlock = transactions.filter(({ slot }) => slot === block.slot);
      const fees = inBlock.map(({ meta, transaction }) => meta.fee - 2500 * transaction.signatures.length);
      expect(block.rewards.map(({ lamports }) => lamports)).toEqual(inBlock.length === 0 ? [] : [sum(fees)]);
    }
  });

  it('of tokens end in the token accounts, and in no other account', () => {
    const tokens = new Map<string, string>();
    for (const { keys, meta } of transactions) {
      for (const { accountIndex } of meta.preTokenBalances) tokens.delete(keys[accountIndex]!);
      for (const { accountIndex, mint, owner, programId, uiTokenAmount } of meta.postTokenBalances) {
        tokens.set(keys[accountIndex]!, [mint, owner, programId, uiTokenAmount.amount].join());
      }
    }
    const held = accounts.map(({ json }) => json).filter(({ account }) => isTokenAccount(account));
    const found = held.map(({ pubkey, account }): [string, string] => {
      const data = Buffer.from(account.data[0], 'base64');
      const [mint, owner] = [0, ADDRESS_BYTES].map((at) => getBase58Decoder().decode(data.subarray(at, at + 32)));
      return [pubkey, [mint, owner, account.owner, data.readBigUInt64LE(64)].join()];
    });
    expect(new Map(found)).toEqual(tokens);
  });
});

describe.each(accounts)('account $file', ({ text, json: { pubkey, account } }) => {
  it('is what `solana account --output json` would write', () => {
    const [data, encoding] = account.data;
    expect(Object.keys(account)).toEqual(['lamports', 'data', 'owner', 'executable', 'rentEpoch', 'space']);
    expect(encoding).toBe('base64');
    expect(Buffer.from(data, 'base64').toString('base64')).toBe(data);
    expect(Buffer.from(data, 'base64').length).toBe(account.space);
    expect(decodeBase58(pubkey).length).toBe(ADDRESS_BYTES);
    expect(decodeBase58(account.owner).length).toBe(ADDRESS_BYTES);
    expect(text).toContain('"rentEpoch": 18446744073709551615,');
  });
});

describe('README.md', () => {
  it('lists every transaction in order', () => {
    const listed = [...readText('README.md').matchAll(/^\| \d+ +\|.* `(\w+)` +\|$/gm)].map(
      ([, signature]) => signature,
    );
    expect(listed).toEqual(transactions.map(({ transaction }) => transaction.signatures[0]));
  });

  it.each(['contract', 'agave'] as const)('lists nothing that a node does not know (%s)', async (dialect) => {
    const node = await createNode({ ledger: [SAMPLE_LEDGER], dialect });
    const signatures = transactions.map(({ transaction }) => transaction.signatures[0]!);
    const slots = transactions.map(({ slot }) => ({ slot }));
    expect(await node.request('getSignatureStatuses', [signatures])).toMatchObject({ value: slots });
    for (const signature of signatures.slice(0, 3))
      expect(
        await node.request('getTransaction', [signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }]),
      ).toMatchObject({ slot: 302 });
  });
});
