import {
  createKeyPairFromPrivateKeyBytes,
  createNoopSigner,
  getAddressFromPublicKey,
  signatureBytes,
  signBytes,
  verifySignature,
} from '@solana/kit';
import { Keypair, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import {
  ata,
  createNode,
  FixtureError,
  impersonated,
  keypair,
  type LedgerJson,
  ledger,
  pda,
  sol,
  tokens,
} from '../../../src/index.ts';

const NAMES = ['alice', 'bob', 'a-name_with9'];
const MESSAGE = new TextEncoder().encode('a message');

it.each(NAMES)('the key pair of %s is one of Kit', async (name) => {
  const pair = keypair(name);
  const ofKit = await createKeyPairFromPrivateKeyBytes(pair.seed);
  expect(await getAddressFromPublicKey(ofKit.publicKey)).toBe(pair.address);
  expect(await signBytes(ofKit.privateKey, MESSAGE)).toEqual(Uint8Array.from(pair.sign(MESSAGE)));
});

it.each(NAMES)('the key pair of %s is one of web3.js', (name) => {
  const pair = keypair(name);
  expect(Keypair.fromSecretKey(pair.secretKey).publicKey.toBase58()).toBe(pair.address);
  expect(Keypair.fromSeed(pair.seed).secretKey).toEqual(pair.secretKey);
});

it('a name with its mark is the same name', () => {
  expect(keypair('$alice').address).toBe(keypair('alice').address);
});

it.each([
  ['its name', 'alice'],
  ['its key pair', keypair('alice')],
])('a script that says a signer by %s is signed with the key pair', async (_what, alice) => {
  const script = ledger()
    .wallet(alice, sol(1))
    .block(1, (b) => b.memo('hi', { signers: [alice] }).named('greeting'));
  const node = await createNode({ ledger: [script], dialect: 'agave' });
  const found = await node.request('getTransaction', [node.signature('greeting'), { encoding: 'base64' }]);
  const { transaction } = found as { transaction: [string, string] };
  // one signature, then the message
  const message = Uint8Array.from(Buffer.from(transaction[0], 'base64').subarray(65));
  const { publicKey } = await createKeyPairFromPrivateKeyBytes(keypair('alice').seed);
  const signature = signatureBytes(Uint8Array.from(Buffer.from(transaction[0], 'base64').subarray(1, 65)));
  expect(await verifySignature(publicKey, signature, message)).toBe(true);
});

it('signers of Kit and public keys of web3.js stand for their addresses', () => {
  const { publicKey } = Keypair.fromSecretKey(keypair('alice').secretKey);
  const { address } = keypair('alice');
  expect(ledger().wallet(publicKey, sol(1)).toJSON()).toEqual({ accounts: { [address]: { sol: 1 } } });
  expect(ledger().wallet({ address }, sol(1)).toJSON()).toEqual({ accounts: { [address]: { sol: 1 } } });
});

describe('among accounts, arguments and fields', () => {
  const { publicKey } = Keypair.fromSecretKey(keypair('alice').secretKey);
  const { address } = keypair('alice');

  async function callWith(value: unknown) {
    const call = { accounts: { group: value } as never, args: { group: value } };
    const script = ledger()
      .account('order1', { program: 'market', account: 'Order', fields: { group: value } })
      .block(1, (b) => b.call('market.placeOrder', call));
    const { accounts, slots } = script.toJSON() as unknown as {
      accounts: { $order1: { fields: { group: unknown } } };
      slots: { transactions: { 'market.placeOrder': { accounts: { group: unknown }; args: { group: unknown } } }[] }[];
    };
    const { accounts: given, args } = slots[0]!.transactions[0]!['market.placeOrder'];
    return [given.group, args.group, accounts.$order1.fields.group];
  }

  it.each<[string, unknown, string]>([
    ['a key pair', keypair('alice'), '$alice'],
    ['a derived address', ata('alice', 'usdc'), '$ata(alice,usdc)'],
    ['a public key of web3.js', publicKey, address],
    ['a signer of Kit', createNoopSigner(address as never), address],
    ['an impersonated signer', impersonated(address), address],
  ])('%s is a key', async (_what, value, text) => {
    expect(await callWith(value)).toEqual([text, text, text]);
  });

  it.each(['address', 'word', 'toBase58'])('an object with a member %s is a group', async (name) => {
    const [accounts, args, fields] = await callWith({ [name]: 'alice', other: 'bob' });
    expect(accounts).toEqual({ [name]: '$alice', other: '$bob' });
    expect([args, fields]).toEqual(Array(2).fill({ [name]: 'alice', other: 'bob' }));
  });
});

describe('derived addresses', () => {
  const usdc = new PublicKey(keypair('usdc').address);
  const alice = new PublicKey(keypair('alice').address);
  const derive = (program: string, ...seeds: readonly Uint8Array[]) =>
    PublicKey.findProgramAddressSync([...seeds], new PublicKey(program))[0].toBase58();
  const associated = (program: string) =>
    derive(
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      alice.toBytes(),
      new PublicKey(program).toBytes(),
      usdc.toBytes(),
    );
  const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

  it('are those that web3.js derives', () => {
    expect(ledger().address(ata('alice', 'usdc'))).toBe(associated(TOKEN));
    expect(ledger().address(ata('alice', 'usdc', 'token2022'))).toBe(associated(TOKEN_2022));
    expect(ledger().address(pda(TOKEN, 'vault', 7, keypair('alice')))).toBe(
      derive(TOKEN, new TextEncoder().encode('vault'), Uint8Array.of(7), alice.toBytes()),
    );
  });

  it('can be asked for, and said in scripts', async () => {
    const script = ledger()
      .mint('usdc', { decimals: 6 })
      .tokenAccount('alice', tokens('12.5', 'usdc'))
      .wallet(pda('lending', 'vault'), sol(3));
    const node = await createNode({ ledger: [script] });
    const balance = await node.request('getTokenAccountBalance', [node.address(ata('alice', 'usdc'))]);
    expect(balance).toMatchObject({ value: { uiAmountString: '12.5' } });
    expect(await node.request('getBalance', [node.address(pda('lending', 'vault'))])).toMatchObject({ value: 3e9 });
  });

  it('stand as keys of an object in the words of the file format', async () => {
    const script: LedgerJson = {
      accounts: { $usdc: { mint: { decimals: 6 } }, [String(ata('alice', 'usdc'))]: { tokens: '5' } },
    };
    const node = await createNode({ ledger: [script] });
    const balance = await node.request('getTokenAccountBalance', [node.address(ata('alice', 'usdc'))]);
    expect(balance).toMatchObject({ value: { uiAmountString: '5' } });
  });

  it('are under the program of the mint in a script, which tells them', async () => {
    const script = ledger()
      .mint('usdc', { decimals: 6, program: 'token2022' })
      .wallet('alice', sol(1))
      .block(1, (b) => b.createAssociatedAccount('alice', 'usdc', { payer: 'alice' }))
      .block(2, (b) => b.closeTokenAccount(ata('alice', 'usdc'), 'bob').named('close'));
    expect(script.address(ata('alice', 'usdc'))).toBe(associated(TOKEN_2022));
    const node = await createNode({ ledger: [script], dialect: 'agave' });
    const found = await node.request('getTransaction', [node.signature('close'), { encoding: 'json' }]);
    expect(JSON.stringify(found)).toContain(associated(TOKEN_2022));
  });

  it.each([
    ['by its extensions', ledger().mint('usdc', { decimals: 6, extensions: { nonTransferable: {} } }), TOKEN_2022],
    [
      'created in a block',
      ledger().block(1, (b) => b.createMint('usdc', { decimals: 6, authority: 'alice', program: 'token2022' })),
      TOKEN_2022,
    ],
    [
      'created by one of several instructions',
      ledger().block(1, (b) =>
        b.tx((t) => t.memo('a').createMint('usdc', { decimals: 6, authority: 'alice', program: 'token2022' })),
      ),
      TOKEN_2022,
    ],
    [
      'not created: the transaction fails',
      ledger().block(1, (b) =>
        b.createMint('usdc', { decimals: 6, authority: 'alice', program: 'token2022' }).fail({ custom: 1 }),
      ),
      TOKEN,
    ],
    ['unknown', ledger(), TOKEN],
  ])('are under the program of the mint: %s', (_how, script, program) => {
    expect(script.address(ata('alice', 'usdc'))).toBe(associated(program));
  });

  it('leave addresses in base58 as they are', () => {
    const address = ledger().address(ata('alice', 'usdc'));
    expect(ledger().wallet(address, sol(1)).toJSON()).toEqual({ accounts: { [address]: { sol: 1 } } });
  });

  it('of names that look like an address have their dollar', () => {
    const name = 'So11111111111111111111111111111111111111112';
    expect([ata('alice', name).word, ata('alice', `$${name}`).word]).toEqual([
      `$ata(alice,${name})`,
      `$ata(alice,$${name})`,
    ]);
  });

  it.each(['a'.repeat(31), 'a'.repeat(32), 'a'.repeat(60)])('hold tokens, however long a name is: %s', async (name) => {
    const script = ledger().mint(name, { decimals: 0 }).tokenAccount(name, tokens(5, name));
    const node = await createNode({ ledger: script });
    const balance = await node.request('getTokenAccountBalance', [node.address(ata(name, name))]);
    expect(balance).toMatchObject({ value: { amount: '5' } });
  });

  it.each([')', '(', 'a, b', '"', '\\', '\u00ff\n'])(
    'hold tokens, whatever a seed of the owner has: %s',
    async (seed) => {
      const owner = pda('lending', seed, Uint8Array.of(255, 0), 7, keypair('alice'));
      const script = ledger().mint('usdc', { decimals: 0 }).tokenAccount(owner, tokens(5, 'usdc'));
      const node = await createNode({ ledger: script });
      const balance = await node.request('getTokenAccountBalance', [node.address(ata(owner, 'usdc'))]);
      expect(balance).toMatchObject({ value: { amount: '5' } });
      const held = { mint: node.address('usdc') };
      const found = await node.request('getTokenAccountsByOwner', [node.address(owner), held, { encoding: 'base64' }]);
      expect(found.value).toHaveLength(1);
    },
  );

  it('a key that is no address is refused where it is asked for, as when it is loaded', async () => {
    const script = ledger().key('alice', 'notbase58');
    const text =
      /keys\.test\.ts:\d+:\d+: \/keys\/alice: expected an address \(base58 of 32 bytes\), found "notbase58" \(it is base58 of 7 bytes\)$/;
    expect(() => script.address('alice')).toThrow(FixtureError);
    expect(() => script.address('alice')).toThrow(text);
    await expect(createNode({ ledger: script })).rejects.toThrow(text);
  });

  it('know the programs that a script has, where their address is given', () => {
    const idl = { version: '0.1.0', name: 'market', instructions: [] };
    expect(ledger().program('market', { idl, address: TOKEN }).address('market')).toBe(TOKEN);
    expect(() => ledger().program('market', { idl }).address('market')).toThrow(
      new TypeError(
        'the address of `$market` may be that of its IDL, which is read when the ledger is loaded: use node.address, or give the program an `address`',
      ),
    );
  });

  it('know the keys that a script gives', () => {
    const seed = { hex: '07'.repeat(32) };
    const script = ledger().key('alice', { seed }).key('bob', TOKEN);
    expect(script.address('alice')).toBe(Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey.toBase58());
    expect([script.address('bob'), script.address('token'), script.address(TOKEN_2022)]).toEqual([
      TOKEN,
      TOKEN,
      TOKEN_2022,
    ]);
  });

  it('are refused by a script as by a node', async () => {
    const message = '$atta(…) is not a derivation (did you mean $ata(…)?)';
    expect(() => ledger().address('$atta(alice,usdc)')).toThrow(new TypeError(message));
    const node = await createNode();
    expect(() => node.address('$atta(alice,usdc)')).toThrow(new TypeError(message));
  });

  it('that cannot be are told when the script is loaded', async () => {
    const long = pda('lending', 'a text of more than thirty-two bytes');
    const error: unknown = await createNode({ ledger: [ledger().wallet(long, sol(1))] }).catch((reason) => reason);
    expect(`${error}`).toContain('a seed of 36 bytes, where a program address takes 32');
  });
});
