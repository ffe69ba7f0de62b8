import { startNode } from '../../src/index.ts';
import type { Answer } from './judgedNode.ts';
import { runSession } from './session.ts';

/** 32 slots, after which a transaction is final, have to take longer than what the session asks before. */
const SLOT_MS = 150;

/** The session of a localnet of this project, which answers as the test validator of a version. */
export async function sessionOfLocalnet(agave: '4.3' | '4.4' = '4.3'): Promise<readonly Answer[]> {
  const node = await startNode({
    ledger: { cluster: 'localnet', consensus: 'tower' },
    ...{ agave, dialect: 'agave', execute: 'litesvm', clock: 'machine', slotTime: SLOT_MS },
  });
  try {
    return await runSession(node.url, node.wsUrl);
  } finally {
    await node.close();
  }
}
