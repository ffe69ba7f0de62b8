import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { LedgerContents } from '../../../src/fixtures/merging/ledgerContents.ts';
import { readScript } from '../../../src/script/format/script.ts';
import { type Account, emptyAccount } from '../../../src/solana/account.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/solana/address.ts';
import type { Instruction } from '../../../src/solana/instruction.ts';
import { PARSERS } from '../../../src/solana/programs/parsers.ts';
import { readExtension } from '../../../src/solana/programs/splToken/extensions.ts';
import { EXTENSION_ROWS } from '../../../src/solana/programs/splToken/extensionTable.ts';
import { interestBearingConfig } from '../../../src/solana/programs/splToken/extensionValues.ts';
import { compileScript } from '../../support/compileScript.ts';
import { addressOf, GROUP, ISSUER, initializeMint, MINT, ROWS, type Row } from '../../support/extensionInstructions.ts';
import { byPrograms, UNIX_TIMESTAMP } from '../../support/liteSvmToken.ts';
import { meta } from '../../support/realExecution.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { cursorOfText, problemsAt } from '../format/scripts.ts';

/** Extensions as scripts give them are those that Token-2022 initializes, by litesvm. */

/** the time of litesvm */
const START = Number(UNIX_TIMESTAMP);

interface Compiled {
  readonly accounts: ReadonlyMap<Address, Account>;
  readonly problems: readonly string[];
}

function compile(accounts: object): Compiled {
  return compileText(JSON.stringify({ accounts, slots: [{ slot: 1, blockTime: START }] }));
}

function compileText(text: string): Compiled {
  const at = cursorOfText(text);
  const { script } = readScript(at, new LedgerContents());
  const found = new Map<Address, Account>();
  compileScript(script, { block() {}, signature() {}, account: (account) => found.set(account.address, account) });
  return {
    accounts: found,
    problems: problemsAt(at).map((problem) => problem.replace(/^a\.ledger\.json:1:\d+: /, '')),
  };
}

function compileGood(accounts: object): ReadonlyMap<Address, Account> {
  const { accounts: compiled, problems } = compile(accounts);
  expect(problems).toEqual([]);
  return compiled;
}

const FAMILY = {
  mint: {
    decimals: 0,
    authority: '$issuer',
    extensions: { groupPointer: {}, tokenGroup: { updateAuthority: '$issuer', maxSize: 5 } },
  },
};

/** with an account that has room for what is initialized before the mint */
function byToken2022(bytes: number, instructions: readonly Instruction[], others: readonly Account[] = []) {
  const owner = TOKEN_2022_PROGRAM;
  const mint = { ...emptyAccount(MINT), owner, lamports: 10n ** 10n, data: new Uint8Array(bytes) };
  const { accounts, failure } = byPrograms([mint, ...others], instructions);
  return { failure, data: accounts[MINT]?.split(' ')[2] };
}

const HEADER = 4;
const FIRST = 166;

function sizeOf(rows: readonly Row[]): number {
  const early = rows.filter(({ bytes }) => bytes !== undefined);
  if (early.length === 0) return 82;
  const size = early.reduce((sum, { bytes = 0 }) => sum + HEADER + bytes, FIRST);
  return size === 355 ? 357 : size;
}

const hex = (account: Account | undefined) => account && Buffer.from(account.data).toString('hex');

function isLate({ bytes }: Row): boolean {
  return bytes === undefined;
}

/** What both make of extensions. */
function bothOf(
  given: readonly (readonly [Row, { readonly json: object; readonly instructions: readonly Instruction[] }])[],
) {
  const extensions = Object.fromEntries(given.map(([row, { json }]) => [row.name, json]));
  const mint = { decimals: 6, authority: '$issuer', freezeAuthority: '$issuer', extensions };
  const { accounts, problems } = compile({ $coin: { mint }, $family: FAMILY });
  const [early, late] = [given.filter(([row]) => !isLate(row)), given.filter(([row]) => isLate(row))];
  const instructions = [
    ...early.flatMap(([, found]) => found.instructions),
    initializeMint(),
    ...late.flatMap(([, found]) => found.instructions),
  ];
  const group = accounts.get(GROUP)!;
  const real = byToken2022(sizeOf(given.map(([row]) => row)), instructions, [{ ...group, lamports: 10n ** 10n }]);
  return { names: Object.keys(extensions), ours: hex(accounts.get(MINT)), problems, real };
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  confidentialTransferFeeConfig: ['transferFeeConfig', 'confidentialTransferMint'],
  confidentialMintBurn: ['confidentialTransferMint'],
  tokenMetadata: ['metadataPointer'],
  tokenGroup: ['groupPointer'],
  tokenGroupMember: ['groupMemberPointer'],
};
const byName = (name: string) => ROWS.find((row) => row.name === name)!;

function expectSame({ names, ours, problems, real }: ReturnType<typeof bothOf>): void {
  expect(problems).toEqual([]);
  expect(real.failure, names.join()).toBeNull();
  expect(ours).toBe(real.data);
}

const casesOf = (rows: readonly Row[]) =>
  fc.tuple(...rows.map((row) => row.cases.map((found) => [row, found] as const)));

describe('the bytes of a mint', () => {
  it('there is a row for every extension of mints', () => {
    const names = Object.values(EXTENSION_ROWS).flatMap((row) => (row?.kind === 'mint' ? row.name : []));
    expect(ROWS.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  it.each(ROWS.map((row) => [row.name, row] as const))('%s', (name, row) => {
    const needed = (NEEDS[name] ?? []).map(byName);
    fc.assert(
      fc.property(casesOf([...needed, row]), (given) => expectSame(bothOf(given))),
      { numRuns: 30 },
    );
  });

  test('random extensions in any order: what Token-2022 refuses is refused, and all else has its bytes', () => {
    const outcomes = new Map<boolean, number>();
    const some = fc.shuffledSubarray([...ROWS], { minLength: 1, maxLength: 8 });
    const property = fc.property(some.chain(casesOf), (given) => {
      const both = bothOf(given);
      const isRefused = both.problems.length > 0;
      outcomes.set(isRefused, (outcomes.get(isRefused) ?? 0) + 1);
      if (!isRefused) return expectSame(both);
      expect(both.real.failure, both.problems.join('\n')).not.toBeNull();
    });
    fc.assert(property, { numRuns: fixedRunsOf(100, 30), seed: 1 });
    expect(outcomes.get(true)).toBeGreaterThan(5);
    expect(outcomes.get(false)).toBeGreaterThan(5);
    fc.assert(property, { numRuns: 500 });
  });
});

describe('a mint that would be as long as a multisig', () => {
  const PADDED = ['transferFeeConfig', 'metadataPointer', 'defaultAccountState', 'nonTransferable'].map(byName);

  it.each([
    ['has two bytes more', PADDED, 357],
    ['has none of them after metadata is added', [...PADDED, byName('tokenMetadata')], undefined],
  ])('%s', (_, rows, bytes) => {
    const property = fc.property(casesOf(rows), (given) => {
      const both = bothOf(given);
      expectSame(both);
      if (bytes !== undefined) expect(both.ours).toHaveLength(2 * bytes);
    });
    fc.assert(property, { numRuns: 10 });
  });
});

const BOX = addressOf('box');
const ALICE = addressOf('alice');

const onBox = (data: readonly number[], ...accounts: Instruction['accounts']): Instruction => ({
  program: TOKEN_2022_PROGRAM,
  accounts: [meta(BOX, 'w'), ...accounts],
  data: Uint8Array.from(data),
});
const IMMUTABLE = onBox([22]);
const INITIALIZE = onBox([18, ...decodeBase58(ALICE)], meta(MINT));
const enable = (type: number, tag: number) => [
  onBox([29, type, 0], meta(ISSUER, 'ws'), meta(SYSTEM_PROGRAM), meta(ALICE, 's')),
  onBox([tag, 0], meta(ALICE, 's')),
];
const MEMO = enable(8, 30);
const GUARD = enable(11, 34);

const FEES = { transferFeeConfig: {} };
const ALL = { ...FEES, nonTransferable: {}, transferHook: { authority: '$issuer' }, pausableConfig: {} };

describe('the bytes of a token account', () => {
  it.each<[what: string, mint: object, given: object | undefined, bytes: number, instructions: readonly Instruction[]]>(
    [
      ['nothing', {}, undefined, 165, [INITIALIZE]],
      ['no extension', {}, {}, 165, [INITIALIZE]],
      ['an immutable owner', {}, { immutableOwner: {} }, 170, [IMMUTABLE, INITIALIZE]],
      ['memos', {}, { memoTransfer: {} }, 165, [INITIALIZE, ...MEMO]],
      ['a guard, then memos', {}, { cpiGuard: {}, memoTransfer: {} }, 165, [INITIALIZE, ...GUARD, ...MEMO]],
      [
        'memos, then an immutable owner',
        {},
        { memoTransfer: {}, immutableOwner: {} },
        170,
        [IMMUTABLE, INITIALIZE, ...MEMO],
      ],
      ['what its mint requires', ALL, undefined, 166 + 12 + 4 + 4 + 5 + 4, [INITIALIZE]],
      ['what its mint requires, given', ALL, { pausableAccount: {}, transferFeeAmount: {} }, 166 + 29, [INITIALIZE]],
      ['memos and what its mint requires', ALL, { memoTransfer: {} }, 166 + 29, [INITIALIZE, ...MEMO]],
      [
        'all of them',
        ALL,
        { cpiGuard: {}, immutableOwner: {}, memoTransfer: {} },
        166 + 29,
        [IMMUTABLE, INITIALIZE, ...GUARD, ...MEMO],
      ],
    ],
  )('%s', (_, mint, given, bytes, instructions) => {
    const compiled = compileGood({
      $coin: { mint: { decimals: 6, authority: '$issuer', extensions: mint } },
      $box: { token: { mint: '$coin', owner: '$alice', ...(given && { extensions: given }) } },
    });
    const owner = TOKEN_2022_PROGRAM;
    const box = { ...emptyAccount(BOX), owner, lamports: 10n ** 10n, data: new Uint8Array(bytes) };
    const payer = { ...emptyAccount(ISSUER), lamports: 10n ** 10n };
    const real = byPrograms([compiled.get(MINT)!, box, payer], instructions);
    expect(real.failure).toBeNull();
    expect(hex(compiled.get(BOX))).toBe(real.accounts[BOX]?.split(' ')[2]);
  });

  it('has the values that are given', () => {
    const zeros = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
    const given = {
      transferFeeAmount: { withheldAmount: '18446744073709551615' },
      transferHookAccount: { transferring: true },
      confidentialTransferAccount: {
        approved: true,
        elgamalPubkey: zeros(32),
        availableBalance: zeros(64),
        decryptableAvailableBalance: zeros(36),
        pendingBalanceCreditCounter: 3,
      },
      confidentialTransferFeeAmount: { withheldAmount: zeros(64) },
      memoTransfer: { requireIncomingTransferMemos: false },
      cpiGuard: { lockCpi: false },
    };
    const extensions = {
      transferFeeConfig: {},
      transferHook: {},
      confidentialTransferMint: {},
      confidentialTransferFeeConfig: {},
    };
    const compiled = compileGood({
      $coin: { mint: { decimals: 0, extensions } },
      $box: { token: { mint: '$coin', owner: '$alice', extensions: given } },
    });
    const parsed = PARSERS.parseAccount(compiled.get(BOX)!, {
      mintOf: (mint) => PARSERS.readMintInfo(compiled.get(mint)!.data, 0n),
    });
    const { extensions: shown } = (
      parsed!.parsed as unknown as { info: { extensions: { extension: string; state: object }[] } }
    ).info;
    expect(Object.fromEntries(shown.map(({ extension, state }) => [extension, state]))).toEqual({
      ...given,
      transferFeeAmount: { withheldAmount: 2n ** 64n - 1n },
      confidentialTransferAccount: {
        ...given.confidentialTransferAccount,
        pendingBalanceLo: Buffer.alloc(64).toString('base64'),
        pendingBalanceHi: Buffer.alloc(64).toString('base64'),
        allowConfidentialCredits: true,
        allowNonConfidentialCredits: true,
        pendingBalanceCreditCounter: 3n,
        maximumPendingBalanceCreditCounter: 65_536n,
        expectedPendingBalanceCreditCounter: 0n,
        actualPendingBalanceCreditCounter: 0n,
      },
    });
  });
});

describe('what is wrong with extensions', () => {
  const AT = '/accounts/$coin/mint/extensions';
  const U64 = 'an integer from 0 to 18446744073709551615 (u64)';

  it.each<[extensions: unknown, problems: readonly string[]]>([
    [null, [': expected an object, found null']],
    [{ transferFeesConfig: {} }, ['/transferFeesConfig: unknown extension (did you mean "transferFeeConfig"?)']],
    [
      { memoTransfer: {} },
      ['/memoTransfer: memoTransfer is an extension of token accounts, not of mints (write it under token)'],
    ],
    [{ nonTransferable: null }, ['/nonTransferable: expected an object, found null']],
    [{ nonTransferable: { authority: '$a' } }, ['/nonTransferable/authority: unknown member']],
    [
      { transferFeeConfig: { authority: '$a', withheldAmount: -1, newerTransferFee: { maximumFee: '1.5' } } },
      [
        '/transferFeeConfig/authority: unknown member',
        `/transferFeeConfig/withheldAmount: expected ${U64}, found -1`,
        `/transferFeeConfig/newerTransferFee/maximumFee: expected ${U64}, found "1.5"`,
        '/transferFeeConfig/newerTransferFee/transferFeeBasisPoints: expected an integer from 0 to 10000 (basis points), found no such member',
      ],
    ],
    [
      { transferFeeConfig: { olderTransferFee: { maximumFee: 1, transferFeeBasisPoints: 10001 } } },
      [
        '/transferFeeConfig/olderTransferFee/transferFeeBasisPoints: expected an integer from 0 to 10000 (basis points), found 10001',
      ],
    ],
    [
      { transferHook: { authority: 5, programId: '$token2022' } },
      ['/transferHook/authority: expected an address, or a name such as "$alice", found 5'],
    ],
    [
      { transferHook: { programId: '$token2022' } },
      ['/transferHook: the program of a transfer hook cannot be Token-2022'],
    ],
    [
      { permanentDelegate: { delegate: '$pda()' } },
      ['/permanentDelegate/delegate: $pda(…) takes a program and its seeds (as in $pda($program,"vault"))'],
    ],
    [
      { defaultAccountState: {} },
      ['/defaultAccountState/accountState: expected "initialized" or "frozen", found no such member'],
    ],
    [
      { defaultAccountState: { accountState: 'frozen' } },
      [
        '/defaultAccountState: accounts start frozen, and the mint has no freezeAuthority (add freezeAuthority to the mint)',
      ],
    ],
    [
      { interestBearingConfig: { currentRate: 40000 }, scaledUiAmountConfig: { multiplier: 0 } },
      [
        '/interestBearingConfig/currentRate: expected an integer from -32768 to 32767 (i16), found 40000',
        '/scaledUiAmountConfig/multiplier: expected a number above 0, such as 1.5 or "1.5", found 0',
      ],
    ],
    [
      { interestBearingConfig: {}, scaledUiAmountConfig: {} },
      ['/scaledUiAmountConfig: a mint cannot have both interestBearingConfig and scaledUiAmountConfig'],
    ],
    [
      { transferFeeConfig: {}, confidentialTransferMint: {} },
      [
        '/confidentialTransferMint: transferFeeConfig and confidentialTransferMint need confidentialTransferFeeConfig, which the mint does not have (add confidentialTransferFeeConfig to extensions)',
      ],
    ],
    [
      { tokenMetadata: { name: 'Coin' } },
      [
        '/tokenMetadata: tokenMetadata needs metadataPointer, which the mint does not have (add metadataPointer to extensions)',
      ],
    ],
    [
      { metadataPointer: {}, tokenMetadata: { name: 'x'.repeat(65_536) } },
      ['/tokenMetadata: tokenMetadata has 65616 bytes, at most 65535 allowed'],
    ],
    [
      { metadataPointer: {}, tokenMetadata: { name: 'Coin', additionalMetadata: [['color']] } },
      [
        '/tokenMetadata/additionalMetadata/0: expected a name and a value, such as ["color", "red"], found an array of 1',
      ],
    ],
    [
      { groupPointer: {}, tokenGroup: { size: 3, maxSize: 2 } },
      ['/tokenGroup: a group of 3 members, at most 2 allowed'],
    ],
    [
      { groupMemberPointer: {}, tokenGroupMember: { group: '$coin' } },
      ['/tokenGroupMember: a mint cannot be a member of its own group'],
    ],
    [
      { confidentialTransferMint: { auditorElgamalPubkey: 'AAAA' } },
      ['/confidentialTransferMint/auditorElgamalPubkey: expected base64 of 32 bytes, found "AAAA"'],
    ],
  ])('of a mint: %#', (extensions, problems) => {
    expect(compile({ $coin: { mint: { decimals: 6, extensions } } }).problems).toEqual(
      problems.map((problem) => `${AT}${problem}`),
    );
  });

  it('of a classic mint, and of its accounts', () => {
    const accounts = {
      $coin: { mint: { decimals: 6, program: '$token', extensions: { nonTransferable: {} } } },
      $usdc: { mint: { decimals: 6 } },
      $box: { token: { mint: '$usdc', owner: '$alice', extensions: { memoTransfer: {} } } },
    };
    const hint = '(the program of mints with extensions is $token2022)';
    expect(compile(accounts).problems).toEqual([
      `${AT}: a mint of the program $token has no extensions ${hint}`,
      `/accounts/$box/token/extensions: a token account of the program $token has no extensions ${hint}`,
    ]);
  });

  it.each([
    [
      { transferFeeAmount: {} },
      '/transferFeeAmount: transferFeeAmount needs a mint with transferFeeConfig, and `$coin` has none',
    ],
    [
      { nonTransferable: {} },
      '/nonTransferable: nonTransferable is an extension of mints, not of token accounts (write it under mint)',
    ],
    [{ memoTransfers: {} }, '/memoTransfers: unknown extension (did you mean "memoTransfer"?)'],
    [{ cpiGuard: { lockCpi: 1 } }, '/cpiGuard/lockCpi: expected true or false, found 1'],
  ])('of a token account: %j', (extensions, problem) => {
    const accounts = {
      $coin: { mint: { decimals: 6, extensions: {} } },
      $box: { token: { mint: '$coin', owner: '$alice', extensions } },
    };
    expect(compile(accounts).problems).toEqual([`/accounts/$box/token/extensions${problem}`]);
  });
});

describe('what is left out', () => {
  const shown = (extensions: object) => {
    const compiled = compileGood({ $coin: { mint: { decimals: 6, extensions } } });
    const account = compiled.get(MINT)!;
    const parsed = PARSERS.parseAccount(account, { mintOf: () => undefined })!.parsed as unknown as {
      info: { extensions?: { extension: string; state: object }[] };
    };
    return { owner: account.owner, extensions: parsed.info.extensions?.map(({ state }) => state) };
  };
  const fee = (maximumFee: bigint, transferFeeBasisPoints: number) => ({
    epoch: 0n,
    maximumFee,
    transferFeeBasisPoints,
  });

  it.each<[extensions: object, states: readonly object[] | undefined]>([
    [{}, undefined],
    [
      { transferFeeConfig: { olderTransferFee: { maximumFee: 5, transferFeeBasisPoints: 7 } } },
      [
        {
          transferFeeConfigAuthority: null,
          withdrawWithheldAuthority: null,
          withheldAmount: 0n,
          olderTransferFee: fee(5n, 7),
          newerTransferFee: fee(5n, 7),
        },
      ],
    ],
    [
      { metadataPointer: {}, tokenMetadata: { name: 'Coin' } },
      [
        { authority: null, metadataAddress: MINT },
        { updateAuthority: null, mint: MINT, name: 'Coin', symbol: '', uri: '', additionalMetadata: [] },
      ],
    ],
    [
      { groupMemberPointer: {}, tokenGroupMember: { group: '$family' } },
      [
        { authority: null, memberAddress: MINT },
        { mint: MINT, group: GROUP, memberNumber: 1n },
      ],
    ],
    [
      { scaledUiAmountConfig: {} },
      [{ authority: null, multiplier: '1', newMultiplierEffectiveTimestamp: 0n, newMultiplier: '1' }],
    ],
    [
      { interestBearingConfig: { currentRate: -5 } },
      [
        {
          rateAuthority: null,
          initializationTimestamp: UNIX_TIMESTAMP,
          preUpdateAverageRate: -5,
          lastUpdateTimestamp: UNIX_TIMESTAMP,
          currentRate: -5,
        },
      ],
    ],
  ])('%j', (extensions, states) => {
    expect(shown(extensions)).toEqual({ owner: TOKEN_2022_PROGRAM, extensions: states });
  });

  it.each([
    [[], 1_700_000_000n],
    [[{ slot: 10 }], 1_700_000_002n],
    [[{ slot: 10, blockTime: 1234 }, { slot: 11 }], 1234n],
  ])('interest is earned from the first block on: %j', (slots, seconds) => {
    const accounts = { $coin: { mint: { decimals: 6, extensions: { interestBearingConfig: {} } } } };
    const mint = compileText(JSON.stringify({ accounts, slots })).accounts.get(MINT)!;
    const state = readExtension(mint.data, 10, interestBearingConfig)!;
    expect([state.initializationTimestamp, state.lastUpdateTimestamp]).toEqual([seconds, seconds]);
  });
});
