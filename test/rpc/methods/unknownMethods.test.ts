import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';

/** Methods that this node does not have. */

const NODE = testNode({});

/** What clients still offer, and what the node has on another port. */
const UNKNOWN = [
  ...['account', 'block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates', 'vote'].flatMap((kind) => [
    `${kind}Subscribe`,
    `${kind}Unsubscribe`,
  ]),
  'confirmTransaction',
  'getConfirmedBlock',
  'getConfirmedBlocks',
  'getConfirmedBlocksWithLimit',
  'getConfirmedSignaturesForAddress2',
  'getConfirmedTransaction',
  'getFeeCalculatorForBlockhash',
  'getFeeRateGovernor',
  'getFees',
  'getRecentBlockhash',
  'getSnapshotSlot',
  'getStakeActivation',
  'rpc.discover2',
  'SendTransaction',
];

describe.each(BOTH_DIALECTS)('in the %s dialect', (dialect) => {
  it.each(UNKNOWN)('%s is unknown as to a node: no data', async (method) => {
    expect(await callText(NODE, method, '[]', dialect)).toBe(errorText(-32601, 'Method not found'));
  });
});
