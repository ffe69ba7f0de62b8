// The same thing as written in an afternoon: Fastify, a map, JSON.stringify, and a look at every account.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import fastify from 'fastify';

const accounts = new Map();
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { account, pubkey } = JSON.parse(line);
  accounts.set(pubkey, { ...account, bytes: Buffer.from(account.data[0], 'base64') });
}

const { base58Bytes } = await import('./base58Bytes.mjs');
const METHODS = {
  getMultipleAccounts: ([keys]) => ({ context: { slot: 0 }, value: keys.map((key) => shown(accounts.get(key))) }),
  getProgramAccounts: ([program, { filters = [] }]) => {
    const tests = filters.map(testOf);
    const found = [];
    for (const [pubkey, account] of accounts) {
      if (account.owner === program && tests.every((test) => test(account.bytes)))
        found.push({ account: shown(account), pubkey });
    }
    return found.sort((a, b) => Buffer.compare(base58Bytes(a.pubkey), base58Bytes(b.pubkey)));
  },
};

function testOf({ dataSize, memcmp }) {
  if (dataSize !== undefined) return (bytes) => bytes.length === dataSize;
  const wanted = Buffer.from(base58Bytes(memcmp.bytes));
  return (bytes) => bytes.subarray(memcmp.offset, memcmp.offset + wanted.length).equals(wanted);
}

function shown(account) {
  if (account === undefined) return null;
  const { bytes: _bytes, ...rest } = account;
  return rest;
}

const server = fastify();
server.post('/', (request, reply) => {
  const { id, method, params } = request.body;
  reply.send({ jsonrpc: '2.0', result: METHODS[method](params), id });
});
await server.listen({ port: 0, host: '127.0.0.1' });
console.log(`http://127.0.0.1:${server.server.address().port}`);
process.on('SIGTERM', () => process.exit(0));
