import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/codec/jsonText.ts';
import type { DialectName } from '../../../src/dialect.ts';
import type { OpaqueTransaction } from '../../../src/solana/block.ts';
import type { Reward } from '../../../src/solana/meta.ts';
import { BOTH_DIALECTS, notRecordedText, partOf, unsupportedVersion } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedSignature, PAYER, RECIPIENT } from '../../support/transactions.ts';
import { BLOCKHASH, entryIn, K1, LEGACY, nodeWith, recordedWire, SIGNATURE, SYSTEM } from './recordedVectors.ts';

const ACCOUNT_KEYS = [
  { pubkey: PAYER, signer: true, source: 'transaction', writable: true },
  { pubkey: RECIPIENT, signer: false, source: 'transaction', writable: true },
];
const PARSED: JsonObject = {
  message: {
    accountKeys: ACCOUNT_KEYS,
    instructions: [{ parsed: 'hi', program: 'spl-memo', programId: SYSTEM, stackHeight: null }],
    recentBlockhash: BLOCKHASH,
  },
  signatures: [namedSignature('t')],
};
const ACCOUNTS: JsonObject = { accountKeys: ACCOUNT_KEYS, signatures: [namedSignature('t')] };
const META: JsonObject = {
  computeUnitsConsumed: 7,
  err: 'AccountInUse',
  fee: 18446744073709551615n,
  innerInstructions: null,
  logMessages: ['x'],
  postBalances: [1, 2],
  postTokenBalances: [],
  preBalances: [3, 4],
  preTokenBalances: [],
  rewards: [],
  status: { Err: 'AccountInUse' },
};

function opaque(
  form: OpaqueTransaction['form'],
  json: JsonObject | null,
  given: Partial<OpaqueTransaction> = {},
): OpaqueTransaction {
  return {
    kind: 'opaque',
    form,
    signature: namedSignature('t'),
    slot: 5n,
    index: 0,
    blockTimeSeconds: 1_700_000_000n,
    err: form === 'signatures' ? null : 'AccountInUse',
    version: 'legacy',
    json,
    meta: form === 'signatures' ? null : META,
    accountKeys: form === 'signatures' ? [] : [PAYER, RECIPIENT],
    ...given,
  };
}

const NODES = {
  jsonParsed: nodeWith([opaque('jsonParsed', PARSED)]),
  accounts: nodeWith([opaque('accounts', ACCOUNTS)]),
  signatures: nodeWith([opaque('signatures', null)]),
};
type Form = keyof typeof NODES;

const notRecorded = (what: string, form: string, wanted: string) =>
  notRecordedText(
    `${what} was recorded as ${form} and cannot be shown as ${wanted}: record it with encoding base64 and transactionDetails full`,
  );
const refused = (form: string, wanted: string) => notRecorded(`Transaction ${namedSignature('t')}`, form, wanted);

const getBlock = (form: Form, config: string, dialect: DialectName) =>
  callText(NODES[form], 'getBlock', `[5,${config}]`, dialect);
const getTransaction = (form: Form, encoding: string, dialect: DialectName) =>
  callText(NODES[form], 'getTransaction', `["${namedSignature('t')}",{"encoding":"${encoding}"}]`, dialect);

const PARSED_TEXT = (dialect: DialectName) =>
  `{"message":{"accountKeys":[{"pubkey":"${PAYER}","signer":true,"source":"transaction","writable":true},` +
  `{"pubkey":"${RECIPIENT}","signer":false,"source":"transaction","writable":true}],` +
  `"instructions":[{"parsed":"hi","program":"spl-memo","programId":"${SYSTEM}","stackHeight":${dialect === 'agave' ? 1 : null}}],` +
  `"recentBlockhash":"${BLOCKHASH}"},"signatures":["${namedSignature('t')}"]}`;
const ACCOUNTS_TEXT =
  `{"accountKeys":[{"pubkey":"${PAYER}","signer":true,"source":"transaction","writable":true},` +
  `{"pubkey":"${RECIPIENT}","signer":false,"source":"transaction","writable":true}],"signatures":["${namedSignature('t')}"]}`;
const META_TEXT =
  '{"computeUnitsConsumed":7,"err":"AccountInUse","fee":18446744073709551615,"innerInstructions":null,"logMessages":["x"],' +
  '"postBalances":[1,2],"postTokenBalances":[],"preBalances":[3,4],"preTokenBalances":[],"rewards":[],"status":{"Err":"AccountInUse"}}';
const WITHOUT_REWARDS = META_TEXT.replace('"rewards":[]', '"rewards":null');
const ACCOUNTS_META = {
  agave:
    '{"err":"AccountInUse","fee":18446744073709551615,"postBalances":[1,2],"postTokenBalances":[],"preBalances":[3,4],' +
    '"preTokenBalances":[],"rewards":[],"status":{"Err":"AccountInUse"}}',
  contract:
    '{"err":"AccountInUse","fee":18446744073709551615,"post_balances":[1,2],"post_token_balances":[],"pre_balances":[3,4],"pre_token_balances":[]}',
};

describe.each(BOTH_DIALECTS)('a transaction recorded without its bytes (%s)', (dialect) => {
  it('jsonParsed: shown under jsonParsed', async () => {
    const meta = dialect === 'agave' ? META_TEXT : WITHOUT_REWARDS;
    expect(entryIn(await getBlock('jsonParsed', '{"encoding":"jsonParsed"}', dialect))).toBe(
      `{"meta":${meta},"transaction":${PARSED_TEXT(dialect)}}`,
    );
    const alone = await getTransaction('jsonParsed', 'jsonParsed', dialect);
    expect(partOf(alone, 'transaction')).toBe(PARSED_TEXT(dialect));
    expect(partOf(alone, 'meta')).toBe(meta);
  });

  it.each(['json', 'base64', 'base58'])('jsonParsed: refused as %s', async (encoding) => {
    expect(await getTransaction('jsonParsed', encoding, dialect)).toBe(refused('jsonParsed', encoding));
    expect(await getBlock('jsonParsed', `{"encoding":"${encoding}"}`, dialect)).toBe(refused('jsonParsed', encoding));
  });

  it.each(['json', 'base64', 'base58', 'jsonParsed'])('accounts, signatures: refused as %s', async (encoding) => {
    for (const form of ['accounts', 'signatures'] as const) {
      expect(await getTransaction(form, encoding, dialect)).toBe(refused(form, encoding));
      expect(await getBlock(form, `{"encoding":"${encoding}"}`, dialect)).toBe(refused(form, encoding));
    }
  });

  it.each(['jsonParsed', 'accounts'] as const)('%s: shown under details accounts', async (form) => {
    expect(entryIn(await getBlock(form, '{"transactionDetails":"accounts"}', dialect))).toBe(
      `{"meta":${ACCOUNTS_META[dialect]},"transaction":${ACCOUNTS_TEXT}}`,
    );
  });

  it('signatures: refused under details accounts', async () => {
    expect(await getBlock('signatures', '{"transactionDetails":"accounts"}', dialect)).toBe(
      refused('signatures', 'transactionDetails accounts'),
    );
  });

  it.each(['jsonParsed', 'accounts', 'signatures'] as const)(
    '%s: shown under details signatures and none',
    async (form) => {
      expect(partOf(await getBlock(form, '{"transactionDetails":"signatures"}', dialect), 'signatures')).toBe(
        `["${namedSignature('t')}"]`,
      );
      expect(partOf(await getBlock(form, '{"transactionDetails":"none"}', dialect), 'parentSlot')).toBe('4');
    },
  );

  it('is named with its version, and gated by it', async () => {
    const node = nodeWith([opaque('jsonParsed', PARSED, { version: 0 })]);
    const config = (max: string) => `[5,{"encoding":"jsonParsed"${max}}]`;
    expect(await callText(node, 'getBlock', config(''), dialect)).toBe(unsupportedVersion(0));
    const text = await callText(node, 'getBlock', config(',"maxSupportedTransactionVersion":0'), dialect);
    expect(partOf(entryIn(text), 'version')).toBe('0');
  });

  it('one of them refuses the whole block where it cannot be shown', async () => {
    const node = nodeWith([recordedWire(LEGACY), opaque('jsonParsed', PARSED)]);
    expect(await callText(node, 'getBlock', '[5]', dialect)).toBe(refused('jsonParsed', 'json'));
    const text = await callText(node, 'getBlock', '[5,{"transactionDetails":"signatures"}]', dialect);
    expect(partOf(text, 'signatures')).toBe(`["${SIGNATURE}","${namedSignature('t')}"]`);
  });

  it('has a status and a place in the list of an address', async () => {
    const failed = nodeWith([opaque('jsonParsed', PARSED, { err: 'AccountInUse' })]);
    const status = await callText(failed, 'getSignatureStatuses', `[["${namedSignature('t')}"]]`, dialect);
    expect(partOf(status, 'value', 0, 'err')).toBe('"AccountInUse"');
    const list = await callText(failed, 'getSignaturesForAddress', `["${RECIPIENT}"]`, dialect);
    expect(partOf(list, 0, 'signature')).toBe(`"${namedSignature('t')}"`);
  });
});

describe('rewards of a transaction recorded without its bytes', () => {
  it('agave: absent under details accounts where the request declines them', async () => {
    const text = await getBlock('accounts', '{"transactionDetails":"accounts","rewards":false}', 'agave');
    expect(partOf(entryIn(text), 'meta')).toBe(ACCOUNTS_META.agave.replace('"rewards":[],', ''));
  });

  it('agave: null under jsonParsed where the request declines them', async () => {
    const text = await getBlock('jsonParsed', '{"encoding":"jsonParsed","rewards":false}', 'agave');
    expect(partOf(entryIn(text), 'meta')).toBe(WITHOUT_REWARDS);
  });
});

describe.each(BOTH_DIALECTS)('a block recorded without its transactions (%s)', (dialect) => {
  const node = nodeWith(undefined);

  it.each(['full', 'accounts', 'signatures'])('refused under details %s', async (details) => {
    expect(await callText(node, 'getBlock', `[5,{"transactionDetails":"${details}"}]`, dialect)).toBe(
      notRecorded('Block 5', 'transactionDetails none', `transactionDetails ${details}`),
    );
  });

  it('shown under details none', async () => {
    expect(partOf(await callText(node, 'getBlock', '[5,{"transactionDetails":"none"}]', dialect), 'parentSlot')).toBe(
      '4',
    );
  });
});

describe('rewards of a block', () => {
  const reward = (given: Partial<Reward>): Reward => ({
    pubkey: K1,
    lamports: 9223372036854775807n,
    postBalance: 18446744073709551615n,
    rewardType: 'Fee',
    commission: null,
    ...given,
  });
  const node = testNode({
    blocks: [
      {
        slot: 5,
        rewards: [
          reward({}),
          reward({ rewardType: 'Voting', commission: 10 }),
          reward({ rewardType: null, commissionBps: 250 }),
        ],
        numRewardPartitions: 0,
      },
      { slot: 6 },
    ],
  });
  const text = (start: string, type: string) =>
    `{${start},"lamports":9223372036854775807,"postBalance":18446744073709551615,"pubkey":"${K1}","rewardType":${type}}`;
  const ALL = `[${text('"commission":null', '"Fee"')},${text('"commission":10', '"Voting"')},${text('"commission":null,"commissionBps":250', 'null')}]`;
  const rewards = async (config: string, dialect: DialectName, slot = 5) =>
    partOf(await callText(node, 'getBlock', `[${slot},${config}]`, dialect), 'rewards');

  it.each([
    ['agave', '{}', ALL],
    ['agave', '{"rewards":null}', ALL],
    ['agave', '{"rewards":true}', ALL],
    ['agave', '{"rewards":false}', undefined],
    ['contract', '{}', undefined],
    ['contract', '{"rewards":null}', undefined],
    ['contract', '{"rewards":true}', ALL],
    ['contract', '{"rewards":false}', undefined],
  ] as const)('%s with %s, whatever the details', async (dialect, config, expected) => {
    for (const details of ['full', 'accounts', 'signatures', 'none']) {
      const withDetails = config.replace('{', `{"transactionDetails":"${details}"${config === '{}' ? '' : ','}`);
      expect(await rewards(withDetails, dialect)).toBe(expected);
    }
  });

  it('none are an empty list', async () => {
    expect(await rewards('{}', 'agave', 6)).toBe('[]');
    expect(await rewards('{"rewards":true}', 'contract', 6)).toBe('[]');
  });

  it('partitions are agave only, where recorded, whatever is said of rewards', async () => {
    for (const config of ['{}', '{"rewards":false}', '{"rewards":true}']) {
      expect(partOf(await callText(node, 'getBlock', `[5,${config}]`, 'agave'), 'numRewardPartitions')).toBe('0');
      expect(
        partOf(await callText(node, 'getBlock', `[5,${config}]`, 'contract'), 'numRewardPartitions'),
      ).toBeUndefined();
    }
    expect(partOf(await callText(node, 'getBlock', '[6]', 'agave'), 'numRewardPartitions')).toBeUndefined();
  });
});
