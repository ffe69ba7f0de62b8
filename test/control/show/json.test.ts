import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { ACCOUNT_KINDS } from '../../../src/control/show/accountContent.ts';
import { type ShowContext, showContextOf } from '../../../src/control/show/context.ts';
import { find } from '../../../src/control/show/find.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { contextOfScript, SHOWN_SCRIPT } from '../../support/shownLedger.ts';

const PAGE = readText('docs/show.md');
const context = await contextOfScript(SHOWN_SCRIPT);
const sample = await showContextOf((await loadLedger([SAMPLE_LEDGER])).state);

async function json(word: string | undefined, of: ShowContext = context): Promise<JsonObject> {
  return parseJson(stringifyJson(await itemJson(word === undefined ? undefined : find(word, of), of))) as JsonObject;
}

function membersOf(value: JsonValue | undefined): string[] {
  return isJsonObject(value) ? Object.keys(value).sort() : [];
}

/** Members that the first cell of a row of the page names, in the words of its second one. */
function documented(heading: string, first: string): string[] {
  const row = tableUnder(heading, PAGE).find(([cell]) => cell === first);
  return codeWords(row![1]!).filter((word) => /^[a-z]\w*$/i.test(word));
}

describe('the whole ledger', () => {
  it('a small one, as text', async () => {
    const small = await contextOfScript(
      'accounts: {$alice: {sol: 1}}\nslots: [{slot: 7, blockTime: null, transactions: [{name: hi, instructions: [{memo: hi}], payer: $alice}]}]',
      '{"processed": 7}',
    );
    expect(stringifyJson(await itemJson(undefined, small))).toBe(
      `{"accounts":[{"address":"2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt","described":null,"facts":{},"kind":"wallet","lamports":999995000,"name":"$alice","owner":"11111111111111111111111111111111","space":0}],"leftOut":{"accounts":0,"described":0,"names":0,"signatures":0,"slots":0,"transactions":0},"names":{"$alice":"2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt","$validator":"EuJDCiXoXsP1MRHPwcyJnV5CHjz6MhqfkJsWxHrKLYNF","$validatorVote":"djYRh5sXVe9t4KJKcAVTmUSoSLw1vZ4hVM56yn9g3gu"},"signatures":{"hi":["QsMtrBneVHrfr5EQfw2koEHSdBR36pYPEirG1qTnKhm8EJAPRRTFS2JH7A4jCfEPFAUwLBj9XM7cwFEJEQVJREi"]},"slots":[{"blockHeight":7,"blockTime":null,"blockhash":"Brd9XZuM8YuwGxo8kEU1ohPWYRZh3GG8xdyqAUmBrdWR","lastSlot":7,"parentSlot":6,"slot":7,"status":"finalized","tips":["processed","confirmed","finalized"],"transactionCount":1}],"summary":{"accounts":1,"apiVersion":"${DEFAULT_VERSION.release}","blocks":1,"cluster":null,"confirmed":7,"dropped":0,"failed":0,"finalized":7,"firstAvailable":7,"firstSlot":7,"genesisHash":"5fh76CpRu3HNGmHPpNmo14RwWyBgLCjN7NooX6xfzJrf","identity":"EuJDCiXoXsP1MRHPwcyJnV5CHjz6MhqfkJsWxHrKLYNF","lastSlot":7,"processed":7,"skipped":0,"transactions":1},"transactions":[{"copy":0,"err":null,"index":0,"memo":"[2] hi","name":"hi","programError":null,"programs":["$memo"],"signature":"QsMtrBneVHrfr5EQfw2koEHSdBR36pYPEirG1qTnKhm8EJAPRRTFS2JH7A4jCfEPFAUwLBj9XM7cwFEJEQVJREi","slot":7,"status":"finalized"}],"unlanded":[]}`,
    );
  });

  it('nothing is cut', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `  $w${i}: {sol: 1}`).join('\n');
    const { accounts } = await json(undefined, await contextOfScript(`accounts:\n${many}\n`, '{"processed": 1}'));
    expect(accounts).toHaveLength(60);
  });

  it.each(['summary', 'slots', 'transactions', 'accounts', 'names', 'signatures'])(
    '%s: the members of the page',
    async (name) => {
      expect(membersOf(await json(undefined))).toEqual([
        'accounts',
        'leftOut',
        'names',
        'signatures',
        'slots',
        'summary',
        'transactions',
        'unlanded',
      ]);
      const value = (await json(undefined))[name];
      const items = Array.isArray(value) ? (value as JsonValue[]) : [value];
      if (name === 'names' || name === 'signatures') return;
      for (const item of items)
        expect(documented('## Members', `\`${name}\``)).toEqual(expect.arrayContaining(membersOf(item)));
      expect(membersOf(items[0]).length).toBeGreaterThan(6);
    },
  );

  it('what is left out is counted, list by list', async () => {
    const documentedLists = documented('## Members', '`leftOut`');
    for (const word of [undefined, '$shop', '102'])
      expect(documentedLists).toEqual(expect.arrayContaining(membersOf((await json(word)).leftOut)));
  });

  it('the facts of every kind that the sample ledger has are those of the page', async () => {
    const accounts = (await json(undefined, sample)).accounts as readonly JsonObject[];
    const kinds = new Set(accounts.map(({ kind }) => kind));
    expect(ACCOUNT_KINDS.filter((kind) => !kinds.has(kind))).toEqual(['config']);
    for (const { facts, kind } of accounts)
      expect([kind, membersOf(facts)]).toEqual([kind, documentedFacts(`${kind}`)]);
  });
});

/** Of kinds that share a row too. */
function documentedFacts(kind: string): string[] {
  const row = tableUnder('## Members', PAGE).find(([cell]) => codeWords(cell!).includes(kind));
  return codeWords(row![1]!)
    .filter((word) => word !== 'null')
    .sort();
}

describe('one thing', () => {
  it('an account', async () => {
    expect(membersOf(await json('$shop'))).toEqual([
      'account',
      'address',
      'described',
      'facts',
      'idl',
      'kind',
      'leftOut',
      'name',
      'ownerName',
      'states',
      'transactions',
    ]);
    expect((await json('$shop')).address).toBe('2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S');
  });

  it('an address without an account', async () => {
    const { transactions, ...others } = await json('$bob');
    expect(stringifyJson(others)).toBe(
      '{"account":null,"address":"5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY","described":null,"facts":null,"idl":null,"kind":null,"leftOut":{"described":0,"states":0,"transactions":0},"name":"$bob","ownerName":null,"states":[]}',
    );
    expect(transactions).toHaveLength(1);
  });

  it('a transaction', async () => {
    expect(membersOf(await json('lunch'))).toEqual([
      'balances',
      'blockTime',
      'copy',
      'err',
      'events',
      'fate',
      'index',
      'instructions',
      'memo',
      'meta',
      'name',
      'priorityFee',
      'programError',
      'programs',
      'sent',
      'signature',
      'slot',
      'status',
      'tokenBalances',
      'transaction',
      'version',
    ]);
    expect(stringifyJson((await json('55WCeCaJ')).tokenBalances!)).toBe(
      '[{"account":"WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V","after":"2250000","before":null,"decimals":6,"mint":"9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C","owner":"5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY"},{"account":"49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG","after":"10250000","before":"12500000","decimals":6,"mint":"9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C","owner":"2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt"}]',
    );
  });

  it('a slot', async () => {
    expect(stringifyJson(await json('101'))).toBe(
      '{"accounts":[],"blockHeight":null,"blockTime":null,"blockhash":null,"lastSlot":101,"leftOut":{"accounts":0,"described":0,"rewards":0,"transactions":0},"parentSlot":null,"previousBlockhash":null,"rewards":[],"slot":101,"status":"skipped","tips":[],"transactionCount":null,"transactions":[]}',
    );
    expect(membersOf(await json('102'))).toEqual(membersOf(await json('101')));
  });
});
