import { describe, expect, it } from 'vitest';
import { INSTRUCTIONS } from '../../../src/script/instructions/index.ts';
import {
  boolean,
  list,
  object,
  optional,
  type Syntax,
  text,
  u8,
  u64,
  withDefault,
} from '../../../src/syntax/syntax.ts';
import { address, amount, bytes, withLamports, withOptionalLamports } from '../../../src/syntax/values.ts';
import { cursorOfText, problemsAt } from './scripts.ts';

/** What is read of arguments, and what is wrong with them. */
function readAs(written: string, syntax: Syntax<unknown>): { answer: unknown; problems: string[] } {
  const at = cursorOfText(written);
  const answer = syntax(at);
  return { answer, problems: problemsAt(at).map((problem) => problem.replace(/^a\.ledger\.json:\d+:\d+:/, '').trim()) };
}

const word = (value: string) => expect.objectContaining({ value });
const memo = INSTRUCTIONS.memo.arguments;
const raw = INSTRUCTIONS.raw.arguments;
/** The accounts of an instruction of any program. */
const withAccounts = (accounts: string) => `{"program": "$p", "accounts": ${accounts}}`;
const rawOf = (...accounts: readonly unknown[]) => ({ program: word('$p'), accounts, data: new Uint8Array() });
const meta = (value: string, signer: boolean, writable: boolean) => ({ address: word(value), signer, writable });

describe('arguments', () => {
  it.each<[string, Syntax<unknown>, unknown]>([
    ['{"a": "$x"}', object({ a: address }), { a: word('$x') }],
    ['{"a": "$x"}', object({ a: optional(address) }), { a: word('$x') }],
    ['{}', object({ a: optional(address) }), { a: undefined }],
    ['{"a": ["$x", "$y"]}', object({ a: list(address) }), { a: [word('$x'), word('$y')] }],
    ['{}', object({ a: withDefault(list(address), []) }), { a: [] }],
    ['{"lamports": 5}', withLamports({}), { lamports: 5n }],
    ['{"sol": 0.5}', withLamports({}), { lamports: 500_000_000n, sol: 500_000_000n }],
    ['{"sol": "2"}', withOptionalLamports({}), { lamports: 2_000_000_000n, sol: 2_000_000_000n }],
    ['{}', withOptionalLamports({}), { lamports: undefined, sol: undefined }],
    ['{"a": "1.50"}', object({ a: amount }), { a: word('1.50') }],
    ['{"a": 1.50}', object({ a: amount }), { a: word('1.50') }],
    ['{"a": 18446744073709551616}', object({ a: amount }), { a: word('18446744073709551616') }],
    ['{"a": {"raw": 5}}', object({ a: amount }), { a: expect.objectContaining({ value: 5n }) }],
    ['{"a": 18446744073709551615}', object({ a: u64 }), { a: 18446744073709551615n }],
    ['{"a": 255}', object({ a: u8 }), { a: 255 }],
    ['{"a": true}', object({ a: boolean }), { a: true }],
    ['{}', object({ a: withDefault(boolean, false) }), { a: false }],
    ['{"a": "x"}', object({ a: text }), { a: 'x' }],
    ['"x"', memo, { text: 'x', signers: [] }],
    ['{"text": "x"}', memo, { text: 'x', signers: [] }],
    ['{"a": {"utf8": "é"}}', object({ a: bytes }), { a: Buffer.from('é') }],
    ['{"program": "$p"}', raw, rawOf()],
    [
      withAccounts('["$x", "$x s", "$x w", "$x  sw", "$x ws", "$pda($p, \\"s w\\") w", "$s"]'),
      raw,
      rawOf(
        meta('$x', false, false),
        meta('$x', true, false),
        meta('$x', false, true),
        meta('$x', true, true),
        meta('$x', true, true),
        meta('$pda($p, "s w")', false, true),
        meta('$s', false, false),
      ),
    ],
    [withAccounts('[{"address": "$x", "signer": true}]'), raw, rawOf(meta('$x', true, false))],
  ])('%s', (written, syntax, expected) => {
    expect(readAs(written, syntax)).toEqual({ answer: expected, problems: [] });
  });

  it.each<[string, Syntax<unknown>, readonly string[]]>([
    ['{}', object({ a: address }), ['/a: expected an address, or a name such as "$alice", found no such member']],
    ['{"a": 1}', object({ a: optional(address) }), ['/a: expected an address, or a name such as "$alice", found 1']],
    ['{"a": "$x"}', object({ a: list(address) }), ['/a: expected an array, found "$x"']],
    ['{}', withLamports({}), ['expected lamports or sol, found an empty object']],
    ['{"lamports": 1, "sol": 1}', withLamports({}), ['/sol: expected lamports or sol, found both']],
    ['{"lamports": 1, "sol": 1}', withOptionalLamports({}), ['/sol: expected lamports or sol, found both']],
    ['{"a": 256}', object({ a: u8 }), ['/a: expected an integer from 0 to 255 (u8), found 256']],
    ['{"a": 1}', object({ a: optional(boolean) }), ['/a: expected true or false, found 1']],
    [
      '{"a": "AQID"}',
      object({ a: bytes }),
      ['/a: expected bytes as {"base58" | "base64" | "hex" | "utf8": text}, found "AQID"'],
    ],
    [
      withAccounts('[{}]'),
      raw,
      ['/accounts/0/address: expected an address, or a name such as "$alice", found no such member'],
    ],
    [
      withAccounts('[{"address": "$x", "writeable": true}]'),
      raw,
      ['/accounts/0/writeable: unknown member (did you mean "writable"?)'],
    ],
    // that it is not an object is reported once
    ['5', withLamports({ a: address, b: u64, d: bytes }), ['expected an object, found 5']],
    [
      '{"from": "$x", "too": "$y", "lamports": 1}',
      object({ from: address, to: optional(address) }),
      ['/too: unknown member (did you mean "to"?)', '/lamports: unknown member'],
    ],
  ])('%s is refused', (written, syntax, problems) => {
    expect(readAs(written, syntax).problems).toEqual(problems);
  });
});
