import { describe, expect, it } from 'vitest';
import { BlockBuilder, BlockTransactions } from '../../../src/script/building/blockBuilder.ts';
import { Instructions } from '../../../src/script/building/instructionBuilders.ts';
import { LedgerBuilder, ledger } from '../../../src/script/building/ledgerBuilder.ts';
import { TransactionMethods } from '../../../src/script/building/transactionBuilder.ts';
import { sol, tokens } from '../../../src/script/building/valueBuilders.ts';
import { ACCOUNT_KINDS } from '../../../src/script/format/accounts.ts';
import { SCRIPT_MEMBERS, SLOT_KINDS } from '../../../src/script/format/script.ts';
import { TRANSACTION_MEMBERS } from '../../../src/script/format/transactions.ts';
import { INSTRUCTION_NAMES } from '../../../src/script/instructions/index.ts';

/** Methods that a class adds to those that it inherits. */
function methodsOf({ prototype }: { readonly prototype: object }): string[] {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return names.filter((name) => typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === 'function').sort();
}

/** What the file format calls otherwise. */
const MEMBERS: Readonly<Record<string, string>> = {
  balance: 'balances',
  fail: 'err',
  named: 'name',
  writes: 'accounts',
};
const KINDS: Readonly<Record<string, string>> = { rawAccount: 'raw', tokenAccount: 'token' };

describe('the builder has a method for', () => {
  it('every instruction, and for nothing else', () => {
    // `call` is for programs with an IDL
    expect(methodsOf(Instructions)).toEqual([...INSTRUCTION_NAMES, 'call'].sort());
  });

  it('every member of a transaction, and for nothing else', () => {
    const members = methodsOf(TransactionMethods).map((name) => MEMBERS[name] ?? name);
    const { instructions: _, ...others } = TRANSACTION_MEMBERS;
    expect(members.sort()).toEqual(Object.keys(others).sort());
  });

  it('every kind of account', () => {
    const { tokens: _, ...kinds } = ACCOUNT_KINDS;
    const known = new Set(methodsOf(LedgerBuilder).map((name) => KINDS[name] ?? name));
    expect([...Object.keys(kinds), 'wallet'].filter((kind) => !known.has(kind))).toEqual([]);
  });

  it('several instructions in a transaction, wherever a transaction may begin', () => {
    expect(methodsOf(BlockBuilder)).toContain('tx');
    expect(methodsOf(BlockTransactions)).toContain('tx');
  });
});

it('what the builder writes are the members of a script, and all of them', () => {
  const script = ledger()
    .include('recorded')
    .execute('none')
    .program('market', { idl: './market.json' })
    .key('alice', { seed: new Uint8Array(32) })
    .wallet('alice', sol(1))
    .block(1)
    .toJSON();
  const { $schema: _, ...members } = SCRIPT_MEMBERS;
  expect(Object.keys(script).sort()).toEqual(Object.keys(members).sort());
});

it('what the builder writes are the kinds of slots, and all of them', () => {
  const rewards = [{ address: 'alice', lamports: 1, type: 'Staking' }] as const;
  const said = { blockTime: 1, parent: 3, leader: 'validator', rewards };
  const transfer = (b: BlockBuilder) => b.transfer('alice', 'bob', sol(1));
  const { slots = [] } = ledger()
    .block({ slot: 5, blockhash: 'hash', ...said }, transfer)
    .blocks({ from: 6, to: 9, every: 2, ...said }, transfer)
    .skip(10)
    .toJSON();
  const { blockhash: _, ...range } = SLOT_KINDS.from;
  const kinds = [SLOT_KINDS.slot, range, SLOT_KINDS.skipped];
  expect(slots.map((slot) => Object.keys(slot).sort())).toEqual(kinds.map((kind) => Object.keys(kind).sort()));
});

it('what the builder writes are the kinds of accounts, and all of them', () => {
  const { accounts = {} } = ledger()
    .mint('usdc', { decimals: 6 })
    .tokenAccount('alice', tokens(1, 'usdc'))
    .tokenAccount('alice', tokens(1, 'usdc'), { address: 'vault' })
    .multisig('council', { required: 1, signers: ['alice'] })
    .nonce('nonce1', { authority: 'alice' })
    .stake('stake1', { withdrawer: 'alice' })
    .lookupTable('table', { addresses: [] })
    .rawAccount('thing', { owner: 'system' })
    .toJSON();
  expect(Object.values(accounts).map((account) => Object.keys(account).join())).toEqual(Object.keys(ACCOUNT_KINDS));
});
