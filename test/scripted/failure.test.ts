import {
  getSolanaErrorFromTransactionError,
  isSolanaError,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
} from '@solana/kit';
import { expect, it } from 'vitest';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('failure.ledger.yaml');
const [ALICE, BOB, SWAP] = [addressOf('alice'), addressOf('bob'), addressOf('swap')] as const;
const SYSTEM = '11111111111111111111111111111111';
/** Kit makes bigints of the numbers in an error. */
const ERR = { InstructionError: [1n, { Custom: 6001n }] };

const [, failed] = await signaturesAt(rpc, 100n);
const transaction = await rpc.getTransaction(failed!, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send();

it('the transaction tells its error, as Kit understands it', () => {
  const { err } = transaction!.meta!;
  expect(err).toStrictEqual(ERR);
  const error = getSolanaErrorFromTransactionError(err!);
  expect(isSolanaError(error, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM) && error.context).toMatchObject({
    code: 6001,
    index: 1,
  });
});

it('it has run up to the instruction that failed', () => {
  const { computeUnitsConsumed, logMessages } = transaction!.meta!;
  expect(computeUnitsConsumed).toBe(4210n);
  expect(logMessages).toStrictEqual([
    `Program ${SYSTEM} invoke [1]`,
    `Program ${SYSTEM} success`,
    `Program ${SWAP} invoke [1]`,
    `Program ${SWAP} failed: custom program error: 0x1771`,
  ]);
});

it('it has cost its fee, and moved nothing', async () => {
  const { fee, preBalances, postBalances } = transaction!.meta!;
  const { accountKeys } = transaction!.transaction.message;
  expect(accountKeys).toStrictEqual([ALICE, BOB, SYSTEM, SWAP]);
  expect(fee).toBe(5000n);
  expect(preBalances.slice(0, 2)).toStrictEqual([3_999_995_000n, 1_000_000_000n]);
  expect(postBalances).toStrictEqual([3_999_990_000n, ...preBalances.slice(1)]);
  expect((await rpc.getBalance(ALICE).send()).value).toBe(3_999_990_000n);
  expect((await rpc.getBalance(BOB).send()).value).toBe(1_000_000_000n);
});

it('its status and the lists of its signature tell the error too', async () => {
  const { value } = await rpc.getSignatureStatuses([failed!]).send();
  expect(value).toStrictEqual([
    { confirmationStatus: 'finalized', confirmations: null, err: ERR, slot: 100n, status: { Err: ERR } },
  ]);
  for (const key of [ALICE, BOB, SWAP]) {
    const [newest] = await rpc.getSignaturesForAddress(key, { limit: 1 }).send();
    expect(newest).toMatchObject({ err: ERR, signature: failed });
  }
});
