import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import { preflightFailure } from '../../../../src/rpc/sending/preflightFailure.ts';
import type { TransactionError } from '../../../../src/solana/meta.ts';

describe('preflightFailure', () => {
  const NOTHING =
    '"fee":null,"innerInstructions":null,"loadedAccountsDataSize":0,"loadedAddresses":null,"logs":[],"postBalances":null,"postTokenBalances":null,"preBalances":null,"preTokenBalances":null,"replacementBlockhash":null,"returnData":null,"unitsConsumed":0';

  it.each<[err: TransactionError, json: string, text: string]>([
    ['BlockhashNotFound', '"BlockhashNotFound"', 'Blockhash not found'],
    ['SignatureFailure', '"SignatureFailure"', 'Transaction did not pass signature verification'],
    [
      { InsufficientFundsForRent: { account_index: 0 } },
      '{"InsufficientFundsForRent":{"account_index":0}}',
      'Transaction results in an account (0) with insufficient funds for rent',
    ],
  ])('of what was not processed: %j', (err, json, text) => {
    const { code, data, message } = preflightFailure(err);
    expect({ code, message }).toEqual({ code: -32002, message: `Transaction simulation failed: ${text}` });
    expect(stringifyJson(data!)).toBe(`{"accounts":null,"err":${json},${NOTHING}}`);
  });

  it('of what was executed', () => {
    const logs = [
      'Program 11111111111111111111111111111111 invoke [1]',
      'Transfer: insufficient lamports 4995000, need 5000000000',
      'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
    ];
    const err = { InstructionError: [0, { Custom: 1 }] };
    const executed = { fee: 5000n, loadedAccountsDataSize: 206, logs, returnData: null, unitsConsumed: 150 };
    const { data, message } = preflightFailure(err, executed);
    expect(message).toBe('Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1');
    expect(stringifyJson(data!)).toBe(
      `{"accounts":null,"err":{"InstructionError":[0,{"Custom":1}]},"fee":5000,"innerInstructions":null,"loadedAccountsDataSize":206,"loadedAddresses":null,"logs":${JSON.stringify(logs)},"postBalances":null,"postTokenBalances":null,"preBalances":null,"preTokenBalances":null,"replacementBlockhash":null,"returnData":null,"unitsConsumed":150}`,
    );
  });
});
