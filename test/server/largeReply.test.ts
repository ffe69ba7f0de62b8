import { expect, test } from 'vitest';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import { namedAddress } from '../support/transactions.ts';
import { RawConnection, requestText, serve } from './rawHttp.ts';

const ACCOUNT = namedAddress('large');
const DATA = Buffer.alloc(1_000_000, 'x');
const CALL = `{"jsonrpc":"2.0","id":"é","method":"getMultipleAccounts","params":[["${ACCOUNT}"],{"encoding":"base64"}]}`;
const REPLY = `{"jsonrpc":"2.0","result":{"context":{"slot":0},"value":[{"data":["${DATA.toString('base64')}","base64"],"executable":false,"lamports":1000000,"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":1000000}]},"id":"é"}`;

test('a large reply has the headers of any other, whether it is new, known or in a batch', async () => {
  const records: RequestRecord[] = [];
  const server = await serve({
    ledger: { accounts: [{ address: ACCOUNT, data: DATA }] },
    onRequest: (record) => records.push(record),
  });
  const connection = await RawConnection.open(server.url);
  for (const [body, expected] of [
    [CALL, `${REPLY}\n`],
    [CALL, `${REPLY}\n`],
    [`[${CALL},${CALL}]`, `[${REPLY},${REPLY}]\n`],
  ] as const) {
    const reply = await connection.send(requestText({ body, headers: ['origin: http://p.test'] })).reply();
    expect(reply.body === expected).toBe(true);
    expect(reply.headers.map(([name]) => name)).toEqual([
      'access-control-allow-methods',
      'access-control-allow-origin',
      'access-control-max-age',
      'content-length',
      'content-type',
      'vary',
    ]);
    expect(records.at(-1)!.bytes).toBe(Buffer.byteLength(expected));
  }
});

test('a client that goes away in the middle of it leaves the node as it was', async () => {
  const server = await serve({ ledger: { accounts: [{ address: ACCOUNT, data: DATA }] } });
  for (let i = 0; i < 3; i++) {
    const connection = await RawConnection.open(server.url);
    connection.send(requestText({ body: `[${CALL},${CALL},${CALL}]` }));
    await connection.reply({ hasBody: false });
    connection.reset();
    await connection.rest();
  }
  const connection = await RawConnection.open(server.url);
  expect((await connection.send(requestText({ body: CALL })).reply()).body === `${REPLY}\n`).toBe(true);
});
