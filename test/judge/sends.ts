import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Authorized,
  ComputeBudgetProgram,
  LAMPORTS_PER_SOL,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { addressOf, type JudgedNode, keyOf } from './judgedNode.ts';
import { MINT_BYTES, TOKEN, TOKEN_2022, TokenInstructions } from './tokenInstructions.ts';

/** The transactions of a session, and what is read of them at once. */

const [alice, bob, poor] = ['alice', 'bob', 'poor'].map(keyOf) as [
  ReturnType<typeof keyOf>,
  ReturnType<typeof keyOf>,
  ReturnType<typeof keyOf>,
];
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const pay = (from: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: bob.publicKey, lamports });
const payFromAlice = (lamports: number) => pay(alice.publicKey, lamports);

export async function sendEverything(node: JudgedNode): Promise<void> {
  await node.until('health', async () => (await node.value('getHealth')) === 'ok');
  await node.until('slot 6', async () => (await node.value('getSlot', { commitment: 'confirmed' })) > 5);
  for (const [name, sol] of [
    ['alice', 100],
    ['bob', 10],
    ['poor', 1],
  ] as const) {
    const params = [addressOf(name), sol * LAMPORTS_PER_SOL];
    const signature = (await node.ask(`airdrop ${name}`, 'requestAirdrop', params)) as string;
    await node.confirmed(`airdrop ${name}`, signature);
    node.signatures.set(`airdrop ${name}`, signature);
  }
  await node.send('transfer', [payFromAlice(12345)], [alice]);
  const memo = new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('hello "judge"') });
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 50_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1000 }),
  ];
  await node.send('transfer with budget and memo', [...budget, payFromAlice(1), memo], [alice]);
  await sendTokens(node, 'token', new TokenInstructions(TOKEN, keyOf('mint').publicKey, alice.publicKey));
  await sendTokens(node, 'token-2022', new TokenInstructions(TOKEN_2022, keyOf('mint22').publicKey, alice.publicKey));
  await sendNonce(node);
  await sendTable(node);
  await sendStake(node);
  await sendFailures(node);
}

async function sendTokens(node: JudgedNode, label: string, tokens: TokenInstructions): Promise<void> {
  const mint = keyOf(label === 'token' ? 'mint' : 'mint22');
  const create = SystemProgram.createAccount({
    fromPubkey: alice.publicKey,
    newAccountPubkey: mint.publicKey,
    space: MINT_BYTES,
    lamports: await node.value('getMinimumBalanceForRentExemption', MINT_BYTES),
    programId: tokens.program,
  });
  await node.send(`${label} mint`, [create, tokens.initializeMint()], [alice, mint]);
  const accounts = [tokens.createAccount(alice.publicKey, false), tokens.createAccount(bob.publicKey, true)];
  await node.send(`${label} accounts`, accounts, [alice]);
  await node.send(`${label} mintTo`, [tokens.mintTo(alice.publicKey, 5_000_000)], [alice]);
  await node.send(`${label} transferChecked`, [tokens.transferChecked(bob.publicKey, 1_250_000)], [alice]);
  const tooMuch = [tokens.transferChecked(bob.publicKey, 1e12)];
  await node.send(`${label} too much`, tooMuch, [alice]);
  await node.send(`${label} too much, landed`, tooMuch, [alice], { skipPreflight: true });
  const approveAndBurn = [tokens.approve(bob.publicKey, 100), tokens.burn(7)];
  await node.send(`${label} approve, burn, freeze refused`, approveAndBurn, [alice]);
  await readTokens(node, label, tokens, mint.publicKey.toBase58());
}

async function readTokens(node: JudgedNode, label: string, tokens: TokenInstructions, mint: string): Promise<void> {
  const [ofAlice, ofBob] = [alice, bob].map(({ publicKey }) => tokens.accountOf(publicKey).toBase58());
  for (const account of [ofAlice, ofBob])
    for (const encoding of ['base58', 'base64', 'base64+zstd', 'jsonParsed'])
      await node.ask(`${label} account ${encoding}`, 'getAccountInfo', [account, { encoding }]);
  for (const encoding of ['base64', 'jsonParsed'])
    await node.ask(`${label} mint account ${encoding}`, 'getAccountInfo', [mint, { encoding }]);
  await node.ask(`${label} supply`, 'getTokenSupply', [mint]);
  await node.ask(`${label} balance`, 'getTokenAccountBalance', [ofAlice]);
  await node.ask(`${label} largest`, 'getTokenLargestAccounts', [mint]);
  const programId = tokens.program.toBase58();
  const filters = [{ dataSize: label === 'token' ? 165 : 170 }, { memcmp: { offset: 0, bytes: mint } }];
  for (const encoding of ['base64', 'jsonParsed']) {
    const byOwner = 'getTokenAccountsByOwner';
    await node.ask(`${label} by owner ${encoding}`, byOwner, [addressOf('alice'), { mint }, { encoding }]);
    await node.ask(`${label} by owner and program ${encoding}`, byOwner, [
      addressOf('alice'),
      { programId },
      { encoding },
    ]);
    const byDelegate = [addressOf('bob'), { programId }, { encoding }];
    await node.ask(`${label} by delegate ${encoding}`, 'getTokenAccountsByDelegate', byDelegate);
    await node.ask(`${label} program accounts ${encoding}`, 'getProgramAccounts', [programId, { encoding, filters }]);
  }
}

async function sendNonce(node: JudgedNode): Promise<void> {
  const nonce = keyOf('nonce');
  const owned = { noncePubkey: nonce.publicKey, authorizedPubkey: alice.publicKey };
  const lamports = await node.value('getMinimumBalanceForRentExemption', NONCE_ACCOUNT_LENGTH);
  const created = SystemProgram.createNonceAccount({ ...owned, fromPubkey: alice.publicKey, lamports });
  await node.send('nonce', created.instructions, [alice, nonce]);
  const confirmed = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = await node.value('getAccountInfo', addressOf('nonce'), confirmed);
  const blockhash = NonceAccount.fromAccountData(Buffer.from(value.data[0], 'base64')).nonce;
  await node.send('nonce used', [SystemProgram.nonceAdvance(owned), payFromAlice(2)], [alice], { blockhash });
  for (const encoding of ['base64', 'jsonParsed'])
    await node.ask(`nonce account ${encoding}`, 'getAccountInfo', [addressOf('nonce'), { encoding }]);
}

async function sendTable(node: JudgedNode): Promise<void> {
  const confirmedSlot = (): Promise<number> => node.value('getSlot', { commitment: 'confirmed' });
  const slot = await confirmedSlot();
  const owned = { authority: alice.publicKey, payer: alice.publicKey };
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ ...owned, recentSlot: slot - 1 });
  const addresses = [bob.publicKey, SystemProgram.programId];
  const extend = AddressLookupTableProgram.extendLookupTable({ ...owned, lookupTable, addresses });
  await node.send('table', [create, extend], [alice]);
  await node.until('the slot after the table', async () => (await confirmedSlot()) > slot + 4);
  const address = lookupTable.toBase58();
  const { value } = await node.value('getAccountInfo', address, { encoding: 'base64', commitment: 'confirmed' });
  const state = AddressLookupTableAccount.deserialize(Buffer.from(value.data[0], 'base64'));
  const tables = [new AddressLookupTableAccount({ key: lookupTable, state })];
  await node.send('v0 with table', [payFromAlice(3)], [alice], { tables });
  await node.ask('table account', 'getAccountInfo', [address, { encoding: 'jsonParsed' }]);
}

const STAKE_BYTES = 200;

async function sendStake(node: JudgedNode): Promise<void> {
  const stake = keyOf('stake');
  const stakePubkey = stake.publicKey;
  const rent = await node.value('getMinimumBalanceForRentExemption', STAKE_BYTES);
  const created = StakeProgram.createAccount({
    fromPubkey: alice.publicKey,
    stakePubkey,
    authorized: new Authorized(alice.publicKey, alice.publicKey),
    lockup: Lockup.default,
    lamports: rent + 2 * LAMPORTS_PER_SOL,
  });
  await node.send('stake', created.instructions, [alice, stake]);
  const [{ votePubkey }] = (await node.value('getVoteAccounts')).current;
  const delegated = StakeProgram.delegate({
    stakePubkey,
    authorizedPubkey: alice.publicKey,
    votePubkey: new PublicKey(votePubkey),
  });
  await node.send('delegate', delegated.instructions, [alice]);
  await node.ask('stake account', 'getAccountInfo', [addressOf('stake'), { encoding: 'jsonParsed' }]);
}

async function sendFailures(node: JudgedNode): Promise<void> {
  const nobody = keyOf('nobody');
  const fiveSol = [pay(poor.publicKey, 5 * LAMPORTS_PER_SOL)];
  await node.send('too poor', fiveSol, [poor]);
  await node.send('too poor, landed', fiveSol, [poor], { skipPreflight: true });
  await node.send('leaves too little', [pay(poor.publicKey, LAMPORTS_PER_SOL - 5000 - 100)], [poor]);
  const nowhere = { programId: keyOf('nowhere').publicKey, keys: [], data: Buffer.of(1) };
  await node.send('unknown program', [new TransactionInstruction(nowhere)], [alice]);
  await node.send('unknown payer', [pay(nobody.publicKey, 1)], [nobody]);
  await node.send('old blockhash', [payFromAlice(1)], [alice], { blockhash: addressOf('hash') });
  const keys = [{ pubkey: alice.publicKey, isSigner: true, isWritable: true }];
  const bad = { programId: SystemProgram.programId, keys, data: Buffer.of(9, 9) };
  await node.send('bad instruction data', [new TransactionInstruction(bad)], [alice]);
  const signatures = [...node.signatures.values()];
  await node.until('everything finalized', async () =>
    (await node.value('getSignatureStatuses', signatures)).value.every(
      (status: { readonly confirmationStatus: string } | null) => status?.confirmationStatus === 'finalized',
    ),
  );
}
