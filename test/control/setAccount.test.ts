import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialect.ts';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { pda } from '../../src/script/building/keyBuilders.ts';
import { ledger } from '../../src/script/building/ledgerBuilder.ts';
import { controlText, invalidText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';

const ALICE = namedKeyPair('alice').address;
const OTHER = namedAddress('other');
const SYSTEM = '11111111111111111111111111111111';
const COMMITMENTS = ['processed', 'confirmed', 'finalized'];
const MINT = '["$usdc",{"mint":{"decimals":6,"supply":"100"}}]';

const nodeWithOther = () => testNode({ ...THREE_TIPS, accounts: [{ address: OTHER, lamports: 7n }] });

/** Lamports at each commitment. */
async function balances(node: ReturnType<typeof testNode>, address: string): Promise<number[]> {
  const texts = COMMITMENTS.map((commitment) =>
    callText(node, 'getBalance', `["${address}",{"commitment":"${commitment}"}]`),
  );
  return (await Promise.all(texts)).map((text) => (JSON.parse(text) as { value: number }).value);
}

/** The `value` of an account as it is answered. */
async function accountText(node: ReturnType<typeof testNode>, address: string): Promise<string> {
  const text = await callText(node, 'getAccountInfo', `["${address}",{"encoding":"base64"}]`, DIALECTS.agave.name);
  return /"value":(.*)\}$/.exec(text)![1]!;
}

describe('stillnode_setAccount bounds the work for names', () => {
  const table = (addresses: readonly string[]) => JSON.stringify(['$table', { lookupTable: { addresses } }]);
  const names = (count: number) => Array.from({ length: count }, (_, i) => `$name${i}`);
  const tooMany = (place: string) =>
    invalidText(
      `${place}: more than 1000 new names and derivations in one call (use several calls, or write addresses in base58)`,
    );

  it('1,000 new names are taken, one more is refused', async () => {
    // the name of the table is one of them, until the ledger knows it
    const node = testNode(THREE_TIPS);
    expect(await controlText(node, 'setAccount', table(names(1000)))).toBe(
      tooMany('account.lookupTable.addresses.999'),
    );
    expect(await controlText(node, 'setAccount', table(names(999)))).toBe(`"${namedKeyPair('table').address}"`);
  });

  it('1,000 derivations too', async () => {
    const vaults = Array.from({ length: 1000 }, (_, i) => `$pda(token,"${i}")`);
    expect(await controlText(testNode(THREE_TIPS), 'setAccount', table(vaults))).toBe(
      tooMany('account.lookupTable.addresses.999'),
    );
  });

  it('derivations that are nested too deep are refused', async () => {
    const word = `${'$ata('.repeat(1500)}a${',b)'.repeat(1500)}`;
    expect(await controlText(testNode(THREE_TIPS), 'setAccount', JSON.stringify([word, { sol: 1 }]))).toBe(
      invalidText('address: derivations are nested deeper than 16 levels'),
    );
    expect(await controlText(testNode(THREE_TIPS), 'address', JSON.stringify([word]))).toBe(
      invalidText('address: derivations are nested deeper than 16 levels'),
    );
  });
});

describe('stillnode_setAccount takes an address', () => {
  it.each([
    ['in base58', OTHER, OTHER],
    ['as a name', '$alice', ALICE],
    ['as a well-known name', '$system', SYSTEM],
    ['as a derivation', '$pda(system, \\"vault\\")', ledger().address(pda('system', 'vault'))],
  ])('%s, and gives it in base58', async (_how, word, address) => {
    const node = nodeWithOther();
    expect(await controlText(node, 'setAccount', `["${word}",{"sol":5}]`)).toBe(`"${address}"`);
    expect(await balances(node, address)).toEqual([5e9, 5e9, 5e9]);
  });

  it.each([
    [
      '["alice",{"sol":5}]',
      invalidText(
        'address: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
      ),
    ],
    [
      '["$adress(a)",{"sol":5}]',
      invalidText('address: $adress(…) is not a derivation (there are $ata(owner,mint) and $pda(program,seed,…))'),
    ],
    [
      '["$ata(alice",{"sol":5}]',
      invalidText('address: expected as many ")" as "(", found "$ata(alice" (a name contains no parentheses)'),
    ],
    ['[5,{"sol":5}]', invalidText('address: expected a string, found 5')],
    ['[]', invalidText('expected the arguments [address, account, config?], but address is missing')],
  ])('%s is refused', async (params, error) => {
    expect(await controlText(nodeWithOther(), 'setAccount', params)).toBe(error);
  });
});

describe('stillnode_setAccount takes an account', () => {
  const RPC = `"executable":true,"lamports":18446744073709551615,"owner":"${ALICE}","rentEpoch":3,"space":2`;

  it.each([
    ['with the encoding base64', `{"data":["AQI=","base64"],${RPC}}`],
    ['with the encoding base58', `{"data":["5T","base58"],${RPC}}`],
    ['with bare base58', `{"data":"5T",${RPC}}`],
    ['without space', `{"data":["AQI=","base64"],${RPC.replace(',"space":2', '')}}`],
  ])('of the RPC %s', async (_how, account) => {
    const node = nodeWithOther();
    expect(await controlText(node, 'setAccount', `["${OTHER}",${account}]`)).toBe(`"${OTHER}"`);
    expect(await accountText(node, OTHER)).toBe(`{"data":["AQI=","base64"],${RPC}}`);
  });

  it('of the RPC with integers as text', async () => {
    const node = nodeWithOther();
    const text = RPC.replace(/(\d+)(?=,"(?:owner|space)")/g, '"$1"');
    expect(text).toContain('"lamports":"18446744073709551615","owner"');
    await controlText(node, 'setAccount', `["${OTHER}",{"data":["AQI=","base64"],${text}}]`);
    expect(await accountText(node, OTHER)).toBe(`{"data":["AQI=","base64"],${RPC}}`);
  });

  it('of scripts with integers as text', async () => {
    const node = nodeWithOther();
    await controlText(node, 'setAccount', `["${OTHER}",{"lamports":"12","raw":{"owner":"$system","rentEpoch":"3"}}]`);
    expect(await accountText(node, OTHER)).toBe(
      `{"data":["","base64"],"executable":false,"lamports":12,"owner":"${SYSTEM}","rentEpoch":3,"space":0}`,
    );
  });

  it.each([
    ['{"sol":1.5}', 1_500_000_000],
    ['{"sol":"0.000000001"}', 1],
    ['{"sol":0.0000001}', 100],
    ['{"sol":2.0}', 2_000_000_000],
    ['{"lamports":12}', 12],
    [`{"raw":{"owner":"$system","data":{"hex":"00"}},"lamports":5}`, 5],
    [`{"raw":{"owner":"$system"}}`, 890_880],
  ])('in the words of scripts: %s', async (account, lamports) => {
    const node = nodeWithOther();
    await controlText(node, 'setAccount', `["${OTHER}",${account}]`);
    expect(await balances(node, OTHER)).toEqual([lamports, lamports, lamports]);
  });

  it('of a token whose mint the ledger has', async () => {
    const node = nodeWithOther();
    const mint = JSON.parse(await controlText(node, 'setAccount', MINT)) as string;
    const tokens = JSON.parse(
      await controlText(node, 'setAccount', '["$ata(alice,usdc)",{"tokens":"12.5"}]'),
    ) as string;
    expect(await callText(node, 'getTokenAccountBalance', `["${tokens}"]`)).toContain(
      '"amount":"12500000","decimals":6',
    );
    expect(await callText(node, 'getTokenSupply', `["${mint}"]`)).toContain('"amount":"100000000"');
    expect(
      await callText(node, 'getTokenAccountsByOwner', `["${ALICE}",{"mint":"${mint}"},{"encoding":"base64"}]`),
    ).toContain(tokens);
  });

  it('of a token of the program that its mint has', async () => {
    const node = nodeWithOther();
    await controlText(node, 'setAccount', '["$gold",{"mint":{"decimals":0,"program":"$token2022"}}]');
    const tokens = await controlText(node, 'setAccount', '["$ata(alice,gold)",{"tokens":"3"}]');
    const derived = await controlText(node, 'setAccount', '["$ata(alice,gold,token2022)",null]');
    expect(derived).toBe(tokens);
  });

  it.each([
    ['[]', 'expected an object, found an empty array (write what it is, such as {"sol": 1})'],
    ['5', 'expected an object, found 5 (write {"sol": 5} or {"lamports": 5})'],
    ['{}', 'expected what the account is, such as {"sol": 1}, found an empty object'],
  ])('that is none: %s', async (account, reason) => {
    expect(await controlText(nodeWithOther(), 'setAccount', `["${OTHER}",${account}]`)).toBe(
      invalidText(`account: ${reason}`),
    );
  });

  it('with more mistakes than are kept: all others are counted', async () => {
    const addresses = JSON.stringify(Array.from({ length: 1500 }, () => 5));
    const text = await controlText(nodeWithOther(), 'setAccount', `["$a",{"lookupTable":{"addresses":${addresses}}}]`);
    expect(text).toMatch(/account\.lookupTable\.addresses\.2: expected [^;]*, found 5; and 1497 more"/);
  });

  it.each([
    ['["$a",{"sol":5}, {"from":"finalized"}]', 'config.from: expected "always" or "processed", found "finalized"'],
    ['["$a"]', 'expected the arguments [address, account, config?], but account is missing'],
    ['["$a",{"slo":5}]', 'account.slo: unknown member (did you mean "sol"?)'],
    ['["$a",{"sol":5,"lamports":5}]', 'account.sol: expected lamports or sol, found both'],
    [
      '["$a",{"tokens":"5"}]',
      'account.tokens: $a names no owner and no mint (write {"token": {"mint": …, "owner": …, "amount": …}})',
    ],
    [
      '["$a",{"lamports":"18446744073709551616"}]',
      'account.lamports: expected an integer from 0 to 18446744073709551615 (u64), found "18446744073709551616" (write the number without quotes)',
    ],
    [
      '["$a",{"lamports":"5 "}]',
      'account.lamports: expected an integer from 0 to 18446744073709551615 (u64), found "5 "',
    ],
    [
      '["$ata(a,b)",{"tokens":"5"}]',
      'account: there is no mint `$b` (add it with stillnode_setAccount: {"mint": {"decimals": 6}})',
    ],
    [
      `["$a",{"lamports":-1,"owner":"x","data":["A","base64"],"executable":1,"rentEpoch":0}]`,
      'account.data.0: expected base64 text, found "A" (1 characters cannot be a whole number of bytes); ' +
        'account.lamports: expected an integer from 0 to 18446744073709551615 (u64), found -1; ' +
        'account.owner: expected an address (base58 of 32 bytes), found "x" (it is base58 of 1 bytes); and 1 more',
    ],
    [
      `["$a",{"lamports":1,"owner":"${SYSTEM}","data":{"parsed":{}},"executable":false,"rentEpoch":0}]`,
      'account.data.program: expected a string, found no such member; account.data.space: expected an integer from 0 to 4294967295 (u32), found no such member',
    ],
  ])('%s is refused, and nothing changes', async (params, message) => {
    const node = nodeWithOther();
    const before = await controlText(node, 'dump');
    expect(await controlText(node, 'setAccount', params)).toBe(invalidText(message));
    expect(await controlText(node, 'dump')).toBe(before);
  });
});

describe('an account that is set', () => {
  it.each(['', ',{}', ',null', ',{"from":"always"}'])('is there at every commitment at once: %s', async (config) => {
    const node = nodeWithOther();
    await controlText(node, 'setAccount', `["${OTHER}",{"lamports":9}${config}]`);
    expect(await balances(node, OTHER)).toEqual([9, 9, 9]);
  });

  it('from the processed slot on is brought along by finality', async () => {
    const node = nodeWithOther();
    await controlText(node, 'setAccount', `["${OTHER}",{"lamports":9},{"from":"processed"}]`);
    expect(await balances(node, OTHER)).toEqual([9, 7, 7]);
    await controlText(node, 'advance');
    expect(await balances(node, OTHER)).toEqual([9, 9, 7]);
    await controlText(node, 'advance');
    expect(await balances(node, OTHER)).toEqual([9, 9, 9]);
  });

  it.each(['null', '{"sol":0}'])('to %s is deleted', async (account) => {
    const node = nodeWithOther();
    expect(await controlText(node, 'setAccount', `["${OTHER}",${account}]`)).toBe(`"${OTHER}"`);
    expect(await accountText(node, OTHER)).toBe('null');
  });
});

describe('stillnode_setAccount knows extensions and metadata', () => {
  const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
  const mint = (name: string) =>
    `["$coin",{"mint":{"decimals":6,"authority":"$issuer","extensions":{"interestBearingConfig":{"currentRate":5}}},"metadata":{"name":"${name}"}}]`;
  const dataOf = async (node: ReturnType<typeof testNode>, address: string) =>
    Buffer.from(/"data":\["([^"]*)"/.exec(await accountText(node, address))?.[1] ?? '', 'base64');

  it('the mint and its metadata are set at once', async () => {
    const node = testNode(THREE_TIPS);
    const coin = namedKeyPair('coin').address;
    const metadata = ledger().address(pda(METAPLEX, 'metadata', { address: METAPLEX }, { address: coin }));
    for (const name of ['Coin', 'Other']) {
      expect(await controlText(node, 'setAccount', mint(name))).toBe(`"${coin}"`);
      expect((await dataOf(node, metadata)).subarray(69, 101).toString()).toBe(name.padEnd(32, '\0'));
    }
    expect(await dataOf(node, coin)).toHaveLength(166 + 4 + 52);
  });

  it('mistakes are reported at their place', async () => {
    expect(await controlText(testNode(THREE_TIPS), 'setAccount', mint('x'.repeat(33)))).toBe(
      invalidText('account.metadata.name: a text of 33 bytes, at most 32 allowed'),
    );
  });
});

it('stillnode_setAccount takes compressed data', async () => {
  const node = testNode(THREE_TIPS);
  const account = { lamports: 5, owner: SYSTEM, data: ['KLUv/QBYGQAAAQID', 'base64+zstd'], executable: false };
  await controlText(node, 'setAccount', JSON.stringify([OTHER, { ...account, rentEpoch: 0 }]));
  expect(await accountText(node, OTHER)).toBe(
    `{"data":["AQID","base64"],"executable":false,"lamports":5,"owner":"${SYSTEM}","rentEpoch":0,"space":3}`,
  );
});
