import { closeCode } from '../../script/ledgerJson/faultRule.ts';
import { optional } from '../../syntax/syntax.ts';
import { COUNT, controlMethod } from '../controlMethod.ts';

export interface CloseSocketsMethod {
  /**
   * Ends all open WebSockets of the ledger now, without traffic, and returns their number: without a Close frame, as a connection that is
   * cut, or with this close code.
   * @example
   * await node.closeSockets();
   * await node.closeSockets(1013);
   */
  closeSockets(code?: number): Promise<number>;
}

const PARAMS = { code: optional(closeCode) };

export const closeSockets = controlMethod({
  name: 'closeSockets',
  summary:
    'ends all open WebSockets of the ledger now, also that of the call: without a Close frame, or with a close code',
  params: PARAMS,
  ...COUNT,
  run: ({ code }, { live }) => live.sockets.failAll({ closeSocket: code ?? true }),
  library: (call): CloseSocketsMethod => ({ closeSockets: (code) => call(code) }),
});
