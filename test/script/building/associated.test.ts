import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { sendRuleOf } from '../../../src/control/parse/parseSendRule.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import {
  ata,
  createNode,
  keypair,
  type LedgerBuilder,
  type LedgerNode,
  lamports,
  ledger,
  pda,
  sol,
} from '../../../src/index.ts';
import { associatedAddress, programAddress } from '../../../src/runtime/derive.ts';
import { address, TOKEN_2022_PROGRAM } from '../../../src/solana/address.ts';

const ACCOUNT = associatedAddress(keypair('alice').address, keypair('m2').address, TOKEN_2022_PROGRAM);
const M2 = { decimals: 0, authority: 'alice', program: 'token2022' };
const wallets = ledger().wallet('alice', sol(50)).wallet('bob', sol(50));

async function load(script: LedgerBuilder): Promise<LedgerNode> {
  return await createNode({ ledger: script, dialect: 'agave' });
}

describe('the associated account of a mint that the script makes', () => {
  it.each([
    [
      'with an instruction',
      wallets.block(1, (b) =>
        b.tx((t) =>
          t
            .createMint('m2', M2)
            .createAssociatedAccount('alice', 'm2', { payer: 'alice' })
            .balance(ata('alice', 'm2'), lamports(3_000_000)),
        ),
      ),
    ],
    [
      'with an inner instruction',
      wallets.block(1, (b) =>
        b.tx((t) =>
          t
            .raw('factory', {
              accounts: [
                { address: 'alice', signer: true, writable: true },
                { address: 'm2', signer: true, writable: true },
                { address: 'token2022' },
                { address: 'system' },
              ],
            })
            .inner(0, (i) => i.createMint('m2', M2))
            .createAssociatedAccount('alice', 'm2', { payer: 'alice' })
            .balance(ata('alice', 'm2'), lamports(3_000_000)),
        ),
      ),
    ],
    [
      'with what a transaction writes',
      wallets.block(1, (b) =>
        b.tx((t) =>
          t
            .raw('factory', {
              accounts: [
                { address: 'alice', signer: true, writable: true },
                { address: 'm2', writable: true },
                { address: ata('alice', 'm2'), writable: true },
              ],
            })
            .writes('m2', { mint: { decimals: 0, authority: '$alice', program: '$token2022' } })
            .writes(ata('alice', 'm2'), { tokens: '5' })
            .balance(ata('alice', 'm2'), lamports(3_000_000)),
        ),
      ),
    ],
    [
      'after a lookup table that names it',
      wallets
        .lookupTable('table', { addresses: [ata('alice', 'm2')] })
        .block(1, (b) => b.createMint('m2', M2).payer('alice'))
        .block(2, (b) =>
          b.tx((t) =>
            t
              .createAssociatedAccount('alice', 'm2', { payer: 'bob' })
              .lookupTables('table')
              .balance(ata('alice', 'm2'), lamports(3_000_000)),
          ),
        ),
    ],
  ])('is under the program of the mint, for the script, the builder and the node: %s', async (_how, script) => {
    expect(script.address(ata('alice', 'm2'))).toBe(ACCOUNT);
    const node = await load(script);
    expect(node.address(ata('alice', 'm2'))).toBe(ACCOUNT);
    const { value } = await node.request('getAccountInfo', [ACCOUNT, { encoding: 'jsonParsed' }]);
    expect(value).toMatchObject({ lamports: 3_000_000, owner: TOKEN_2022_PROGRAM });
  });

  it('is loaded from the lookup table', async () => {
    const script = wallets
      .lookupTable('table', { addresses: [ata('alice', 'm2')] })
      .block(1, (b) => b.createMint('m2', M2).payer('alice'))
      .block(2, (b) =>
        b.createAssociatedAccount('alice', 'm2', { payer: 'bob' }).lookupTables('table').named('created'),
      );
    const node = await load(script);
    const found = await node.request('getTransaction', [
      node.signature('created'),
      { encoding: 'json', maxSupportedTransactionVersion: 0 },
    ]);
    expect(found?.meta).toMatchObject({ loadedAddresses: { writable: [ACCOUNT], readonly: [] } });
  });
});

it('a mint at an address that follows from another new mint is a mint there, in whatever order the script has them', async () => {
  const nested = (space = '') => `$pda(factory,${space}$ata(alice,m2))`;
  const token2022Mint = { decimals: 0, authority: 'alice', program: 'token2022' };
  const script = wallets
    .mint(nested(), token2022Mint)
    .mint('m2', token2022Mint)
    .wallet(ata('bob', nested(' ')), sol(1))
    .block(1);
  const mint = script.address(pda('factory', ata('alice', 'm2')));
  const expected = associatedAddress(keypair('bob').address, address(mint), TOKEN_2022_PROGRAM);
  expect(mint).toBe(programAddress(keypair('factory').address, [decodeBase58(ACCOUNT)]));
  const node = await load(script);
  expect(node.names.get(nested())).toBe(mint);
  expect(script.address(ata('bob', nested()))).toBe(expected);
  expect(node.names.get(`${ata('bob', nested())}`)).toBe(expected);
});

it('a transaction writes token accounts of a mint that it makes', async () => {
  const script = wallets.block(1, (b) =>
    b.tx((t) =>
      t
        .createMint('m2', M2)
        .raw('factory', { accounts: [{ address: ata('alice', 'm2'), writable: true }] })
        .writes(ata('alice', 'm2'), { tokens: '5' }),
    ),
  );
  const node = await load(script);
  const balance = await node.request('getTokenAccountBalance', [ACCOUNT]);
  expect(balance.value).toMatchObject({ amount: '5', decimals: 0 });
});

describe('in a ledger that is served', () => {
  it('a block that makes the mint has its associated account', async () => {
    const node = await load(wallets.block(1));
    await node.addBlock((b) =>
      b.tx((t) =>
        t
          .createMint('m2', M2)
          .createAssociatedAccount('alice', 'm2', { payer: 'alice' })
          .balance(ata('alice', 'm2'), lamports(3_000_000)),
      ),
    );
    expect(node.address(ata('alice', 'm2'))).toBe(ACCOUNT);
    expect((await node.request('getBalance', [ACCOUNT])).value).toBe(3_000_000);
  });

  it('an account of the mint that a rule writes is under its program, wherever the rule names it', async () => {
    const { state } = await loadLedger([wallets.block(1)]);
    const rule = {
      then: {
        succeed: {
          inner: [
            { index: 0, instructions: [{ raw: { program: '$factory', accounts: [{ address: '$ata(alice,m2)' }] } }] },
          ],
          accounts: {
            '$ata(alice,m2)': { tokens: '5' },
            $m2: { mint: { decimals: 0, authority: '$alice', program: '$token2022' } },
          },
        },
      },
    };
    expect(sendRuleOf(rule, state).then).toMatchObject({
      additions: {
        inner: [{ instructions: [{ accounts: [{ address: ACCOUNT }] }] }],
        accounts: [{ address: ACCOUNT, owner: TOKEN_2022_PROGRAM }, { address: keypair('m2').address }],
      },
    });
  });

  it('a rule that writes a mint tells of names that look misspelled, as others do', async () => {
    const { state } = await loadLedger([wallets.block(1)]);
    const accounts = {
      $m2: { mint: { decimals: 0, authority: '$alice', program: '$token2022' } },
      '$ata(alicee,m2)': { tokens: '5' },
    };
    const warnings: string[] = [];
    sendRuleOf({ then: { succeed: { accounts } } }, state, (warning) => warnings.push(warning));
    expect(warnings).toEqual([
      'rule.then.succeed.accounts.$ata(alicee,m2): `$alicee` is a new key that is used only here (did you mean $alice?)',
    ]);
  });

  it('an impersonated one is under the program of its mint', async () => {
    const script = ledger({ send: { impersonate: ['$ata(alice,m2)'] } })
      .wallet('alice', sol(50))
      .block(1, (b) => b.createMint('m2', M2).payer('alice'));
    const { send } = (await loadLedger([script])).state;
    expect(send.impersonated).toEqual([ACCOUNT]);
  });
});
