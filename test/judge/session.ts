import { askBodies } from './bodies.ts';
import { sendDeployment } from './deployment.ts';
import { sendExtensions } from './extensions.ts';
import { type Answer, JudgedNode } from './judgedNode.ts';
import { askEverything } from './questions.ts';
import { sendEverything } from './sends.ts';
import { listen, listenToTransaction } from './sockets.ts';
import { sendVersionOne } from './versionOne.ts';

/** Runs the session against a node that has a faucet and makes blocks: a localnet. */
export async function runSession(url: string, wsUrl: string): Promise<readonly Answer[]> {
  const node = new JudgedNode(url);
  await sendEverything(node);
  await askEverything(node);
  await listen(node, wsUrl);
  await sendDeployment(node);
  await sendVersionOne(node);
  await sendExtensions(node);
  await askBodies(node);
  await listenToTransaction(node, wsUrl);
  return node.answers;
}
