import { expect, expectTypeOf, it } from 'vitest';
import { sol, tokens } from '../../../src/index.ts';
import {
  type NewFailure,
  type NewSendMatch,
  type NewSendOutcome,
  type NewSendRule,
  sendRuleJson,
} from '../../../src/rpc/control/newSendRule.ts';
import type { SendMatch, SendOutcome, SendRule } from '../../../src/runtime/sendRule.ts';

/** The types of rules in code, held against the words that are read. */

type Names<T> = T extends string ? T : keyof T;

it('have the members and the outcomes of rules', () => {
  expectTypeOf<keyof NewSendRule>().toEqualTypeOf<keyof SendRule>();
  expectTypeOf<keyof NewSendMatch>().toEqualTypeOf<keyof SendMatch>();
  expectTypeOf<Names<NewSendOutcome>>().toEqualTypeOf<SendOutcome['kind'] | 'failLate'>();
});

it('tell errors of one kind from those of another', () => {
  expectTypeOf<{ refuse: 'BlockhashNotFound' }>().toExtend<NewSendOutcome>();
  expectTypeOf<{ refuse: 'ProgramAccountNotFound' }>().not.toExtend<NewSendOutcome>();
  expectTypeOf<{ feesOnly: 'BlockhashNotFound' }>().not.toExtend<NewSendOutcome>();
  expectTypeOf<{ error: 'InvalidAccountData'; instruction: 1 }>().toExtend<NewFailure>();
  expectTypeOf<{ error: 'AccountNotFound' }>().not.toExtend<NewFailure>();
});

it('are written without members that are undefined', () => {
  const rule = { match: { feePayer: 'alice' }, then: { succeed: { logs: [] } } } as const;
  expect(JSON.stringify(sendRuleJson(rule))).toBe('{"match":{"feePayer":"$alice"},"then":{"succeed":{"logs":[]}}}');
  expect(JSON.stringify(sendRuleJson({ then: 'drop' }))).toBe('{"then":"drop"}');
});

it('have accounts as setAccount takes them, tokens too', () => {
  const accounts = { '$ata(alice,usdc)': tokens('12.5'), alice: sol(1), old: null };
  expect(JSON.stringify(sendRuleJson({ then: { succeed: { accounts } } }))).toBe(
    '{"then":{"succeed":{"accounts":{"$ata(alice,usdc)":{"tokens":"12.5"},"$alice":{"sol":1},"$old":null}}}}',
  );
});
