import { type Commitment, type Connection, type MessageV1, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonText } from '../../src/codec/jsonText.ts';
import type { RunningNode } from '../../src/node/createNode.ts';
import { CLIENT_ACCOUNTS, NOTE_DATA, PROGRAM } from '../support/clientAccounts.ts';
import { SLOTS, startClientLedger, V1_CONFIG } from '../support/clientLedger.ts';
import { sentBy, web3Client } from '../support/clients.ts';
import { namedSignature, PAYER } from '../support/transactions.ts';

/** What web3.js sends for a call, and that the node takes it. */

let node: RunningNode;

beforeAll(async () => {
  node = await startClientLedger();
});
afterAll(() => node.close());

const { note, mint } = CLIENT_ACCOUNTS;
const payer = new PublicKey(PAYER);
const program = new PublicKey(PROGRAM);
const noteKey = new PublicKey(note);
const failed = namedSignature('failed');
const max = { maxSupportedTransactionVersion: 0 } as const;
const ANYTHING = [{ memcmp: { bytes: '', offset: 0 } }];

/** the parameters as they are sent, what is called, and some of what comes back */
type Row = readonly [sent: JsonText, call: (connection: Connection) => Promise<unknown>, answer: object];

const HISTORY: readonly Row[] = [
  ['[29]', (web3) => web3.getBlock(29), { parentSlot: 28 }],
  [
    '[29,{"maxSupportedTransactionVersion":0,"transactionDetails":"accounts"}]',
    (web3) => web3.getBlock(29, { ...max, transactionDetails: 'accounts' }),
    { transactions: [{ version: 'legacy' }] },
  ],
  [
    '[29,{"encoding":"jsonParsed","maxSupportedTransactionVersion":0}]',
    (web3) => web3.getParsedBlock(29, max),
    { transactions: [{ transaction: { message: { instructions: [{ program: 'system' }] } } }] },
  ],
  [
    '[29,{"rewards":false,"transactionDetails":"signatures"}]',
    (web3) => web3.getBlockSignatures(29),
    { signatures: [failed] },
  ],
  [`["${failed}"]`, (web3) => web3.getConfirmedTransaction(failed), { slot: 29 }],
  [`["${failed}",{"encoding":"jsonParsed"}]`, (web3) => web3.getParsedTransaction(failed), { slot: 29 }],
  [`[["${failed}"]]`, (web3) => web3.getSignatureStatuses([failed]), { value: [{ slot: 29 }] }],
  [
    `[["${failed}"],{"searchTransactionHistory":true}]`,
    (web3) => web3.getSignatureStatus(failed, { searchTransactionHistory: true }),
    { value: { slot: 29 } },
  ],
  [`["${PAYER}"]`, (web3) => web3.getSignaturesForAddress(payer), { length: 8 }],
  [
    `["${PAYER}",{"before":"${failed}","commitment":"confirmed","limit":2}]`,
    (web3) => web3.getSignaturesForAddress(payer, { before: failed, limit: 2 }, 'confirmed'),
    [{ signature: namedSignature('second') }, { signature: namedSignature('plain') }],
  ],
];

const ACCOUNTS: readonly Row[] = [
  [`["${PROGRAM}",{"encoding":"base64"}]`, (web3) => web3.getProgramAccounts(program), { length: 2 }],
  [
    `["${PROGRAM}",{"encoding":"base64","filters":[{"memcmp":{"bytes":"","encoding":"base58","offset":0}}]}]`,
    (web3) => web3.getProgramAccounts(program, { filters: ANYTHING }),
    { length: 2 },
  ],
  [
    `["${PROGRAM}",{"encoding":"jsonParsed","filters":[{"memcmp":{"bytes":"","offset":0}}]}]`,
    (web3) => web3.getParsedProgramAccounts(program, { filters: ANYTHING }),
    { length: 2 },
  ],
  [
    `["${PROGRAM}",{"encoding":"base64","withContext":true}]`,
    (web3) => web3.getProgramAccounts(program, { withContext: true }),
    { context: { slot: SLOTS.finalized }, value: { length: 2 } },
  ],
  [`[["${note}"],{"encoding":"base64"}]`, (web3) => web3.getMultipleAccountsInfo([noteKey]), [{ data: NOTE_DATA }]],
  [
    `[["${note}"],{"encoding":"jsonParsed"}]`,
    (web3) => web3.getMultipleParsedAccounts([noteKey]),
    { value: [{ data: NOTE_DATA }] },
  ],
  [
    `["${note}",{"encoding":"base64"}]`,
    (web3) => web3.getAccountInfoAndContext(noteKey),
    { value: { data: NOTE_DATA } },
  ],
  ['[{}]', (web3) => web3.getSupply(), { context: { slot: SLOTS.finalized } }],
  // an encoding where there is nothing to encode
  ['[{"encoding":"base64"}]', (web3) => web3.getBlockProduction(), { context: { slot: SLOTS.finalized } }],
  ['[{"encoding":"base64"}]', (web3) => web3.getStakeMinimumDelegation(), { value: 1 }],
];

describe('web3.js sends no commitment of its own', () => {
  it.each([...HISTORY, ...ACCOUNTS])('%s', async (params, call, answer) => {
    const { sent, result } = await sentBy(() => call(web3Client(node.url)));
    expect(sent).toBe(params);
    expect(result).toMatchObject(answer);
  });
});

it.each<Commitment>(['recent', 'single', 'singleGossip', 'root', 'max'])(
  'web3.js passes on %s, which is no commitment any more: finalized, or refused where it stands bare',
  async (commitment) => {
    const web3 = web3Client(node.url, commitment);
    const { sent, result } = await sentBy(() => web3.getSlot());
    expect(sent).toBe(`[{"commitment":"${commitment}"}]`);
    expect(result).toBe(SLOTS.finalized);
    expect((await web3.getBalanceAndContext(payer)).context.slot).toBe(SLOTS.finalized);
    await expect(web3.getTokenSupply(new PublicKey(mint))).rejects.toThrow(
      `Invalid params: unknown variant \`${commitment}\`, expected one of \`processed\`, \`confirmed\`, \`finalized\`.`,
    );
  },
);

describe('batches of web3.js', () => {
  it('are answered in their order', async () => {
    const names = ['memo', 'nobody', 'plain', 'failed'].map(namedSignature);
    const { sent, result } = await sentBy(() => web3Client(node.url).getParsedTransactions(names));
    expect(sent).toBe(`[${names.map((name) => `["${name}",{"encoding":"jsonParsed"}]`).join(',')}]`);
    expect(result.map((transaction) => transaction?.slot)).toEqual([30, undefined, 28, 29]);
  });

  it('fail as a whole for one transaction that is refused', async () => {
    const names = ['plain', 'lookup'].map(namedSignature);
    await expect(web3Client(node.url).getTransactions(names, 'confirmed')).rejects.toThrow(
      'failed to get transactions: Transaction version (0) is not supported by the requesting client.',
    );
  });

  it('may be empty, which the node survives', async () => {
    const web3 = web3Client(node.url);
    const { sent, result } = await sentBy(() => web3.getParsedTransactions([]));
    expect(sent).toBe('[]');
    expect(result).toEqual([]);
    expect(await web3.getSlot()).toBe(SLOTS.finalized);
  });
});

it.each(['0', '4a3c7f9e-8f0e-4a5c-9d43-3f0e5b7d1c2a'])('the id "%s" comes back as the text it is', async (id) => {
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'solana-client': 'js/1.0.0' },
    body: JSON.stringify({ method: 'getHealth', jsonrpc: '2.0', params: [], id }),
  });
  expect(await response.text()).toBe(`{"jsonrpc":"2.0","result":"ok","id":"${id}"}\n`);
});

it('a v1 transaction keeps its configuration', async () => {
  const signature = namedSignature('v1');
  const transaction = await web3Client(node.url).getTransaction(signature, { maxSupportedTransactionVersion: 1 });
  expect(transaction!.version).toBe(1);
  const { transactionConfig } = transaction!.transaction.message as MessageV1;
  expect(transactionConfig).toEqual({ ...V1_CONFIG, priorityFee: Number(V1_CONFIG.priorityFee) });
});
