import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSolanaRpc, isSolanaError, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR } from '@solana/kit';
import { Connection, SolanaJSONRPCError } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../../src/errors.ts';
import { errorReply, replyText, singleReply } from '../../src/rpc/protocol/envelope.ts';
import { preflightFailure } from '../../src/rpc/sending/preflightFailure.ts';
import { reasonOf } from '../support/clients.ts';
import { testNode } from '../support/testNode.ts';

/** Every error of the catalogue, as it reaches the users of both clients: none may be more than they can read. */

/** An error of each kind, with arguments as they occur. */
const MISMATCH = { matches: 0, nearest: [], missing: 'there were no calls', forgotten: 0 };

const SAMPLES: Readonly<Record<ErrorName, RpcError>> = {
  parseError: rpcErrors.parseError(),
  invalidRequest: rpcErrors.invalidRequest(),
  unsupportedProtocolVersion: rpcErrors.unsupportedProtocolVersion(),
  methodNotFound: rpcErrors.methodNotFound(),
  extensionOff: rpcErrors.extensionOff('getTipAccounts'),
  misspelledMethod: rpcErrors.misspelledMethod('getSlot'),
  internalError: rpcErrors.internalError(),
  invalidParams: rpcErrors.invalidParams('missing field `commitment`'),
  invalidParam: rpcErrors.invalidParam('WrongSize'),
  paramsNotArray: rpcErrors.paramsNotArray(),
  tooFewParams: rpcErrors.tooFewParams(1),
  tooManyParams: rpcErrors.tooManyParams(1, 2, 3),
  noParamsExpected: rpcErrors.noParamsExpected('Array([Number(1)])'),
  tooManyInputs: rpcErrors.tooManyInputs(100),
  tooManyFilters: rpcErrors.tooManyFilters(4),
  invalidLimit: rpcErrors.invalidLimit(1000),
  leaderScheduleUnavailable: rpcErrors.leaderScheduleUnavailable(21350398233460n),
  lastSlotBelowFirst: rpcErrors.lastSlotBelowFirst(1n, 2n),
  firstSlotTooSmall: rpcErrors.firstSlotTooSmall(1n, 2n),
  lastSlotTooLarge: rpcErrors.lastSlotTooLarge(2n, 1n),
  slotRangeTooLarge: rpcErrors.slotRangeTooLarge(500000),
  limitTooLarge: rpcErrors.limitTooLarge(500000),
  invalidBlockhash: rpcErrors.invalidBlockhash('WrongSize'),
  encodedMessageTooLarge: rpcErrors.encodedMessageTooLarge(1645, 1644, 1232),
  invalidBase64: rpcErrors.invalidBase64('InvalidPadding'),
  messageTooLarge: rpcErrors.messageTooLarge(1233, 1232),
  undecodableMessage: rpcErrors.undecodableMessage('io error: unexpected end of file'),
  invalidMessage: rpcErrors.invalidMessage('index out of bounds'),
  base58OfV1: rpcErrors.base58OfV1(),
  unsupportedInnerEncoding: rpcErrors.unsupportedInnerEncoding('base64'),
  unsupportedEncoding: rpcErrors.unsupportedEncoding('json'),
  encodedTransactionTooLarge: rpcErrors.encodedTransactionTooLarge('base58', 1684, 1683, 1232),
  faucetCannotSign: rpcErrors.faucetCannotSign('$bank'),
  givenError: rpcErrors.givenError(-32005, 'Node is behind', { numSlotsBehind: 5 }),
  notKept: rpcErrors.notKept('the ledger has no transaction 5x'),
  upstreamFailed: rpcErrors.upstreamFailed('http://127.0.0.1:1 does not accept connections (getSlot, 4 times)'),
  notModelled: rpcErrors.notModelled('the instruction `stake delegate`'),
  connectionFault: rpcErrors.connectionFault('fault-1', 'HTTP 429'),
  invalidBase58: rpcErrors.invalidBase58("InvalidCharacter { character: '!', index: 1680 }"),
  transactionTooLarge: rpcErrors.transactionTooLarge(1233, 1232),
  undecodableTransaction: rpcErrors.undecodableTransaction('Attempting to read 64 bytes'),
  invalidTransaction: rpcErrors.invalidTransaction('Transaction failed to sanitize accounts offsets correctly'),
  sigVerifyOfReplacedBlockhash: rpcErrors.sigVerifyOfReplacedBlockhash(),
  base58NotSupported: rpcErrors.base58NotSupported(),
  tooManyAccounts: rpcErrors.tooManyAccounts(3),
  preflightFailure: preflightFailure('BlockhashNotFound'),
  commitmentBelowConfirmed: rpcErrors.commitmentBelowConfirmed(),
  tokenFilterLength: rpcErrors.tokenFilterLength(31, 'owner'),
  invalidSubscriptionParam: rpcErrors.invalidSubscriptionParam('Invalid pubkey provided'),
  invalidFilter: rpcErrors.invalidFilter('Too many filters provided; max 4'),
  invalidBundle: rpcErrors.invalidBundle('duplicate transactions'),
  invalidExtensionParams: rpcErrors.invalidExtensionParams('missing address'),
  unsupportedCommitment: rpcErrors.unsupportedCommitment('processed'),
  invalidSubscriptionId: rpcErrors.invalidSubscriptionId(),
  base58TooLong: rpcErrors.base58TooLong(),
  blockCleanedUp: rpcErrors.blockCleanedUp(5n, 28n),
  blockNotAvailable: rpcErrors.blockNotAvailable(2n ** 64n - 1n),
  nodeUnhealthy: rpcErrors.nodeUnhealthy(42n),
  nodeUnhealthyUnknown: rpcErrors.nodeUnhealthyUnknown(),
  slotSkipped: rpcErrors.slotSkipped(31n),
  noSnapshot: rpcErrors.noSnapshot(),
  unsupportedTransactionVersion: rpcErrors.unsupportedTransactionVersion(0),
  minContextSlotNotReached: rpcErrors.minContextSlotNotReached(36n),
  epochRewardsPeriodActive: rpcErrors.epochRewardsPeriodActive(1n, 2n, 3n),
  slotNotEpochBoundary: rpcErrors.slotNotEpochBoundary(7n),
  noSlotHistory: rpcErrors.noSlotHistory(),
  noLeaderSlots: rpcErrors.noLeaderSlots('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2'),
  filterTransactionNotFound: rpcErrors.filterTransactionNotFound(
    '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7',
  ),
  unauthorized: rpcErrors.unauthorized(),
  resultTooLarge: rpcErrors.resultTooLarge(33554432),
  batchTooLarge: rpcErrors.batchTooLarge(33554432),
  notInLedger: rpcErrors.notInLedger('its genesis hash', 'genesisHash'),
  notInBlocks: rpcErrors.notInBlocks('its block height'),
  timeNotInLedger: rpcErrors.timeNotInLedger(),
  featureSetNotInLedger: rpcErrors.featureSetNotInLedger('4.4.1'),
  bytesNotRecorded: rpcErrors.bytesNotRecorded('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'),
  bytesOutdated: rpcErrors.bytesOutdated('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'),
  mintNotRecorded: rpcErrors.mintNotRecorded('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'),
  notRecorded: rpcErrors.notRecorded('Block 5', 'transactionDetails none', 'transactionDetails full'),
  invalidArgument: rpcErrors.invalidArgument('slots: expected an integer, found "2"'),
  unknownName: rpcErrors.unknownName('there is no fork "a": stillnode_listForks lists them'),
  outOfRange: rpcErrors.outOfRange('slot 5 is finalized: go back with stillnode_revert'),
  controlRefused: rpcErrors.controlRefused('control calls of other origins are refused'),
  verificationFailed: rpcErrors.verificationFailed(
    'expected at least 1 call of getBlock, found 0\nthere were no calls',
    MISMATCH,
  ),
  waitTimedOut: rpcErrors.waitTimedOut('no call of getBlock within 5000 ms\nthere were no calls', MISMATCH),
};
const ROWS = Object.entries(SAMPLES);

/** What Kit says in words of its own, with the data of the error. */
const WORDS_OF_KIT: Readonly<Record<string, string>> = {
  nodeUnhealthy: 'Node is unhealthy; behind by 42 slots',
  preflightFailure: 'Transaction simulation failed',
  givenError: 'Node is unhealthy; behind by 5 slots',
};

let server: Server;
let url = '';
let sent: RpcError = rpcErrors.internalError();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id } = parseJson(body) as { id: string };
    response.setHeader('content-type', 'application/json');
    response.end(replyText(errorReply(stringifyJson(id), sent)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('there is a row for every error of the catalogue', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(rpcErrors).sort());
});

describe('Kit shows the sentence of', () => {
  const known = ROWS.filter(([name]) => name !== 'noLeaderSlots');

  it.each(known)('%s', async (name, error) => {
    sent = error;
    const reason = await reasonOf(createSolanaRpc(url).getGenesisHash().send());
    expect(isSolanaError(reason)).toBe(true);
    expect(reason).toMatchObject({ context: { __code: error.code } });
    expect((reason as Error).message).toContain(WORDS_OF_KIT[name] ?? error.message);
  });
});

it('Kit 8.4 has no name for the code of Agave 4.4', async () => {
  sent = rpcErrors.noLeaderSlots('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2');
  const reason = await reasonOf(createSolanaRpc(url).getGenesisHash().send());
  expect(reason).toBeInstanceOf(TypeError);
});

describe('web3.js shows the sentence of', () => {
  it.each(ROWS)('%s', async (_name, error) => {
    sent = error;
    const reason = await reasonOf(new Connection(url).getGenesisHash());
    expect(reason).toBeInstanceOf(SolanaJSONRPCError);
    expect(reason).toMatchObject({ code: error.code, message: `failed to get genesis hash: ${error.message}` });
  });
});

describe('errors of our own carry a sentence for people and a word for programs:', () => {
  it.each([
    [
      'unauthorized',
      'unauthorized',
      'Unauthorized: the query parameter `apikey` is missing or is not a key of this node',
    ],
    ['notInLedger', 'notInLedger', 'This ledger does not say its genesis hash: put `genesisHash` into ledger.json'],
    ['notInBlocks', 'notInLedger', 'This ledger does not say its block height: add a block that does'],
    [
      'timeNotInLedger',
      'notInLedger',
      'This ledger does not say the time: put the account SysvarC1ock11111111111111111111111111111111 into it, or a block time',
    ],
    [
      'notRecorded',
      'notRecorded',
      'Block 5 was recorded as transactionDetails none and cannot be shown as transactionDetails full: record it with encoding base64 and transactionDetails full',
    ],
  ] as const)('%s', (name, reason, sentence) => {
    const { data, message } = SAMPLES[name];
    expect({ data, message }).toEqual({ data: { reason }, message: sentence });
  });
});

it('a ledger without a genesis hash says so to both clients', async () => {
  const { close, url } = await testNode({}).listen();
  onTestFinished(close);
  const sentence = 'This ledger does not say its genesis hash: put `genesisHash` into ledger.json';
  const fromKit = await reasonOf(createSolanaRpc(url).getGenesisHash().send());
  expect(fromKit).toHaveProperty('context.__serverMessage', sentence);
  const fromWeb3 = await reasonOf(new Connection(url).getGenesisHash());
  expect(fromWeb3).toMatchObject({
    code: -32603,
    data: { reason: 'notInLedger' },
    message: `failed to get genesis hash: ${sentence}`,
  });
});

it('without a key, web3.js shows the sentence, and Kit the status, as it reads no body behind one', async () => {
  const { close, url } = await testNode({}).listen({ apiKeys: ['secret'] });
  onTestFinished(close);
  const fromKit = await reasonOf(createSolanaRpc(url).getGenesisHash().send());
  expect(isSolanaError(fromKit, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)).toBe(true);
  expect(fromKit).toMatchObject({ context: { message: 'Unauthorized', statusCode: 401 } });
  const fromWeb3 = await reasonOf(new Connection(url).getGenesisHash());
  expect((fromWeb3 as Error).message).toBe(
    `401 Unauthorized: ${replyText(singleReply(errorReply('null', SAMPLES.unauthorized)))}`,
  );
});
