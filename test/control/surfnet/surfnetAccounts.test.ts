import { describe, expect, it } from 'vitest';
import type { JsonText } from '../../../src/codec/jsonText.ts';
import { createNode, keypair, type LedgerNode, ledger, sol, tokens } from '../../../src/index.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { invalidText, NOT_U64 } from '../../support/control.ts';
import { callText } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const [ALICE, BOB, USDC] = [keypair('alice').address, keypair('bob').address, keypair('usdc').address];
const NEW = namedAddress('new');
const PROGRAM = namedAddress('program');
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const RENT_OF_TOKENS = 2_039_280;
const ADDRESS = 'expected an address (base58 of 32 bytes)';

/** At slot 5, processed; the other tips are one and two slots behind. */
const SCRIPT = ledger({ processed: 5, confirmed: 4, finalized: 3, gates: 'genesis', consensus: 'tower' })
  .wallet('alice', sol(5))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .mint('new', {
    decimals: 2,
    extensions: { transferFeeConfig: { newerTransferFee: { transferFeeBasisPoints: 100, maximumFee: 5 } } },
  })
  .tokenAccount('alice', tokens('12.5', 'usdc'))
  .blocks({ from: 1, to: 5 });

const nodeOf = (): Promise<LedgerNode> => createNode({ ledger: SCRIPT, dialect: 'agave' });
const call = (node: LedgerNode, name: string, ...params: readonly unknown[]) =>
  callText(node, `surfnet_${name}`, JSON.stringify(params));
const NOTHING = `{"context":{"apiVersion":"${DEFAULT_VERSION.release}","slot":5},"value":null}`;

async function accountOf(node: LedgerNode, address: string, commitment = 'processed', encoding = 'base64') {
  const { value } = (await node.request('getAccountInfo', [address, { commitment, encoding } as never])) as {
    readonly value: Readonly<Record<string, unknown>> | null;
  };
  return value;
}

async function tokensOf(node: LedgerNode, address: string) {
  const value = await accountOf(node, address, 'processed', 'jsonParsed');
  return (value!.data as { readonly parsed: { readonly info: Readonly<Record<string, unknown>> } }).parsed.info;
}

describe('surfnet_setAccount', () => {
  it.each(BOTH_DIALECTS)('answers with a context, in the %s dialect too', async (dialect) => {
    const text = await callText(await nodeOf(), 'surfnet_setAccount', `["${ALICE}",{"lamports":7}]`, dialect);
    expect(text).toBe(NOTHING);
  });

  it('creates an account with the members that are given, at every commitment', async () => {
    const node = await nodeOf();
    const update = { lamports: 42, data: '00ff', owner: PROGRAM, executable: true, rentEpoch: 3 };
    expect(await call(node, 'setAccount', NEW, update)).toBe(NOTHING);
    for (const commitment of ['processed', 'confirmed', 'finalized'])
      expect(await accountOf(node, NEW, commitment)).toEqual({
        data: ['AP8=', 'base64'],
        executable: true,
        lamports: 42,
        owner: PROGRAM,
        rentEpoch: 3,
        space: 2,
      });
  });

  it('keeps the other members of an account', async () => {
    const node = await nodeOf();
    await call(node, 'setAccount', NEW, { lamports: 42, data: 'AB', owner: PROGRAM });
    await call(node, 'setAccount', NEW, { lamports: 43, data: null });
    expect(await accountOf(node, NEW)).toMatchObject({ data: ['qw==', 'base64'], lamports: 43, owner: PROGRAM });
    await call(node, 'setAccount', NEW, { data: '' });
    expect(await accountOf(node, NEW)).toMatchObject({ data: ['', 'base64'], lamports: 43, owner: PROGRAM });
    expect(await call(node, 'setAccount', NEW, {})).toBe(NOTHING);
    expect(await accountOf(node, NEW)).toMatchObject({ data: ['', 'base64'], lamports: 43, owner: PROGRAM });
  });

  it('deletes an account without lamports', async () => {
    const node = await nodeOf();
    await call(node, 'setAccount', ALICE, { lamports: 0 });
    expect(await accountOf(node, ALICE)).toBeNull();
    await call(node, 'setAccount', NEW, { data: 'ab' });
    expect(await accountOf(node, NEW)).toBeNull();
  });

  it.each<[params: JsonText, error: JsonText]>([
    ['[]', invalidText('expected the arguments [pubkey, update], but pubkey is missing')],
    [`["${ALICE}"]`, invalidText('expected the arguments [pubkey, update], but update is missing')],
    [`["${ALICE}",{},1]`, invalidText('expected the arguments [pubkey, update], found 3')],
    ['{"a":1}', invalidText('expected the arguments [pubkey, update], found an object')],
    ['["$alice",{}]', invalidText(`pubkey: ${ADDRESS}, found "$alice" (character "$" at 0 is not base58)`)],
    ['[5,{}]', invalidText(`pubkey: ${ADDRESS}, found 5`)],
    [`["${ALICE}",5]`, invalidText('update: expected an object, found 5')],
    [`["${ALICE}",{"lamports":-1}]`, invalidText(`update.lamports: ${NOT_U64}, found -1`)],
    [
      `["${ALICE}",{"lamports":"1"}]`,
      invalidText(`update.lamports: ${NOT_U64}, found "1" (write the number without quotes)`),
    ],
    [`["${ALICE}",{"data":"0x00"}]`, invalidText('update.data: expected hex digits, two a byte, found "0x00"')],
    [`["${ALICE}",{"data":"abc"}]`, invalidText('update.data: expected hex digits, two a byte, found "abc"')],
    [`["${ALICE}",{"owner":"me"}]`, invalidText(`update.owner: ${ADDRESS}, found "me" (it is base58 of 2 bytes)`)],
    [`["${ALICE}",{"executable":1}]`, invalidText('update.executable: expected true or false, found 1')],
    [`["${ALICE}",{"rent_epoch":1}]`, invalidText('update.rent_epoch: unknown member (did you mean "rentEpoch"?)')],
  ])('refuses %s', async (params, error) => {
    const node = await nodeOf();
    expect(await callText(node, 'surfnet_setAccount', params)).toBe(error);
    expect(await accountOf(node, ALICE)).toMatchObject({ lamports: 5e9 });
  });
});

describe('surfnet_setTokenAccount', () => {
  it('changes the associated token account, and keeps what is not given', async () => {
    const node = await nodeOf();
    const address = node.address('$ata(alice,usdc)');
    expect(await call(node, 'setTokenAccount', ALICE, USDC, { amount: 7_000_000 })).toBe(NOTHING);
    expect(await tokensOf(node, address)).toEqual({
      isNative: false,
      mint: USDC,
      owner: ALICE,
      state: 'initialized',
      tokenAmount: { amount: '7000000', decimals: 6, uiAmount: 7, uiAmountString: '7' },
    });
    const update = { delegate: BOB, delegatedAmount: 5, closeAuthority: BOB, state: 'frozen' };
    await call(node, 'setTokenAccount', ALICE, USDC, update);
    expect(await tokensOf(node, address)).toMatchObject({
      closeAuthority: BOB,
      delegate: BOB,
      delegatedAmount: { amount: '5' },
      state: 'frozen',
      tokenAmount: { amount: '7000000' },
    });
    await call(node, 'setTokenAccount', ALICE, USDC, { delegate: 'null', closeAuthority: 'null', state: null }, TOKEN);
    const cleared = await tokensOf(node, address);
    expect(cleared).toMatchObject({ state: 'frozen', tokenAmount: { amount: '7000000' } });
    expect(cleared).not.toHaveProperty('delegate');
    expect(cleared).not.toHaveProperty('closeAuthority');
    for (const commitment of ['confirmed', 'finalized'])
      expect(await node.request('getTokenAccountBalance', [address, { commitment } as never])).toMatchObject({
        value: { amount: '7000000' },
      });
  });

  it('creates it, rent-exempt', async () => {
    const node = await nodeOf();
    await call(node, 'setTokenAccount', BOB, USDC, { amount: 1 });
    const address = node.address(`$ata(${BOB},usdc)`);
    expect(await accountOf(node, address)).toMatchObject({ lamports: RENT_OF_TOKENS, owner: TOKEN, space: 165 });
    expect(await tokensOf(node, address)).toMatchObject({ owner: BOB, tokenAmount: { amount: '1' } });
    await call(node, 'setTokenAccount', NEW, USDC, {});
    expect(await tokensOf(node, node.address(`$ata(${NEW},usdc)`))).toMatchObject({ tokenAmount: { amount: '0' } });
  });

  it('is of the program of its mint, with the extensions that the mint requires', async () => {
    const node = await nodeOf();
    const mint = node.address('new');
    for (const [owner, program] of [
      [BOB, []],
      [ALICE, [TOKEN_2022]],
    ] as const) {
      expect(await call(node, 'setTokenAccount', owner, mint, { amount: 250 }, ...program)).toBe(NOTHING);
      const address = node.address(`$ata(${owner},new)`);
      expect(await accountOf(node, address)).toMatchObject({ owner: TOKEN_2022 });
      const { extensions } = await tokensOf(node, address);
      expect(extensions).toMatchObject([{ extension: 'immutableOwner' }, { extension: 'transferFeeAmount' }]);
    }
  });

  it('has the lamports of wrapped SOL', async () => {
    const script = ledger({ cluster: 'localnet' }).wallet('alice', sol(5)).block(5);
    const node = await createNode({ ledger: script, dialect: 'agave' });
    const wsol = 'So11111111111111111111111111111111111111112';
    for (const amount of [1000, 500]) {
      await call(node, 'setTokenAccount', ALICE, wsol, { amount });
      expect(await accountOf(node, node.address(`$ata(alice,${wsol})`))).toMatchObject({
        lamports: RENT_OF_TOKENS + amount,
      });
    }
  });

  it.each<[params: readonly unknown[], message: string]>([
    [[], 'expected the arguments [owner, mint, update, tokenProgram?], but owner is missing'],
    [['$alice', USDC, {}], `owner: ${ADDRESS}, found "$alice" (character "$" at 0 is not base58)`],
    [[ALICE, 'usdc', {}], `mint: ${ADDRESS}, found "usdc" (it is base58 of 3 bytes)`],
    [[ALICE, USDC, { amount: '5' }], `update.amount: ${NOT_U64}, found "5" (write the number without quotes)`],
    [
      [ALICE, USDC, { state: 'open' }],
      'update.state: expected "uninitialized" or "initialized" or "frozen", found "open"',
    ],
    [[ALICE, USDC, { delegate: 'bob' }], `update.delegate: ${ADDRESS}, found "bob" (it is base58 of 3 bytes)`],
    [
      [ALICE, USDC, { delegated_amount: 5 }],
      'update.delegated_amount: unknown member (did you mean "delegatedAmount"?)',
    ],
    [[ALICE, NEW, {}], `mint: the ledger has no mint ${NEW}`],
    [[ALICE, USDC, {}, TOKEN_2022], `tokenProgram: expected the program of the mint, ${TOKEN}, found ${TOKEN_2022}`],
  ])('refuses %j', async (params, message) => {
    expect(await call(await nodeOf(), 'setTokenAccount', ...params)).toBe(invalidText(message));
  });

  it('refuses an account that is not initialized', async () => {
    const node = await nodeOf();
    await call(node, 'setTokenAccount', ALICE, USDC, { state: 'uninitialized' });
    expect(await call(node, 'setTokenAccount', ALICE, USDC, { amount: 1 })).toBe(
      invalidText(
        `owner: ${node.address('$ata(alice,usdc)')}, the account of this owner, is not an initialized token account`,
      ),
    );
  });
});

it('other names of Surfpool are unknown', async () => {
  for (const name of ['setSupply', 'writeProgram', 'SetAccount', ''])
    expect(await call(await nodeOf(), name)).toBe(errorText(-32601, 'Method not found'));
});
