import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import { type AnswerComparison, compareAll } from '../../../src/tools/diff/compare.ts';
import { fieldDifferences } from '../../../src/tools/diff/fieldDifferences.ts';
import { comparisonJson, comparisonText } from '../../../src/tools/diff/outputs.ts';
import { DESCRIBED_IDL, DESCRIBED_LEDGER, ROUTER } from '../../support/describedIdl.ts';
import { MARKET } from '../../support/idls.ts';
import { stateOf } from '../../support/reasons.ts';

const { names } = await stateOf(JSON.stringify(DESCRIBED_LEDGER));
const programs = [...names.programs.values()];

function position(size: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.set(DESCRIBED_IDL.accounts[1]!.discriminator);
  bytes.writeBigInt64LE(BigInt(size), 8);
  return bytes;
}
const account = (size: number, owner: string = MARKET) => ({
  data: [position(size).toString('base64'), 'base64'],
  owner,
  space: 16,
});
const changed = (path: string) => ({ path, kind: 'changed', ledger: '""', node: '""' }) as const;
const fieldsOf = (path: string, ledger: JsonValue, node: JsonValue) =>
  fieldDifferences(changed(path), () => ({ ledger, node }), programs).map(
    (each) => `${each.path}: ${each.ledger} → ${each.node}`,
  );

describe('the fields that differ', () => {
  it.each<[string, string, (of: JsonValue) => JsonValue]>([
    ['one account', '.value.data[0]', (value) => ({ context: {}, value })],
    ['several accounts', '.value[1].data[0]', (value) => ({ value: [null, value] })],
    ['a list of accounts', '[0].account.data[0]', (account) => [{ account, pubkey: 'x' }]],
    ['the same with a context', '.value[0].account.data[0]', (account) => ({ value: [{ account }] })],
  ])('of %s', (_name, path, around) => {
    expect(fieldsOf(path, around(account(-10)), around(account(12)))).toEqual(['fields.size: -10 → 12']);
  });

  it('of data in base58 without its encoding', () => {
    const inBase58 = (size: number) => ({ value: { ...account(size), data: encodeBase58(position(size)) } });
    expect(fieldsOf('.value.data', inBase58(1), inBase58(2))).toEqual(['fields.size: 1 → 2']);
  });

  it('an account that has another type now', () => {
    const order = Buffer.concat([Buffer.from(DESCRIBED_IDL.accounts[0]!.discriminator), Buffer.alloc(41)]);
    const other = { value: { data: [order.toString('base64'), 'base64'], owner: MARKET } };
    expect(fieldsOf('.value.data[0]', { value: account(1) }, other)[0]).toBe('account: "Position" → "Order"');
  });

  it.each<[string, string, JsonValue]>([
    ['of an account of another program', '.value.data[0]', { value: account(2, ROUTER) }],
    ['of a part of the data', '.value.data[0]', { value: { ...account(2), space: 99 } }],
    ['of data that is not in base64', '.value.data[0]', { value: { ...account(2), data: ['?', 'base64'] } }],
    ['of data in an encoding that is not known', '.value.data[0]', { value: { ...account(2), data: ['AAAA', 'hex'] } }],
    ['of an answer without the account', '.value.data[0]', { value: null }],
    ['of another member', '.value.lamports', { value: account(2) }],
  ])('none %s', (_name, path, node) => {
    expect(fieldsOf(path, { value: account(1) }, node)).toEqual([]);
  });
});

describe('a comparison with a node', () => {
  const answer = (slot: number, size: number) => ({
    kind: 'result' as const,
    text: stringifyJson({ context: { slot }, more: slot, value: account(size) }),
  });
  async function compared(of: { readonly programs?: typeof programs }): Promise<AnswerComparison> {
    const question = { method: 'getAccountInfo', params: '["A",{"commitment":"confirmed","encoding":"base64"}]' };
    const sides = {
      ledger: async () => answer(5, 10),
      node: async () => answer(6, 12),
      withoutSecrets: (text: string) => text.replaceAll('12', '…'),
      ...of,
    };
    for await (const each of compareAll([question], sides)) return each;
    throw new Error('nothing was compared');
  }

  it('prints them below the data', async () => {
    const lines = comparisonText(await compared({ programs }))
      .trimEnd()
      .split('\n');
    expect(lines.at(-1)).toBe('    fields.size: 10 → …');
    expect(lines.at(-2)).toMatch(/^ {2}\.value\.data\[0\]: "\S+" → "\S+"$/);
  });

  it('has them in the JSON', async () => {
    const { differences } = JSON.parse(comparisonJson(await compared({ programs }))!) as {
      differences: { path: string; fields?: unknown }[];
    };
    expect(differences.at(-1)).toMatchObject({
      path: '.value.data[0]',
      fields: [{ path: 'fields.size', kind: 'changed', ledger: '10', node: '…' }],
    });
    expect(differences[0]).not.toHaveProperty('fields');
  });

  it('has none without an IDL', async () => {
    expect(comparisonJson(await compared({}))).not.toContain('"fields"');
  });
});
