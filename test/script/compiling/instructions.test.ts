import {
  ComputeBudgetProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { associatedAddress } from '../../../src/runtime/derive.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { INSTRUCTIONS } from '../../../src/script/instructions/index.ts';
import { type Address, NATIVE_MINT } from '../../../src/solana/address.ts';
import { PARSERS } from '../../../src/solana/programs/parsers.ts';
import { fullAccountKeys } from '../../../src/solana/transaction.ts';
import { WELL_KNOWN } from '../../../src/solana/wellKnown.ts';
import { decodeTransaction } from '../../../src/solana/wire.ts';
import { compileGood, type InstructionSpec, type ScriptSpec, type TransactionSpec } from '../../support/scripts.ts';

const key = (name: string): Address => namedKeyPair(name).address;
const web3Key = (name: string) => new PublicKey(key(name));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const addressHex = (name: string) => hex(web3Key(name).toBytes());
const ata = (owner: string, program = WELL_KNOWN.token) => associatedAddress(key(owner), key('usdc'), program);

const ACCOUNTS: NonNullable<ScriptSpec['accounts']> = {
  $alice: { sol: 5 },
  $bob: { sol: 5 },
  $usdc: { mint: { decimals: 6, authority: '$issuer' } },
  '$ata(alice,usdc)': { token: { mint: '$usdc', owner: '$alice', amount: '12.5' } },
  '$ata(bob,usdc)': { token: { mint: '$usdc', owner: '$bob', amount: '1' } },
  '$ata(carol,usdc)': { token: { mint: '$usdc', owner: '$carol', amount: '0' } },
  $vault: { token: { mint: '$usdc', owner: '$council', amount: '9' } },
  $council: { multisig: { required: 2, signers: ['$a', '$b', '$c'] } },
  $nonce: { nonce: { authority: '$alice' } },
  '$ata(alice,wsol)': { token: { mint: '$wsol', owner: '$alice', amount: '2' } },
};

interface PlainInstruction {
  readonly program: string;
  /** with the flags `s` and `w` */
  readonly accounts: readonly string[];
  readonly data: string;
  /** by our own jsonParsed parsers */
  readonly parsed: string;
}

/** The instructions of a transaction with their indexes resolved. */
function instructionsOf(spec: TransactionSpec): readonly PlainInstruction[] {
  const { transactions } = compileGood({
    accounts: ACCOUNTS,
    slots: [{ slot: 100, transactions: [{ payer: '$alice', ...spec }] }],
  });
  const [transaction] = transactions;
  const { message } = decodeTransaction(transaction!.wire);
  const keys = fullAccountKeys(message, transaction!.meta?.loadedAddresses);
  return message.instructions.map(({ programIdIndex, accounts, data }) => {
    const programId = keys[programIdIndex]!;
    const addresses = [...accounts].map((index) => keys[index]!);
    const parsed = PARSERS.parseInstruction({ programId, accounts: addresses, data });
    return { program: programId, accounts: addresses, data: hex(data), parsed: stringifyJson(parsed?.parsed ?? null) };
  });
}

function plainWeb3({ programId, keys, data }: TransactionInstruction) {
  return { program: `${programId}`, accounts: keys.map(({ pubkey }) => `${pubkey}`), data: hex(data) };
}

/** The words in the order of the table, one at least each. */
const WORDS = new Set<string>();

function build(spec: InstructionSpec): readonly PlainInstruction[] {
  for (const word of Object.keys(spec)) WORDS.add(word);
  return instructionsOf({ instructions: [spec] });
}

describe('instructions of the system program are those of @solana/web3.js', () => {
  test.each([
    [
      'transfer',
      { from: '$alice', to: '$bob', lamports: 1_000n },
      SystemProgram.transfer({ fromPubkey: web3Key('alice'), toPubkey: web3Key('bob'), lamports: 1_000n }),
      { type: 'transfer', info: { source: key('alice'), destination: key('bob'), lamports: 1000 } },
    ],
    [
      'createAccount',
      { from: '$alice', account: '$new', owner: '$program', space: 80n },
      SystemProgram.createAccount({
        fromPubkey: web3Key('alice'),
        newAccountPubkey: web3Key('new'),
        lamports: 1_447_680,
        space: NONCE_ACCOUNT_LENGTH,
        programId: web3Key('program'),
      }),
      {
        type: 'createAccount',
        info: { source: key('alice'), newAccount: key('new'), lamports: 1447680, space: 80, owner: key('program') },
      },
    ],
    [
      'advanceNonce',
      { nonce: '$nonce', authority: '$alice' },
      SystemProgram.nonceAdvance({ noncePubkey: web3Key('nonce'), authorizedPubkey: web3Key('alice') }),
      {
        type: 'advanceNonce',
        info: {
          nonceAccount: key('nonce'),
          recentBlockhashesSysvar: WELL_KNOWN.recentBlockhashes,
          nonceAuthority: key('alice'),
        },
      },
    ],
  ] as const)('%s', (word, args, expected, parsed) => {
    const [built] = build({ [word]: args });
    expect(built).toEqual({ ...plainWeb3(expected), parsed: stringifyJson(parsed) });
  });

  test('createAccount takes other lamports than the rent exemption', () => {
    const [built] = build({ createAccount: { from: '$alice', account: '$new', owner: '$program', space: 0n, sol: 1 } });
    expect(built!.data.slice(8, 24)).toBe('00ca9a3b00000000');
  });
});

/** u64, little-endian */
const le = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return hex(bytes);
};

describe('instructions of the token programs', () => {
  const token = WELL_KNOWN.token;
  const amount = '2500000';
  test.each([
    {
      word: 'transferTokens',
      args: { mint: '$usdc', from: '$alice', to: '$bob', amount: '2.5' },
      accounts: [ata('alice'), ata('bob'), key('alice')],
      data: `03${le(2_500_000n)}`,
      parsed: {
        type: 'transfer',
        info: { source: ata('alice'), destination: ata('bob'), amount, authority: key('alice') },
      },
    },
    {
      word: 'transferChecked',
      args: { mint: '$usdc', from: '$ata(alice,usdc)', to: '$bob', amount: 2_500_000n },
      accounts: [ata('alice'), key('usdc'), ata('bob'), key('alice')],
      data: `0c${le(2_500_000n)}06`,
      parsed: {
        type: 'transferChecked',
        info: {
          source: ata('alice'),
          destination: ata('bob'),
          mint: key('usdc'),
          authority: key('alice'),
          tokenAmount: { amount, decimals: 6, uiAmount: 2.5, uiAmountString: '2.5' },
        },
      },
    },
    {
      word: 'transferTokens',
      args: { mint: '$usdc', from: '$vault', to: '$bob', amount: '2.5' },
      accounts: [key('vault'), ata('bob'), key('council'), key('a'), key('b')],
      data: `03${le(2_500_000n)}`,
      parsed: {
        type: 'transfer',
        info: {
          source: key('vault'),
          destination: ata('bob'),
          amount,
          multisigAuthority: key('council'),
          signers: [key('a'), key('b')],
        },
      },
    },
    {
      word: 'mintTo',
      args: { mint: '$usdc', to: '$alice', amount: '2.5' },
      accounts: [key('usdc'), ata('alice'), key('issuer')],
      data: `07${le(2_500_000n)}`,
      parsed: {
        type: 'mintTo',
        info: { mint: key('usdc'), account: ata('alice'), amount, mintAuthority: key('issuer') },
      },
    },
    {
      word: 'burn',
      args: { mint: '$usdc', from: '$alice', amount: '2.5' },
      accounts: [ata('alice'), key('usdc'), key('alice')],
      data: `08${le(2_500_000n)}`,
      parsed: { type: 'burn', info: { account: ata('alice'), mint: key('usdc'), amount, authority: key('alice') } },
    },
    {
      word: 'approve',
      args: { from: '$ata(alice,usdc)', to: '$bob', amount: '2.5' },
      accounts: [ata('alice'), key('bob'), key('alice')],
      data: `04${le(2_500_000n)}`,
      parsed: {
        type: 'approve',
        info: { source: ata('alice'), delegate: key('bob'), amount, owner: key('alice') },
      },
    },
    {
      word: 'closeTokenAccount',
      args: { account: '$ata(carol,usdc)', to: '$alice' },
      accounts: [ata('carol'), key('alice'), key('carol')],
      data: '09',
      parsed: {
        type: 'closeAccount',
        info: { account: ata('carol'), destination: key('alice'), owner: key('carol') },
      },
    },
  ])('$word', ({ word, args, accounts, data, parsed }) => {
    const [built] = build({ [word]: args });
    const expected = { program: token, accounts, data };
    expect(built).toMatchObject(expected);
    expect(JSON.parse(built!.parsed)).toEqual(parsed);
  });

  test('createMint makes an account and initializes it', () => {
    const built = build({ createMint: { mint: '$new', decimals: 2, authority: '$issuer', program: '$token2022' } });
    expect(built).toMatchObject([
      plainWeb3(
        SystemProgram.createAccount({
          fromPubkey: web3Key('alice'),
          newAccountPubkey: web3Key('new'),
          lamports: 1_461_600,
          space: 82,
          programId: new PublicKey(WELL_KNOWN.token2022),
        }),
      ),
      { program: WELL_KNOWN.token2022, accounts: [key('new')], data: `1402${addressHex('issuer')}00` },
    ]);
    expect(JSON.parse(built[1]!.parsed)).toEqual({
      type: 'initializeMint2',
      info: { mint: key('new'), decimals: 2, mintAuthority: key('issuer') },
    });
  });

  test('createTokenAccount makes an account and initializes it', () => {
    const built = build({ createTokenAccount: { account: '$new', mint: '$usdc', owner: '$bob' } });
    expect(built).toMatchObject([
      plainWeb3(
        SystemProgram.createAccount({
          fromPubkey: web3Key('alice'),
          newAccountPubkey: web3Key('new'),
          lamports: 2_039_280,
          space: 165,
          programId: new PublicKey(token),
        }),
      ),
      { program: token, accounts: [key('new'), key('usdc')], data: `12${addressHex('bob')}` },
    ]);
    expect(JSON.parse(built[1]!.parsed)).toEqual({
      type: 'initializeAccount3',
      info: { account: key('new'), mint: key('usdc'), owner: key('bob') },
    });
  });

  test.each([
    [false, '00', 'create'],
    [true, '01', 'createIdempotent'],
  ])('createAssociatedAccount, idempotent: %s', (idempotent, data, type) => {
    const [built] = build({ createAssociatedAccount: { owner: '$dave', mint: '$usdc', idempotent } });
    const accounts = [key('alice'), ata('dave'), key('dave'), key('usdc'), WELL_KNOWN.system, token];
    expect(built).toMatchObject({ program: WELL_KNOWN.associatedToken, accounts, data });
    expect(JSON.parse(built!.parsed)).toEqual({
      type,
      info: {
        source: key('alice'),
        account: ata('dave'),
        wallet: key('dave'),
        mint: key('usdc'),
        systemProgram: WELL_KNOWN.system,
        tokenProgram: token,
      },
    });
  });

  test('wrapped SOL has 9 decimals without being said', () => {
    const [built] = build({ burn: { mint: '$usdc', from: '$alice', amount: '0.000001' } });
    expect(built!.data).toBe(`08${le(1n)}`);
    const [wrapped] = instructionsOf({
      instructions: [
        { transferChecked: { mint: '$wsol', from: '$alice', to: '$ata(alice,wsol)', amount: '1.000000001' } },
      ],
    });
    expect(wrapped).toMatchObject({ data: `0c${le(1_000_000_001n)}09` });
    expect(wrapped!.accounts[1]).toBe(NATIVE_MINT);
  });
});

describe('other instructions', () => {
  test('a memo is its text', () => {
    const expected = { program: WELL_KNOWN.memo, data: hex(Buffer.from('hé')), parsed: '"hé"' };
    expect(build({ memo: 'hé' })).toEqual([{ ...expected, accounts: [] }]);
    expect(build({ memo: { text: 'hé', signers: ['$bob', '$carol'] } })).toEqual([
      { ...expected, accounts: [key('bob'), key('carol')] },
    ]);
  });

  test('raw is what is said', () => {
    const raw = { program: '$program', accounts: ['$bob w', '$carol s', '$dave'], data: Buffer.from('00ff', 'hex') };
    expect(build({ raw })).toEqual([
      { program: key('program'), accounts: [key('bob'), key('carol'), key('dave')], data: '00ff', parsed: 'null' },
    ]);
  });

  test('the compute budget comes last, so that instructions keep their indexes', () => {
    const built = instructionsOf({ instructions: [{ memo: 'a' }], computeUnitLimit: 300_000, computeUnitPrice: 7n });
    expect(built.slice(1)).toMatchObject([
      plainWeb3(ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 })),
      plainWeb3(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7 })),
    ]);
  });
});

test('every word is tried above', () => {
  expect([...WORDS].sort()).toEqual(Object.keys(INSTRUCTIONS).sort());
});
