import { parseJson } from '../../codec/parseJson.ts';
import type { Difference, DifferenceKind } from './differences.ts';
import { decodeAccountData } from './fieldDifferences.ts';

/** Members that differ between two nodes although both are right. A comparison ignores them. @module */

interface Natural {
  readonly reason: string;
  /** undefined: every method */
  readonly methods?: readonly string[];
  /** members joined with dots, `*` for every index */
  readonly path: RegExp;
  /** default: another value alone */
  readonly kinds?: readonly DifferenceKind[];
  /** whether two values are the same in another form */
  readonly isSame?: (ledger: string, node: string) => boolean;
}

/** The rows have the order of the table in docs/diff.md. */
export const NATURAL: readonly Natural[] = [
  { reason: 'each node has its own tip', path: /^\.context\.slot$/ },
  { reason: 'each node has its own version', path: /^\.context\.apiVersion$/ },
  {
    reason: 'what is confirmed follows from the tip',
    path: /(?:^|\.)confirmationStatus$|^\.value\.\*\.confirmations$/,
  },
  {
    reason: 'another release of zstd compresses the same bytes otherwise',
    path: /\.data\.\*$/,
    isSame: hasSameContent,
  },
  {
    reason: 'each node has its own tips, and its own first block',
    methods: [
      'getSlot',
      'getBlockHeight',
      'getTransactionCount',
      'getFirstAvailableBlock',
      'minimumLedgerSlot',
      'getMaxRetransmitSlot',
      'getMaxShredInsertSlot',
    ],
    path: /^$/,
  },
  {
    reason: 'follows from the tip',
    methods: ['getLatestBlockhash', 'getEpochInfo', 'getHighestSnapshotSlot'],
    path: /^\.(?:value\.\w+|absoluteSlot|blockHeight|epoch|slotIndex|transactionCount|full|incremental)$/,
  },
  {
    reason: 'each node has its own version and identity',
    methods: ['getVersion', 'getIdentity'],
    path: /^\.[\w-]+$/,
  },
  {
    reason: 'each node has its own neighbors and its own samples',
    methods: ['getClusterNodes', 'getRecentPerformanceSamples', 'getRecentPrioritizationFees'],
    path: /^\.\*/,
    kinds: ['changed', 'onlyLedger', 'onlyNode'],
  },
];

const CHANGED: readonly DifferenceKind[] = ['changed'];

/** Whether a difference in the answers to a method is one by nature. */
export function isNatural({ kind, ledger, node, path }: Difference, method: string): boolean {
  const place = path.replaceAll(/\[\d+\]/g, '.*');
  return NATURAL.some(
    (row) =>
      (row.methods?.includes(method) ?? true) &&
      (row.kinds ?? CHANGED).includes(kind) &&
      row.path.test(place) &&
      (row.isSame?.(ledger, node) ?? true),
  );
}

function hasSameContent(ledger: string, node: string): boolean {
  const [ours, theirs] = [ledger, node].map((text) => decodeAccountData(parseJson(text), 'base64+zstd'));
  return ours !== undefined && theirs !== undefined && Buffer.compare(ours, theirs) === 0;
}
