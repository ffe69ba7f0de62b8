import { rpcErrors } from '../errors.ts';
import { loadLedger } from '../fixtures/loadLedger.ts';
import type { LedgerNode } from '../node/ledgerNode.ts';
import { Node } from '../node/node.ts';
import type { Upstream } from '../rpc/protocol/call.ts';
import { SEND_METHODS } from '../rpc/sending/index.ts';
import { exitCodeOf, PassedSignals, runChild } from './childCommand.ts';
import type { Messages } from './output.ts';

/** `stillnode record --while`: a command runs on a port that answers as the recorded node. @module */

/** Runs a line of the shell, and gives its exit code. Only the command writes to stdout. */
export async function runWhile(command: string, upstream: Upstream, messages: Messages): Promise<number> {
  const signals = new PassedSignals();
  try {
    const node = await createForwardingNode(upstream);
    const listening = node.listen({ control: false, inspector: false, wsPort: 'off' });
    const listener = await Promise.race([listening, signals.first]);
    if (typeof listener === 'string') return exitCodeOf(listener);
    const { close, url } = listener;
    messages.write(`recording on ${url} while the command runs\n`);
    const code = await runChild(command, { STILLNODE_URL: url, SOLANA_RPC_URL: url }, signals);
    await close();
    return code;
  } finally {
    signals.end();
  }
}

/** A node with an empty ledger: it passes reads on, and refuses transactions. */
async function createForwardingNode(upstream: Upstream): Promise<LedgerNode> {
  const { ledger } = new Node(await loadLedger([{}]), { dialect: 'agave', control: false }, { upstream });
  for (const method of SEND_METHODS.keys())
    await ledger.answer(method, () => {
      throw rpcErrors.upstreamFailed(`${method} is not passed on while calls are recorded, only reads are`);
    });
  return ledger;
}
