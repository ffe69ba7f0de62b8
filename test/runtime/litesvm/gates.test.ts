import { LiteSVM } from 'litesvm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { FLAG_GATES, featureSlots } from '../../../src/gates.ts';
import { loadLiteSvm } from '../../../src/runtime/litesvm/litesvmExecutor.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { loadTexts, problemsOfTexts } from '../../script/format/scripts.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { ALICE, bankOn, executeAll, meta } from '../../support/realExecution.ts';
import { callText, protocolFor } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** LiteSVM has the features that the gates of the ledger have in the slot of the block. */

function transfer(from: Address, to: Address, lamports: bigint) {
  const data = new ByteWriter().u32(2).u64(lamports).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [meta(from, 'ws'), meta(to, 'w')], data };
}

describe('relaxedMinimumBalance, in slot 8', () => {
  const POOR = namedAddress('poor');
  const errOf = (lamports: bigint, from: bigint | undefined) => {
    const protocol = protocolFor('4.3', 'genesis', { flags: { relaxedMinimumBalance: from } });
    const bank = bankOn([{ address: POOR, lamports: 500_000n }], { protocol });
    const instruction = lamports > 0n ? transfer(ALICE, POOR, lamports) : transfer(POOR, ALICE, -lamports);
    return executeAll(bank, [instruction]).err;
  };
  const REFUSED = { InsufficientFundsForRent: { account_index: 1 } };

  it.each([
    ['gets richer', 100n, { before: REFUSED, after: null }],
    ['gets poorer', -100n, { before: null, after: REFUSED }],
  ])('an account below its minimum that %s', (_what, lamports, { before, after }) => {
    expect(errOf(lamports, undefined)).toEqual(before);
    expect(errOf(lamports, 9n)).toEqual(before);
    expect(errOf(lamports, 8n)).toEqual(after);
    expect(errOf(lamports, 0n)).toEqual(after);
  });
});

describe('the features that LiteSVM is given', () => {
  it.each(FLAG_GATES)('%s, in slot 8', async (name) => {
    const given = vi.spyOn(LiteSVM.prototype, 'withFeatureSet');
    onTestFinished(() => given.mockRestore());
    const isActiveFrom = async (from: bigint) => {
      const protocol = protocolFor('4.3', 'genesis', { flags: { [name]: from } });
      executeAll(bankOn([], { protocol }), [transfer(ALICE, ALICE, 1n)], await loadLiteSvm());
      const [feature] = featureSlots(protocol.gates, '4.3').keys();
      return given.mock.lastCall![0].isActive(decodeBase58(feature!));
    };
    expect(await isActiveFrom(9n)).toBe(false);
    expect(await isActiveFrom(8n)).toBe(true);
  });
});

describe('locks128', () => {
  const others = Array.from({ length: 64 }, (_, i) => `$other${i}`);
  const script = (from: number) => {
    const accounts = JSON.stringify(['$alice sw', '$bob w', ...others]);
    const data = '{"hex": "020000000500000000000000"}';
    return `{"agave": "4.3", "gates": {"locks128": {"from": ${from}}}, "execute": "litesvm", "accounts": {
      "$alice": {"sol": 5}, "$bob": {"sol": 1}, "$table": {"lookupTable": {"addresses": ${JSON.stringify(others)}}}},
      "slots": [{"slot": 10, "transactions": [{"instructions": [
        {"raw": {"program": "$system", "accounts": ${accounts}, "data": ${data}}}], "lookupTables": ["$table"], "name": "it"}]}]}`;
  };

  it('a transaction of 67 accounts is executed from the slot of the gate on', async () => {
    expect(await problemsOfTexts({ 'a.ledger.json': script(11) })).toEqual([
      expect.stringContaining('this transaction cannot be executed: Transaction locked too many accounts'),
    ]);
    const node = nodeOver(await loadTexts({ 'a.ledger.json': script(10) }), { dialect: 'agave' });
    const config = '{"maxSupportedTransactionVersion":0,"commitment":"confirmed"}';
    const answer = await callText(node, 'getTransaction', `["${node.signature('it')}",${config}]`);
    expect(answer).toContain('"err":null');
    expect(answer).toContain('"computeUnitsConsumed":150');
  });
});
