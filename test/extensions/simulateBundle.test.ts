import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import type { JsonText } from '../../src/codec/jsonText.ts';
import { badParams, errorText } from '../support/answers.ts';
import { type BundleNode, bundleNode, PAYMENT, signatureOf, TIPPED } from '../support/bundles.ts';
import { ALICE, ALICE_LAMPORTS, BOB, base64, signed, withBadSignature } from '../support/sends.ts';
import { keypair, legacyBytes, transfer } from '../support/sentTransactions.ts';
import { namedBlockhash } from '../support/transactions.ts';

/** What simulateBundle answers and refuses: jito-solana v4.3. */

const FAILING = signed([transfer(2_000_000_000)]);
const simulate = (node: BundleNode, bundle: readonly Uint8Array[], config?: object): Promise<JsonText> => {
  const request = { encodedTransactions: bundle.map(base64) };
  return node.call('simulateBundle', JSON.stringify(config === undefined ? [request] : [request, config]));
};
const none = (count: number) => Array<null>(count).fill(null);
const without = (count: number, members: object = {}) => ({
  preExecutionAccountsConfigs: none(count),
  postExecutionAccountsConfigs: none(count),
  ...members,
});
const context = (slot: number) => `{"context":{"apiVersion":"4.1.0","slot":${slot}},"value":`;
const refused = (message: string) => errorText(-32602, message);

const SYSTEM = '11111111111111111111111111111111';
const LOGS = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`];

/** The result of a transfer from alice to bob. */
function paidText(before: readonly number[], after: readonly number[]): JsonText {
  return `{"err":null,"logs":${JSON.stringify(LOGS)},"preExecutionAccounts":[],"postExecutionAccounts":[],"unitsConsumed":150,"loadedAccountsDataSize":206,"returnData":null,"replacementBlockhash":null,"fee":5000,"preBalances":${JSON.stringify(before)},"postBalances":${JSON.stringify(after)},"preTokenBalances":[],"postTokenBalances":[],"loadedAddresses":{"readonly":[],"writable":[]}}`;
}

const failedText = (err: JsonText): JsonText =>
  `{"err":${err},"logs":[],"preExecutionAccounts":[],"postExecutionAccounts":[],"unitsConsumed":0,"loadedAccountsDataSize":0,"returnData":null,"replacementBlockhash":null,"fee":null,"preBalances":null,"postBalances":null,"preTokenBalances":null,"postTokenBalances":null,"loadedAddresses":{"readonly":[],"writable":[]}}`;

describe('simulateBundle', () => {
  const OTHER = signed([transfer(9)]);
  const lamports = Number(ALICE_LAMPORTS);

  it('each transaction sees the changes of those before it, and the ledger does not change', async () => {
    const node = bundleNode();
    const first = paidText([lamports, 1_000_000, 1], [lamports - 5005, 1_000_005, 1]);
    const second = paidText([lamports - 5005, 1_000_005, 1], [lamports - 10_014, 1_000_014, 1]);
    const text = `{"summary":"succeeded","transactionResults":[${first},${second}]}}`;
    expect(await simulate(node, [PAYMENT, OTHER])).toBe(`${context(6)}${text}`);
    expect(await simulate(node, [PAYMENT, OTHER])).toBe(`${context(6)}${text}`);
    expect(await node.node.dispatch(body([PAYMENT, OTHER]), 'contract')).toBe(
      `{"jsonrpc":"2.0","result":${context(6)}${text},"id":1}\n`,
    );
    expect([node.lamports(ALICE), node.live.sent.records]).toEqual([ALICE_LAMPORTS, []]);
  });

  const body = (bundle: readonly Uint8Array[]) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'simulateBundle',
      params: [{ encodedTransactions: bundle.map(base64) }],
    });

  it('stops at the first failure', async () => {
    const signature = signatureOf(FAILING);
    const bytes = JSON.stringify([...decodeBase58(signature)]);
    const summary = `{"failed":{"error":{"TransactionFailure":[${bytes},"Error processing Instruction 0: custom program error: 0x1"]},"tx_signature":"${signature}"}}`;
    const first = paidText([lamports, 1_000_000, 1], [lamports - 5005, 1_000_005, 1]);
    const failed = failedText('{"InstructionError":[0,{"Custom":1}]}');
    expect(await simulate(bundleNode(), [PAYMENT, FAILING, OTHER])).toBe(
      `${context(6)}{"summary":${summary},"transactionResults":[${first},${failed}]}}`,
    );
  });

  it('shows accounts before and after each transaction; absent ones are empty', async () => {
    const accounts = { encoding: 'base64', addresses: [BOB, keypair('nobody').publicKey.toBase58()] };
    const text = await simulate(bundleNode(), [PAYMENT, OTHER], {
      preExecutionAccountsConfigs: [accounts, null],
      postExecutionAccountsConfigs: [null, accounts],
    });
    const [first, second] = JSON.parse(text).value.transactionResults;
    const shown = (lamports: number, rentEpoch: number) => ({
      data: ['', 'base64'],
      executable: false,
      lamports,
      owner: SYSTEM,
      rentEpoch,
      space: 0,
    });
    expect([first.preExecutionAccounts, first.postExecutionAccounts]).toEqual([
      [shown(1_000_000, 18446744073709552000), shown(0, 0)],
      [],
    ]);
    expect([second.preExecutionAccounts, second.postExecutionAccounts]).toEqual([
      [],
      [shown(1_000_014, 18446744073709552000), shown(0, 0)],
    ]);
  });

  it('replaces blockhashes, and does not verify', async () => {
    const unknown = withBadSignature(legacyBytes(namedBlockhash('unknown'), [transfer(5)]));
    const config = without(1, { skipSigVerify: true, replaceRecentBlockhash: true });
    const { summary, transactionResults } = JSON.parse(await simulate(bundleNode(), [unknown], config)).value;
    expect([summary, transactionResults[0].replacementBlockhash]).toEqual([
      'succeeded',
      { blockhash: namedBlockhash('6'), lastValidBlockHeight: 156 },
    ]);
  });

  it.each([
    [undefined, 6],
    ['tip', 7],
    [{ commitment: { commitment: 'finalized' } }, 5],
    [{ slot: 7 }, 7],
    [{ slot: 5 }, 5],
  ])('on the bank %j', async (simulationBank, slot) => {
    const text = await simulate(bundleNode(), [PAYMENT], without(1, { simulationBank }));
    expect(JSON.parse(text).context.slot).toBe(slot);
  });

  it('cuts logs at 1,000 bytes', async () => {
    const many = signed(Array.from({ length: 20 }, (_, i) => transfer(i + 1)));
    const [{ logs }] = JSON.parse(await simulate(bundleNode(), [many])).value.transactionResults;
    const bytes = logs.slice(0, -1).reduce((sum: number, line: string) => sum + line.length, 0);
    expect([logs.at(-1), bytes < 1000]).toEqual(['Log truncated', true]);
  });

  it('send rules decide, and are not counted; the reason of a failure is told', async () => {
    const node = bundleNode();
    await node.rule(
      { kind: 'fail', err: { InstructionError: [1, { Custom: 6001 }] } },
      { signature: signatureOf(TIPPED) as never },
    );
    const { value } = JSON.parse(await simulate(node, [PAYMENT, TIPPED]));
    expect(value.transactionResults[1].err).toEqual({ InstructionError: [1, { Custom: 6001 }] });
    expect(node.live.sends.rules[0]!.matches).toBe(0);
    const request = { encodedTransactions: [PAYMENT, TIPPED].map(base64) };
    const { why } = await node.node.explain('simulateBundle' as never, [request] as never);
    expect(why).toContain('Error processing Instruction 1: custom program error: 0x1771');
  });

  const one = (accounts: object) => ({ preExecutionAccountsConfigs: [accounts], postExecutionAccountsConfigs: [null] });
  const other = (accounts: object) => ({
    preExecutionAccountsConfigs: [null],
    postExecutionAccountsConfigs: [accounts],
  });
  it.each<[what: string, bundle: readonly Uint8Array[], config: object | undefined, text: JsonText]>([
    [
      '21 transactions',
      Array.from({ length: 21 }, (_, i) => signed([transfer(i + 1)])),
      undefined,
      refused('bundle size too large, max 20 transactions'),
    ],
    [
      'lists of another length',
      [PAYMENT],
      without(2),
      refused('pre/post_execution_accounts_configs must be equal in length to the number of transactions'),
    ],
    ['a missing list', [PAYMENT], {}, badParams('missing field `preExecutionAccountsConfigs`')],
    [
      'base58',
      [PAYMENT],
      without(1, { transactionEncoding: 'base58' }),
      refused('Base64 is the only supported encoding for transactions'),
    ],
    [
      'accounts before in another encoding',
      [PAYMENT],
      one({ encoding: 'jsonParsed', addresses: [] }),
      refused('Base64 is the only supported encoding for pre-execution accounts'),
    ],
    [
      'accounts after in another encoding',
      [PAYMENT],
      other({ encoding: 'base58', addresses: [] }),
      refused('Base64 is the only supported encoding for post-execution accounts'),
    ],
    ['two equal messages', [PAYMENT, PAYMENT], undefined, refused('duplicate transactions')],
    [
      'an unknown slot',
      [PAYMENT],
      without(1, { simulationBank: { slot: 9 } }),
      refused('bank not found for the provided slot: 9'),
    ],
    [
      'too many accounts',
      [PAYMENT],
      one({ addresses: Array(65).fill(ALICE) }),
      refused('Too many accounts provided; max 64'),
    ],
    [
      'replaced blockhashes with signatures',
      [PAYMENT],
      without(1, { replaceRecentBlockhash: true }),
      refused('replace_recent_blockhash cannot be used with !skip_sig_verify'),
    ],
    [
      'a bad signature',
      [withBadSignature(PAYMENT)],
      undefined,
      refused(`transaction signature is invalid: ${signatureOf(withBadSignature(PAYMENT))}`),
    ],
    [
      'a bad address',
      [PAYMENT],
      other({ addresses: ['x'] }),
      refused('invalid pubkey for pre/post accounts provided: x'),
    ],
  ])('%s is refused', async (_, bundle, config, text) => {
    expect(await simulate(bundleNode(), bundle, config)).toBe(text);
  });
});
