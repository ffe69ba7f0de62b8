import { describe, expect, it } from 'vitest';
import { loadUnzstd } from '../../../src/codec/unzstd.ts';
import { loadZstd } from '../../../src/codec/zstd.ts';
import { isNatural, NATURAL } from '../../../src/tools/diff/byNature.ts';
import type { Difference, DifferenceKind } from '../../../src/tools/diff/differences.ts';

type Row = readonly [method: string, path: string, kind: DifferenceKind, ledger: string, node: string];

/** Differences by nature, in the order of the table. */
const IGNORED: readonly Row[] = [
  ['getBalance', '.context.slot', 'changed', '5', '6'],
  ['getBalance', '.context.apiVersion', 'changed', '"4.1.0"', '"2.3.6"'],
  ['getSignaturesForAddress', '[4].confirmationStatus', 'changed', '"confirmed"', '"finalized"'],
  ['getSignatureStatuses', '.value[0].confirmationStatus', 'changed', '"finalized"', '"processed"'],
  ['getSignatureStatuses', '.value[0].confirmations', 'changed', '3', 'null'],
  ['getSlot', '', 'changed', '5', '6'],
  ['getTransactionCount', '', 'changed', '5', '6'],
  ['minimumLedgerSlot', '', 'changed', '5', '6'],
  ['getLatestBlockhash', '.value.blockhash', 'changed', '"a"', '"b"'],
  ['getLatestBlockhash', '.value.lastValidBlockHeight', 'changed', '1', '2'],
  ['getEpochInfo', '.absoluteSlot', 'changed', '5', '6'],
  ['getHighestSnapshotSlot', '.full', 'changed', '5', '6'],
  ['getVersion', '.solana-core', 'changed', '"4.1.0"', '"4.4.0"'],
  ['getIdentity', '.identity', 'changed', '"a"', '"b"'],
  ['getClusterNodes', '[3]', 'onlyNode', '', '{}'],
  ['getRecentPerformanceSamples', '[0].slot', 'changed', '5', '6'],
  ['getRecentPrioritizationFees', '[7]', 'onlyLedger', '{}', ''],
];

const differenceOf = ([, path, kind, ledger, node]: Row): Difference => ({ path, kind, ledger, node });

describe('members that differ by nature', () => {
  it.each(IGNORED)('%s %s', (...row) => {
    const [method] = row;
    const difference = differenceOf(row);
    expect(isNatural(difference, method)).toBe(true);
    expect(isNatural({ ...difference, kind: 'order' }, method)).toBe(false);
    expect(isNatural({ ...difference, kind: 'spacing' }, method)).toBe(false);
    expect(isNatural({ ...difference, kind: 'outcome' }, method)).toBe(false);
  });

  it.each<Row>([
    ['getTransaction', '.slot', 'changed', '5', '6'],
    ['getBlock', '', 'changed', '{}', 'null'],
    ['getBalance', '.context.slot.more', 'changed', '5', '6'],
    ['getBalance', '.context.apiVersion', 'onlyNode', '', '"4.1.0"'],
    ['getBalance', '.context.apiVersion', 'onlyLedger', '"4.1.0"', ''],
    ['getTransaction', '.transactionIndex', 'onlyLedger', '1', ''],
    ['getTransaction', '.meta.costUnits', 'onlyLedger', '150', ''],
    ['getBlock', '.blockTime', 'changed', '5', '6'],
    ['getGenesisHash', '', 'changed', '"a"', '"b"'],
    ['getEpochInfo', '.slotsInEpoch', 'changed', '32', '64'],
    ['getSignatureStatuses', '.value[0].confirmations', 'onlyLedger', '3', ''],
    ['getBalance', '.value', 'changed', '1', '2'],
    ['getMinimumBalanceForRentExemption', '', 'changed', '2039280', '1488440'],
  ])('%s %s %s: %s → %s is none', (...row) => {
    expect(isNatural(differenceOf(row), row[0])).toBe(false);
  });

  it('are tested row by row', () => {
    const isOfRow = (row: (typeof NATURAL)[number]) => (tested: Row) =>
      (row.methods?.includes(tested[0]) ?? true) && row.path.test(tested[1].replaceAll(/\[\d+\]/g, '.*'));
    const untested = NATURAL.filter((row) => row.isSame === undefined && !IGNORED.some(isOfRow(row)));
    expect(untested).toEqual([]);
  });
});

describe('accounts in base64+zstd', () => {
  const isIgnored = (ledger: string, node: string): boolean =>
    isNatural({ path: '.value.data[0]', kind: 'changed', ledger: `"${ledger}"`, node: `"${node}"` }, 'getAccountInfo');

  it('the same bytes in another compression are ignored, other bytes are not', async () => {
    const { compress } = await loadZstd();
    await loadUnzstd();
    const bytes = Buffer.from('an account, an account, an account');
    const text = Buffer.from(compress(bytes)).toString('base64');
    // one block as it is, the last one
    const header = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 1 | (bytes.length << 3), bytes.length >> 5, 0];
    const raw = (content: Buffer) => Buffer.concat([Buffer.from(header), content]).toString('base64');
    expect(isIgnored(text, raw(bytes))).toBe(true);
    expect(isIgnored(text, raw(Buffer.from('an account, an account, an Account')))).toBe(false);
    expect(isIgnored(text, `${text.slice(0, -8)}`)).toBe(false);
    expect(isIgnored(text, `${text.slice(0, 8)}=`)).toBe(false);
  });
});
