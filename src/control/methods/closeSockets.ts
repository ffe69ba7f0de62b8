import { closeCode } from '../../script/ledgerJson/faultRule.ts';
import { optional } from '../../syntax/syntax.ts';
import { controlMethod, REMOVED } from '../controlMethod.ts';

const PARAMS = { code: optional(closeCode) };

export const closeSockets = controlMethod({
  name: 'closeSockets',
  effect: 'changes',
  summary:
    'ends all open WebSockets of the ledger now, also that of the call: without a Close frame, or with a close code',
  doc: ['@example', 'await node.closeSockets();', 'await node.closeSockets(1013);'],
  params: PARAMS,
  result: REMOVED,
  run: ({ code }, { live }) => live.sockets.failAll({ closeSocket: code ?? true }),
});
