import { addressOf, type JudgedNode } from './judgedNode.ts';

/** Bodies that are more or less than one request: batches, mistakes in their calls, and texts that are not requests. */

const call = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});
const balance = (id: unknown, params: unknown = [addressOf('bob')]) =>
  call(id, 'getMinimumBalanceForRentExemption', params);

const BODIES: readonly (readonly [label: string, body: unknown])[] = [
  ['batch', [balance(1, [0]), call('two', 'getHealth'), balance(3, [82])]],
  [
    'batch with mistakes',
    [
      balance(1, ['x']),
      balance(2, [-1]),
      balance(3, []),
      balance(4, [0, { commitment: 'nope' }, 1]),
      balance(5, {}),
      balance(6, null),
      balance(7, 5),
      call(8, 'nope', []),
      call(9, 'getAccountInfo', ['x']),
      call(10, 'getAccountInfo', [addressOf('nobody'), { encoding: 'nope' }]),
      call(11, 'getBlock', [5, { maxSupportedTransactionVersion: 256 }]),
      call(12, 'getSignatureStatuses', [[1]]),
      call(13, 'getHealth', ['surplus']),
      call(14, 'sendTransaction', []),
    ],
  ],
  ['batch of things that are not requests', [1, 'x', null, [], {}, { jsonrpc: '2.0' }, { id: 1, method: 'getHealth' }]],
  [
    'batch with other ids',
    [
      call(null, 'getHealth'),
      call(-1, 'getHealth'),
      call(1.5, 'getHealth'),
      call({}, 'getHealth'),
      call(true, 'getHealth'),
      call('', 'getHealth'),
    ],
  ],
  ['batch with a notification', [{ jsonrpc: '2.0', method: 'getHealth' }, call(1, 'getHealth')]],
  ['batch of notifications', [{ jsonrpc: '2.0', method: 'getHealth' }]],
  ['notification', { jsonrpc: '2.0', method: 'getHealth' }],
  ['empty batch', []],
  ['batch within a batch', [[call(1, 'getHealth')]]],
  ['other version', { ...call(1, 'getHealth'), jsonrpc: '1.0' }],
  ['without version', { id: 1, method: 'getHealth' }],
  ['surplus member', { ...call(1, 'getHealth'), surplus: 1 }],
  ['method that is no text', { ...call(1, 'getHealth'), method: 5 }],
  ['number', 5],
  ['text', 'getHealth'],
  ['null', null],
];

const TEXTS: readonly (readonly [label: string, text: string])[] = [
  ['nothing', ''],
  ['half a request', '{"jsonrpc":"2.0","id":1'],
  ['half a batch', '[{"jsonrpc":"2.0","id":1,"method":"getHealth"}'],
  ['member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"getHealth"}'],
  ['words', 'getHealth please'],
];

export async function askBodies(node: JudgedNode): Promise<void> {
  for (const [label, body] of BODIES) await node.askBody(`body: ${label}`, JSON.stringify(body));
  for (const [label, text] of TEXTS) await node.askBody(`body: ${label}`, text);
}
