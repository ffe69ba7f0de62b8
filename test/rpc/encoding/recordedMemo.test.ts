import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/codec/jsonText.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { memoOf } from '../../../src/rpc/encoding/memo.ts';
import { type Address, address, MEMO_PROGRAM, MEMO_V1_PROGRAM, type Signature } from '../../../src/solana/address.ts';
import type { OpaqueTransaction } from '../../../src/solana/block.ts';

const PAYER = address('payer');
const KEYS = [PAYER, MEMO_V1_PROGRAM, MEMO_PROGRAM];

function recorded(instructions: JsonObject[], accountKeys: readonly Address[] = KEYS): OpaqueTransaction {
  return {
    kind: 'opaque',
    form: 'jsonParsed',
    signature: 'sig' as Signature,
    version: 'legacy',
    slot: 5n,
    index: 0,
    blockTimeSeconds: null,
    err: null,
    json: { message: { accountKeys: accountKeys.map((pubkey) => ({ pubkey })), instructions }, signatures: ['sig'] },
    meta: null,
    accountKeys,
  };
}

describe('the memo of a transaction recorded as jsonParsed', () => {
  const parsed = { parsed: 'hé', program: 'spl-memo', programId: MEMO_PROGRAM, stackHeight: 1 };
  const byAddress = { accounts: [], data: '5Q', programId: MEMO_V1_PROGRAM, stackHeight: 1 };
  const byIndex = { accounts: [], data: '5Q', programIdIndex: 2, stackHeight: null };

  test.each<[string, JsonObject[], string | null]>([
    ['as text', [parsed], '[3] hé'],
    ['not UTF-8, as a node shows it', [byAddress], '[1] (unparseable)'],
    ['not UTF-8, as the contract shows it', [byIndex], '[1] (unparseable)'],
    ['several', [parsed, byIndex, parsed], '[3] hé; [1] (unparseable); [3] hé'],
    ['of another program', [{ ...byIndex, programIdIndex: 0 }], null],
  ])('%s', (_what, instructions, memo) => {
    expect(memoOf(recorded(instructions), DEFAULT_VERSION)).toBe(memo);
  });
});
