import { expect, expectTypeOf, it } from 'vitest';
import {
  type NewSendMatch,
  type NewSendOutcome,
  type NewSendRule,
  sendRuleJson,
} from '../../src/control/newSendRule.ts';
import { keypair, type NewFailure, sol, tokens } from '../../src/index.ts';
import type { SendMatch, SendOutcome, SendRule } from '../../src/runtime/sendRule.ts';

/** The types of rules in code, held against the words that are read. */

type Names<T> = T extends string ? T : keyof T;

it('have the members and the outcomes of rules', () => {
  expectTypeOf<keyof NewSendRule>().toEqualTypeOf<keyof SendRule>();
  expectTypeOf<keyof NewSendMatch>().toEqualTypeOf<keyof SendMatch>();
  expectTypeOf<Names<NewSendOutcome>>().toEqualTypeOf<Exclude<SendOutcome['kind'], 'failByName'> | 'failLate'>();
});

it('tell errors of one kind from those of another', () => {
  expectTypeOf<{ refuse: 'BlockhashNotFound' }>().toExtend<NewSendOutcome>();
  expectTypeOf<{ refuse: 'ProgramAccountNotFound' }>().not.toExtend<NewSendOutcome>();
  expectTypeOf<{ feesOnly: 'BlockhashNotFound' }>().not.toExtend<NewSendOutcome>();
  expectTypeOf<{ error: 'InvalidAccountData'; instruction: 1 }>().toExtend<NewFailure>();
  expectTypeOf<{ error: 'AccountNotFound' }>().not.toExtend<NewFailure>();
  expectTypeOf<{ error: 'market.OrderClosed'; account: 'order'; instruction: 1 }>().toExtend<NewFailure>();
  expectTypeOf<{ error: 'market.OrderClosed'; account: 'order'; source: 'a' }>().not.toExtend<NewFailure>();
});

it('are written without members that are undefined', () => {
  const rule = { match: { feePayer: 'alice' }, then: { succeed: { logs: [] } } } as const;
  expect(JSON.stringify(sendRuleJson(rule))).toBe('{"match":{"feePayer":"$alice"},"then":{"succeed":{"logs":[]}}}');
  expect(JSON.stringify(sendRuleJson({ then: 'drop' }))).toBe('{"then":"drop"}');
});

it('have values of an IDL as its fields are written', () => {
  const args = { price: 2n ** 64n - 1n, size: 5n, maker: keypair('alice'), tag: Uint8Array.of(1), fills: [{ at: 1n }] };
  const event = { 'market.Filled': args, instruction: 1 };
  const values = '{"price":"18446744073709551615","size":5,"maker":"$alice","tag":{"hex":"01"},"fills":[{"at":1}]}';
  expect(JSON.stringify(sendRuleJson({ match: { args }, then: { succeed: { emits: [event] } } }))).toBe(
    `{"match":{"args":${values}},"then":{"succeed":{"emits":[{"market.Filled":${values},"instruction":1}]}}}`,
  );
});

it('have accounts as setAccount takes them, tokens too', () => {
  const accounts = { '$ata(alice,usdc)': tokens('12.5'), alice: sol(1), old: null };
  expect(JSON.stringify(sendRuleJson({ then: { succeed: { accounts } } }))).toBe(
    '{"then":{"succeed":{"accounts":{"$ata(alice,usdc)":{"tokens":"12.5"},"$alice":{"sol":1},"$old":null}}}}',
  );
});
