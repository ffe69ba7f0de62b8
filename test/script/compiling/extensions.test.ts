import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../src/codec/bytes.ts';
import { collectNames } from '../../../src/runtime/names/collectNames.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { Names } from '../../../src/runtime/names/names.ts';
import type { Account } from '../../../src/solana/account.ts';
import { TOKEN_2022_PROGRAM } from '../../../src/solana/address.ts';
import { readExtension } from '../../../src/solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../src/solana/programs/splToken/extensionTable.ts';
import {
  addresses,
  type ExtensionSpec,
  extendedAccount,
  extendedMint,
  transferFees,
  zeros,
} from '../../support/extensionMints.ts';
import { endsOf, isLastRefused } from '../../support/runtime.ts';
import {
  compileGood,
  compileSpec,
  type InstructionSpec,
  type ScriptSpec,
  type TransactionSpec,
} from '../../support/scripts.ts';
import { decodedMeta } from '../../support/transactions.ts';

/** Words on mints with extensions do what Token-2022 does, by litesvm, or are refused. */

type Accounts = NonNullable<ScriptSpec['accounts']>;
type Transactions = readonly (TransactionSpec | InstructionSpec)[];

const WALLETS: Accounts = { $alice: { sol: 10 }, $bob: { sol: 10 }, $issuer: { sol: 10 }, $thief: { sol: 10 } };

function accountsWith(extensions: readonly ExtensionSpec[], more: Accounts = {}): Accounts {
  // the mint stands last: what stands before it depends on it all the same
  return { ...WALLETS, ...more, $coin: extendedMint(extensions, 1_000_000_000n) };
}

const by = (payer: string, ...instructions: InstructionSpec[]): TransactionSpec => ({ payer, instructions });

const CREATE = by(
  '$alice',
  { createAssociatedAccount: { owner: '$alice', mint: '$coin' } },
  { createAssociatedAccount: { owner: '$bob', mint: '$coin', idempotent: true } },
  { createTokenAccount: { account: '$chest', mint: '$coin', owner: '$alice' } },
);
const MINT: Transactions = [
  { mintTo: { mint: '$coin', to: '$alice', amount: '100' } },
  { mintTo: { mint: '$coin', to: '$chest', amount: '5' } },
];
const MOVE: Transactions = [
  { transferChecked: { mint: '$coin', from: '$alice', to: '$bob', amount: '10.000001' } },
  { transferChecked: { mint: '$coin', from: '$alice', to: '$chest', amount: '0.000001' } },
  { transferChecked: { mint: '$coin', from: '$alice', to: '$alice', amount: '7' } },
  { approve: { from: '$ata(alice,coin)', to: '$bob', amount: '20' } },
  { transferChecked: { mint: '$coin', from: '$alice', to: '$alice', amount: '7', authority: '$bob' } },
  { transferChecked: { mint: '$coin', from: '$alice', to: '$bob', amount: '12', authority: '$bob' } },
];
const BURN: Transactions = [
  { burn: { mint: '$coin', from: '$alice', amount: '1' } },
  { burn: { mint: '$coin', from: '$chest', amount: '5' } },
];
const CLOSE: Transactions = [
  by(
    '$alice',
    { createTokenAccount: { account: '$spare', mint: '$coin', owner: '$alice' } },
    { closeTokenAccount: { account: '$spare', to: '$bob' } },
  ),
];
const UNCHECKED: Transactions = [{ transferTokens: { mint: '$coin', from: '$alice', to: '$bob', amount: '3' } }];
const SEIZE: Transactions = [
  { approve: { from: '$ata(alice,coin)', to: '$thief', amount: '1' } },
  { transferChecked: { mint: '$coin', from: '$alice', to: '$bob', amount: '1', authority: '$thief' } },
  { burn: { mint: '$coin', from: '$alice', amount: '1', authority: '$thief' } },
];

function expectSameEnd(accounts: Accounts, transactions: Transactions, slot = 5): void {
  const { scripted, executed } = endsOf(accounts, [{ slot, transactions }]);
  expect(executed).toEqual(scripted);
}

const CONFIDENTIAL_MINT = zeros(4, 65);

describe.each<[name: string, extensions: readonly ExtensionSpec[], does: readonly Transactions[]]>([
  ['no extension', [], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['a fee', [transferFees([0n, 5_000_000n, 150])], [MINT, MOVE, BURN, CLOSE]],
  ['a fee of nothing', [transferFees([0n, 0n, 150])], [MINT, MOVE, BURN, CLOSE]],
  ['a fee of all', [transferFees([0n, 10n ** 18n, 10_000])], [MINT, MOVE, BURN, CLOSE]],
  ['a close authority', [addresses(3, ['issuer'])], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['confidential transfers', [CONFIDENTIAL_MINT], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['confidential minting', [CONFIDENTIAL_MINT, zeros(24, 196)], [CLOSE]],
  ['confidential fees', [transferFees([0n, 9n, 9]), CONFIDENTIAL_MINT, zeros(16, 129)], [MINT, MOVE, BURN, CLOSE]],
  ['accounts that start frozen', [[6, Uint8Array.of(2)]], []],
  ['accounts that start thawed', [[6, Uint8Array.of(1)]], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['tokens that stay where they are', [zeros(9, 0)], [MINT, BURN, CLOSE]],
  ['interest', [zeros(10, 52)], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['a permanent delegate', [addresses(12, ['thief'])], [MINT, MOVE, UNCHECKED, SEIZE, BURN, CLOSE]],
  ['a hook that is off', [addresses(14, ['issuer', null])], [MINT, MOVE, BURN, CLOSE]],
  ['a hook', [addresses(14, ['issuer', 'program'])], [MINT, BURN, CLOSE]],
  ['pointers', [zeros(18, 64), zeros(20, 64), zeros(22, 64)], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['amounts that are scaled', [zeros(25, 56)], [MINT, MOVE, UNCHECKED, BURN, CLOSE]],
  ['a pause that is off', [addresses(26, ['issuer'], 0)], [MINT, MOVE, BURN, CLOSE]],
  ['a pause', [addresses(26, ['issuer'], 1)], [CLOSE]],
  ['permission to burn', [addresses(28, ['issuer'])], [MINT, MOVE, UNCHECKED, CLOSE]],
  [
    'many',
    [addresses(26, [null], 0), addresses(14, [null, null]), transferFees([0n, 9n, 9])],
    [MINT, MOVE, BURN, CLOSE],
  ],
])('a mint with %s', (_, extensions, does) => {
  test('its accounts are made, and used, as Token-2022 does it', () => {
    expectSameEnd(accountsWith(extensions), [CREATE, ...does.flat()]);
  });

  test('the accounts that a script says are those that are made', () => {
    const accounts = accountsWith(extensions, {
      '$ata(alice,coin)': { token: { mint: '$coin', owner: '$alice', amount: '0' } },
      $chest: { token: { mint: '$coin', owner: '$alice', amount: '0' } },
    });
    const said = compileGood({ accounts }).accounts;
    const made = compileGood({
      accounts: accountsWith(extensions),
      slots: [{ slot: 5, transactions: [CREATE] }],
    }).accounts;
    const names = new Names(collectNames({ tokenProgramOf: () => made.get(namedKeyPair('coin').address)!.owner }));
    for (const name of ['$ata(alice,coin)', '$chest']) {
      const address = names.resolve({ value: name, at: { refuse: () => undefined, warn: () => undefined } })!;
      const withoutState = (data: Uint8Array) => Buffer.from(data).fill(0, 108, 109).toString('hex');
      expect(withoutState(said.get(address)!.data)).toBe(withoutState(made.get(address)!.data));
      expect(said.get(address)!.lamports).toBe(made.get(address)!.lamports);
    }
  });
});

/** The value of an extension that an account has. */
function accountExtension({ data }: Account, type: number): Uint8Array | undefined {
  return readExtension(data, type, { read: (value) => value.takeRemaining() });
}

/** Tokens that were held back from transfers into the account. */
function withheldIn(account: Account): bigint {
  if (account.owner !== TOKEN_2022_PROGRAM) return 0n;
  const value = accountExtension(account, EXTENSION.transferFeeAmount);
  return value === undefined ? 0n : new ByteReader(value).u64();
}

describe('a fee', () => {
  const FEES = transferFees([0n, 5_000_000n, 150], [2n, 300n, 20]);

  test.each([1, 431_999 * 2, 432_000 * 2, 432_000 * 3 + 5])('is that of the epoch, at slot %s', (slot) => {
    expectSameEnd(accountsWith([FEES]), [CREATE, ...MINT, ...MOVE], slot);
  });

  test('counts epochs as the ledger does', () => {
    const accounts = accountsWith([FEES]);
    const slots = [{ slot: 70, transactions: [CREATE, ...MINT, MOVE[0]!] }];
    const withheld = (options: Parameters<typeof compileGood>[1]) => {
      const all = [...compileGood({ accounts, slots }, options).accounts.values()];
      return all.map(withheldIn).filter((amount) => amount > 0n);
    };
    const schedule = { leaderScheduleSlotOffset: 32n, warmup: false, firstNormalEpoch: 0n, firstNormalSlot: 0n };
    expect(withheld({})).toEqual([150_001n]);
    expect(
      withheld({ cluster: { epochSchedule: { slotsPerEpoch: 32n, ...schedule }, leaderSchedules: undefined } }),
    ).toEqual([300n]);
  });

  test('is not in the token balances: they have what arrived', () => {
    const { transactions } = compileGood({
      accounts: accountsWith([FEES]),
      slots: [{ slot: 5, transactions: [CREATE, ...MINT, MOVE[0]!] }],
    });
    const { postTokenBalances } = decodedMeta(transactions.at(-1)!.meta);
    expect(postTokenBalances!.map(({ uiTokenAmount }) => uiTokenAmount.amount)).toEqual(['89999999', '9850000']);
  });
});

describe('a recorded mint', () => {
  test('is asked which program derives the addresses of its accounts', () => {
    const { accounts } = compileGood({ accounts: accountsWith([]) });
    const recorded = accounts.get(namedKeyPair('coin').address)!;
    const account = (address: string) => (address === recorded.address ? recorded : undefined);
    const script = {
      accounts: { '$ata(alice,coin)': { token: { mint: '$coin', owner: '$alice', amount: '1' } } },
    } as const;
    const explicit = '$ata(alice,coin,token2022)';
    const made = compileGood({ accounts: { ...accountsWith([]), [explicit]: script.accounts['$ata(alice,coin)'] } });
    const kept = compileGood(script, { account });
    const address = [...kept.accounts.keys()].find((key) => key !== recorded.address)!;
    expect(made.accounts.get(address)).toEqual(kept.accounts.get(address));
    expect(accountExtension(kept.accounts.get(address)!, EXTENSION.immutableOwner)).toHaveLength(0);
  });
});

const REFUSED = 'a node would refuse it: give with `err` how the transaction fails';
const UNKNOWN = 'record such a transaction, or write it with `raw`, which changes no account';

function errorsOf(accounts: Accounts, transactions: Transactions): readonly string[] {
  return compileSpec({ accounts, slots: [{ slot: 5, transactions }] }).errors.map((error) =>
    error.replace(/^\S+ /, ''),
  );
}

/** The last transaction is refused, here and by the programs. */
function refused(accounts: Accounts, transactions: Transactions, error: string): void {
  test(error, () => {
    expect(errorsOf(accounts, transactions)).toEqual([error]);
    const last = transactions.at(-1)!;
    const whole = 'instructions' in last && Array.isArray(last.instructions) ? last : { instructions: [last] };
    const failing = { ...whole, err: { InstructionError: [0, { Custom: 1 }] } } as TransactionSpec;
    expect(isLastRefused(accounts, [{ slot: 5, transactions: [...transactions.slice(0, -1), failing] }])).toBe(true);
  });
}

describe('what Token-2022 refuses', () => {
  const transfer = (word: string) => ({ [word]: { mint: '$coin', from: '$alice', to: '$bob', amount: '1' } });
  const minting = MINT[0]!;
  const burning = { burn: { mint: '$coin', from: '$alice', amount: '1' } };
  const holding = (types: readonly ExtensionSpec[], amount = 9_000_000n): Accounts => ({
    $from: extendedAccount({ mint: 'coin', owner: 'alice', amount }, types),
    $to: extendedAccount({ mint: 'coin', owner: 'bob', amount: 0n }, types),
  });
  const move = { transferChecked: { mint: '$coin', from: '$from', to: '$to', amount: '1' } };

  for (const mint of [transferFees([0n, 5n, 5]), addresses(14, [null, null]), addresses(26, [null], 0)])
    refused(
      accountsWith([mint]),
      [CREATE, minting, transfer('transferTokens')],
      'tokens of `$coin` are not moved without naming the mint (use `transferChecked`)',
    );
  for (const word of ['transferTokens', 'transferChecked'])
    refused(
      accountsWith([zeros(9, 0)]),
      [CREATE, minting, transfer(word)],
      `tokens of \`$coin\` cannot be transferred (${REFUSED})`,
    );
  for (const last of [
    move,
    { mintTo: { mint: '$coin', to: '$to', amount: '1' } },
    { burn: { mint: '$coin', from: '$from', amount: '1' } },
  ])
    refused(
      accountsWith([addresses(26, [null], 1)], holding([zeros(27, 0)])),
      [last],
      `\`$coin\` is paused (${REFUSED})`,
    );
  for (const last of [
    { mintTo: { mint: '$coin', to: '$to', amount: '1' } },
    { burn: { mint: '$coin', from: '$from', amount: '1' } },
  ])
    refused(
      accountsWith([CONFIDENTIAL_MINT, zeros(24, 196)], holding([])),
      [last],
      `\`$coin\` is minted and burned confidentially only (${REFUSED})`,
    );
  refused(
    accountsWith([zeros(9, 0)], holding([zeros(13, 0)])),
    [{ mintTo: { mint: '$coin', to: '$to', amount: '1' } }],
    `\`$to\` cannot hold \`$coin\`, which cannot be transferred (${REFUSED})`,
  );
  refused(
    accountsWith([transferFees([0n, 5n, 5])], holding([[2, Uint8Array.of(64, 66, 15, 0, 0, 0, 0, 0)]], 0n)),
    [{ closeTokenAccount: { account: '$from', to: '$bob' } }],
    `\`$from\` withholds 1 of \`$coin\` and cannot be closed (${REFUSED})`,
  );
  refused(accountsWith([transferFees([0n, 5n, 5])], holding([])), [move], '`$to` cannot withhold the fees of `$coin`');
  const full = new Uint8Array(8).fill(0xff);
  refused(
    accountsWith([transferFees([0n, 5n, 5])], holding([[2, full]])),
    [move],
    '`$to` cannot withhold this many tokens',
  );
  for (const type of [
    [5, new Uint8Array(295).fill(1, 33, 34)],
    [17, new Uint8Array(64).fill(1)],
  ] as const)
    refused(
      accountsWith([CONFIDENTIAL_MINT], holding([type], 0n)),
      [{ closeTokenAccount: { account: '$from', to: '$bob' } }],
      `\`$from\` holds encrypted tokens and cannot be closed (${REFUSED})`,
    );
  refused(
    accountsWith([CONFIDENTIAL_MINT], holding([zeros(5, 295)])),
    [move],
    `\`$to\` takes only confidential transfers (${REFUSED})`,
  );
  refused(
    accountsWith([], holding([[8, Uint8Array.of(1)]])),
    [move],
    '`$to` takes no transfer without a memo (put a `memo` right before it)',
  );
  refused(
    accountsWith([], holding([[8, Uint8Array.of(1)]])),
    [by('$alice', { memo: 'a' }, { transfer: { from: '$alice', to: '$bob', sol: 1 } }, move)],
    '`$to` takes no transfer without a memo (put a `memo` right before it)',
  );
  for (const last of [
    minting,
    burning,
    transfer('transferChecked'),
    { approve: { from: '$ata(alice,coin)', to: '$bob', amount: '1' } },
  ]) {
    const [word] = Object.keys(last);
    const what: Record<string, string> = {
      mintTo: 'cannot receive tokens',
      burn: 'cannot burn tokens',
      transferChecked: 'cannot send tokens',
      approve: 'cannot approve a delegate',
    };
    refused(
      accountsWith([[6, Uint8Array.of(2)]]),
      [CREATE, last],
      `\`$ata(alice,coin)\` is frozen at slot 5 and ${what[word!]}`,
    );
  }
  refused(
    accountsWith([addresses(12, ['thief'])]),
    [
      CREATE,
      minting,
      { transferTokens: { mint: '$coin', from: '$alice', to: '$bob', amount: '1', authority: '$thief' } },
    ],
    '`$thief` is neither the owner nor the delegate of `$ata(alice,coin)` at slot 5',
  );

  test('a memo right before the transfer is enough, as it is for a node', () => {
    const memo = { memo: 'rent' };
    expectSameEnd(accountsWith([], holding([[8, Uint8Array.of(1)]])), [by('$alice', memo, move)]);
  });

  test('an account for confidential transfers that takes others too', () => {
    expectSameEnd(accountsWith([CONFIDENTIAL_MINT], holding([[5, new Uint8Array(295).fill(1, 262, 263)]])), [move]);
  });
});

describe('what depends on more than the accounts', () => {
  test('a transfer hook', () => {
    const accounts = accountsWith([addresses(14, [null, 'program'])]);
    expect(errorsOf(accounts, [CREATE, MINT[0]!, MOVE[0]!])).toEqual([
      `a transfer of \`$coin\`, which has the transfer hook \`${namedKeyPair('program').address}\`, is not modelled: its effect is not known (give the transaction "execute": "litesvm", or write it with \`raw\`, which changes no account)`,
    ]);
  });

  test.each([
    ['an extension that is not known', [zeros(99, 4)]],
    ['an extension that does not read', [zeros(1, 4)]],
    ['an extension that stands twice', [zeros(9, 0), zeros(9, 0)]],
  ] as const)('%s', (_, extensions) => {
    const accounts = accountsWith(extensions);
    const error = `\`$coin\` has extensions that are not known (${UNKNOWN})`;
    expect(errorsOf(accounts, [CREATE])).toEqual([error]);
    const saying = { ...accounts, $chest: { token: { mint: '$coin', owner: '$alice', amount: '1' } } } as const;
    expect(compileSpec({ accounts: saying }).errors).toEqual([
      'accounts/$chest: `$coin` has extensions that are not known (give its accounts as {"raw": …}, or record them)',
    ]);
  });

  test.each<[InstructionSpec]>([
    [{ transferChecked: { mint: '$coin', from: '$from', to: '$to', amount: '1' } }],
    [{ burn: { mint: '$coin', from: '$from', amount: '1' } }],
    [{ approve: { from: '$from', to: '$bob', amount: '1' } }],
    [{ closeTokenAccount: { account: '$spare', to: '$bob' } }],
  ])('an account that guards against calls: %j', (called) => {
    const guard: ExtensionSpec = [11, Uint8Array.of(1)];
    const accounts = accountsWith([], {
      $from: extendedAccount({ mint: 'coin', owner: 'alice', amount: 9_000_000n }, [guard]),
      $spare: extendedAccount({ mint: 'coin', owner: 'alice', amount: 0n }, [guard]),
      $to: extendedAccount({ mint: 'coin', owner: 'bob', amount: 0n }, []),
    });
    const named = ['$coin', '$from', '$to', '$spare', '$bob'].map((name) => `${name} w`);
    const calling = { raw: { program: '$program', accounts: ['$token2022', '$alice s', ...named] } };
    const guarded = 'closeTokenAccount' in called ? '$spare' : '$from';
    expect(errorsOf(accounts, [{ instructions: [calling], inner: [{ index: 0, instructions: [called] }] }])).toEqual([
      `\`${guarded}\` guards against programs that call for its owner (${REFUSED})`,
    ]);
    expectSameEnd(accounts, [called]);
  });
});
