import { type Address, createSolanaRpc } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningNode } from '../../src/node/createNode.ts';
import { DELEGATE, HOLDINGS } from '../support/clientAccounts.ts';
import { startClientLedger } from '../support/clientLedger.ts';
import { PAYER, RECIPIENT } from '../support/transactions.ts';
import { branded } from './kitChainCalls.ts';

const key = (text: string): Address => branded<Address>(text);

let node: RunningNode;
let rpc: ReturnType<typeof createSolanaRpc>;
let connection: Connection;

beforeAll(async () => {
  node = await startClientLedger();
  rpc = createSolanaRpc(node.url);
  connection = new Connection(node.url, 'confirmed');
});
afterAll(() => node.close());

interface Holding {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: unknown;
}

/** What jsonParsed lists of a program's accounts say that the two wallets own. */
async function ownedThroughKit(program: string): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const owner of [PAYER, RECIPIENT]) {
    const filter = { programId: key(program) };
    const { value } = await rpc.getTokenAccountsByOwner(key(owner), filter, { encoding: 'jsonParsed' }).send();
    for (const { account, pubkey } of value) {
      const { mint, owner: shownOwner, tokenAmount } = account.data.parsed.info;
      holdings.push({ address: pubkey, mint, owner: shownOwner, amount: tokenAmount });
    }
  }
  return holdings;
}

async function ownedThroughWeb3(program: string): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const owner of [PAYER, RECIPIENT]) {
    const filter = { programId: new PublicKey(program) };
    const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(owner), filter);
    for (const { account, pubkey } of value) {
      const { mint, owner: shownOwner, tokenAmount } = account.data.parsed.info;
      holdings.push({ address: pubkey.toBase58(), mint, owner: shownOwner, amount: tokenAmount });
    }
  }
  return holdings;
}

describe.each(HOLDINGS)('the balances of mint $mint', ({ mint, program, accounts }) => {
  it('agree in every method, through Kit', async () => {
    const holdings = (await ownedThroughKit(program)).filter((holding) => holding.mint === mint);
    expect(holdings.map(({ address }) => address).sort()).toEqual([...accounts].sort());
    const { value: largest } = await rpc.getTokenLargestAccounts(key(mint)).send();
    expect(largest).toHaveLength(holdings.length);
    for (const { address, amount } of holdings) {
      expect((await rpc.getTokenAccountBalance(key(address)).send()).value).toStrictEqual(amount);
      expect(largest.find((item) => item.address === address)).toStrictEqual({ address, ...(amount as object) });
    }
    const { value: supply } = await rpc.getTokenSupply(key(mint)).send();
    const held = largest.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(BigInt(supply.amount)).toBe(held);
    const shown = largest.reduce((sum, { uiAmountString }) => sum + Number(uiAmountString), 0);
    expect(Number(supply.uiAmountString)).toBeCloseTo(shown, 9);
    expect(supply.decimals).toBe(largest[0]!.decimals);
  });

  it('are the same through web3.js', async () => {
    const mintKey = new PublicKey(mint);
    expect(await ownedThroughWeb3(program)).toEqual(await ownedThroughKit(program));
    const { value: supply } = await connection.getTokenSupply(mintKey);
    expect(supply).toEqual((await rpc.getTokenSupply(key(mint)).send()).value);
    const { value: largest } = await connection.getTokenLargestAccounts(mintKey);
    expect(largest.map(({ address, ...amount }) => ({ address: address.toBase58(), ...amount }))).toEqual(
      (await rpc.getTokenLargestAccounts(key(mint)).send()).value,
    );
    for (const account of accounts) {
      const { value } = await connection.getTokenAccountBalance(new PublicKey(account));
      expect(value).toEqual((await rpc.getTokenAccountBalance(key(account)).send()).value);
    }
  });

  it('stand in the bytes of the accounts', async () => {
    const raw = await connection.getTokenAccountsByOwner(new PublicKey(PAYER), { mint: new PublicKey(mint) });
    for (const { account, pubkey } of raw.value) {
      const { value } = await rpc.getTokenAccountBalance(key(pubkey.toBase58())).send();
      expect(account.data.readBigUInt64LE(64)).toBe(BigInt(value.amount));
    }
    expect(raw.value.length).toBeGreaterThan(0);
  });
});

it('the amounts of a mint that scales them are scaled everywhere', async () => {
  const { mint, accounts } = HOLDINGS[1];
  const scaled = { amount: '1234', decimals: 2, uiAmount: 30.85, uiAmountString: '30.85' };
  expect((await rpc.getTokenSupply(key(mint)).send()).value).toStrictEqual(scaled);
  expect((await rpc.getTokenAccountBalance(key(accounts[0])).send()).value).toStrictEqual(scaled);
});

it('a delegate finds what was approved', async () => {
  const { accounts, program } = HOLDINGS[0];
  const filter = { programId: key(program) };
  const { value } = await rpc.getTokenAccountsByDelegate(key(DELEGATE), filter, { encoding: 'jsonParsed' }).send();
  expect(value.map(({ pubkey }) => pubkey as string)).toEqual([accounts[1]]);
  expect(value[0]!.account.data.parsed.info.delegatedAmount?.amount).toBe('20');
});
