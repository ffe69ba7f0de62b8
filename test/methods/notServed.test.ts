/** Methods that this node will never have. */
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/methods/index.ts';
import { BOTH_DIALECTS, errorText } from '../support/answers.ts';
import { callText, testNode } from '../support/testNode.ts';

const NODE = testNode({});

const WRITERS = [
  [
    'sendTransaction',
    'This node serves a recorded ledger and takes no transactions: send them to a test validator or to LiteSVM, or add what became of them to the fixtures',
  ],
  [
    'simulateTransaction',
    'This node serves a recorded ledger and executes nothing: simulate with a test validator or with LiteSVM',
  ],
  [
    'requestAirdrop',
    'This node serves a recorded ledger and gives out no lamports: add an account that has them to the fixtures',
  ],
] as const;

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
  'getTransactionsForAddress',
  'rpc.discover2',
  'SendTransaction',
];

describe.each(BOTH_DIALECTS)('in the %s dialect', (dialect) => {
  it.each(WRITERS)('%s is unknown, and the message says where to go', async (method, advice) => {
    expect(METHODS.has(method)).toBe(false);
    for (const params of ['[]', 'null', '["AQ==",{"encoding":"base64"}]', '{}'])
      expect(await callText(NODE, method, params, dialect)).toBe(
        errorText(-32601, `Method not found: ${advice}`, '{"reason":"notServed"}'),
      );
  });

  it.each(UNKNOWN)('%s is unknown as to a node: no data', async (method) => {
    expect(await callText(NODE, method, '[]', dialect)).toBe(errorText(-32601, 'Method not found'));
  });
});
