import { describe, expect, it, onTestFinished } from 'vitest';
import { parseJson } from '../../../../src/codec/parseJson.ts';
import { sendRuleOf } from '../../../../src/control/parse/parseSendRule.ts';
import { loadLedger } from '../../../../src/fixtures/loadLedger.ts';
import {
  ata,
  keypair,
  type LedgerNode,
  lamports,
  type NewTransferMatch,
  rawTokens,
  sol,
  tokens,
} from '../../../../src/index.ts';
import type { Address } from '../../../../src/solana/address.ts';
import type { Instruction } from '../../../../src/solana/instruction.ts';
import { ASSOCIATED_TOKEN } from '../../../../src/solana/programs/associatedToken.ts';
import { SYSTEM } from '../../../../src/solana/programs/system.ts';
import { reasonOf } from '../../../support/clients.ts';
import {
  sendInstructions,
  type TokenTransfer,
  TRANSFER_LEDGER,
  tokenTransfer,
  transferNode,
} from '../../../support/matchedTransfers.ts';

/** Matches by transfers. */

const keyOf = (name: string): Address => keypair(name).address;

/** A node that drops what is sent, as not all programs are modelled. */
async function sent(make: (node: LedgerNode) => readonly Instruction[]): Promise<LedgerNode> {
  const node = await transferNode();
  onTestFinished(() => node.close());
  await node.onSend({ then: 'drop' });
  await sendInstructions(node, make(node));
  return node;
}

const pay = (to: string, amount: bigint, more: Partial<TokenTransfer> = {}): TokenTransfer => ({
  mint: 'usdc',
  from: 'alice',
  to,
  amount,
  ...more,
});
const paySol = (to: string, amount: bigint) =>
  SYSTEM.transfer.build({ source: keyOf('alice'), destination: keyOf(to) }, { lamports: amount });

/** 2.5 usdc to bob, 1 gold to bob without naming the mint, 1 SOL to carol. */
const payments = () =>
  sent((node) => [
    tokenTransfer(node, pay('bob', 2_500_000n)),
    tokenTransfer(node, pay('bob', 100n, { mint: 'gold' }), false),
    paySol('carol', 1_000_000_000n),
  ]);

describe('transfers are found', () => {
  it.each<[transfers: readonly NewTransferMatch[]]>([
    [[{}]],
    [[{}, {}, {}]],
    [[{ from: 'alice' }, { from: 'alice' }, { from: 'alice' }]],
    [[{ to: 'bob', amount: tokens('2.5', 'usdc') }]],
    [[{ to: 'bob', mint: 'usdc', amount: tokens('2.5') }]],
    [[{ to: 'bob', mint: 'usdc', amount: rawTokens(2_500_000) }]],
    [[{ to: ata('bob', 'usdc'), amount: 2_500_000n }]],
    [[{ to: keypair('bob'), amount: tokens('2.50') }]],
    [[{ from: ata('alice', 'usdc'), received: tokens('2.5', 'usdc') }]],
    [[{ mint: 'gold', from: 'alice', to: 'bob', amount: tokens(1), received: tokens(1) }]],
    [[{ amount: tokens('1', 'gold') }]],
    [[{ sol: true }]],
    [[{ sol: true, amount: sol(1) }]],
    [[{ to: 'carol', amount: sol(1), received: lamports(1_000_000_000) }]],
    [[{ to: 'carol', amount: 1_000_000_000 }]],
    [[{ to: 'carol', amount: sol(1) }, { to: 'bob' }, { amount: 100 }]],
    // the first entry has to leave the transfer that it fits first to another one
    [[{ to: 'bob' }, { amount: tokens('2.5', 'usdc') }]],
    [[{}, { to: 'bob' }, { mint: 'usdc' }]],
  ])('%o', async (transfers) => {
    expect(await (await payments()).verify({ sent: { transfers } })).toBe(1);
  });
});

describe('transfers are missed, and the nearest says what differs', () => {
  it.each<[transfers: readonly NewTransferMatch[], differences: readonly string[]]>([
    [[{ to: 'bob', amount: tokens(3, 'usdc') }], ['transfers[0].amount is 2.5 $usdc, expected 3 $usdc']],
    [[{ to: 'carol', amount: sol(2) }], ['transfers[0].amount is 1 SOL, expected 2 SOL']],
    [[{ to: 'carol', sol: true, received: 5 }], ['transfers[0].received is 1 SOL, expected 0.000000005 SOL']],
    [[{ to: 'carol', amount: tokens('2.5', 'usdc') }], ['transfers[0].to is $bob, expected $carol']],
    [[{ from: 'bob', to: 'carol', sol: true }], ['transfers[0].from is $alice, expected $bob']],
    [[{ from: 'bob', to: 'bob', mint: 'gold' }], ['transfers[0].from is $alice, expected $bob']],
    [[{ to: 'till', mint: 'usdc', amount: 2_500_000 }], ['transfers[0].to is $bob, expected $till']],
    [[{ to: 'carol', mint: 'usdc' }], ['transfers[0].to is $bob, expected $carol']],
    [[{ to: 'carol', from: 'alice', mint: 'levy' }], ['transfers[0].mint is SOL, expected $levy']],
    [[{ to: 'bob', from: 'alice', sol: true }], ['transfers[0].mint is $usdc, expected SOL']],
    [[{ to: 'carol', from: 'alice', amount: tokens(1) }], ['transfers[0].to is $bob, expected $carol']],
    [[{ mint: 'usdc' }, { mint: 'usdc' }], ['transfers[1].mint is $gold, expected $usdc']],
    [[{}, {}, {}, {}], ['transfers[3]: no other transfer is left']],
    [[{ to: 'carol' }, { amount: sol(1) }], ['transfers[1].mint is $usdc, expected SOL']],
  ])('%o', async (transfers, differences) => {
    const { message } = (await reasonOf((await payments()).verify({ sent: { transfers } }))) as Error;
    expect(message.split('\n').slice(2)).toEqual(differences.map((text) => `    ${text}`));
  });

  it('a transaction without transfers', async () => {
    const node = await sent(() => [SYSTEM.allocate.build({ account: keyOf('alice') }, { space: 1n })]);
    const { message } = (await reasonOf(node.verify({ sent: { transfers: [{ to: 'bob' }] } }))) as Error;
    expect(message).toBe(
      'expected at least 1 sent transaction with {"transfers":[{"to":"$bob"}]}, found 0\n  transaction 1: system allocate\n    no instruction transfers SOL or tokens',
    );
  });
});

async function isFound(node: LedgerNode, ...transfers: readonly NewTransferMatch[]): Promise<boolean> {
  const count = await node.verify({ sent: { transfers } }).catch(() => 0);
  return count === 1;
}

describe('the accounts of a transfer', () => {
  it('from is the owner of the source, also if it is not associated, and not a delegate', async () => {
    const node = await sent((node) => [tokenTransfer(node, pay('bob', 5n, { from: 'till', authority: 'carol' }))]);
    expect(await isFound(node, { from: 'alice' })).toBe(true);
    expect(await isFound(node, { from: 'till' })).toBe(true);
    expect(await isFound(node, { from: 'carol' })).toBe(false);
  });

  it('to is the wallet only of its associated account', async () => {
    const node = await sent((node) => [tokenTransfer(node, pay('till', 5n, { from: 'bob' }))]);
    expect(await isFound(node, { to: 'till' })).toBe(true);
    expect(await isFound(node, { to: 'alice' })).toBe(false);
    const { message } = (await reasonOf(node.verify({ sent: { transfers: [{ to: 'alice' }] } }))) as Error;
    expect(message.split('\n').at(-1)).toBe('    transfers[0].to is $till of $alice, expected $alice');
  });

  it('to is a wallet whose account the same transaction makes', async () => {
    const dave = keypair('dave');
    const node = await sent((node) => [
      ASSOCIATED_TOKEN.createIdempotent.build({
        source: keyOf('alice'),
        account: node.address(ata(dave.address, 'usdc')) as Address,
        wallet: dave.address,
        mint: node.address('usdc') as Address,
        tokenProgram: node.address('token') as Address,
      }),
      tokenTransfer(node, pay('dave', 7n), false),
    ]);
    expect(await isFound(node, { to: dave, amount: tokens('0.000007', 'usdc') })).toBe(true);
    expect(await isFound(node, { to: dave, mint: 'gold' })).toBe(false);
  });

  it('the mint of a plain transfer comes from either account, else from the associated account of to', async () => {
    const [dave, erin] = [keypair('dave'), keypair('erin')];
    const unknown = await sent((node) => [
      tokenTransfer(
        node,
        {
          mint: 'usdc',
          from: erin.address,
          to: node.address(ata(dave.address, 'usdc')),
          amount: 7n,
          authority: 'alice',
        },
        false,
      ),
    ]);
    expect(await isFound(unknown, { to: dave, mint: 'usdc', amount: tokens('0.000007') })).toBe(true);
    expect(await isFound(unknown, { to: dave, mint: 'gold' })).toBe(false);
    expect(await isFound(unknown, { to: dave })).toBe(false);
    expect(await isFound(unknown, { from: erin, amount: 7 })).toBe(true);
    expect(await isFound(unknown, { mint: 'usdc' })).toBe(false);
    const ofDestination = await sent((node) => [
      tokenTransfer(node, pay('bob', 7n, { from: erin.address, authority: 'alice' }), false),
    ]);
    expect(await isFound(ofDestination, { mint: 'usdc', amount: tokens('0.000007') })).toBe(true);
  });

  it('facts are those of the send, whatever the ledger has later', async () => {
    const node = await sent((node) => [
      tokenTransfer(node, pay('bob', 7n, { from: 'till', authority: 'alice' }), false),
    ]);
    await node.setAccount('till', null);
    await node.setAccount('usdc', null);
    expect(await isFound(node, { from: 'alice', mint: keypair('usdc'), amount: rawTokens(7) })).toBe(true);
  });
});

it('received is what a transfer fee leaves, that of the epoch of the send', async () => {
  const node = await sent((node) => [tokenTransfer(node, pay('bob', 1050n, { mint: 'levy' }))]);
  expect(await isFound(node, { amount: tokens('10.5', 'levy'), received: tokens('10.39', 'levy') })).toBe(true);
  expect(await isFound(node, { received: tokens('10.5', 'levy') })).toBe(false);
  await node.warp({ epoch: 1 });
  await sendInstructions(node, [tokenTransfer(node, pay('bob', 1050n, { mint: 'levy' }))]);
  expect(await isFound(node, { received: tokens('10.39', 'levy') })).toBe(true);
  expect(await isFound(node, { received: tokens('10.29', 'levy') })).toBe(true);
});

it('the transfers in a batch of token instructions count', async () => {
  const node = await sent((node) => {
    const transfers = [
      tokenTransfer(node, pay('bob', 5n)),
      tokenTransfer(node, pay('carol', 6n, { from: 'till' }), false),
    ];
    const data = transfers.flatMap(({ accounts, data }) => [accounts.length, data.length, ...data]);
    const accounts = transfers.flatMap(({ accounts }) => accounts);
    return [{ program: transfers[0]!.program, accounts, data: Uint8Array.of(255, ...data) }];
  });
  expect(await node.verify({ sent: { instruction: 'spl-token batch' } })).toBe(1);
  expect(await isFound(node, { to: 'bob', amount: tokens('0.000005', 'usdc') }, { to: 'carol', amount: 6 })).toBe(true);
  expect(await isFound(node, { to: 'bob' }, { to: 'bob' })).toBe(false);
});

describe('SOL is moved by', () => {
  const [alice, bob] = [keyOf('alice'), keyOf('bob')];
  const owner = keyOf('bob');

  it.each<[type: string, instruction: Instruction, expected: NewTransferMatch]>([
    ['transfer', paySol('bob', 5n), { from: 'alice', to: 'bob' }],
    [
      'transferWithSeed',
      SYSTEM.transferWithSeed.build(
        { source: bob, sourceBase: alice, destination: alice },
        { lamports: 5n, sourceSeed: 'a', sourceOwner: owner },
      ),
      { from: 'bob', to: 'alice' },
    ],
    [
      'createAccount',
      SYSTEM.createAccount.build({ source: alice, newAccount: bob }, { lamports: 5n, space: 0n, owner }),
      { from: 'alice', to: 'bob' },
    ],
    [
      'createAccountWithSeed',
      SYSTEM.createAccountWithSeed.build(
        { source: alice, newAccount: bob },
        { base: alice, seed: 'a', lamports: 5n, space: 0n, owner },
      ),
      { from: 'alice', to: 'bob' },
    ],
    [
      'createAccountAllowPrefund',
      SYSTEM.createAccountAllowPrefund.build({ newAccount: bob, source: alice }, { lamports: 5n, space: 0n, owner }),
      { from: 'alice', to: 'bob' },
    ],
    [
      'withdrawFromNonce',
      SYSTEM.withdrawFromNonce.build(
        { nonceAccount: bob, destination: alice, nonceAuthority: alice },
        { lamports: 5n },
      ),
      { from: 'bob', to: 'alice' },
    ],
  ])('%s', async (type, instruction, expected) => {
    const node = await sent(() => [instruction]);
    expect(await node.verify({ sent: { instruction: `system ${type}` } })).toBe(1);
    expect(await isFound(node, { ...expected, sol: true, amount: lamports(5), received: lamports(5) })).toBe(true);
    expect(await isFound(node, { from: expected.to!, to: expected.from! })).toBe(false);
  });

  it('nothing, where an account is made of what it has', async () => {
    const make = SYSTEM.createAccountAllowPrefund.build({ newAccount: bob }, { lamports: 0n, space: 0n, owner });
    expect(await isFound(await sent(() => [make]), {})).toBe(false);
  });
});

describe('transfers are refused', () => {
  const LIKE = '(as in {"tokens": "2.5", "mint": "$usdc"})';

  it.each([
    ['[]', ': expected a list of transfers, at least one, found an empty array'],
    ['{}', ': expected a list of transfers, at least one, found an empty object'],
    ['[5]', '.0: expected an object, found 5'],
    ['[{"form":"$alice"}]', '.0.form: unknown member (did you mean "from"?)'],
    ['[{"from":"$alcie"}]', '.0.from: the ledger knows no account `$alcie` (did you mean $alice?)'],
    ['[{"mint":"$usd"}]', '.0.mint: the ledger knows no account `$usd` (did you mean $usdc?)'],
    ['[{"sol":false}]', '.0.sol: expected true, found false'],
    ['[{"sol":true,"mint":"$usdc"}]', '.0.mint: there cannot be mint where there is sol'],
    ['[{"sol":true,"amount":{"tokens":"1"}}]', '.0.amount: the amount is in tokens, and the transfer in SOL'],
    ['[{"mint":"$usdc","amount":{"sol":1}}]', '.0.amount: the amount is in SOL, and the transfer in $usdc'],
    [
      '[{"mint":"$usdc","amount":{"tokens":"1","mint":"$gold"}}]',
      '.0.amount: the amount is in $gold, and the transfer in $usdc',
    ],
    [
      '[{"amount":{"tokens":"1","mint":"$usdc"},"received":{"sol":1}}]',
      '.0.received: the amount is in SOL, and the transfer in $usdc',
    ],
    ['[{"amount":"2.5"}]', `.0.amount: expected an amount with its unit, or an integer, found "2.5" ${LIKE}`],
    ['[{"amount":{}}]', `.0.amount: expected an amount with its unit, or an integer, found an empty object ${LIKE}`],
    ['[{"amount":-5}]', '.0.amount: expected an integer from 0 to 18446744073709551615 (u64), found -5'],
    ['[{"amount":{"tokens":"1.123","mint":"$gold"}}]', '.0.amount: 1.123 has 3 decimals, and the mint 2'],
    ['[{"mint":"$gold","received":{"tokens":"1.123"}}]', '.0.received: 1.123 has 3 decimals, and the mint 2'],
  ])('%s', async (transfers, message) => {
    const { state } = await loadLedger([TRANSFER_LEDGER]);
    const read = () => sendRuleOf(parseJson(`{"match":{"transfers":${transfers}},"then":"drop"}`), state);
    expect(read).toThrow(expect.objectContaining({ message: `rule.match.transfers${message}` }));
  });
});
