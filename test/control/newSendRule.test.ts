import { expect, expectTypeOf, it } from 'vitest';
import { type JsonObject, stringifyJson } from '../../src/codec/jsonText.ts';
import {
  type NewSendMatch,
  type NewSendOutcome,
  type NewSendRule,
  type NewTransferMatch,
  sendMatchJson,
  sendRuleJson,
} from '../../src/control/newSendRule.ts';
import { ata, keypair, lamports, type NewFailure, rawTokens, sol, tokens } from '../../src/index.ts';
import type { SendMatch, SendOutcome, SendRule, TransferMatch } from '../../src/runtime/sendRule.ts';

/** The types of rules in code, held against the words that are read. */

type Names<T> = T extends string ? T : keyof T;

it('have the members and the outcomes of rules', () => {
  expectTypeOf<keyof NewSendRule>().toEqualTypeOf<keyof SendRule>();
  expectTypeOf<keyof NewSendMatch>().toEqualTypeOf<keyof SendMatch>();
  expectTypeOf<keyof NewTransferMatch>().toEqualTypeOf<keyof TransferMatch | 'sol'>();
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

it('have values of an IDL as its fields are written, but integers and amounts of a match as JSON has them', () => {
  const args = { price: 2n ** 64n - 1n, size: 5n, maker: keypair('alice'), tag: Uint8Array.of(1), fills: [{ at: 1n }] };
  const event = { 'market.Filled': args, instruction: 1 };
  expect(stringifyJson(sendRuleJson({ then: { succeed: { emits: [event] } } }) as JsonObject)).toBe(
    '{"then":{"succeed":{"emits":[{"instruction":1,"market.Filled":{"fills":[{"at":1}],"maker":"$alice","price":"18446744073709551615","size":5,"tag":{"hex":"01"}}}]}}}',
  );
  const pattern = {
    ...args,
    least: -(2n ** 63n),
    most: 2n ** 64n,
    worst: -(2n ** 63n) - 1n,
    paid: rawTokens(2n ** 60n),
  };
  const match = { instruction: 'market.placeOrder', args: pattern };
  expect(stringifyJson(sendRuleJson({ match, then: 'drop' }) as JsonObject)).toBe(
    `{"match":{"args":{"fills":[{"at":1}],"least":-9223372036854775808,"maker":"${keypair('alice').address}","most":"18446744073709551616","paid":{"tokens":{"raw":1152921504606846976}},"price":18446744073709551615,"size":5,"tag":{"hex":"01"},"worst":"-9223372036854775809"},"instruction":"market.placeOrder"},"then":"drop"}`,
  );
});

it('have amounts and keys of jsonParsed as the wire has them', () => {
  const args = {
    destination: keypair('bob'),
    source: ata('alice', 'usdc'),
    tokenAmount: tokens('2.5', 'usdc'),
    feeAmount: rawTokens(5n),
    lamports: sol(1),
    space: 2n ** 64n - 1n,
  };
  const text = stringifyJson(sendMatchJson({ instruction: 'spl-token transferChecked', args }) as JsonObject);
  expect(text).toBe(
    `{"args":{"destination":"${keypair('bob').address}","feeAmount":{"tokens":{"raw":5}},"lamports":{"sol":1},"source":"$ata(alice,usdc)","space":18446744073709551615,"tokenAmount":{"mint":"$usdc","tokens":"2.5"}},"instruction":"spl-token transferChecked"}`,
  );
});

it('have transfers as the wire has them', () => {
  const match: NewSendMatch = {
    transfers: [
      { from: 'alice', to: keypair('bob'), amount: tokens('2.5', 'usdc'), received: rawTokens(5, 'usdc') },
      { to: '$carol', mint: 'usdc', amount: { tokens: '1', mint: 'usdc' } },
      { sol: true, amount: 2n ** 60n, received: lamports(5) },
    ],
  };
  expect(stringifyJson(sendMatchJson(match) as JsonObject)).toBe(
    `{"transfers":[{"amount":{"mint":"$usdc","tokens":"2.5"},"from":"$alice","received":{"mint":"$usdc","tokens":{"raw":5}},"to":"${keypair('bob').address}"},{"amount":{"mint":"$usdc","tokens":"1"},"mint":"$usdc","to":"$carol"},{"amount":1152921504606846976,"received":{"lamports":5},"sol":true}]}`,
  );
});

it('have accounts as setAccount takes them, tokens too', () => {
  const accounts = { '$ata(alice,usdc)': tokens('12.5'), alice: sol(1), old: null };
  expect(JSON.stringify(sendRuleJson({ then: { succeed: { accounts } } }))).toBe(
    '{"then":{"succeed":{"accounts":{"$ata(alice,usdc)":{"tokens":"12.5"},"$alice":{"sol":1},"$old":null}}}}',
  );
});
