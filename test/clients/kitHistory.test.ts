import {
  type Blockhash,
  createSolanaRpc,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit';
import { afterAll, describe, expect, it } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { lowLevelKitClient, reasonOf } from '../support/clients.ts';
import {
  accountsShape,
  BOB,
  blockShape,
  ENCODINGS,
  failedPayment,
  fullShape,
  LEGACY,
  notedPayment,
  transactionShape,
  V0,
} from './kitHistoryShapes.ts';

/**
 * The history cases that Kit's own tests leave empty, for want of a validator with a history: every title of theirs is a test
 * here, in our words. They are written for a node, so the dialect is agave.
 */

const FILE = 'kit.ledger.yaml';
const node = await startNode({ ledger: [`ledger-fixtures/scripted/${FILE}`], dialect: 'agave', gates: 'genesis' });
afterAll(() => node.close());

/** The methods without Kit's types, which tell the answer to each single configuration: tables of configurations need others. */
interface AnyHistory {
  getBlock(slot: bigint, config?: object): unknown;
  getTransaction(signature: Signature, config?: object): unknown;
  getSignaturesForAddress(address: string, config?: object): unknown;
  getSignatureStatuses(signatures: readonly Signature[], config?: object): unknown;
}
const rpc = createSolanaRpc(node.url) as unknown as Rpc<AnyHistory>;
/** This one asks for no commitment by itself. */
const lowLevelRpc = lowLevelKitClient(node.url) as unknown as Rpc<AnyHistory>;

/** A title, and what has to hold. */
type Case = readonly [title: string, run: () => Promise<void>];

const VERSION_0 = { maxSupportedTransactionVersion: 0 } as const;
const LEGACY_SLOT = 101n;
const V0_SLOT = 102n;

const REFUSAL =
  'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0';

async function expectRefused(answer: Promise<unknown>): Promise<void> {
  const reason = await reasonOf(answer);
  expect(isSolanaError(reason, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)).toBe(true);
  expect(reason).toHaveProperty('context.__serverMessage', REFUSAL);
}

const GET_BLOCK_FULL: readonly Case[] = [
  ...ENCODINGS.map(
    (encoding): Case => [
      `full, ${encoding}, a version is allowed`,
      async () => {
        const config = { ...VERSION_0, encoding, transactionDetails: 'full' };
        for (const [slot, which] of [[LEGACY_SLOT, 'legacy'] as const, [V0_SLOT, 0] as const]) {
          const transactions = [fullShape(which, encoding, true)];
          expect(await rpc.getBlock(slot, config).send()).toStrictEqual({
            ...blockShape(which),
            rewards: [],
            transactions,
          });
        }
      },
    ],
  ),
  ...ENCODINGS.map(
    (encoding): Case => [
      `full, ${encoding}, no version is allowed`,
      async () => {
        const transactions = [fullShape('legacy', encoding, false)];
        const block = await rpc.getBlock(LEGACY_SLOT, { encoding, transactionDetails: 'full' }).send();
        expect(block).toStrictEqual({ ...blockShape('legacy'), rewards: [], transactions });
      },
    ],
  ),
  [
    'full, without a configuration',
    async () => {
      const transactions = [fullShape('legacy', 'json', false)];
      for (const client of [rpc, lowLevelRpc]) {
        const block = await client.getBlock(LEGACY_SLOT).send();
        expect(block).toStrictEqual({ ...blockShape('legacy'), rewards: [], transactions });
      }
    },
  ],
];

const GET_BLOCK_ACCOUNTS: readonly Case[] = [
  [
    'accounts, a version is allowed',
    async () => {
      const config = { ...VERSION_0, transactionDetails: 'accounts' };
      for (const [slot, which] of [[LEGACY_SLOT, 'legacy'] as const, [V0_SLOT, 0] as const]) {
        const transactions = [accountsShape(which, true)];
        expect(await rpc.getBlock(slot, config).send()).toStrictEqual({
          ...blockShape(which),
          rewards: [],
          transactions,
        });
      }
    },
  ],
  [
    'accounts, no version is allowed',
    async () => {
      const config = { rewards: true, transactionDetails: 'accounts' };
      const transactions = [accountsShape('legacy', false)];
      const block = await rpc.getBlock(LEGACY_SLOT, config).send();
      expect(block).toStrictEqual({ ...blockShape('legacy'), rewards: [], transactions });
      await expectRefused(rpc.getBlock(V0_SLOT, config).send());
    },
  ],
  [
    'accounts, without any more configuration',
    async () => {
      const transactions = [accountsShape('legacy', false)];
      for (const client of [rpc, lowLevelRpc]) {
        const block = await client.getBlock(LEGACY_SLOT, { transactionDetails: 'accounts' }).send();
        expect(block).toStrictEqual({ ...blockShape('legacy'), rewards: [], transactions });
      }
    },
  ],
];

const SIGNATURES = { transactionDetails: 'signatures' } as const;

const GET_BLOCK_SIGNATURES: readonly Case[] = [
  [
    'signatures, a version is allowed',
    async () => {
      const block = await rpc.getBlock(V0_SLOT, { ...VERSION_0, ...SIGNATURES }).send();
      expect(block).toStrictEqual({ ...blockShape(0), rewards: [], signatures: [V0.signature] });
    },
  ],
  [
    'signatures, no version is allowed: those of any version are given all the same',
    async () => {
      const block = await rpc.getBlock(V0_SLOT, { ...SIGNATURES, rewards: false }).send();
      expect(block).toStrictEqual({ ...blockShape(0), signatures: [V0.signature] });
    },
  ],
  [
    'signatures, without any more configuration',
    async () => {
      for (const client of [rpc, lowLevelRpc]) {
        const block = await client.getBlock(LEGACY_SLOT, SIGNATURES).send();
        expect(block).toStrictEqual({ ...blockShape('legacy'), rewards: [], signatures: [LEGACY.signature] });
      }
    },
  ],
];

const RECORDED_BLOCK = {
  blockHeight: 90n,
  blockTime: 1_759_999_999n,
  blockhash: 'EdqM52SpXCn5c1uozuvuH5o9Tcr41kYeCWz4Ymu6ngbt',
  parentSlot: 99n,
  previousBlockhash: '5Ba2vn7EcuaYvrhJBtUPZu8BYGFwNKjJwG8xFYskpme4',
};

const GET_BLOCK_NONE: readonly Case[] = [
  [
    // Kit's title has empty lists; a node leaves both members out, as Kit's types say
    'none, without rewards: neither transactions nor rewards',
    async () => {
      const config = { transactionDetails: 'none', rewards: false };
      expect(await rpc.getBlock(100n, config).send()).toStrictEqual(RECORDED_BLOCK);
    },
  ],
  [
    'none, with rewards: no transactions, and the list of rewards',
    async () => {
      const config = { transactionDetails: 'none', rewards: true };
      const rewards = [
        {
          commission: null,
          lamports: 7500n,
          postBalance: 1_000_007_500n,
          pubkey: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
          rewardType: 'Fee',
        },
      ];
      expect(await rpc.getBlock(100n, config).send()).toStrictEqual({ ...RECORDED_BLOCK, rewards });
    },
  ],
];

const GET_TRANSACTION: readonly Case[] = [
  ...ENCODINGS.map(
    (encoding): Case => [
      `${encoding}, a version is allowed`,
      async () => {
        const config = { ...VERSION_0, encoding };
        for (const [{ signature }, which] of [[LEGACY, 'legacy'] as const, [V0, 0] as const]) {
          const transaction = await rpc.getTransaction(signature, config).send();
          expect(transaction).toStrictEqual(transactionShape(which, encoding, true));
        }
      },
    ],
  ),
  ...ENCODINGS.map(
    (encoding): Case => [
      `${encoding}, no version is allowed`,
      async () => {
        const transaction = await rpc.getTransaction(LEGACY.signature, { encoding }).send();
        expect(transaction).toStrictEqual(transactionShape('legacy', encoding, false));
      },
    ],
  ),
  [
    'without a configuration',
    async () => {
      for (const client of [rpc, lowLevelRpc]) {
        const transaction = await client.getTransaction(LEGACY.signature).send();
        expect(transaction).toStrictEqual(transactionShape('legacy', 'json', false));
      }
    },
  ],
  [
    'a v0 transaction is refused, in any encoding, where no version is allowed',
    async () => {
      for (const encoding of ENCODINGS) await expectRefused(rpc.getTransaction(V0.signature, { encoding }).send());
    },
  ],
];

async function previousBlockhashOf(slot: bigint): Promise<Blockhash> {
  const block = await rpc.getBlock(slot, { transactionDetails: 'none' }).send();
  return (block as { readonly previousBlockhash: Blockhash }).previousBlockhash;
}
const failed = await failedPayment(await previousBlockhashOf(411n));
const noted = await notedPayment(await previousBlockhashOf(412n));

const CUSTOM_1 = { InstructionError: [0n, { Custom: 1n }] };

/** Of bob, newest first; 0.4 seconds a slot. */
const LISTED = [
  { slot: 412n, signature: noted.signature, err: null, memo: '[4] rent', confirmationStatus: 'confirmed' },
  { slot: 411n, signature: failed.signature, err: CUSTOM_1, memo: null, confirmationStatus: 'finalized' },
  { slot: 101n, signature: LEGACY.signature, err: null, memo: null, confirmationStatus: 'finalized' },
].map((entry) => ({ ...entry, blockTime: 1_760_000_000n + ((entry.slot - 101n) * 2n) / 5n, transactionIndex: 0 }));

const GET_SIGNATURES_FOR_ADDRESS: readonly Case[] = [
  [
    'the transactions of an address',
    async () => {
      expect(await rpc.getSignaturesForAddress(BOB).send()).toStrictEqual(LISTED);
      // the node itself tells of finalized ones only
      expect(await lowLevelRpc.getSignaturesForAddress(BOB).send()).toStrictEqual(LISTED.slice(1));
    },
  ],
  [
    'no more than `limit`, the newest first',
    async () => {
      for (const limit of [1, 2, 3])
        expect(await rpc.getSignaturesForAddress(BOB, { limit }).send()).toStrictEqual(LISTED.slice(0, limit));
    },
  ],
  [
    // Kit's title calls it `since`, which no node knows
    'those before a signature',
    async () => {
      for (const [i, { signature }] of LISTED.entries())
        expect(await rpc.getSignaturesForAddress(BOB, { before: signature }).send()).toStrictEqual(LISTED.slice(i + 1));
    },
  ],
  [
    'those down to a signature, given as `until`',
    async () => {
      for (const [i, { signature }] of LISTED.entries())
        expect(await rpc.getSignaturesForAddress(BOB, { until: signature }).send()).toStrictEqual(LISTED.slice(0, i));
    },
  ],
];

const OLD = { confirmationStatus: 'finalized', confirmations: null, err: null, slot: 101n, status: { Ok: null } };
const FAILED = {
  confirmationStatus: 'finalized',
  confirmations: null,
  err: CUSTOM_1,
  slot: 411n,
  status: { Err: CUSTOM_1 },
};
const NOTED = { confirmationStatus: 'confirmed', confirmations: 1n, err: null, slot: 412n, status: { Ok: null } };

async function expectStatuses(
  signatures: readonly Signature[],
  searchTransactionHistory: boolean,
  value: readonly (object | null)[],
): Promise<void> {
  const statuses = await rpc.getSignatureStatuses(signatures, { searchTransactionHistory }).send();
  expect(statuses).toStrictEqual({ context: { apiVersion: DEFAULT_VERSION.release, slot: 413n }, value });
}

/** Without searching, a node has forgotten what is older than 300 finalized blocks. */
const GET_SIGNATURE_STATUSES: readonly Case[] = [
  [
    'of one signature, with and without searching the history',
    async () => {
      for (const isSearching of [true, false]) {
        await expectStatuses([noted.signature], isSearching, [NOTED]);
        await expectStatuses([failed.signature], isSearching, [FAILED]);
        await expectStatuses([LEGACY.signature], isSearching, [isSearching ? OLD : null]);
      }
    },
  ],
  [
    'of several signatures, with and without searching the history',
    async () => {
      const signatures = [LEGACY, noted, failed].map(({ signature }) => signature);
      await expectStatuses(signatures, true, [OLD, NOTED, FAILED]);
      await expectStatuses(signatures, false, [null, NOTED, FAILED]);
    },
  ],
];

/** By the files of Kit that have the titles: rpc-api/src/__tests__/get-…-test.ts */
const CASES = {
  getBlock: [...GET_BLOCK_FULL, ...GET_BLOCK_ACCOUNTS, ...GET_BLOCK_SIGNATURES, ...GET_BLOCK_NONE],
  getTransaction: GET_TRANSACTION,
  getSignaturesForAddress: GET_SIGNATURES_FOR_ADDRESS,
  getSignatureStatuses: GET_SIGNATURE_STATUSES,
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%s', (_, run) => run());
});

it('there are 33 cases, as many as Kit leaves empty', () => {
  const counts = Object.entries(CASES).map(([method, cases]) => [method, new Set(cases.map(([title]) => title)).size]);
  expect(Object.fromEntries(counts)).toEqual({
    getBlock: 17,
    getTransaction: 10,
    getSignaturesForAddress: 4,
    getSignatureStatuses: 2,
  });
});
