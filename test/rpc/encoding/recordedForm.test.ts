import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/codec/jsonText.ts';
import type { DialectName } from '../../../src/dialect.ts';
import type { OpaqueTransaction } from '../../../src/solana/block.ts';
import { BOTH_DIALECTS, partOf } from '../../support/answers.ts';
import { callText } from '../../support/testNode.ts';
import { namedSignature, PAYER, RECIPIENT } from '../../support/transactions.ts';
import { BLOCKHASH, entryIn, K1, nodeWith, SYSTEM } from './recordedVectors.ts';

const PARSED_INSTRUCTION = { parsed: 'hi', program: 'spl-memo', programId: SYSTEM };
const PLAIN_INSTRUCTION = { accounts: [K1, PAYER], data: '3x', programId: RECIPIENT };
const PARSED_TEXT = (height: string) =>
  `{"parsed":"hi","program":"spl-memo","programId":"${SYSTEM}","stackHeight":${height}}`;
/** by index in the contract dialect; an address that is not among the keys has none */
const PLAIN_TEXT: Record<DialectName, (height: string) => string> = {
  contract: (height) => `{"accounts":[2,0],"data":"3x","programIdIndex":1,"stackHeight":${height}}`,
  agave: (height) => `{"accounts":["${K1}","${PAYER}"],"data":"3x","programId":"${RECIPIENT}","stackHeight":${height}}`,
};
const TOP_HEIGHT = { contract: 'null', agave: '1' } as const;

const META: JsonObject = {
  err: null,
  fee: 5000,
  innerInstructions: [{ index: 0, instructions: [{ ...PLAIN_INSTRUCTION, stackHeight: 2 }, PARSED_INSTRUCTION] }],
  logMessages: [],
  postBalances: [1],
  postTokenBalances: [],
  preBalances: [2],
  preTokenBalances: null,
  rewards: [],
  status: { Ok: null },
  loadedAddresses: { readonly: [], writable: [K1] },
  returnData: null,
  costUnits: 7,
  computeUnitsConsumed: 150,
};

function parsed(given: Partial<OpaqueTransaction>, instructions: readonly JsonObject[] = []): OpaqueTransaction {
  const accountKeys = [PAYER, RECIPIENT, K1];
  return {
    kind: 'opaque',
    form: 'jsonParsed',
    signature: namedSignature('t'),
    slot: 5n,
    index: 0,
    blockTimeSeconds: null,
    err: null,
    version: 'legacy',
    json: { message: { accountKeys, instructions, recentBlockhash: BLOCKHASH }, signatures: [namedSignature('t')] },
    meta: META,
    accountKeys,
    ...given,
  };
}

async function shown(transaction: OpaqueTransaction, dialect: DialectName, config = '"encoding":"jsonParsed"') {
  return entryIn(await callText(nodeWith([transaction]), 'getBlock', `[5,{${config}}]`, dialect));
}

describe.each(BOTH_DIALECTS)(
  'a transaction recorded as jsonParsed is shown in the form of the dialect (%s)',
  (dialect) => {
    it('a message of before 1.11: keys get their source, and lookups that are null are absent', async () => {
      const key = (pubkey: string) => ({ pubkey, signer: pubkey === PAYER, writable: true });
      const transaction = parsed({});
      const message = { ...(transaction.json?.message as JsonObject), accountKeys: [PAYER, RECIPIENT, K1].map(key) };
      const json = { ...transaction.json, message: { ...message, addressTableLookups: null } };
      const text = await shown({ ...transaction, json }, dialect);
      const source = (pubkey: string) => (pubkey === K1 ? 'lookupTable' : 'transaction');
      const keys = [PAYER, RECIPIENT, K1].map(
        (pubkey) => `{"pubkey":"${pubkey}","signer":${pubkey === PAYER},"source":"${source(pubkey)}","writable":true}`,
      );
      expect(text).toContain(
        `"message":{"accountKeys":[${keys.join(',')}],"instructions":[],"recentBlockhash":"${BLOCKHASH}"}`,
      );
    });

    it('keys of before 1.11 get their source among accounts', async () => {
      const accountKeys = [{ pubkey: PAYER, signer: true, writable: true }];
      const transaction = parsed({ accountKeys: [PAYER], meta: { ...META, loadedAddresses: null } });
      const json = { ...transaction.json, message: { ...(transaction.json?.message as JsonObject), accountKeys } };
      const config = '"encoding":"jsonParsed","transactionDetails":"accounts"';
      expect(await shown({ ...transaction, json }, dialect, config)).toContain(
        `"accountKeys":[{"pubkey":"${PAYER}","signer":true,"source":"transaction","writable":true}]`,
      );
    });

    it('the instructions of its message', async () => {
      const recorded = [
        { ...PARSED_INSTRUCTION, stackHeight: 1 },
        { ...PLAIN_INSTRUCTION, stackHeight: 1 },
        PLAIN_INSTRUCTION,
      ];
      const height = TOP_HEIGHT[dialect];
      const plain = PLAIN_TEXT[dialect](height);
      const text = await shown(parsed({}, recorded), dialect);
      expect(partOf(text, 'transaction', 'message', 'instructions')).toBe(`[${PARSED_TEXT(height)},${plain},${plain}]`);
    });

    it('an instruction by indexes already, or one that names an address that the message does not', async () => {
      const recorded = [
        { accounts: [0], data: '', programIdIndex: 1, stackHeight: null },
        { accounts: [SYSTEM], data: '', programId: RECIPIENT, stackHeight: null },
      ];
      const height = TOP_HEIGHT[dialect];
      const text = await shown(parsed({}, recorded), dialect);
      expect(partOf(text, 'transaction', 'message', 'instructions')).toBe(
        `[{"accounts":[0],"data":"","programIdIndex":1,"stackHeight":${height}},` +
          `{"accounts":["${SYSTEM}"],"data":"","programId":"${RECIPIENT}","stackHeight":${height}}]`,
      );
    });

    it('loaded keys that were recorded in the metadata only', async () => {
      const listed = [PAYER, RECIPIENT].map((pubkey) => ({
        pubkey,
        signer: false,
        source: 'transaction',
        writable: true,
      }));
      const json = { message: { accountKeys: listed, instructions: [] }, signatures: [namedSignature('t')] };
      const meta = { ...META, loadedAddresses: { readonly: [SYSTEM], writable: [K1] } };
      const transaction = parsed({ json, meta, accountKeys: [PAYER, RECIPIENT, K1, SYSTEM] });
      const keyText = (pubkey: string, source: string, writable: boolean) =>
        `{"pubkey":"${pubkey}","signer":false,"source":"${source}","writable":${writable}}`;
      const expected = `[${[
        keyText(PAYER, 'transaction', true),
        keyText(RECIPIENT, 'transaction', true),
        keyText(K1, 'lookupTable', true),
        keyText(SYSTEM, 'lookupTable', false),
      ].join(',')}]`;
      expect(partOf(await shown(transaction, dialect), 'transaction', 'message', 'accountKeys')).toBe(expected);
      const accounts = await shown(transaction, dialect, '"transactionDetails":"accounts"');
      expect(partOf(accounts, 'transaction', 'accountKeys')).toBe(expected);
    });

    it('its metadata', async () => {
      const inner = `[{"index":0,"instructions":[${PLAIN_TEXT[dialect]('2')},${PARSED_TEXT('null')}]}]`;
      const start = '{"computeUnitsConsumed":150,';
      const middle = `"err":null,"fee":5000,"innerInstructions":${inner},"logMessages":[],"postBalances":[1],"postTokenBalances":[],"preBalances":[2],`;
      const expected = {
        contract: `${start}${middle}"rewards":null,"status":{"Ok":null}}`,
        agave: `${start}"costUnits":7,${middle}"preTokenBalances":null,"rewards":[],"status":{"Ok":null}}`,
      };
      expect(partOf(await shown(parsed({}), dialect), 'meta')).toBe(expected[dialect]);
    });

    it('metadata of which little was recorded', async () => {
      const given = {
        err: 'AccountInUse',
        meta: { status: { Err: 'AccountInUse' }, fee: 1, postBalances: [], preBalances: [] },
      };
      const tokens = dialect === 'agave' ? ['"postTokenBalances":null,', '"preTokenBalances":null,'] : ['', ''];
      expect(partOf(await shown(parsed(given), dialect), 'meta')).toBe(
        `{"err":"AccountInUse","fee":1,"innerInstructions":null,"logMessages":null,"postBalances":[],${tokens[0]}` +
          `"preBalances":[],${tokens[1]}"rewards":null,"status":{"Err":"AccountInUse"}}`,
      );
    });

    it('metadata that was not recorded', async () => {
      expect(partOf(await shown(parsed({ meta: null }), dialect), 'meta')).toBe('null');
    });

    it('its metadata under details accounts', async () => {
      const expected = {
        contract: '{"err":null,"fee":5000,"post_balances":[1],"post_token_balances":[],"pre_balances":[2]}',
        agave:
          '{"err":null,"fee":5000,"postBalances":[1],"postTokenBalances":[],"preBalances":[2],"preTokenBalances":null,"rewards":[],"status":{"Ok":null}}',
      };
      expect(partOf(await shown(parsed({}), dialect, '"transactionDetails":"accounts"'), 'meta')).toBe(
        expected[dialect],
      );
    });
  },
);

it('contract: shows rewards where the request names them', async () => {
  const text = await shown(parsed({}), 'contract', '"encoding":"jsonParsed","rewards":true');
  expect(partOf(text, 'meta', 'rewards')).toBe('[]');
});
