import { onTestFinished } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { type Behaviour, startProxy, type UpstreamProxy } from '../support/upstreamProxy.ts';
import { ACCOUNT_FILE, folder } from './command.ts';

/** A node that `stillnode diff` and `stillnode conform` ask. */

export const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

interface ComparedNode {
  readonly proxy: UpstreamProxy;
  /** with a ledger of one account */
  readonly fixtures: string;
}

/** A node that serves one account, behind a proxy that behaves as it is told. */
export async function upstream(behaviour: Behaviour = () => undefined): Promise<ComparedNode> {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  const node = await startNode({ ledger: fixtures, dialect: 'agave', port: 0 });
  const proxy = await startProxy(node.url);
  proxy.behave(behaviour);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await node.close();
  });
  return { proxy, fixtures };
}

/** Lies about one account in jsonParsed. */
export const lying: Behaviour = ({ params }) =>
  params.includes('jsonParsed') ? { alter: (reply) => reply.replace('AQID', 'AQIE') } : undefined;
