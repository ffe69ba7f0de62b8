import { ComputeBudgetProgram, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { NODE_VERSION_NAMES, NODE_VERSIONS, type NodeVersionName } from '../../src/nodeVersion.ts';
import { keypair, legacyBytes, publicKey } from '../support/sentTransactions.ts';
import { V1_ENOUGH, v1Wire } from '../support/v1Wire.ts';
import { folder, post, serveHere } from './command.ts';

/** The rows of docs/versions.md, asked of the command in every version: the text of each answer. */

const ALICE = keypair('alice');
const transfer = SystemProgram.transfer({
  fromPubkey: ALICE.publicKey,
  toPubkey: publicKey('bob'),
  lamports: 1_000_000,
});
const raw = (program: string, accounts: readonly string[], hex: string) => ({
  raw: { program, accounts, data: { hex } },
  payer: '$payer',
  fee: 0,
});
/** Deposit and empty: the second names a proof in the next instruction, and has an account more than it needs. */
const DEPOSIT = '1b0500e1f5050000000009';
const EMPTY = '1b0401';
const SCRIPT = {
  cluster: 'localnet',
  accounts: { [`${ALICE.publicKey}`]: { sol: 5 } },
  slots: [
    { slot: 10, blockTime: 1_700_000_000 },
    {
      slot: 11,
      transactions: [
        raw('Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH', [], '6869'),
        raw('$token', ['$a w', '$b w', '$payer s'], '2d00'),
        raw('$token2022', ['$a w', '$mint', '$c', '$payer s'], DEPOSIT),
        raw('$token2022', ['$a w', '$sysvar', '$c', '$payer s'], EMPTY),
      ],
    },
  ],
};

interface Asked {
  readonly ask: (method: string, params: readonly unknown[]) => Promise<string>;
  readonly blockhash: string;
}

/** `result` or `error` as text. */
async function started(agave: NodeVersionName, gates: 'mainnet' | 'genesis'): Promise<Asked> {
  const path = folder({ 'a.ledger.json': JSON.stringify(SCRIPT) });
  const { url } = await serveHere(['--dialect', 'agave', '--agave', agave, '--gates', gates, path]);
  const ask: Asked['ask'] = async (method, params) => {
    const reply = await (await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).text();
    return /"(?:result|error)":(.*),"id":1\}\n$/.exec(reply)?.[1] ?? reply;
  };
  const latest = JSON.parse(await ask('getLatestBlockhash', [])) as { readonly value: { readonly blockhash: string } };
  return { ask, blockhash: latest.value.blockhash };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const valueIn = (text: string) => /"value":(.*)\}$/.exec(text)?.[1] ?? text;

function v1Bytes(blockhash: string): Uint8Array {
  const config = { ...V1_ENOUGH, priorityFee: 42n };
  return v1Wire({ config, instructions: [transfer], recentBlockhash: blockhash, signers: [ALICE] });
}

/** Without its one signature. */
const v1Message = (blockhash: string) => base64(v1Bytes(blockhash).subarray(0, -64));

const twice = [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 }),
  ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 }),
  transfer,
];
/** Behind the number of its signatures and the one that it has. */
const twiceMessage = (blockhash: string) => base64(legacyBytes(blockhash as never, twice).subarray(65));

const parsedOf = async ({ ask }: Asked, index: number) => {
  const block = await ask('getBlock', [
    11,
    { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1, rewards: false, commitment: 'confirmed' },
  ]);
  const { transactions } = JSON.parse(block) as { readonly transactions: readonly Parsed[] };
  return JSON.stringify(transactions[index]!.transaction.message.instructions[0]!.parsed ?? null);
};
interface Parsed {
  readonly transaction: { readonly message: { readonly instructions: readonly { readonly parsed?: unknown }[] } };
}

/** Of the members that it shows of an instruction. */
const keysOf = async (node: Asked, index: number) => {
  const { info } = JSON.parse(await parsedOf(node, index)) as { readonly info: object };
  return Object.keys(info).sort().join(' ');
};

const dataOf = async ({ ask }: Asked, key: string) => {
  const text = valueIn(await ask('getAccountInfo', [key, { encoding: 'base64' }]));
  return Buffer.from((JSON.parse(text) as { readonly data: readonly [string] }).data[0], 'base64').toString();
};

const TYPE = 'solana_transaction::versioned::VersionedTransaction';
const LONG = `gQ${'A'.repeat(1646)}`;
const TOO_LONG = `{"code":-32602,"message":"base64 encoded ${TYPE} too large: 1648 bytes (max: encoded/raw 1644/1232)"}`;
/** It is read as version 1, and its bytes mean nothing. */
const BAD_OFFSETS =
  '{"code":-32602,"message":"invalid transaction: Transaction failed to sanitize accounts offsets correctly"}';
const SIGNATURE = encodeBase58(new Uint8Array(64));
const NO_SEARCH = '{"code":-32602,"message":"Invalid params: missing field `searchTransactionHistory`."}';
const BEHIND = '{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":11}}';
const withoutVersion = (text: string) => text.replace(/"apiVersion":"[^"]*",/, '');
const MANY = new Array(33).fill(`${ALICE.publicKey}`);

/** The columns are those of the versions; a text that is the same in two stands twice, but the last is also that of all later versions. */
const ROWS: readonly (readonly [what: string, ask: (node: Asked) => Promise<string>, ...columns: readonly string[]])[] =
  [
    [
      'release',
      ({ ask }) => ask('getVersion', []),
      '{"feature-set":3345198602,"solana-core":"4.1.2"}',
      '{"feature-set":565236538,"solana-core":"4.2.1"}',
      '{"feature-set":3383571666,"solana-core":"4.3.2"}',
      '{"feature-set":3722100051,"solana-core":"4.4.0"}',
      '{"feature-set":3777538720,"solana-core":"4.5.0-alpha.4"}',
    ],
    [
      'longTransactions',
      ({ ask }) => ask('sendTransaction', [LONG, { encoding: 'base64' }]),
      TOO_LONG,
      BAD_OFFSETS,
      BAD_OFFSETS,
    ],
    [
      'feeOfInvalidBudget',
      async ({ ask, blockhash }) => valueIn(await ask('getFeeForMessage', [twiceMessage(blockhash)])),
      '5000',
      'null',
      'null',
    ],
    [
      'feeHasV1Priority',
      async ({ ask, blockhash }) => valueIn(await ask('getFeeForMessage', [v1Message(blockhash)])),
      '5000',
      '5042',
      '5042',
    ],
    ['readsMemo4', (node) => parsedOf(node, 0), 'null', '"hi"', '"hi"'],
    [
      'genesisCertificate',
      async ({ ask }) => (await ask('getAgGenesisCert', [])).replaceAll(/\[(?:0,){31,}0\]/g, '[…]'),
      '{"code":-32601,"message":"Method not found"}',
      'null',
      'null',
      'null',
      '{"block":{"blockId":[…],"slot":0},"signature":{"bitmap":[0,0,0],"signature":[…]}}',
    ],
    [
      'maxRewardAddresses',
      async ({ ask }) =>
        (await ask('getInflationReward', [MANY])).includes('Too many inputs provided; max 32') ? '32' : 'no limit',
      'no limit',
      'no limit',
      '32',
    ],
    [
      'parsesTokenBatch',
      async (node) => (JSON.parse(await parsedOf(node, 1)) as { readonly type: string } | null)?.type ?? 'none',
      'none',
      'unwrapLamports',
      'unwrapLamports',
    ],
    [
      'confidentialAccounts',
      (node) => keysOf(node, 2),
      'amount decimals destination mint owner source',
      'account amount decimals mint multisigOwner signers',
      'account amount decimals mint multisigOwner signers',
    ],
    [
      'confidentialProofs',
      (node) => keysOf(node, 3),
      'account instructionsSysvar owner proofInstructionOffset recordAccount',
      'account instructionsSysvar owner proofInstructionOffset recordAccount',
      'account instructionsSysvar multisigOwner proofInstructionOffset signers',
    ],
    [
      'hasAlpenglow',
      async ({ ask }) => (await ask('stillnode_migrate', [])).replace(/.*"message":"([^"]*)".*/, '$1'),
      'Agave 4.1 has no Alpenglow: it came with 4.3',
      'Agave 4.2 has no Alpenglow: it came with 4.3',
      '{"confirmed":11,"finalized":11,"processed":11}',
      '{"confirmed":11,"finalized":11,"processed":11}',
      'this ledger decides by Alpenglow from slot 0 on already',
    ],
    [
      'readsV1Strictly',
      async ({ ask, blockhash }) => {
        const bytes = v1Bytes(blockhash);
        // a bit of the mask behind the header that means nothing
        bytes[7] = 0x80;
        const reply = await ask('simulateTransaction', [base64(bytes), { encoding: 'base64' }]);
        return /invalid transaction config mask/.exec(reply)?.[0] ?? 'read';
      },
      'read',
      'invalid transaction config mask',
      'invalid transaction config mask',
    ],
    [
      'historyHasMinContext',
      async ({ ask }) =>
        Promise.all([
          ask('getTransaction', [SIGNATURE, { minContextSlot: 12 }]),
          ask('getSignatureStatuses', [[SIGNATURE], { minContextSlot: 12 }]),
          ask('getSignatureStatuses', [[], { commitment: 'finalized' }]),
        ]).then((replies) => replies.map(withoutVersion).join(' ')),
      `null ${NO_SEARCH} ${NO_SEARCH}`,
      `null ${NO_SEARCH} ${NO_SEARCH}`,
      `null ${NO_SEARCH} ${NO_SEARCH}`,
      `${BEHIND} ${BEHIND} {"context":{"slot":11},"value":[]}`,
    ],
    [
      'builtinNames',
      (node) => dataOf(node, '11111111111111111111111111111111'),
      'system_program',
      'solana_system_program',
      'solana_system_program',
    ],
  ];

describe.each(NODE_VERSION_NAMES)('Agave %s', (version) => {
  it('answers as its column says', async () => {
    const node = await started(version, 'genesis');
    const column = NODE_VERSION_NAMES.indexOf(version);
    const answers: Record<string, string> = {};
    for (const [what, ask] of ROWS) answers[what] = await ask(node);
    expect(answers).toEqual(
      Object.fromEntries(ROWS.map(([what, , ...columns]) => [what, columns[column] ?? columns.at(-1)])),
    );
  });
});

describe.each([
  ['4.1', 'genesis', 6960, 400],
  ['4.1', 'mainnet', 5080, 400],
  ['4.2', 'genesis', 6960, 400],
  ['4.2', 'mainnet', 5080, 200],
  ['4.3', 'genesis', 6960, 400],
  ['4.3', 'mainnet', 5080, 200],
  ['4.4', 'genesis', 6960, 400],
  ['4.4', 'mainnet', 5080, 200],
  ['4.5', 'genesis', 6960, 400],
  ['4.5', 'mainnet', 5080, 200],
] as const)('Agave %s with the gates of %s', (version, gates, lamportsPerByte, slotMs) => {
  it('has the numbers of its cluster, and takes v1 where it may', async () => {
    const { ask, blockhash } = await started(version, gates);
    expect(await ask('getMinimumBalanceForRentExemption', [165])).toBe(`${(128 + 165) * lamportsPerByte}`);
    expect(await ask('getBlockTime', [11])).toBe('1700000000');
    await ask('stillnode_advance', [9]);
    expect(await ask('getBlockTime', [20])).toBe(`${1_700_000_000 + (10 * slotMs) / 1000}`);
    const isActive = version !== '4.1' && gates === 'mainnet';
    const { hasAlpenglow, hasTower, takesEveryV1 } = NODE_VERSIONS[version];
    const takesV1 = isActive || takesEveryV1;
    const sent = await ask('sendTransaction', [base64(v1Bytes(blockhash)), { encoding: 'base64' }]);
    if (takesV1) expect(sent).toBe(`"${encodeBase58(v1Bytes(blockhash).subarray(-64))}"`);
    else
      expect(sent).toMatch(
        /^\{"code":-32002,"message":"Transaction simulation failed: Transaction version is unsupported","data":\{.*"err":"UnsupportedVersion"/,
      );
    const tips = JSON.parse(await ask('stillnode_getTips', [])) as object;
    expect(tips).toMatchObject({
      agave: version,
      consensus: !hasTower || (hasAlpenglow && gates === 'mainnet') ? 'alpenglow' : 'tower',
      gates: { lamportsPerByte, slotMs, txV1: isActive },
    });
  });
});
