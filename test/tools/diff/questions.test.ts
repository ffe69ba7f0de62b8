import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { compareAddresses, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { questionsOf } from '../../../src/tools/diff/questions.ts';
import { type LedgerSpec, testLedger } from '../../support/testNode.ts';
import { mintAccount } from '../../support/tokenLedger.ts';
import { namedAddress, namedSignature, PAYER, RECIPIENT } from '../../support/transactions.ts';

/** `method params` of every question, those that may not fit with a question mark. */
function asked(spec: LedgerSpec, dialect: 'agave' | 'contract' = 'agave'): string[] {
  const questions = [...questionsOf(testLedger(spec), DIALECTS[dialect])];
  return questions.map(({ isTentative, method, params }) => `${method} ${params}${isTentative === true ? ' ?' : ''}`);
}

function of(method: string, all: readonly string[]): string[] {
  return all.filter((text) => text.startsWith(`${method} `)).map((text) => text.slice(method.length + 1));
}

const [A, B, C] = ['a', 'b', 'c'].map(namedSignature);
const TWO_BLOCKS: LedgerSpec = {
  blocks: [
    { slot: 5, transactions: [{ name: 'a' }, { name: 'b', version: 0 }] },
    { slot: 7, parentSlot: 5, transactions: [{ name: 'c', version: 1 }] },
  ],
  processed: 7,
  confirmed: 7,
  finalized: 5,
};

function blockParams(slot: number, encoding: string, details: string, version: number, more = ''): string {
  return `[${slot},{"commitment":"confirmed","encoding":"${encoding}","maxSupportedTransactionVersion":${version}${more},"transactionDetails":"${details}"}]`;
}

describe('a block', () => {
  const rows = of('getBlock', asked(TWO_BLOCKS));

  it('is asked for in every encoding with all details, as any node takes it, and without a configuration where it is finalized', () => {
    const ofBlock = (slot: number, version: number) => [
      ...['full', 'accounts', 'signatures', 'none'].flatMap((details) =>
        ['json', 'jsonParsed', 'base64', 'base58', 'binary'].map((encoding) =>
          blockParams(slot, encoding, details, version),
        ),
      ),
      blockParams(slot, 'json', 'full', version, ',"rewards":false'),
    ];
    expect(rows).toEqual([...ofBlock(5, 0), '[5]', ...ofBlock(7, 1)]);
  });

  it('the contract dialect has one encoding less', () => {
    const refused = rows.filter((row) => row.includes('"binary"'));
    expect(of('getBlock', asked(TWO_BLOCKS, 'contract'))).toEqual(rows.filter((row) => !refused.includes(row)));
    expect(refused).toHaveLength(8);
  });

  it('above the confirmed tip is not asked for', () => {
    const spec: LedgerSpec = { blocks: [{ slot: 5 }, { slot: 6 }], finalized: 5, confirmed: 5, processed: 6 };
    expect(of('getBlockTime', asked(spec))).toEqual(['[5]']);
  });
});

describe('a transaction', () => {
  it('is asked for in every encoding, and for its status', () => {
    const rows = asked(TWO_BLOCKS);
    const ofTransaction = (signature = '', version = 0) =>
      ['json', 'jsonParsed', 'base64', 'base58', 'binary'].map(
        (encoding) =>
          `["${signature}",{"commitment":"confirmed","encoding":"${encoding}","maxSupportedTransactionVersion":${version}}]`,
      );
    expect(of('getTransaction', rows)).toEqual([
      ...ofTransaction(A),
      `["${A}"]`,
      ...ofTransaction(B),
      `["${B}"]`,
      ...ofTransaction(C, 1),
    ]);
    expect(of('getSignatureStatuses', rows)).toEqual([`[["${A}","${B}","${C}"],{"searchTransactionHistory":true}]`]);
  });

  it('statuses are asked for as many at a time as a node takes', () => {
    const transactions = Array.from({ length: 257 }, (_, i) => ({ name: `${i}` }));
    const groups = of('getSignatureStatuses', asked({ blocks: [{ slot: 5, transactions }] }));
    expect(groups.map((group) => group.split('","').length)).toEqual([256, 1]);
  });
});

describe('lists of a run of blocks', () => {
  it('have the bounds of the run, so that a node with more has the same', () => {
    const rows = asked(TWO_BLOCKS);
    expect(of('getBlocks', rows)).toEqual(['[5,7,{"commitment":"confirmed"}]']);
    expect(of('getBlocksWithLimit', rows)).toEqual(['[5,2,{"commitment":"confirmed"}]']);
    expect(of('getSignaturesForAddress', rows)).toEqual(
      [PAYER, RECIPIENT, SYSTEM_PROGRAM].flatMap((address) => [
        `["${address}",{"before":"${C}","commitment":"confirmed","until":"${A}"}]`,
        `["${address}",{"before":"${C}","commitment":"confirmed","limit":1,"until":"${A}"}]`,
      ]),
    );
  });

  it('a missing block ends a run', () => {
    const rows = asked({ blocks: [{ slot: 5 }, { slot: 6 }, { slot: 8 }, { slot: 9 }] });
    expect(of('getBlocks', rows)).toEqual(['[5,6,{"commitment":"confirmed"}]', '[8,9,{"commitment":"confirmed"}]']);
  });

  it('one transaction has nothing between', () => {
    const rows = asked({ blocks: [{ slot: 5, transactions: [{ name: 'a' }] }] });
    expect(of('getBlocks', rows)).toHaveLength(1);
    expect(of('getSignaturesForAddress', rows)).toEqual([]);
  });
});

describe('an account', () => {
  const mint = namedAddress('mint');
  const wallet = namedAddress('wallet');
  const rows = asked({ accounts: [{ address: wallet }, mintAccount({ address: mint })], processed: 5 });
  const sorted = [wallet, mint].sort(compareAddresses);

  it('is asked for in every encoding, cut, and with its balance, by address', () => {
    expect(of('getAccountInfo', rows)).toEqual(
      sorted.flatMap((address) => [
        ...['base64', 'base58', 'base64+zstd', 'jsonParsed', 'binary'].map(
          (encoding) => `["${address}",{"commitment":"confirmed","encoding":"${encoding}"}]`,
        ),
        `["${address}",{"commitment":"confirmed","dataSlice":{"length":16,"offset":4},"encoding":"base64"}]`,
      ]),
    );
    expect(of('getBalance', rows)).toEqual(sorted.map((address) => `["${address}",{"commitment":"confirmed"}]`));
    expect(of('getMultipleAccounts', rows)).toEqual([
      `[["${sorted.join('","')}"],{"commitment":"confirmed","encoding":"base64"}]`,
    ]);
  });

  it('of a token program: for a supply or an amount, whichever it has', () => {
    expect(of('getTokenSupply', rows)).toEqual([`["${mint}",{"commitment":"confirmed"}] ?`]);
    expect(of('getTokenAccountBalance', rows)).toEqual([`["${mint}",{"commitment":"confirmed"}] ?`]);
  });

  it('nobody is asked for all accounts of a program, nor for what changes by itself', () => {
    const methods = new Set(rows.map((row) => row.split(' ')[0]));
    expect([...methods].sort()).toEqual([
      'getAccountInfo',
      'getBalance',
      'getMinimumBalanceForRentExemption',
      'getMultipleAccounts',
      'getTokenAccountBalance',
      'getTokenSupply',
    ]);
  });
});

it('the genesis hash is asked for where the ledger has one: first, because it names the cluster', () => {
  expect(asked({ node: { genesisHash: namedAddress('genesis') } })).toEqual(['getGenesisHash []']);
});

it('the rent is asked for once, where the ledger has an account or a slot', () => {
  for (const spec of [{ accounts: [{ address: namedAddress('a') }] }, { blocks: [{ slot: 5 }] }] as LedgerSpec[])
    expect(of('getMinimumBalanceForRentExemption', asked(spec))).toEqual(['[165,{"commitment":"confirmed"}]']);
});

it('questions are made one at a time', () => {
  const state = testLedger(TWO_BLOCKS);
  let read = 0;
  const history = new Proxy(state.history, {
    get(target, name) {
      if (name === 'transactions') read++;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const questions = questionsOf({ ...state, history }, DIALECTS.agave)[Symbol.iterator]();
  expect(questions.next().value).toMatchObject({ method: 'getMinimumBalanceForRentExemption' });
  expect(questions.next().value).toEqual({ method: 'getBlock', params: blockParams(5, 'json', 'full', 0) });
  expect(read).toBe(0);
  while (questions.next().done !== true);
  expect(read).toBe(2);
});
