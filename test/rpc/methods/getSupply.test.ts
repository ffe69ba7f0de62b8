import { describe, expect, it } from 'vitest';
import type { Supply } from '../../../src/ledger/clusterFacts.ts';
import { BOTH_DIALECTS, badParams, contextText, notInLedgerText, partOf } from '../../support/answers.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const TIPS: LedgerSpec = { ...THREE_TIPS };
const FUND = namedAddress('fund');
const SUPPLY: Supply = {
  circulating: 18446744073709551614n,
  nonCirculating: 1n,
  nonCirculatingAccounts: [FUND],
  total: 18446744073709551615n,
};
const NODE = testNode({ ...TIPS, cluster: { supply: SUPPLY } });

const text = (accounts: string, slot = 5) =>
  contextText(
    `{"circulating":18446744073709551614,"nonCirculating":1,"nonCirculatingAccounts":${accounts},"total":18446744073709551615}`,
    slot,
  );

describe.each(BOTH_DIALECTS)('getSupply (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getSupply', params, dialect);

  it.each([
    ['null', 5],
    ['[]', 5],
    ['[null]', 5],
    ['[{}]', 5],
    ['[{"commitment":null,"unheardOf":1}]', 5],
    ['[{"commitment":"bogus"}]', 5],
    ['[{"commitment":"finalized"}]', 5],
    ['[{"commitment":"confirmed"}]', 6],
    ['[{"commitment":"processed","excludeNonCirculatingAccountsList":false}]', 7],
    // it takes no minContextSlot
    ['[{"minContextSlot":99}]', 5],
  ])('%s: what the ledger says', async (params, slot) => {
    expect(await ask(params)).toBe(text(`["${FUND}"]`, slot));
  });

  it('the list may be left out', async () => {
    expect(await ask('[{"excludeNonCirculatingAccountsList":true}]')).toBe(text('[]'));
  });

  it.each<ParamCase>([
    ...countCases(0, 1, '{}'),
    ['["finalized"]', badParams('invalid type: string "finalized", expected struct RpcSupplyConfig')],
    ['[[]]', badParams('invalid type: sequence, expected struct RpcSupplyConfig')],
    ['[5]', badParams('invalid type: integer `5`, expected struct RpcSupplyConfig')],
    ['[{"excludeNonCirculatingAccountsList":null}]', badParams('invalid type: null, expected a boolean')],
    ['[{"excludeNonCirculatingAccountsList":1}]', badParams('invalid type: integer `1`, expected a boolean')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it('a ledger that may lack accounts has no supply to give', async () => {
    expect(await ask('[]', testNode({ accounts: [{ address: FUND }] }))).toBe(
      notInLedgerText('This ledger does not say the supply: put `supply` into ledger.json'),
    );
  });

  it('with all accounts there, it is their sum', async () => {
    const listed = '9huDUZfxoJ7wGMTffUE7vh1xePqef7gyrLJu9NApncqA' as typeof FUND;
    const accounts = [
      { address: FUND, lamports: 9007199254740993n },
      { address: listed, lamports: 7n },
    ];
    const node = testNode({ ...TIPS, accounts, cluster: { allAccounts: true } });
    expect(await ask('[{"excludeNonCirculatingAccountsList":true,"commitment":"processed"}]', node)).toBe(
      '{"context":{"apiVersion":"4.1.0","slot":7},"value":{"circulating":9007199254740993,"nonCirculating":7,"nonCirculatingAccounts":[],"total":9007199254741000}}',
    );
    // the whole list of the node stands there, accounts or none
    const list = JSON.parse(partOf(await ask('[]', node), 'value', 'nonCirculatingAccounts')!) as string[];
    expect(list).toHaveLength(214);
    expect(list).toContain(listed);
  });

  it('what the ledger says counts before what its accounts hold', async () => {
    const node = testNode({ ...TIPS, accounts: [{ address: FUND }], cluster: { allAccounts: true, supply: SUPPLY } });
    expect(await ask('[]', node)).toBe(text(`["${FUND}"]`));
  });
});
