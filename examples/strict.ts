// Compiles with `strict` and `skipLibCheck: false`, and needs no types of Node.
import { ledger, type RunningNode, sol, startNode } from 'stillnode';

/** A node on which alice has paid bob, and the signature of the payment. */
export async function nodeWithPayment(): Promise<{ node: RunningNode; signature: string }> {
  const script = ledger({ finalized: 100 })
    .wallet('alice', sol(5))
    .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));
  const node = await startNode({ ledger: [script] });
  return { node, signature: node.signature('payment') };
}
