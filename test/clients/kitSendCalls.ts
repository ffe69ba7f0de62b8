import type { Base64EncodedWireTransaction, Lamports, Rpc, SolanaRpcApi } from '@solana/kit';
import { Transaction } from '@solana/web3.js';
import { expect } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { SLOTS } from '../support/clientLedger.ts';
import { legacyBytes, publicKey, transfer } from '../support/sentTransactions.ts';
import { namedBlockhash, RECIPIENT } from '../support/transactions.ts';
import { branded, CONTEXT, type KitCalls } from './kitChainCalls.ts';

/** Calls of Kit's methods that take a transaction, with what they must give, at Kit's own default: `confirmed`. */

const encoding = 'base64';
const recentBlockhash = namedBlockhash(`${SLOTS.finalized}`);
const wireOf = (bytes: Uint8Array) => branded<Base64EncodedWireTransaction>(Buffer.from(bytes).toString('base64'));

const SIGNED = legacyBytes(recentBlockhash, [transfer(1_000_000)]);
/** Nobody can sign for this payer. */
const UNSIGNED = new Transaction({ feePayer: publicKey('payer'), recentBlockhash })
  .add(transfer(1_000_000, publicKey('payer')))
  .serialize({ requireAllSignatures: false });

export const SEND_CALLS = {
  requestAirdrop: [
    // Kit's types allow it on test clusters only
    (rpc) => (rpc as Rpc<SolanaRpcApi>).requestAirdrop(branded(RECIPIENT), 5n as Lamports).send(),
    expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{87,88}$/),
  ],
  sendTransaction: [
    (rpc) => rpc.sendTransaction(wireOf(SIGNED), { encoding, skipPreflight: true }).send(),
    encodeBase58(SIGNED.subarray(1, 65)),
  ],
  simulateTransaction: [
    (rpc) => rpc.simulateTransaction(wireOf(UNSIGNED), { encoding }).send(),
    {
      context: CONTEXT,
      value: {
        accounts: null,
        err: null,
        fee: 5000n,
        innerInstructions: null,
        loadedAccountsDataSize: 142,
        loadedAddresses: { readonly: [], writable: [] },
        logs: [
          'Program 11111111111111111111111111111111 invoke [1]',
          'Program 11111111111111111111111111111111 success',
        ],
        postBalances: [4_998_995_000n, 1_000_000n, 1n],
        postTokenBalances: [],
        preBalances: [5_000_000_000n, 0n, 1n],
        preTokenBalances: [],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 150n,
      },
    },
  ],
} as const satisfies KitCalls;
