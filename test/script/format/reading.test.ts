import { describe, expect, it } from 'vitest';
import type { TransactionNode } from '../../../src/script/format/transactions.ts';
import { pointerOf } from '../../../src/syntax/sourcePlace.ts';
import { asCursor } from '../../../src/syntax/values.ts';
import { K1 } from '../../fixtures/samples.ts';
import { read } from './scripts.ts';

/** What a script says without the places where it says it; what is not said is left out. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, member]) => key !== 'at' && member !== undefined);
  const [first, ...others] = entries;
  if (first?.[0] === 'value' && others.length === 0) return plain(first[1]);
  return Object.fromEntries(entries.map(([key, member]) => [key, plain(member)]));
}

function sound(text: string) {
  const { script, includes, problems } = read(text);
  expect(problems).toEqual([]);
  return { ...script, includes };
}

describe('keys', () => {
  it('are addresses, or seeds in any notation', () => {
    const seed = Buffer.alloc(32, 7);
    const text = `{"keys": {"a": "${K1}", "b-2": {"seed": {"hex": "${seed.toString('hex')}"}},
      "_c": {"seed": {"base64": "${seed.toString('base64')}"}}, "d": {"seed": {"utf8": "${'x'.repeat(32)}"}}}}`;
    expect(plain(sound(text).keys)).toEqual([
      { name: 'a', key: { kind: 'address', address: K1 } },
      { name: 'b-2', key: { kind: 'seed', seed: '07'.repeat(32) } },
      { name: '_c', key: { kind: 'seed', seed: '07'.repeat(32) } },
      { name: 'd', key: { kind: 'seed', seed: '78'.repeat(32) } },
    ]);
  });
});

describe('accounts', () => {
  const accountOf = (address: string, text: string) => {
    const [account] = sound(`{"accounts": {${JSON.stringify(address)}: ${text}}}`).accounts;
    return plain({ lamports: account!.lamports, ...account!.accountKind });
  };

  it.each<[string, unknown]>([
    ['{"sol": 5}', 5_000_000_000n],
    ['{"sol": "0.000000001"}', 1n],
    ['{"sol": 1000000000.000000001}', 1_000_000_000_000_000_001n],
    ['{"sol": 0.1}', 100_000_000n],
    ['{"sol": 1.10}', 1_100_000_000n],
    ['{"sol": 18446744073.709551615}', 18446744073709551615n],
    ['{"lamports": 18446744073709551615}', 18446744073709551615n],
    ['{"lamports": 0}', 0n],
  ])('a wallet %s', (text, lamports) => {
    expect(accountOf('$a', text)).toEqual({ kind: 'wallet', lamports });
  });

  const token = { kind: 'token', mint: '$usdc', owner: '$alice', frozen: false };
  it.each<[string, string, unknown]>([
    ['$m', '{"mint": {"decimals": 6}}', { kind: 'mint', decimals: 6 }],
    [
      '$m',
      '{"mint": {"decimals": 0, "program": "$token2022", "authority": "$a", "freezeAuthority": "$f", "supply": {"raw": 7}}, "sol": 1}',
      {
        kind: 'mint',
        decimals: 0,
        program: '$token2022',
        authority: '$a',
        freezeAuthority: '$f',
        supply: 7n,
        lamports: 1_000_000_000n,
      },
    ],
    ['$ata(alice,usdc)', '{"tokens": "12.50"}', { ...token, amount: '12.50' }],
    ['$ata($alice, $usdc)', '{"tokens": 12}', { ...token, amount: '12' }],
    ['$ata(alice,usdc,token2022)', '{"tokens": 12.5}', { ...token, amount: '12.5' }],
    [
      `$ata(${K1},pda(prog,"a"))`,
      '{"tokens": {"raw": 5}}',
      { ...token, owner: K1, mint: '$pda(prog,"a")', amount: 5n },
    ],
    ['$t', '{"token": {"mint": "$usdc", "owner": "$alice"}}', { ...token, amount: 0n }],
    [
      '$t',
      '{"token": {"mint": "$usdc", "owner": "$alice", "amount": 1, "delegate": {"to": "$bob", "amount": "0.5"}, "frozen": true}}',
      { ...token, amount: '1', delegate: { to: '$bob', amount: '0.5' }, frozen: true },
    ],
    [
      '$s',
      '{"multisig": {"required": 2, "signers": ["$a", "$b"]}}',
      { kind: 'multisig', required: 2, signers: ['$a', '$b'] },
    ],
    ['$n', '{"nonce": {"authority": "$a"}}', { kind: 'nonce', authority: '$a' }],
    ['$n', `{"nonce": {"authority": "$a", "nonce": "${K1}"}}`, { kind: 'nonce', authority: '$a', nonce: K1 }],
    ['$l', '{"lookupTable": {"addresses": ["$a"]}}', { kind: 'lookupTable', addresses: ['$a'] }],
    [
      '$r',
      '{"raw": {"owner": "$p", "data": {"hex": "00fF"}, "executable": true, "rentEpoch": 3}, "lamports": 9}',
      { kind: 'raw', owner: '$p', data: '00ff', executable: true, rentEpoch: 3n, lamports: 9n },
    ],
    ['$r', '{"raw": {"owner": "$p"}}', { kind: 'raw', owner: '$p', data: '', executable: false }],
  ])('%s %s', (address, text, expected) => {
    expect(accountOf(address, text)).toEqual(expected);
  });
});

describe('slots', () => {
  it.each<[string, Record<string, unknown>]>([
    ['{"slot": 5}', { kind: 'blocks', first: 5n, last: 5n, every: 1n, rewards: [], transactions: [] }],
    [
      '{"slot": 5, "blockTime": null}',
      { kind: 'blocks', first: 5n, last: 5n, every: 1n, blockTime: null, rewards: [], transactions: [] },
    ],
    [
      `{"slot": 5, "blockTime": -3, "parent": 2, "blockhash": "${K1}", "transactions": []}`,
      {
        kind: 'blocks',
        first: 5n,
        last: 5n,
        every: 1n,
        blockTime: -3n,
        parent: 2n,
        blockhash: K1,
        rewards: [],
        transactions: [],
      },
    ],
    [
      '{"from": 5, "to": 9, "every": 2}',
      { kind: 'blocks', first: 5n, last: 9n, every: 2n, rewards: [], transactions: [] },
    ],
    ['{"skipped": 5}', { kind: 'skipped', first: 5n, last: 5n }],
    ['{"skipped": [5, 9]}', { kind: 'skipped', first: 5n, last: 9n }],
  ])('%s', (text, expected) => {
    expect(plain(sound(`{"slots": [${text}]}`).slots)).toEqual([expected]);
  });
});

function transactionOf(text: string): TransactionNode {
  const [slot] = sound(`{"slots": [{"slot": 1, "transactions": [${text}]}]}`).slots;
  if (slot?.kind !== 'blocks' || slot.transactions[0] === undefined) throw new Error('no transaction');
  return slot.transactions[0];
}

describe('transactions', () => {
  it('say instructions, or the word of the only one', () => {
    const words = (text: string) =>
      transactionOf(text).instructions.map(({ name, at }) => [name, pointerOf(asCursor(at).path)]);
    expect(words('{"instructions": [{"memo": "a"}, {"raw": {"program": "$p"}}]}')).toEqual([
      ['memo', '/slots/0/transactions/0/instructions/0/memo'],
      ['raw', '/slots/0/transactions/0/instructions/1/raw'],
    ]);
    expect(words('{"memo": "a", "payer": "$a"}')).toEqual([['memo', '/slots/0/transactions/0/memo']]);
    expect(words('{"instructions": []}')).toEqual([]);
  });

  it('leave out what they do not say', () => {
    const { instructions: _, ...rest } = transactionOf('{"memo": ""}');
    const outcome = { emits: [], inner: [], balances: [], accounts: [] };
    expect(plain(rest)).toEqual({ repeat: 1, signers: [], lookupTables: [], outcome });
  });

  it('say everything', () => {
    const { instructions: _, ...rest } = transactionOf(`{
      "memo": "", "name": "payment", "repeat": 2500, "payer": "$a", "signers": ["$b"], "version": 0, "lookupTables": ["$t"],
      "computeUnitLimit": 4294967295, "computeUnitPrice": 18446744073709551615, "err": "AccountInUse", "fee": 7, "logs": ["x"],
      "computeUnits": 8, "returnData": {"program": "$p", "data": {"base58": "2"}},
      "inner": [{"index": 0, "instructions": []}], "balances": {"$a": {"sol": 1}, "$b": {"lamports": 0}}}`);
    expect(plain(rest)).toEqual({
      name: 'payment',
      repeat: 2500,
      payer: '$a',
      signers: ['$b'],
      version: 0,
      lookupTables: ['$t'],
      computeUnitLimit: 4294967295,
      computeUnitPrice: 18446744073709551615n,
      outcome: {
        err: { kind: 'known', err: 'AccountInUse' },
        fee: 7n,
        logs: ['x'],
        emits: [],
        computeUnits: 8n,
        returnData: { program: '$p', data: '01' },
        inner: [{ index: 0, instructions: [] }],
        accounts: [],
        balances: [
          { address: '$a', lamports: 1_000_000_000n },
          { address: '$b', lamports: 0n },
        ],
      },
    });
  });

  it.each<[string, unknown]>([
    ['{"custom": 6001}', { InstructionError: [0, { Custom: 6001 }] }],
    ['{"custom": 0, "instruction": 2}', { InstructionError: [2, { Custom: 0 }] }],
    ['{"error": "InvalidSeeds", "instruction": 1}', { InstructionError: [1, 'InvalidSeeds'] }],
    ['"InvalidSeeds"', { InstructionError: [0, 'InvalidSeeds'] }],
    ['"BlockhashNotFound"', 'BlockhashNotFound'],
    // an error of either kind has this name: that of the transaction is meant
    ['"AccountBorrowOutstanding"', 'AccountBorrowOutstanding'],
    ['{"InstructionError": [1, {"Custom": 5}]}', { InstructionError: [1, { Custom: 5 }] }],
    ['{"InsufficientFundsForRent": {"account_index": 3}}', { InsufficientFundsForRent: { account_index: 3 } }],
  ])('err %s', (text, expected) => {
    expect(transactionOf(`{"memo": "", "err": ${text}}`).outcome.err?.value).toEqual({ kind: 'known', err: expected });
  });
});

describe('the ledger as a whole', () => {
  it('is said as in ledger.json', () => {
    const text = `{"$schema": "x", "processed": 9, "finalized": 8, "firstAvailable": 3, "skipped": [7], "identity": "${K1}",
      "include": ["a", "../b.json"], "slots": [{"skipped": [4, 6]}]}`;
    const { includes, contents } = read(text);
    expect(plain(includes)).toEqual(['a', '../b.json']);
    expect(contents.ledgerJson?.settings).toMatchObject({
      tips: { processed: 9n, finalized: 8n },
      cleanedUpBefore: 3n,
      node: { identity: K1 },
    });
    expect(plain(contents.skippedSlots)).toEqual([
      { first: 7n, last: 7n },
      { first: 4n, last: 6n },
    ]);
  });

  it('is not said by a script that has no such member', () => {
    expect(read('{"slots": [{"skipped": 4}]}').contents.ledgerJson).toBeUndefined();
  });

  it('JSON and YAML read alike', () => {
    const yaml = `
keys: {treasury: ${K1}}
accounts:
  $alice: {sol: 0.30}
  $ata(alice,usdc): {tokens: 12.5}
slots:
  - {skipped: [1, 2]}
  - slot: 3
    transactions:
      - memo: hi
        err: {custom: 1}
`;
    const json = `{"keys": {"treasury": "${K1}"}, "accounts": {"$alice": {"sol": 0.30}, "$ata(alice,usdc)": {"tokens": 12.5}},
      "slots": [{"skipped": [1, 2]}, {"slot": 3, "transactions": [{"memo": "hi", "err": {"custom": 1}}]}]}`;
    const shape = (text: string, isYaml: boolean) => {
      const { script, problems } = read(text, isYaml);
      expect(problems).toEqual([]);
      const { slots, ...rest } = script;
      const outcomes = slots.map((slot) =>
        slot.kind === 'blocks' ? slot.transactions.map(({ outcome }) => outcome) : slot,
      );
      return plain({ ...rest, outcomes });
    };
    expect(shape(yaml, true)).toEqual(shape(json, false));
  });
});
