import type { Address } from '@solana/kit';
import { expect } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { compareAddresses } from '../../src/solana/address.ts';
import { U64_MAX } from '../solana/programs/accounts/layoutBytes.ts';
import {
  CLIENT_ACCOUNT_SPECS,
  CLIENT_ACCOUNTS,
  DELEGATE,
  NOTE_DATA,
  PROGRAM,
  RICH_LAMPORTS,
} from '../support/clientAccounts.ts';
import { testAccount } from '../support/testNode.ts';
import { RECIPIENT } from '../support/transactions.ts';
import { branded, CONTEXT, type KitCalls } from './kitChainCalls.ts';

/** Calls of Kit's methods about accounts, with what they must give. */

const key = (text: string): Address => branded<Address>(text);
const { note, empty, mint, recipientTokens, payerTokens, lockedStake, rich, missing } = CLIENT_ACCOUNTS;

const account = (data: unknown, space: bigint) => ({
  data,
  executable: false,
  lamports: 1_000_000n,
  owner: PROGRAM,
  rentEpoch: U64_MAX,
  space,
});
const NOTE = account([NOTE_DATA.toString('base64'), 'base64'], 9n);

const amount = (atoms: string, uiAmount: number) => ({
  amount: atoms,
  decimals: 3,
  uiAmount,
  uiAmountString: `${uiAmount}`,
});

/** in the order of their addresses' bytes */
const byAddress = <T extends { readonly pubkey: string }>(accounts: readonly T[]): readonly T[] =>
  [...accounts].sort((a, b) => compareAddresses(branded(a.pubkey), branded(b.pubkey)));

const RECIPIENT_TOKENS = {
  account: {
    data: {
      parsed: {
        info: {
          delegate: DELEGATE,
          delegatedAmount: amount('20', 0.02),
          isNative: false,
          mint,
          owner: RECIPIENT,
          state: 'initialized',
          tokenAmount: amount('499999', 499.999),
        },
        type: 'account',
      },
      program: 'spl-token',
      space: 165n,
    },
    executable: false,
    lamports: 1_000_000n,
    owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    rentEpoch: U64_MAX,
    space: 165n,
  },
  pubkey: recipientTokens,
};

const LARGEST = CLIENT_ACCOUNT_SPECS.map(testAccount)
  .sort((a, b) => Number(b.lamports - a.lamports) || compareAddresses(b.address, a.address))
  .slice(0, 20)
  .map(({ address, lamports }) => ({ address, lamports }));
const TOTAL = CLIENT_ACCOUNT_SPECS.map(testAccount).reduce((sum, { lamports }) => sum + lamports, 0n);

export const ACCOUNT_CALLS = {
  getAccountInfo: [
    (rpc) => rpc.getAccountInfo(key(note), { encoding: 'base64' }).send(),
    { context: CONTEXT, value: NOTE },
  ],
  getBalance: [(rpc) => rpc.getBalance(key(rich)).send(), { context: CONTEXT, value: RICH_LAMPORTS }],
  getLargestAccounts: [(rpc) => rpc.getLargestAccounts().send(), { context: CONTEXT, value: LARGEST }],
  getMinimumBalanceForRentExemption: [
    (rpc) => rpc.getMinimumBalanceForRentExemption(100n).send(),
    6960n * (100n + 128n),
  ],
  getMultipleAccounts: [
    (rpc) => rpc.getMultipleAccounts([key(note), key(missing), key(empty)]).send(),
    { context: CONTEXT, value: [NOTE, null, account(['', 'base64'], 0n)] },
  ],
  getProgramAccounts: [
    (rpc) => rpc.getProgramAccounts(key(PROGRAM)).send(),
    byAddress([
      { account: account(encodeBase58(NOTE_DATA), 9n), pubkey: note },
      { account: account('', 0n), pubkey: empty },
    ]),
  ],
  getStakeMinimumDelegation: [(rpc) => rpc.getStakeMinimumDelegation().send(), { context: CONTEXT, value: 1n }],
  getSupply: [
    (rpc) => rpc.getSupply({ excludeNonCirculatingAccountsList: false }).send(),
    {
      context: CONTEXT,
      value: {
        circulating: TOTAL - 2_000_000_000n,
        nonCirculating: 2_000_000_000n,
        nonCirculatingAccounts: expect.arrayContaining([lockedStake]),
        total: TOTAL,
      },
    },
  ],
  getTokenAccountBalance: [
    (rpc) => rpc.getTokenAccountBalance(key(recipientTokens)).send(),
    { context: CONTEXT, value: amount('499999', 499.999) },
  ],
  getTokenAccountsByDelegate: [
    (rpc) => rpc.getTokenAccountsByDelegate(key(DELEGATE), { mint: key(mint) }, { encoding: 'jsonParsed' }).send(),
    { context: CONTEXT, value: [RECIPIENT_TOKENS] },
  ],
  getTokenAccountsByOwner: [
    (rpc) => rpc.getTokenAccountsByOwner(key(RECIPIENT), { mint: key(mint) }, { encoding: 'jsonParsed' }).send(),
    { context: CONTEXT, value: [RECIPIENT_TOKENS] },
  ],
  getTokenLargestAccounts: [
    (rpc) => rpc.getTokenLargestAccounts(key(mint)).send(),
    {
      context: CONTEXT,
      value: [
        { address: payerTokens, ...amount('1000001', 1000.001) },
        { address: recipientTokens, ...amount('499999', 499.999) },
      ],
    },
  ],
  getTokenSupply: [(rpc) => rpc.getTokenSupply(key(mint)).send(), { context: CONTEXT, value: amount('1500000', 1500) }],
} as const satisfies KitCalls;
