import { describe, expect, it, onTestFinished } from 'vitest';
import { ledger, type RequestRecord, startNode } from '../../src/index.ts';
import { RawConnection, requestText } from '../server/rawHttp.ts';
import { SocketClient } from '../server/socketClient.ts';

/** A wait ends with its client, long before its time. */

const WAITS = [
  ['stillnode_waitForCall', '["getSlot",{"timeoutMs":3600000}]'],
  ['stillnode_waitForSend', '[{},{"timeoutMs":3600000}]'],
] as const;

/** A node, and the first request that it has answered or given up. */
async function observed() {
  const records: ((record: RequestRecord) => void)[] = [];
  const answered = new Promise<RequestRecord>((resolve) => records.push(resolve));
  const node = await startNode({
    ledger: ledger().block(10),
    dialect: 'agave',
    onRequest: (record) => records.shift()?.(record),
  });
  onTestFinished(() => node.close());
  return { node, answered };
}

const ended = (method: string) => ({ calls: [{ method, outcome: 'error', code: -32602 }] });

describe('a wait whose client disconnects ends at once', () => {
  it.each(WAITS)('%s over HTTP', async (method, params) => {
    const { node, answered } = await observed();
    const connection = await RawConnection.open(node.url);
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
    connection.send(requestText({ host: '127.0.0.1', body })).end();
    expect(await answered).toMatchObject(ended(method));
  });

  it.each(WAITS)('%s over a WebSocket', async (method, params) => {
    const { node, answered } = await observed();
    const client = await SocketClient.open(node.wsUrl);
    client.call(method, params);
    client.socket.terminate();
    expect(await answered).toMatchObject(ended(method));
  });
});
