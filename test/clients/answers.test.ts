import zlib from 'node:zlib';
import { type Address, createSolanaRpc, fetchAddressesForLookupTables, fetchJsonParsedAccount } from '@solana/kit';
import { PublicKey } from '@solana/web3.js';
import { decompress } from 'fzstd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import type { RunningNode } from '../../src/node/createNode.ts';
import { U64_MAX } from '../solana/programs/accounts/layoutBytes.ts';
import {
  CLIENT_ACCOUNT_SPECS,
  CLIENT_ACCOUNTS,
  CLOCK_TIME,
  COMMISSION_BPS,
  NONCE_VALUE,
  NOTE_DATA,
  RICH_LAMPORTS,
  TABLE_ADDRESSES,
} from '../support/clientAccounts.ts';
import { startClientLedger } from '../support/clientLedger.ts';
import { web3Client } from '../support/clients.ts';
import { BEN } from '../support/leaderLedger.ts';
import { callText } from '../support/testNode.ts';
import { PAYER } from '../support/transactions.ts';
import { branded, type KitRpc } from './kitChainCalls.ts';

/** What the clients make of accounts in every encoding, and of numbers that JavaScript cannot hold. */

let node: RunningNode;
let rpc: KitRpc;

beforeAll(async () => {
  node = await startClientLedger();
  rpc = createSolanaRpc(node.url);
});
afterAll(() => node.close());

const A = CLIENT_ACCOUNTS;
const key = (text: string): Address => branded<Address>(text);
const dataOf = (account: string): Buffer => {
  const spec = CLIENT_ACCOUNT_SPECS.find(({ address }) => address === account);
  return Buffer.from(spec?.data ?? []);
};

type Encoding = 'base58' | 'base64' | 'base64+zstd';
/** The data of an account as Kit is given it. */
async function dataThroughKit(account: string, encoding: Encoding, dataSlice?: { offset: number; length: number }) {
  const config = { encoding: encoding as 'base64', ...(dataSlice === undefined ? {} : { dataSlice }) };
  const { value } = await rpc.getAccountInfo(key(account), config).send();
  return value!.data as unknown as readonly [string, Encoding];
}

/** A frame of one block that is kept as it is. Source RFC 8878 3.1.1: no content size, no checksum, a window of 2 MiB */
function rawFrame(data: Uint8Array): string {
  const header = Buffer.alloc(3);
  header.writeUIntLE((data.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), header, data]).toString('base64');
}

describe('data', () => {
  it.each([
    ['base58', encodeBase58(NOTE_DATA)],
    ['base64', 'dGVzdCBkYXRh'],
    ['base64+zstd', 'KLUv/QBYSQAAdGVzdCBkYXRh'],
  ] as const)('in %s', async (encoding, text) => {
    expect(await dataThroughKit(A.note, encoding)).toEqual([text, encoding]);
  });

  it('of nothing is a frame all the same', async () => {
    expect(await dataThroughKit(A.empty, 'base64+zstd')).toEqual(['KLUv/SAAAQAA', 'base64+zstd']);
  });

  it('is sliced before it is compressed', async () => {
    const sliced = await dataThroughKit(A.note, 'base64+zstd', { offset: 5, length: 200 });
    expect(sliced).toEqual([rawFrame(NOTE_DATA.subarray(5)), 'base64+zstd']);
  });

  it.each(['slotHistory', 'vote', 'mint', 'payerTokens'] as const)(
    'of %s comes back whole from a frame',
    async (name) => {
      const [frame] = await dataThroughKit(A[name], 'base64+zstd');
      expect(Buffer.compare(decompress(Buffer.from(frame, 'base64')), dataOf(A[name]))).toBe(0);
    },
  );

  // what Kit's own tests compare with; Node has it from 22.15 on
  const newStream = Reflect.get(zlib, 'createZstdCompress') as (() => NodeJS.ReadWriteStream) | undefined;

  it.skipIf(newStream === undefined).each(['slotHistory', 'vote', 'mint', 'payerTokens', 'nonce'] as const)(
    'of %s is the frame of a stream, byte for byte',
    async (name) => {
      const stream = newStream!();
      stream.end(dataOf(A[name]));
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(Buffer.from(chunk));
      const [frame] = await dataThroughKit(A[name], 'base64+zstd');
      expect(frame).toBe(Buffer.concat(chunks).toString('base64'));
    },
  );

  it('may be base58 where the slice is short, whatever the account: a nonce, 32 bytes of the largest sysvar', async () => {
    const nonce = await dataThroughKit(A.nonce, 'base58', { offset: 40, length: 32 });
    expect(nonce).toEqual([NONCE_VALUE, 'base58']);
    const history = await dataThroughKit(A.slotHistory, 'base58', { offset: 9, length: 32 });
    expect(history).toEqual([encodeBase58(dataOf(A.slotHistory).subarray(9, 41)), 'base58']);
  });
});

const bits = '10100000'.repeat((1024 * 1024) / 8);
const authorized = { staker: PAYER, withdrawer: PAYER };
const lockup = { custodian: '1'.repeat(32), epoch: 0n, unixTimestamp: 0n };

/** what Kit is given as `parsed`, with its own numbers and bigints */
const PARSED = {
  clock: {
    info: {
      epoch: 1n,
      epochStartTimestamp: CLOCK_TIME,
      leaderScheduleEpoch: 2n,
      slot: 36n,
      unixTimestamp: CLOCK_TIME,
    },
    type: 'clock',
  },
  rent: { info: { lamportsPerByte: '6960' }, type: 'rent' },
  slotHistory: { info: { bits, nextSlot: 37n }, type: 'slotHistory' },
  nonce: {
    info: { authority: PAYER, blockhash: NONCE_VALUE, feeCalculator: { lamportsPerSignature: '5000' } },
    type: 'initialized',
  },
  stake: {
    info: {
      meta: { authorized, lockup, rentExemptReserve: '2282880' },
      stake: {
        creditsObserved: 90n,
        delegation: {
          activationEpoch: '0',
          deactivationEpoch: `${U64_MAX}`,
          stake: '1000000000',
          voter: A.vote,
        },
      },
    },
    type: 'delegated',
  },
  lockedStake: {
    info: { meta: { authorized, lockup: { ...lockup, epoch: 99n }, rentExemptReserve: '2282880' }, stake: null },
    type: 'initialized',
  },
  vote: {
    info: {
      authorizedVoters: [{ authorizedVoter: BEN, epoch: 0n }],
      authorizedWithdrawer: BEN,
      blockRevenueCollector: BEN,
      blockRevenueCommissionBps: 0,
      blsPubkeyCompressed: null,
      commission: COMMISSION_BPS / 100,
      epochCredits: [{ credits: '90', epoch: 1n, previousCredits: '60' }],
      inflationRewardsCollector: BEN,
      inflationRewardsCommissionBps: COMMISSION_BPS,
      lastTimestamp: { slot: 35n, timestamp: CLOCK_TIME },
      nodePubkey: BEN,
      pendingDelegatorRewards: '7',
      priorVoters: [],
      rootSlot: 30n,
      votes: [
        { confirmationCount: 2, latency: 1, slot: 34n },
        { confirmationCount: 1, latency: 1, slot: 35n },
      ],
    },
    type: 'vote',
  },
  table: {
    info: {
      addresses: TABLE_ADDRESSES,
      authority: PAYER,
      deactivationSlot: `${U64_MAX}`,
      lastExtendedSlot: '28',
      lastExtendedSlotStartIndex: 0,
    },
    type: 'lookupTable',
  },
  program: { info: { programData: A.programData }, type: 'program' },
  programData: {
    info: { authority: PAYER, data: [Buffer.from('code').toString('base64'), 'base64'], slot: 28n },
    type: 'programData',
  },
  mint: {
    info: { decimals: 3, freezeAuthority: null, isInitialized: true, mintAuthority: null, supply: '1500000' },
    type: 'mint',
  },
} as const;

describe('parsed accounts', () => {
  it.each(Object.entries(PARSED))('%s', async (name, parsed) => {
    const account = A[name as keyof typeof PARSED];
    const { value } = await rpc.getAccountInfo(key(account), { encoding: 'jsonParsed' }).send();
    expect((value!.data as { readonly parsed: unknown }).parsed).toStrictEqual(parsed);
    const { value: listed } = await rpc.getMultipleAccounts([key(account)], { encoding: 'jsonParsed' }).send();
    expect(listed).toStrictEqual([value]);
    const program = key(value!.owner);
    const ofProgram = await rpc.getProgramAccounts(program, { encoding: 'jsonParsed' }).send();
    expect(ofProgram.find(({ pubkey }) => (pubkey as string) === account)?.account).toStrictEqual(value);
  });

  it.each(['stakeConfig', 'note', 'empty', 'payer'] as const)('%s has no parser, and is base64', async (name) => {
    const { value } = await rpc.getAccountInfo(key(A[name]), { encoding: 'jsonParsed' }).send();
    expect(value!.data).toEqual([dataOf(A[name]).toString('base64'), 'base64']);
  });

  it('are told from others by fetchJsonParsedAccount', async () => {
    const stake = await fetchJsonParsedAccount(rpc, key(A.stake));
    expect(stake).toMatchObject({ data: { parsedAccountMeta: { program: 'stake', type: 'delegated' } }, exists: true });
    const config = await fetchJsonParsedAccount(rpc, key(A.stakeConfig));
    expect(config).toMatchObject({ data: new Uint8Array(dataOf(A.stakeConfig)), exists: true });
    expect(await fetchJsonParsedAccount(rpc, key(A.missing))).toEqual({ address: A.missing, exists: false });
  });

  it('give Kit the addresses of a lookup table', async () => {
    expect(await fetchAddressesForLookupTables([key(A.table)], rpc)).toEqual({ [A.table]: TABLE_ADDRESSES });
  });
});

describe('numbers', () => {
  it('have all their digits in Kit, and are the next double in web3.js', async () => {
    const { value } = await rpc.getAccountInfo(key(A.rich), { encoding: 'base64' }).send();
    expect(value).toMatchObject({ lamports: RICH_LAMPORTS, rentEpoch: U64_MAX });
    const account = await web3Client(node.url).getAccountInfo(new PublicKey(A.rich));
    expect(account).toMatchObject({ lamports: Number(RICH_LAMPORTS), rentEpoch: 18446744073709552000 });
  });

  it('that are fractions keep their point where they are whole', async () => {
    expect(await callText(node, 'getInflationGovernor', '[]')).toBe(
      '{"foundation":0.05,"foundationTerm":7.0,"initial":0.08,"taper":0.15,"terminal":0.015}',
    );
    expect(await callText(node, 'getTokenSupply', `["${A.mint}"]`)).toContain('"uiAmount":1500.0,');
    const { value } = await rpc.getTokenSupply(key(A.mint)).send();
    expect(value.uiAmount).toBe(1500);
  });
});
