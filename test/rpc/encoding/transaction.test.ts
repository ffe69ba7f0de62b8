import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { Address } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS, membersOf, notRecordedText, partOf, unsupportedVersion } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature, PAYER, RECIPIENT } from '../../support/transactions.ts';
import {
  BLOCKHASH,
  entryIn,
  FAILED_META,
  K1,
  K2,
  LEGACY,
  nodeWith,
  recordedWire,
  SIGNATURE,
  SYSTEM,
  TABLE,
  TRANSFER_DATA,
  V0,
  V1,
} from './recordedVectors.ts';

const LOADED_META = { ...FAILED_META, loadedAddresses: { writable: [K2], readonly: [] as Address[] } };
const NODES = {
  legacy: nodeWith([recordedWire(LEGACY)]),
  v0: nodeWith([recordedWire(V0, LOADED_META)]),
  v1: nodeWith([recordedWire(V1)]),
};
const WIRE = { legacy: LEGACY, v0: V0, v1: V1 };
type Version = keyof typeof NODES;
const VERSIONS = ['legacy', 'v0', 'v1'] as const;

const getTransaction = (version: Version, encoding: string, dialect: DialectName) =>
  callText(
    NODES[version],
    'getTransaction',
    `["${SIGNATURE}",{"encoding":"${encoding}","maxSupportedTransactionVersion":1}]`,
    dialect,
  );
const shown = async (version: Version, encoding: string, dialect: DialectName) =>
  partOf(await getTransaction(version, encoding, dialect), 'transaction');

const HEADER = '"header":{"numReadonlySignedAccounts":0,"numReadonlyUnsignedAccounts":1,"numRequiredSignatures":1}';
const LOOKUPS = `"addressTableLookups":[{"accountKey":"${TABLE}","readonlyIndexes":[],"writableIndexes":[7]}]`;
const CONFIG =
  '"transactionConfig":{"computeUnitLimit":200000,"heapSize":null,"loadedAccountsDataSizeLimit":null,"priorityFee":5}';
const SIGNATURES = `"signatures":["${SIGNATURE}"]`;

const height = (dialect: DialectName) => (dialect === 'agave' ? 1 : null);

function jsonText(version: Version, dialect: DialectName): string {
  const instruction = (accounts: string, program: number) =>
    `"instructions":[{"accounts":${accounts},"data":"${TRANSFER_DATA}","programIdIndex":${program},"stackHeight":${height(dialect)}}]`;
  const hash = `"recentBlockhash":"${BLOCKHASH}"`;
  const threeKeys = `"accountKeys":["${K1}","${K2}","${SYSTEM}"],${HEADER},${instruction('[0,1]', 2)},${hash}`;
  const messages = {
    legacy: threeKeys,
    v0: `"accountKeys":["${K1}","${SYSTEM}"],${LOOKUPS},${HEADER},${instruction('[0,2]', 1)},${hash}`,
    v1: `${threeKeys},${CONFIG}`,
  };
  return `{"message":{${messages[version]}},${SIGNATURES}}`;
}

const key = (pubkey: string, signer: boolean, source: string, writable: boolean) =>
  `{"pubkey":"${pubkey}","signer":${signer},"source":"${source}","writable":${writable}}`;
const THREE_KEYS = `[${key(K1, true, 'transaction', true)},${key(K2, false, 'transaction', true)},${key(SYSTEM, false, 'transaction', false)}]`;
const LOADED_KEYS = `[${key(K1, true, 'transaction', true)},${key(SYSTEM, false, 'transaction', false)},${key(K2, false, 'lookupTable', true)}]`;

function jsonParsedText(version: Version, dialect: DialectName): string {
  const keys = version === 'v0' ? `${LOADED_KEYS},${LOOKUPS}` : THREE_KEYS;
  const instructions =
    `[{"parsed":{"info":{"destination":"${K2}","lamports":1000,"source":"${K1}"},"type":"transfer"},` +
    `"program":"system","programId":"${SYSTEM}","stackHeight":${height(dialect)}}]`;
  const config = version === 'v1' ? `,${CONFIG}` : '';
  return `{"message":{"accountKeys":${keys},"instructions":${instructions},"recentBlockhash":"${BLOCKHASH}"${config}},${SIGNATURES}}`;
}

describe.each(BOTH_DIALECTS)('transaction encodings of the wire vectors (%s)', (dialect) => {
  it.each(VERSIONS)('%s as json', async (version) => {
    expect(await shown(version, 'json', dialect)).toBe(jsonText(version, dialect));
  });

  it.each(VERSIONS)('%s as jsonParsed', async (version) => {
    expect(await shown(version, 'jsonParsed', dialect)).toBe(jsonParsedText(version, dialect));
  });

  it.each(VERSIONS)('%s as base64: the wire bytes', async (version) => {
    expect(await shown(version, 'base64', dialect)).toBe(`["${WIRE[version]}","base64"]`);
  });

  it.each(VERSIONS)('%s as base58: the same bytes, of any length', async (version) => {
    const text = bs58.encode(Buffer.from(WIRE[version], 'base64'));
    expect(await shown(version, 'base58', dialect)).toBe(`["${text}","base58"]`);
  });

  it.each(VERSIONS)('%s: getBlock shows the same entry', async (version) => {
    for (const encoding of ['json', 'jsonParsed', 'base64', 'base58']) {
      const block = await callText(
        NODES[version],
        'getBlock',
        `[5,{"encoding":"${encoding}","maxSupportedTransactionVersion":1}]`,
        dialect,
      );
      const entry = entryIn(block);
      const alone = await getTransaction(version, encoding, dialect);
      for (const member of ['meta', 'transaction', 'version'])
        expect(partOf(entry, member)).toBe(partOf(alone, member));
      expect(membersOf(entry)).toEqual(['meta', 'transaction', 'version']);
    }
  });
});

describe('the legacy encoding binary', () => {
  it.each(VERSIONS)('%s: bare base58 text', async (version) => {
    expect(await shown(version, 'binary', 'agave')).toBe(`"${bs58.encode(Buffer.from(WIRE[version], 'base64'))}"`);
  });
});

describe('the example answers of the reference', () => {
  const META_END =
    '"postBalances":[995000,0,1],"postTokenBalances":[],"preBalances":[1000000,0,1],"preTokenBalances":[]';
  const ERR = '"err":{"InstructionError":[0,{"Custom":1}]},"fee":5000';
  const STATUS = '"status":{"Err":{"InstructionError":[0,{"Custom":1}]}}';

  it('getTransaction of a failed legacy transaction', async () => {
    const params = `["${SIGNATURE}",{"encoding":"json","maxSupportedTransactionVersion":0}]`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":${params}}`;
    expect(await NODES.legacy.dispatch(body, 'agave')).toBe(
      `{"jsonrpc":"2.0","result":{"blockTime":1700000000,"meta":{"computeUnitsConsumed":150,"costUnits":1481,${ERR},"innerInstructions":[],"loadedAddresses":{"readonly":[],"writable":[]},"logMessages":["Program 11111111111111111111111111111111 invoke [1]"],${META_END},"rewards":[],${STATUS}},"slot":5,"transaction":{"message":{"accountKeys":["4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi","8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR","11111111111111111111111111111111"],"header":{"numReadonlySignedAccounts":0,"numReadonlyUnsignedAccounts":1,"numRequiredSignatures":1},"instructions":[{"accounts":[0,1],"data":"3Bxs4ffTu9T19DNF","programIdIndex":2,"stackHeight":1}],"recentBlockhash":"CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8"},"signatures":["BUguQsv2ZuHus54HAFzjdJHzZBkygAjKhEeYwSG19tUfUyvvz3worsdQCdAXDNjakJHioSiyxhFiDJrm8XpSXRA"]},"transactionIndex":0,"version":"legacy"},"id":1}\n`,
    );
  });

  it('the same as an element of getBlock with details accounts, without rewards and maximum version', async () => {
    const block = await callText(
      NODES.legacy,
      'getBlock',
      '[5,{"transactionDetails":"accounts","rewards":false}]',
      'agave',
    );
    expect(entryIn(block)).toBe(
      `{"meta":{${ERR},${META_END},${STATUS}},"transaction":{"accountKeys":[{"pubkey":"4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi","signer":true,"source":"transaction","writable":true},{"pubkey":"8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR","signer":false,"source":"transaction","writable":true},{"pubkey":"11111111111111111111111111111111","signer":false,"source":"transaction","writable":false}],"signatures":["BUguQsv2ZuHus54HAFzjdJHzZBkygAjKhEeYwSG19tUfUyvvz3worsdQCdAXDNjakJHioSiyxhFiDJrm8XpSXRA"]}}`,
    );
  });

  it('getBlock with details none', async () => {
    const [hash, parent] = [namedBlockhash('5'), namedBlockhash('4')];
    expect(await callText(NODES.legacy, 'getBlock', '[5,{"transactionDetails":"none","rewards":false}]', 'agave')).toBe(
      `{"blockHeight":4,"blockTime":1700000000,"blockhash":"${hash}","parentSlot":4,"previousBlockhash":"${parent}"}`,
    );
  });
});

describe.each(BOTH_DIALECTS)('message members (%s)', (dialect) => {
  const messageMembers = async (version: 'legacy' | 0 | 1, encoding: string) => {
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', version }] }] });
    const config = `{"encoding":"${encoding}","maxSupportedTransactionVersion":1}`;
    const text = await callText(node, 'getTransaction', `["${namedSignature('t')}",${config}]`, dialect);
    return membersOf(text, 'transaction', 'message').join(' ');
  };

  it.each([
    ['legacy', 'json', 'accountKeys header instructions recentBlockhash'],
    [0, 'json', 'accountKeys addressTableLookups header instructions recentBlockhash'],
    [1, 'json', 'accountKeys header instructions recentBlockhash transactionConfig'],
    ['legacy', 'jsonParsed', 'accountKeys instructions recentBlockhash'],
    [0, 'jsonParsed', 'accountKeys addressTableLookups instructions recentBlockhash'],
    [1, 'jsonParsed', 'accountKeys instructions recentBlockhash transactionConfig'],
  ] as const)('version %s as %s', async (version, encoding, members) => {
    expect(await messageMembers(version, encoding)).toBe(members);
  });

  it('lookups of v0 are there even without any', async () => {
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', version: 0 }] }] });
    const text = await callText(
      node,
      'getTransaction',
      `["${namedSignature('t')}",{"maxSupportedTransactionVersion":0}]`,
      dialect,
    );
    expect(partOf(text, 'transaction', 'message', 'addressTableLookups')).toBe('[]');
  });

  it('a whole v1 configuration keeps its digits', async () => {
    const config = {
      priorityFee: 18446744073709551615n,
      computeUnitLimit: 4294967295,
      loadedAccountsDataSizeLimit: 0,
      heapSize: 262144,
    };
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', version: 1, config }] }] });
    const params = `["${namedSignature('t')}",{"maxSupportedTransactionVersion":1}]`;
    expect(
      partOf(await callText(node, 'getTransaction', params, dialect), 'transaction', 'message', 'transactionConfig'),
    ).toBe(
      '{"computeUnitLimit":4294967295,"heapSize":262144,"loadedAccountsDataSizeLimit":0,"priorityFee":18446744073709551615}',
    );
  });

  it('empty instruction data is empty text', async () => {
    const empty = { programIdIndex: 1, accounts: new Uint8Array(), data: new Uint8Array() };
    const accountKeys = [PAYER, namedAddress('program')];
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', accountKeys, instructions: [empty] }] }] });
    expect(
      partOf(
        await callText(node, 'getTransaction', `["${namedSignature('t')}"]`, dialect),
        'transaction',
        'message',
        'instructions',
      ),
    ).toBe(`[{"accounts":[],"data":"","programIdIndex":1,"stackHeight":${height(dialect)}}]`);
  });

  it('every signature is listed, the id first', async () => {
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', numSigners: 2 }] }] });
    expect(
      partOf(
        await callText(node, 'getTransaction', `["${namedSignature('t')}"]`, dialect),
        'transaction',
        'signatures',
      ),
    ).toBe(`["${namedSignature('t')}","${namedSignature('t/1')}"]`);
  });
});

describe('an instruction that no parser takes', () => {
  const PROGRAM = namedAddress('program');
  const unknown = { programIdIndex: 2, accounts: Uint8Array.of(1, 0), data: Buffer.from('abc') };
  const inner = {
    index: 0,
    instructions: [
      { ...unknown, stackHeight: 2 },
      { ...unknown, stackHeight: null },
    ],
  };
  const node = testNode({
    blocks: [
      {
        slot: 5,
        transactions: [
          {
            name: 't',
            accountKeys: [PAYER, RECIPIENT, PROGRAM],
            instructions: [unknown],
            meta: { innerInstructions: [inner] },
          },
        ],
      },
    ],
  });
  const ask = (dialect: DialectName, encoding: string) =>
    callText(node, 'getTransaction', `["${namedSignature('t')}",{"encoding":"${encoding}"}]`, dialect);
  const data = bs58.encode(Buffer.from('abc'));
  const compiled = (stackHeight: number | null) =>
    `{"accounts":[1,0],"data":"${data}","programIdIndex":2,"stackHeight":${stackHeight}}`;
  const decoded = (stackHeight: number | null) =>
    `{"accounts":["${RECIPIENT}","${PAYER}"],"data":"${data}","programId":"${PROGRAM}","stackHeight":${stackHeight}}`;

  it.each([
    ['contract', 'jsonParsed', compiled, null],
    ['agave', 'jsonParsed', decoded, 1],
    ['contract', 'json', compiled, null],
    ['agave', 'json', compiled, 1],
  ] as const)('%s, %s: in the message and inside calls', async (dialect, encoding, form, topLevel) => {
    const text = await ask(dialect, encoding);
    expect(partOf(text, 'transaction', 'message', 'instructions')).toBe(`[${form(topLevel)}]`);
    expect(partOf(text, 'meta', 'innerInstructions')).toBe(`[{"index":0,"instructions":[${form(2)},${form(null)}]}]`);
  });

  it.each(['base64', 'base58'])('%s: calls inside are shown by index', async (encoding) => {
    expect(partOf(await ask('agave', encoding), 'meta', 'innerInstructions', 0, 'instructions', 0)).toBe(compiled(2));
  });
});

describe.each(BOTH_DIALECTS)('a transaction recorded without metadata (%s)', (dialect) => {
  const node = nodeWith([recordedWire(LEGACY, null)]);

  it.each(['', ',"maxSupportedTransactionVersion":0'])('has no version, whatever is asked (%s)', async (maximum) => {
    const block = await callText(node, 'getBlock', `[5,{"encoding":"base64"${maximum}}]`, dialect);
    expect(entryIn(block)).toBe(`{"meta":null,"transaction":["${LEGACY}","base64"]}`);
    const accounts = await callText(node, 'getBlock', `[5,{"transactionDetails":"accounts"${maximum}}]`, dialect);
    expect(entryIn(accounts)).toBe(`{"meta":null,"transaction":{"accountKeys":${THREE_KEYS},${SIGNATURES}}}`);
  });

  it('is gated by its version where it has one', async () => {
    const versioned = nodeWith([recordedWire(V1, null)]);
    expect(await callText(versioned, 'getBlock', '[5]', dialect)).toBe(unsupportedVersion(1));
  });
});

describe.each(BOTH_DIALECTS)('a v0 transaction whose loaded addresses were not recorded (%s)', (dialect) => {
  const node = nodeWith([recordedWire(V0)]);
  const refusal = (wanted: string) =>
    notRecordedText(
      `Transaction ${SIGNATURE} was recorded as a message without meta.loadedAddresses and cannot be shown as ${wanted}: record it with encoding base64 and transactionDetails full`,
    );

  it('is shown by index', async () => {
    const text = await callText(
      node,
      'getTransaction',
      `["${SIGNATURE}",{"maxSupportedTransactionVersion":0}]`,
      dialect,
    );
    expect(partOf(text, 'transaction')).toBe(jsonText('v0', dialect));
  });

  it('is refused where addresses are asked', async () => {
    const config = '{"encoding":"jsonParsed","maxSupportedTransactionVersion":0}';
    expect(await callText(node, 'getTransaction', `["${SIGNATURE}",${config}]`, dialect)).toBe(refusal('jsonParsed'));
    expect(
      await callText(
        node,
        'getBlock',
        '[5,{"transactionDetails":"accounts","maxSupportedTransactionVersion":0}]',
        dialect,
      ),
    ).toBe(refusal('transactionDetails accounts'));
  });
});
