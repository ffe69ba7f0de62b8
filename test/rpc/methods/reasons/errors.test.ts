import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../../src/codec/base58.ts';
import { createNode } from '../../../../src/index.ts';
import { DESCRIBED_IDL, DESCRIBED_LEDGER, sentOrder } from '../../../support/describedIdl.ts';
import { MARKET } from '../../../support/idls.ts';
import { reasonsOf, stateOf } from '../../../support/reasons.ts';

/** Errors and account types of programs with an IDL. */

const STATE = await stateOf(JSON.stringify(DESCRIBED_LEDGER));
const signature = (name: string) => STATE.names.signatures.get(name)![0]!;
const REFUSED =
  'because: transaction "refused": instruction 1 failed: market: SlippageExceeded (6001), "Slippage exceeded"';
const INSIDE = 'because: transaction "inside": instruction 0 failed: market: OrderClosed (6000), "The order is closed"';

describe('a transaction that failed', () => {
  it.each([
    ['refused', [REFUSED]],
    ['inside', [INSIDE]],
    ['outside', []],
    ['unknown', []],
    ['placed', []],
  ])('%s: as getTransaction answers it', async (name, why) => {
    expect(await reasonsOf(STATE, 'getTransaction', [signature(name)])).toEqual(why);
  });

  it('as getSignatureStatuses answers it', async () => {
    const signatures = ['refused', 'placed', 'inside'].map(signature);
    expect(await reasonsOf(STATE, 'getSignatureStatuses', [signatures])).toEqual([REFUSED, INSIDE]);
  });

  it('as getSignaturesForAddress lists it: the first few', async () => {
    const market = await reasonsOf(STATE, 'getSignaturesForAddress', [MARKET]);
    expect(market).toEqual([
      INSIDE,
      expect.stringMatching(/^because: transaction "framework": instruction 0 failed: market: AccountNotInitialized/),
      REFUSED,
    ]);
    const text = JSON.stringify(DESCRIBED_LEDGER).replace('"name":"refused"', '"name":"refused","repeat":7');
    const many = await reasonsOf(await stateOf(text), 'getSignaturesForAddress', [MARKET]);
    expect(many.length).toBe(6);
    expect(many[5]).toBe('because: 4 more failed with errors of programs that have an IDL: stillnode_show names each');
  });

  it('as it is simulated', async () => {
    const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
    await node.onSend({ then: { fail: { custom: 6001 } } });
    const { why } = await node.explain('simulateTransaction', [
      sentOrder(5),
      { encoding: 'base64', replaceRecentBlockhash: true },
    ]);
    expect(why).toContain('instruction 0 failed: market: SlippageExceeded (6001), "Slippage exceeded"');
  });
});

describe('accounts that a memcmp of their beginning leaves out', () => {
  const whyOf = (bytes: readonly number[], offset = 0) =>
    reasonsOf(STATE, 'getProgramAccounts', [
      MARKET,
      { encoding: 'base64', filters: [{ memcmp: { bytes: encodeBase58(Uint8Array.from(bytes)), offset } }] },
    ]);

  it('are named by their types', async () => {
    expect(await whyOf(DESCRIBED_IDL.accounts[1]!.discriminator)).toEqual([
      'because: 3 of 4 accounts of $market fail the memcmp at offset 0, 1 of them because their data ends before byte 8: they are Order, of no type, not Position',
    ]);
  });

  it('of bytes that no type begins with', async () => {
    expect((await whyOf([9]))[0]).toMatch(/memcmp at offset 0: no account of market begins like this$/);
    expect((await whyOf([9], 1))[0]).toMatch(/memcmp at offset 1(, \d of them because .*)?$/);
  });
});
