import { describe, expect, it } from 'vitest';
import { loadUnzstd } from '../../../src/codec/unzstd.ts';
import { loadZstd } from '../../../src/codec/zstd.ts';
import type { Difference, DifferenceKind } from '../../../src/tools/diff/differences.ts';
import { ALLOWANCES, knownReasonOf } from '../../../src/tools/diff/knownDifferences.ts';

type Row = readonly [reason: string, path: string, kind: DifferenceKind, ledger: string, node: string];

const INSTRUCTION = '.transactions[3].transaction.message.instructions[0]';
const META = '.transactions[3].meta';
const LONG_TERM = 'uiAmount of 0: null where a node reads from long-term storage';

/** A difference that each row of the table explains, in its order. */
const EXPLAINED: readonly Row[] = [
  ['context.slot: every node has its own tip', '.context.slot', 'changed', '5', '6'],
  ['apiVersion: every node has its own', '.context.apiVersion', 'changed', '"4.1.0"', '"2.3.6"'],
  ['apiVersion: not in old versions', '.context.apiVersion', 'onlyLedger', '"4.1.0"', ''],
  ['transactionIndex: not before late 2025', '.transactionIndex', 'onlyLedger', '7', ''],
  ['stackHeight: absent to early 2023', `${INSTRUCTION}.stackHeight`, 'onlyLedger', '1', ''],
  ['stackHeight: null to 2025', `${INSTRUCTION}.stackHeight`, 'changed', '1', 'null'],
  ['costUnits: not before late 2025', `${META}.costUnits`, 'onlyLedger', '150', ''],
  ['loadedAddresses: absent before v0', `${META}.loadedAddresses`, 'onlyLedger', '{"readonly":[],"writable":[]}', ''],
  [
    'loadedAddresses: in jsonParsed in 2022',
    `${META}.loadedAddresses`,
    'onlyNode',
    '',
    '{"readonly":[],"writable":[]}',
  ],
  ['commission: a member of every reward since 2021', '.rewards[0].commission', 'onlyLedger', 'null', ''],
  [
    'source: no member of account keys before v0',
    '.transaction.message.accountKeys[2].source',
    'onlyLedger',
    '"transaction"',
    '',
  ],
  [
    'rentSysvar: no argument of associated accounts since 2022',
    `${INSTRUCTION}.parsed.info.rentSysvar`,
    'onlyNode',
    '',
    '"Sysvar"',
  ],
  ['token balances and rewards: not recorded in 2020', `${META}.preTokenBalances`, 'onlyLedger', 'null', ''],
  ['returnData: null where there is none in 2022', `${META}.returnData`, 'onlyNode', '', 'null'],
  ['rewards: false hides those of transactions since 2022', `${META}.rewards`, 'changed', 'null', '[]'],
  [LONG_TERM, `${META}.preTokenBalances[0].uiTokenAmount.uiAmount`, 'changed', '0.0', 'null'],
  [LONG_TERM, `${META}.postTokenBalances[0].uiTokenAmount.uiAmount`, 'changed', 'null', '0.0'],
  [
    'BorshIoError: {"BorshIoError":"Unknown"} in old versions',
    '.meta.err.InstructionError[1]',
    'changed',
    '"BorshIoError"',
    '{"BorshIoError":"Unknown"}',
  ],
  ['space: absent in old versions', '.value.space', 'onlyLedger', '165', ''],
  ['confirmations: further on the node', '[4].confirmationStatus', 'changed', '"confirmed"', '"finalized"'],
  ['confirmations: further on the node', '.value[0].confirmations', 'changed', '3', 'null'],
];

function differenceOf([, path, kind, ledger, node]: Row): Difference {
  return { path, kind, ledger, node };
}

describe('known differences', () => {
  it.each(EXPLAINED)('%s', (...row) => {
    expect(knownReasonOf(differenceOf(row))).toBe(row[0]);
  });

  it('are tested row by row', () => {
    const zstd = 'base64+zstd: the same bytes, compressed by another version';
    expect([...EXPLAINED.map(([reason]) => reason), zstd]).toEqual(ALLOWANCES.map(({ reason }) => reason));
  });

  it.each(EXPLAINED)('%s: no more than that', (...row) => {
    const difference = differenceOf(row);
    expect(knownReasonOf({ ...difference, path: `${difference.path}.more` })).toBeUndefined();
    expect(knownReasonOf({ ...difference, kind: 'order' })).toBeUndefined();
  });

  it.each<[path: string, kind: DifferenceKind, ledger: string, node: string]>([
    ['.slot', 'changed', '5', '6'],
    ['.transactionIndex', 'changed', '1', '2'],
    ['.transactionIndex', 'onlyNode', '', '2'],
    [`${INSTRUCTION}.stackHeight`, 'changed', 'null', '1'],
    ['.meta.innerInstructions[0].instructions[0].stackHeight', 'changed', '1', 'null'],
    [`${META}.loadedAddresses`, 'onlyLedger', '{"readonly":["x"],"writable":[]}', ''],
    [`${META}.preTokenBalances[0].uiTokenAmount.uiAmount`, 'changed', '0.5', 'null'],
    ['.value.data.space', 'onlyLedger', '165', ''],
    ['.value[0].confirmationStatus', 'changed', '"finalized"', '"confirmed"'],
    ['.value.lamports', 'changed', '1', '2'],
  ])('%s %s: %s → %s is none', (path, kind, ledger, node) => {
    expect(knownReasonOf({ path, kind, ledger, node })).toBeUndefined();
  });
});

describe('accounts in base64+zstd', () => {
  const difference = (ledger: string, node: string): Difference => {
    return { path: '.value.data[0]', kind: 'changed', ledger: `"${ledger}"`, node: `"${node}"` };
  };

  it('the same bytes in another compression are known, other bytes are not', async () => {
    const { compress } = await loadZstd();
    await loadUnzstd();
    const bytes = Buffer.from('an account, an account, an account');
    const text = Buffer.from(compress(bytes)).toString('base64');
    // one block as it is, the last one
    const header = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 1 | (bytes.length << 3), bytes.length >> 5, 0];
    const raw = (content: Buffer) => Buffer.concat([Buffer.from(header), content]).toString('base64');
    expect(knownReasonOf(difference(text, raw(bytes)))).toBe(
      'base64+zstd: the same bytes, compressed by another version',
    );
    expect(knownReasonOf(difference(text, raw(Buffer.from('an account, an account, an Account'))))).toBeUndefined();
    expect(knownReasonOf(difference(text, `${text.slice(0, -8)}`))).toBeUndefined();
    expect(knownReasonOf(difference(text, `${text.slice(0, 8)}=`))).toBeUndefined();
  });
});
