import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { encodeAccountsMeta, encodeMeta } from '../../../src/rpc/encoding/meta.ts';
import type { Address } from '../../../src/solana/address.ts';
import type { TransactionMeta } from '../../../src/solana/meta.ts';
import { META_MEMBERS } from '../../../src/solana/metadata/metaMembers.ts';
import { metaMemberText, recordMeta, splitMeta } from '../../../src/solana/metadata/metaText.ts';

const ADDRESS = '1'.repeat(32) as Address;
/** every member is recorded */
const FULL: Required<TransactionMeta> = {
  err: null,
  fee: 5000n,
  preBalances: [1],
  postBalances: [2],
  innerInstructions: [],
  logMessages: [',"fee":', '{"status":'],
  preTokenBalances: [],
  postTokenBalances: [],
  rewards: [],
  loadedAddresses: { writable: [], readonly: [] },
  returnData: { programId: ADDRESS, data: Buffer.of(1) },
  computeUnitsConsumed: 150n,
  costUnits: 300n,
};
const NAMES = META_MEMBERS.map(({ name }) => name);
const OPTIONAL = META_MEMBERS.flatMap(({ isOptional, name }) => (isOptional ? [name] : []));
const TEXT = recordMeta(FULL).text.toString();
const VALUES: Readonly<Record<string, unknown>> = JSON.parse(TEXT);
const namesIn = (text: string) => Object.keys(JSON.parse(text));

describe('the table of metadata', () => {
  it('has the members of TransactionMeta and the status, in ascending order', () => {
    expect(NAMES).toEqual([...Object.keys(FULL), 'status'].sort());
  });

  it('ends with a member that is always there and always shown as it is, as no comma follows it', () => {
    const { isOptional, show } = META_MEMBERS.at(-1)!;
    expect({ isOptional, show }).toEqual({ isOptional: undefined, show: undefined });
  });

  it('names nothing that stands inside of a member', () => {
    expect(NAMES.filter((name) => TEXT.split(`,"${name}":`).length > 2)).toEqual([]);
  });
});

describe('exactly the members of the table are', () => {
  it('written', () => {
    expect(Object.keys(VALUES)).toEqual(NAMES);
  });

  it('found in a text', () => {
    const split = splitMeta(recordMeta(FULL));
    expect(NAMES.map((_, i) => metaMemberText(split, i))).toEqual(NAMES.map((name) => JSON.stringify(VALUES[name])));
  });

  it.each(OPTIONAL)('found in a text without %s', (left) => {
    const split = splitMeta(recordMeta({ ...FULL, [left]: undefined }));
    expect(NAMES.filter((_, i) => metaMemberText(split, i) === undefined)).toEqual([left]);
    expect(metaMemberText(split, NAMES.indexOf('fee'))).toBe('5000');
  });

  it('shown by a node', () => {
    const options = { dialect: DIALECTS.agave, rewards: undefined, showLoadedAddresses: true };
    expect(encodeMeta(recordMeta(FULL), { ...options, encodeInstruction: undefined })).toBe(TEXT);
    const reduced = META_MEMBERS.flatMap(({ inAccounts, name }) => (inAccounts?.(options) ? [name] : []));
    expect(namesIn(encodeAccountsMeta(recordMeta(FULL), options))).toEqual(reduced);
  });
});
