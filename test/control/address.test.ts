import { describe, expect, it } from 'vitest';
import {
  ata,
  createNode,
  keypair,
  type LedgerBuilder,
  ledger,
  RpcError,
  sol,
  startNode,
  tokens,
} from '../../src/index.ts';
import { controlText, invalidText, unknownText } from '../support/control.ts';

const SHOP = keypair('other').address;
const ALICE = keypair('alice').address;
const SCRIPT = ledger()
  .key('shop', SHOP)
  .wallet('alice', sol(5))
  .mint('gold', { decimals: 0, program: 'token2022' })
  .tokenAccount('alice', tokens(5, 'gold'))
  .block(1, (b) => b.transfer('alice', 'bob', sol(1)));
const GOLD = ledger().address(ata('alice', 'gold', 'token2022'));

describe('stillnode_address', () => {
  it.each([
    ['$alice', ALICE],
    ['$shop', SHOP],
    ['$system', '11111111111111111111111111111111'],
    ['$ata(alice,gold)', GOLD],
    ['$ata(bob,gold)', ledger().address(ata('bob', 'gold', 'token2022'))],
    [ALICE, ALICE],
  ])('%s', async (words, address) => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await controlText(node, 'address', JSON.stringify([words]))).toBe(`"${address}"`);
    expect(node.address(words)).toBe(address);
  });

  it('knows the mints as they are now', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.addBlock((b) => b.createMint('coin', { decimals: 2, authority: 'alice', program: 'token2022' }));
    expect(node.address(ata('alice', 'coin'))).toBe(ledger().address(ata('alice', 'coin', 'token2022')));
    await node.setAccount('silver', { mint: { decimals: 2, program: '$token2022' } });
    expect(await controlText(node, 'address', '["$ata(alice,silver)"]')).toBe(
      `"${ledger().address(ata('alice', 'silver', 'token2022'))}"`,
    );
  });

  it.each([
    [
      '["alice"]',
      'address: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    [
      '["$ata(alice)"]',
      'address: $ata(…) takes an owner, a mint and, if need be, a token program (as in $ata(alice,usdc))',
    ],
    ['[5]', 'address: expected a string, found 5'],
  ])('%s is refused', async (params, message) => {
    expect(await controlText(await createNode({ ledger: SCRIPT }), 'address', params)).toBe(invalidText(message));
  });
});

describe('stillnode_address of a name that the ledger does not know', () => {
  it.each([
    ['["$nobody"]', "the ledger knows no account `$nobody` (keypair('nobody').address is that of a new name)"],
    ['["$w9"]', "the ledger knows no account `$w9` (keypair('w9').address is that of a new name)"],
    [
      '["$ata(alice,silver)"]',
      "the ledger knows no account `$silver` (keypair('silver').address is that of a new name)",
    ],
    ['["$shpo"]', 'the ledger knows no account `$shpo` (did you mean $shop?)'],
    ['["$alicf"]', 'the ledger knows no account `$alicf` (did you mean $alice?)'],
    ['["$ata(alice,gould)"]', 'the ledger knows no account `$gould` (did you mean $gold?)'],
  ])('%s is refused', async (params, message) => {
    expect(await controlText(await createNode({ ledger: SCRIPT }), 'address', params)).toBe(unknownText(message));
  });
});

describe('a program with an IDL', () => {
  const IDL = { version: '0.1.0', name: 'market', instructions: [] };
  const OTHER = keypair('other').address;

  it.each<[string, LedgerBuilder, string]>([
    ['of an address', ledger().program('market', { idl: IDL, address: SHOP }), SHOP],
    ['of the IDL of an address', ledger().program('market', { idl: { ...IDL, metadata: { address: SHOP } } }), SHOP],
    ['without an address', ledger().program('market', { idl: IDL }), keypair('market').address],
    ['of a key', ledger().key('market', OTHER).program('market', { idl: IDL }), OTHER],
  ])('%s is known by its name everywhere', async (_what, script, address) => {
    const node = await createNode({ ledger: script.block(1), dialect: 'agave' });
    expect(node.address('market')).toBe(address);
    expect(node.names.get('$market')).toBe(address);
    expect(await controlText(node, 'address', '["$market"]')).toBe(`"${address}"`);
    expect(await controlText(node, 'names', '[]')).toContain(`"$market":"${address}"`);
    expect(await controlText(node, 'show', '["$market"]')).toContain(`"address":"${address}"`);
    const json = await createNode({ ledger: { ...script.toJSON(), slots: [{ slot: 1 }] }, dialect: 'agave' });
    expect(json.address('market')).toBe(address);
  });

  it('is known once it is loaded', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.load({ programs: { market: { idl: IDL } } }, 'market.ledger.json');
    expect(node.address('market')).toBe(keypair('market').address);
  });
});

describe('in the library', () => {
  it.each([
    ['shpo', 'the ledger knows no account `$shpo` (did you mean $shop?)'],
    ['$shpo', 'the ledger knows no account `$shpo` (did you mean $shop?)'],
    [ata('alice', 'gould'), 'the ledger knows no account `$gould` (did you mean $gold?)'],
    ['$ata(alice,gould)', 'the ledger knows no account `$gould` (did you mean $gold?)'],
  ])('a name that the ledger does not know is refused: %s', async (words, message) => {
    const node = await createNode({ ledger: SCRIPT });
    expect(() => node.address(words)).toThrow(new RpcError(-32602, message, { reason: 'unknown' }));
  });

  it('the stack of an error begins with the line that asked', async () => {
    const node = await createNode({ ledger: SCRIPT });
    for (const ask of [
      () => node.address('shpo'),
      () => node.address(undefined as never),
      () => node.signature('rent of nobody'),
      () => node.signature(5 as never),
    ]) {
      let stack = '';
      try {
        ask();
      } catch (error) {
        ({ stack = '' } = error as Error);
      }
      expect(stack.split('\n').find((line) => line.includes(' at '))).toContain('address.test.ts');
    }
  });

  it('a name that is like one of the ledger is known once it has an account, and as a key pair', async () => {
    const node = await createNode({ ledger: SCRIPT });
    expect(node.address(keypair('shpo'))).toBe(keypair('shpo').address);
    await node.setAccount('shpo', sol(1));
    expect(node.address('shpo')).toBe(keypair('shpo').address);
  });

  it('a name needs no dollar, and a key is taken too', async () => {
    const node = await createNode({ ledger: SCRIPT });
    expect([node.address('shop'), node.address(keypair('alice'))]).toEqual([SHOP, ALICE]);
    expect(() => node.address('$ata(alice)')).toThrow(TypeError);
    expect(() => node.address(undefined as never)).toThrow(TypeError);
  });

  it('names are those that scripts use, and what was added', async () => {
    await using node = await startNode({ ledger: SCRIPT });
    const used = [
      ['$alice', ALICE],
      ['$ata(alice,gold)', GOLD],
      ['$bob', keypair('bob').address],
      ['$gold', keypair('gold').address],
      ['$shop', SHOP],
      ['$validator', keypair('validator').address],
      ['$validatorVote', keypair('validatorVote').address],
    ];
    expect([...node.names].sort()).toEqual(used);
    const before = node.names;
    await node.addBlock((b) => b.transfer('alice', 'carol', sol(1)));
    expect([...node.names].filter(([name]) => !before.has(name))).toEqual([['$carol', keypair('carol').address]]);
    await node.reset();
    expect(node.names).toBe(before);
  });
});
