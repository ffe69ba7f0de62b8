import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('tokens.ledger.yaml');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const [ALICE, BOB, USDC] = [addressOf('alice'), addressOf('bob'), addressOf('usdc')] as const;
const [ALICES, BOBS] = [await associatedAccount(ALICE), await associatedAccount(BOB)] as const;

async function associatedAccount(owner: Address): Promise<Address> {
  const seeds = [owner, TOKEN, USDC].map((seed) => getAddressEncoder().encode(seed));
  return (await getProgramDerivedAddress({ programAddress: ASSOCIATED, seeds }))[0];
}

/** Token balances around a transaction: the account with its amount. */
async function balancesAround(signature: Awaited<ReturnType<typeof signaturesAt>>[number]) {
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const { meta, transaction } = (await rpc.getTransaction(signature, config).send())!;
  const { accountKeys } = transaction.message;
  const shown = [meta!.preTokenBalances, meta!.postTokenBalances].map((balances) =>
    balances!.map(({ accountIndex, mint, owner, programId, uiTokenAmount }) => {
      expect([mint, programId, uiTokenAmount.decimals]).toStrictEqual([USDC, TOKEN, 6]);
      return [accountKeys[accountIndex], owner, uiTokenAmount.uiAmountString] as const;
    }),
  );
  return { pre: new Set(shown[0]), post: new Set(shown[1]) };
}

const [transfer] = await signaturesAt(rpc, 100n);
const [mint, burn] = await signaturesAt(rpc, 101n);

describe('token balances around', () => {
  it('a transfer to an account that it makes', async () => {
    expect(await balancesAround(transfer!)).toStrictEqual({
      pre: new Set([[ALICES, ALICE, '12.5']]),
      post: new Set([
        [ALICES, ALICE, '10.25'],
        [BOBS, BOB, '2.25'],
      ]),
    });
  });

  it('new tokens', async () => {
    expect(await balancesAround(mint!)).toStrictEqual({
      pre: new Set([[BOBS, BOB, '2.25']]),
      post: new Set([[BOBS, BOB, '102.25']]),
    });
  });

  it('tokens that are burnt', async () => {
    expect(await balancesAround(burn!)).toStrictEqual({
      pre: new Set([[ALICES, ALICE, '10.25']]),
      post: new Set([[ALICES, ALICE, '10']]),
    });
  });
});

it.each([
  [ALICE, ALICES, 10_000_000n, '10'],
  [BOB, BOBS, 102_250_000n, '102.25'],
])('the account of %s holds what its last transaction left', async (owner, account, amount, uiAmountString) => {
  const { value } = await rpc.getTokenAccountBalance(account).send();
  expect(value).toStrictEqual({ amount: `${amount}`, decimals: 6, uiAmount: Number(uiAmountString), uiAmountString });
  const held = await rpc.getTokenAccountsByOwner(owner, { mint: USDC }, { encoding: 'jsonParsed' }).send();
  expect(held.value.map(({ pubkey }) => pubkey)).toStrictEqual([account]);
  expect(held.value[0]!.account.data.parsed.info.tokenAmount.amount).toBe(`${amount}`);
  const multiple = await rpc.getMultipleAccounts([account], { encoding: 'base64' }).send();
  expect(Buffer.from(multiple.value[0]!.data[0], 'base64').readBigUInt64LE(64)).toBe(amount);
});

it('the supply is what the accounts hold', async () => {
  expect((await rpc.getTokenSupply(USDC).send()).value.amount).toBe('112250000');
});
