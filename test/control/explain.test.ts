import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, lamports, ledger, sol } from '../../src/index.ts';
import { BOTH_DIALECTS, errorText } from '../support/answers.ts';
import { controlText, invalidText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const SYSTEM = '11111111111111111111111111111111';
const METHOD_NOT_FOUND = errorText(-32601, 'Method not found');
const explained = (kind: 'result' | 'error', text: string, ...why: readonly string[]) =>
  `{"answer":{"${kind}":${text}},"why":${JSON.stringify(why)}}`;

describe('stillnode_explain', () => {
  it.each([
    ['["getSlot"]', explained('result', '5')],
    ['["getSlot",null]', explained('result', '5')],
    ['["getSlot",[{"commitment":"processed"}]]', explained('result', '7')],
    ['["getSlot",[{"commitment":null}]]', explained('result', '5')],
    [
      '["getSlot",[{"commitment":"processd"}]]',
      explained(
        'result',
        '5',
        '"processd" is not a commitment, and the node ignores it: there are processed, confirmed and finalized',
      ),
    ],
    [
      '["getBlock",[7]]',
      explained(
        'result',
        'null',
        'the block is known, but only processed: it is in slot 7, and the confirmed tip is 6 (stillnode_setTips [{"confirmed":7}] goes there)',
      ),
    ],
    [
      '["getSlot",[{"minContextSlot":9}]]',
      explained(
        'error',
        errorText(-32016, 'Minimum context slot has not been reached', '{"contextSlot":5}'),
        'minContextSlot is 9, and the finalized tip is 5 (stillnode_setTips [{"finalized":9}] goes there where the ledger has that slot, and stillnode_advance goes beyond its end)',
      ),
    ],
  ])('of %s gives the answer, and why', async (params, text) => {
    expect(await controlText(testNode(THREE_TIPS), 'explain', params)).toBe(text);
  });

  it.each([
    ['getSlot', '[{"comitment":"processed"}]', 'config', 'comitment', 'commitment'],
    ['getSlot', '[{"commitment":"processed","min_context_slot":5}]', 'config', 'min_context_slot', 'minContextSlot'],
    ['getBlock', '[5,{"rewrads":false}]', 'config', 'rewrads', 'rewards'],
    ['getMultipleAccounts', '[[],{"dataslice":{"offset":0,"length":1}}]', 'config', 'dataslice', 'dataSlice'],
    ['getProgramAccounts', `["${SYSTEM}",{"fliters":[]}]`, 'config', 'fliters', 'filters'],
    [
      'getProgramAccounts',
      `["${SYSTEM}",{"filters":[{"memcmp":{"offset":0,"bytes":"1","encodng":"base58"}}]}]`,
      'config.filters[0].memcmp',
      'encodng',
      'encoding',
    ],
    ['getEpochInfo', '[{"Commitment":"processed"}]', 'config', 'Commitment', 'commitment'],
  ])('of %s %s says that a member is ignored, and which one was meant', async (method, params, of, given, meant) => {
    const text = await controlText(testNode(THREE_TIPS), 'explain', `["${method}",${params}]`);
    const { why } = JSON.parse(text) as { why: string[] };
    expect(why.filter((sentence) => sentence.includes('ignores'))).toEqual([
      `"${given}" is not a member of ${of}, and the node ignores it: did you mean "${meant}"?`,
    ]);
  });

  it.each([
    ['getSlot', '[{"commitment":"processed","somethingElse":1}]'],
    ['getSlot', '[{"commitment":"processed","minContextSlot":5}]'],
    ['getTransactionCount', '[{}]'],
    ['getTokenAccountsByOwner', `["${SYSTEM}",{"programId":"${SYSTEM}"},{"encoding":"base64"}]`],
  ])('of %s %s says nothing of members', async (method, params) => {
    const text = await controlText(testNode(THREE_TIPS), 'explain', `["${method}",${params}]`);
    expect((JSON.parse(text) as { why: string[] }).why.filter((sentence) => sentence.includes('ignores'))).toEqual([]);
  });

  it('of an error says what helps, whatever members are ignored besides', async () => {
    const params =
      '["getSignaturesForAddress",["11111111111111111111111111111111",{"commitment":"processed","comitment":1}]]';
    const { why } = JSON.parse(await controlText(testNode(THREE_TIPS), 'explain', params)) as { why: string[] };
    expect(why).toEqual([
      '"comitment" is not a member of config, and the node ignores it: did you mean "commitment"?',
      'write "commitment": "confirmed" or "finalized"',
    ]);
  });

  it('answers in the dialect of the call', async () => {
    const node = testNode(THREE_TIPS);
    for (const dialect of BOTH_DIALECTS) {
      const plain = await callText(node, 'getBlock', '[7]', dialect);
      const kind = plain === 'null' ? 'result' : 'error';
      expect(await callText(node, 'stillnode_explain', '["getBlock",[7]]', dialect)).toContain(
        `{"answer":{"${kind}":${plain}},"why":["the block is known, but only processed`,
      );
    }
  });

  it.each([
    ['getBlok', 'there is no method "getBlok": did you mean "getBlock"?'],
    ['GetSlot', 'there is no method "GetSlot": did you mean "getSlot"?'],
    ['nothingLikeThat', 'there is no method "nothingLikeThat"'],
    ['getRecentBlockhash', 'nodes have no getRecentBlockhash any more: getLatestBlockhash has taken its place'],
    ['slotSubscribe', 'slotSubscribe is for WebSockets: over HTTP it is unknown, and it is not explained'],
  ])('of %s, which is no method, says what may have been meant', async (method, sentence) => {
    const node = testNode({});
    expect(await callText(node, method, '[]')).toBe(METHOD_NOT_FOUND);
    expect(await controlText(node, 'explain', `["${method}"]`)).toBe(explained('error', METHOD_NOT_FOUND, sentence));
  });

  it.each([
    ['["getBlock",["x"]]', 'getBlock takes [slot, config?]'],
    ['["getBlock",[]]', 'getBlock takes [slot, config?]'],
    ['["getHealth",[1]]', 'getHealth takes no parameters'],
    ['["getSlot",{"commitment":"processed"}]', 'getSlot takes [config?]'],
    ['["getBlock",[5,{"commitment":"processed"}]]', 'write "commitment": "confirmed" or "finalized"'],
    [
      '["getMinimumBalanceForRentExemption",[10485761]]',
      'getMinimumBalanceForRentExemption takes [dataLength, commitment?]',
    ],
    [
      '["getBalance",["$alice"]]',
      'an address and a blockhash are 32 bytes in base58, and a signature is 64: of the names of scripts, stillnode_address ["$shop"] gives the address, and stillnode_signature ["payment"] the signature',
    ],
    ['["getSlotLeaders",[5,5001]]', 'Invalid limit; max 5000'],
    ['["getSlot",["processed"]]', 'getSlot takes [config?], and a commitment is a member: {"commitment":"processed"}'],
    ['["simulateTransaction",["AQ=="]]', 'a transaction is base58 unless the configuration has "encoding": "base64"'],
  ])('of parameters that are refused, %s, says what to write', async (params, sentence) => {
    const text = await controlText(testNode({}), 'explain', params);
    expect(text).toContain('{"answer":{"error":{"code":-32');
    expect(text).toContain(`},"why":[${JSON.stringify(sentence)}]}`);
  });

  it.each([
    ['[]', 'expected the arguments [method, params?], but method is missing'],
    ['[5]', 'method: expected a string, found 5'],
    ['["getSlot","x"]', 'params: expected a list of parameters, found "x"'],
    ['["stillnode_advance"]', 'method: stillnode_advance controls the ledger: only calls that read it are explained'],
    [
      '["sendTransaction",[]]',
      'method: sendTransaction changes the ledger: explain simulateTransaction with the transaction instead',
    ],
    ['["requestAirdrop",[]]', 'method: requestAirdrop changes the ledger: only calls that read it are explained'],
  ])('%s is refused', async (params, message) => {
    const node = testNode(THREE_TIPS);
    expect(await controlText(node, 'explain', params)).toBe(invalidText(message));
    expect(await controlText(node, 'getTips')).toContain('"processed":7,');
  });

  it('asks the ledger as it is: no fault befalls it, and the journal does not have it', async () => {
    const node = testNode(THREE_TIPS);
    await node.addFault({ match: { method: 'getSlot' }, then: { stale: 2 } });
    await node.addFault({ then: { rpcError: { code: -32005, message: 'no' } } });
    expect(await node.explain('getSlot')).toEqual({ answer: { result: 5 }, why: [] });
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([0, 0]);
    expect(await node.calls()).toEqual([]);
    await node.clearFaults();
    expect(await node.request('getSlot')).toBe(5);
    expect(await node.explain('getBlock', [7])).toEqual(await node.explain('getBlock', [7]));
  });

  it('lists the control methods with rpc.discover, as a call does that may control', async () => {
    const node = testNode({});
    const document = await callText(node, 'rpc.discover', '[]');
    expect(document).toContain('"stillnode_explain"');
    expect(await controlText(node, 'explain', '["rpc.discover"]')).toBe(explained('result', document));
  });
});

describe('a simulation is explained', () => {
  const SCRIPT = ledger({ finalized: 2 }).wallet('alice', sol(5)).block(1).block(2);
  const message = (payer: Buffer, blockhash: Buffer) =>
    Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.of(1, 0, 0, 1), payer, blockhash, Buffer.of(0)]).toString(
      'base64',
    );
  const UNKNOWN = Buffer.alloc(32, 7);

  async function whyOf(node: LedgerNode, text: string, config: object = {}): Promise<readonly string[]> {
    return (await node.explain('simulateTransaction', [text, { encoding: 'base64', ...config }])).why;
  }

  it('where the blockhash or the payer is not known', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const text = message(UNKNOWN, UNKNOWN);
    const name = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';
    expect(await whyOf(node, text)).toEqual(['Blockhash not found', `no block of the ledger has the hash ${name}`]);
    expect(await whyOf(node, text, { replaceRecentBlockhash: true })).toEqual([
      'Attempt to debit an account but found no record of a prior credit.',
      `the ledger has no account ${name}`,
    ]);
    expect(await whyOf(node, text, { sigverfy: true })).toContain(
      '"sigverfy" is not a member of config, and the node ignores it: did you mean "sigVerify"?',
    );
    expect(await whyOf(node, text, { sigVerify: true })).toEqual([
      'sigVerify is set, and a signature is missing or is not that of its signer',
    ]);
  });

  it('where a rule decides', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.onSend({ then: { refuse: 'TooManyAccountLocks' } });
    const alice = Buffer.from(await addressBytes(node, '$alice'));
    expect(await whyOf(node, message(alice, UNKNOWN), { replaceRecentBlockhash: true })).toEqual([
      'send-rule-1 decides (stillnode_removeSendRule ["send-rule-1"] takes it away)',
      'Transaction locked too many accounts',
    ]);
    await node.clearSendRules();
    expect(await whyOf(node, message(alice, UNKNOWN), { replaceRecentBlockhash: true })).toEqual([]);
  });

  it('in the words of what failed, and of whom it is about', async () => {
    const script = ledger({ finalized: 2 }).wallet('alice', sol(5)).wallet('poor', lamports(1000)).block(1).block(2);
    const node = await createNode({ ledger: script });
    const transferOf = (from: string, to: string, amount: number) => {
      const [fromPubkey, toPubkey] = [from, to].map((word) => new PublicKey(keypair(word).address)) as [
        PublicKey,
        PublicKey,
      ];
      const instructions = [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: amount })];
      const recentBlockhash = PublicKey.default.toBase58();
      const compiled = new TransactionMessage({ payerKey: fromPubkey, recentBlockhash, instructions });
      return Buffer.from(new VersionedTransaction(compiled.compileToLegacyMessage()).serialize()).toString('base64');
    };
    const why = (from: string, to: string, amount: number) =>
      whyOf(node, transferOf(from, to, amount), { replaceRecentBlockhash: true });
    expect(await why('$alice', '$bob', 6_000_000_000)).toEqual([
      'Error processing Instruction 0: custom program error: 0x1',
      'before it failed it logged "Transfer: insufficient lamports 4999995000, need 6000000000"',
    ]);
    expect(await why('$poor', '$alice', 1)).toEqual([
      'Insufficient funds for fee',
      '$poor pays the fee, and has 1000 lamports',
    ]);
    expect(await why('$alice', '$bob', 1)).toEqual([
      'Transaction results in an account (1) with insufficient funds for rent',
      `${keypair('bob').address} would have fewer lamports than getMinimumBalanceForRentExemption says, and more than none`,
    ]);
    expect(await why('$alice', '$bob', 1_000_000)).toEqual([]);
  });

  async function addressBytes(node: LedgerNode, word: string): Promise<Uint8Array> {
    const { decodeBase58 } = await import('../../src/codec/base58.ts');
    return decodeBase58((await node.request('stillnode_address', [word])) as string);
  }
});
