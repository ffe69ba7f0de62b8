import { decodeBase58 } from '../../src/codec/base58.ts';
import type { DialectName } from '../../src/dialect.ts';
import { epochOf, epochScheduleOf } from '../../src/ledger/epochs.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { FEATURE_PROGRAM } from '../../src/solana/feature.ts';
import { accountsAtAnyTip, ordinalsByAddress, signaturesOf, slotsOf } from './contents.ts';

/** Calls that together ask a ledger for everything that it knows, and for some things that it does not. */

export type Call = readonly [method: string, ...params: readonly unknown[]];

const SCHEDULE = 'getLeaderSchedule';
const ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'];
const ANY_VERSION = { maxSupportedTransactionVersion: 255 };
const LESS_SURE = ['processed', 'confirmed'];
const TIPS = [...LESS_SURE, 'finalized'];
/** Real blocks name thousands of addresses, one like the other. */
const MANY = 150;
/** statuses of one call, at most */
const MAX_SIGNATURES = 256;

export function everyCall(state: LedgerState): Call[] {
  return [
    ...[...METHODS.keys()].filter((method) => method !== SCHEDULE).flatMap(tipCalls),
    ...namedSlots(state).flatMap(slotCalls),
    ...epochCalls(state),
    ['getTipAccounts'],
    ...firstOf(signaturesOf(state)).flatMap(signatureCalls),
    ...historyCalls(state),
    ...accountCalls(state),
  ];
}

function tipCalls(method: string): Call[] {
  return [[method], ...TIPS.map((commitment): Call => [method, { commitment }])];
}

function firstOf<T>(items: Iterable<T>): T[] {
  return [...items].slice(0, MANY);
}

/** Slots that hold or are named by something, and their neighbours. */
function namedSlots(state: LedgerState): number[] {
  const { chains, cleanedUpBefore, history } = state;
  const named = [
    ...slotsOf(state),
    ...Array.from(history.blocks(), ({ parentSlot }) => parentSlot),
    cleanedUpBefore ?? 0n,
  ];
  const tips = Object.values(chains).map(({ tip }) => tip);
  const near = [...named, ...tips].map(Number).flatMap((slot) => [slot - 1, slot, slot + 1]);
  return [...new Set(near)].filter((slot) => slot >= 0 && Number.isSafeInteger(slot));
}

function slotCalls(slot: number): Call[] {
  const details = ['accounts', 'signatures', 'none'];
  return [
    ['getBlock', slot],
    ['getBlock', slot, { ...ANY_VERSION, commitment: 'finalized', rewards: true }],
    ...ENCODINGS.map((encoding): Call => ['getBlock', slot, { ...ANY_VERSION, encoding, commitment: 'confirmed' }]),
    ...details.map(
      (transactionDetails): Call => ['getBlock', slot, { ...ANY_VERSION, transactionDetails, rewards: false }],
    ),
    ['getBlockTime', slot],
    ['getBlockCommitment', slot],
    ['getBlocks', slot, slot + 20],
    ['getBlocksWithLimit', slot, 3],
    ['getSlotLeaders', slot, 3],
  ];
}

/** A schedule has the leader of every slot of its epoch: each epoch is asked for once, by one of its named slots; those of the tips for one leader. */
function epochCalls(state: LedgerState): Call[] {
  const schedule = epochScheduleOf(state);
  const slotsByEpoch = new Map(namedSlots(state).map((slot) => [epochOf(schedule, BigInt(slot)), slot]));
  return [
    ...Array.from(slotsByEpoch.values(), (slot): Call => [SCHEDULE, slot]),
    ...[{}, ...TIPS.map((commitment) => ({ commitment }))].map(
      (config): Call => [SCHEDULE, { ...config, identity: SYSTEM_PROGRAM }],
    ),
  ];
}

function signatureCalls(signature: string): Call[] {
  const encoded = ENCODINGS.map((encoding): Call => ['getTransaction', signature, { ...ANY_VERSION, encoding }]);
  return [['getTransaction', signature], ...encoded];
}

function historyCalls(state: LedgerState): Call[] {
  const signatures = signaturesOf(state);
  const before = signatures[Math.floor(signatures.length / 2)];
  const pages = Array.from({ length: Math.ceil(signatures.length / MAX_SIGNATURES) }, (_, page) =>
    signatures.slice(page * MAX_SIGNATURES, (page + 1) * MAX_SIGNATURES),
  );
  const hashes = Array.from(state.history.blocks()).flatMap(({ blockhash, previousBlockhash }) => [
    blockhash,
    previousBlockhash,
  ]);
  return [
    ...pages.flatMap((page): Call[] => [
      ['getSignatureStatuses', page],
      ['getSignatureStatuses', page, { searchTransactionHistory: true }],
    ]),
    ...firstOf(ordinalsByAddress(state).keys()).flatMap((address): Call[] => [
      ['getSignaturesForAddress', address],
      ['getSignaturesForAddress', address, { before, limit: 2, commitment: 'confirmed' }],
      ['getTransactionsForAddress', address],
      ['getTransactionsForAddress', address, { sortOrder: 'asc', limit: 2, filters: { tokenAccounts: 'all' } }],
      ['getTransactionsForAddress', address, { ...ANY_VERSION, transactionDetails: 'full', limit: 2 }],
    ]),
    ...[...new Set(hashes)].flatMap((hash): Call[] => [
      ['isBlockhashValid', hash, { commitment: 'processed' }],
      ['getFeeForMessage', feeMessage(hash)],
    ]),
  ];
}

/** A message without instructions that the first address of all signs. */
function feeMessage(blockhash: string): string {
  return Buffer.concat([Buffer.of(1, 0, 0, 1), Buffer.alloc(32), decodeBase58(blockhash), Buffer.of(0)]).toString(
    'base64',
  );
}

function accountCalls(state: LedgerState): Call[] {
  const all = accountsAtAnyTip(state);
  const owners = [...new Set(all.map(({ owner }) => owner))];
  const programs = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];
  const features = new Set(all.filter(({ owner }) => owner === FEATURE_PROGRAM).slice(1));
  return [
    // a test validator has hundreds of features, one like the other
    ...all
      .filter((account) => !features.has(account))
      .flatMap(({ address }): Call[] => [
        ...['base64', 'jsonParsed', 'base64+zstd'].map((encoding): Call => ['getAccountInfo', address, { encoding }]),
        ['getMultipleAccounts', [address]],
        ['getBalance', address],
        ['getTokenAccountBalance', address],
        ['getTokenSupply', address],
        ['getTokenLargestAccounts', address],
        ...programs.flatMap((programId): Call[] => [
          ['getTokenAccountsByOwner', address, { programId }, { encoding: 'jsonParsed' }],
          ['getTokenAccountsByDelegate', address, { programId }, { encoding: 'base64' }],
        ]),
        ...LESS_SURE.flatMap((commitment): Call[] => [
          ['getAccountInfo', address, { encoding: 'base64', commitment }],
          ['getTokenLargestAccounts', address, { commitment }],
          ['getTokenAccountsByOwner', address, { programId: TOKEN_PROGRAM }, { encoding: 'base64', commitment }],
        ]),
        ['getInflationReward', [address], { epoch: 0 }],
        ['getVoteAccounts', { votePubkey: address }],
      ]),
    ...owners.flatMap((owner): Call[] => [
      ['getProgramAccounts', owner],
      ['getProgramAccounts', owner, { encoding: 'jsonParsed', withContext: true }],
      ...LESS_SURE.map((commitment): Call => ['getProgramAccounts', owner, { encoding: 'base64', commitment }]),
    ]),
  ];
}

/** The methods that have a form of their own in the contract dialect. */
const OF_CONTRACT = new Set([
  'getBlock',
  'getTransaction',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getProgramAccounts',
  'getMultipleAccounts',
]);

/** Whether the dialects may answer a call with other texts: `test/dialectTexts.test.ts` compares those of all others. */
export function differsByDialect([method, ...params]: Call): boolean {
  return OF_CONTRACT.has(method) || JSON.stringify(params).includes('"jsonParsed"');
}

/** Every call and its whole answer, so that two nodes can be compared; in both dialects where they differ. */
export async function answersOf(node: LedgerNode, calls: readonly Call[]): Promise<string[]> {
  const answers: string[] = [];
  for (const call of calls.filter(differsByDialect)) answers.push(await answerTo(node, call, 'contract'));
  for (const call of calls) answers.push(await answerTo(node, call, 'agave'));
  return answers;
}

export async function answerTo(node: LedgerNode, [method, ...params]: Call, dialect: DialectName): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return `${dialect} ${body} ${await node.dispatch(body, dialect)}`;
}
