// What a runtime has to bear of the packed package: run in a project that has it, by the runtime that is tested.
// Arguments: those of the runtime before a program, e.g. `run -A`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createNode, ledger, sol, startNode } from 'stillnode';
import WebSocket from 'ws';

const START = [process.execPath, ...process.argv.slice(2)];
const CLI = fileURLToPath(new URL('node_modules/stillnode/dist/cli.js', import.meta.url));
const script = ledger()
  .wallet('alice', sol(5))
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'));

function callOf(method, params = []) {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function post(url, body, headers = {}) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

async function resultOf(url, method, params) {
  const { error, result } = await (await post(url, callOf(method, params))).json();
  assert.equal(error, undefined);
  return result;
}

/** A POST of Java's client, which offers HTTP/2 with each. */
function offering(agent, url, body) {
  const headers = {
    'content-type': 'application/json',
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  };
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method: 'POST', headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      reply.on('end', () => resolve(JSON.parse(text).result));
    });
    asking.on('error', reject).end(body);
  });
}

/** A socket and what it was told. */
async function openSocket(url) {
  const socket = new WebSocket(url);
  const messages = [];
  let wake = () => {};
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    wake();
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const next = async () => {
    while (messages.length === 0)
      await new Promise((resolve) => {
        wake = resolve;
      });
    return messages.shift();
  };
  const ended = new Promise((resolve) => socket.on('close', resolve));
  return { call: (method, params) => socket.send(callOf(method, params)), next, ended };
}

/** Runs the command to its end; `onReady` gets its process once it has said where it listens. */
function run(args, onReady = () => {}) {
  const child = spawn(START[0], [...START.slice(1), CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
      if (name === 'stdout' && output.stdout.includes('\n')) onReady(child);
    });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, ...output })));
}

const CHECKS = {
  async 'in process: named wallets, history, forks'() {
    const node = await createNode({ ledger: script, dialect: 'agave' });
    assert.equal((await node.request('getBalance', [node.address('bob')])).value, 1_000_000_000);
    const fork = await node.fork();
    await fork.advance(5);
    const processed = [{ commitment: 'processed' }];
    assert.deepEqual([await fork.request('getSlot', processed), await node.request('getSlot', processed)], [105, 100]);
    const { value } = await node.request('getSignatureStatuses', [[node.signature('rent')]]);
    assert.equal(value[0].slot, 100);
  },
  async 'HTTP: calls, forks, requests that offer another protocol'() {
    const node = await startNode({ ledger: script, dialect: 'agave' });
    assert.equal(await resultOf(node.url, 'getSlot'), 100);
    const fork = await node.fork('a');
    assert.equal(fork.url, `${node.url}/fork/a`);
    assert.equal(fork.wsUrl, `${node.url.replace('http:', 'ws:')}/fork/a`);
    assert.deepEqual(await resultOf(node.url, 'stillnode_fork', ['b']), {
      name: 'b',
      url: `${node.url}/fork/b`,
      wsUrl: `${node.url.replace('http:', 'ws:')}/fork/b`,
    });
    await resultOf(fork.url, 'stillnode_advance', [1]);
    assert.equal(await resultOf(fork.url, 'getSlot', [{ commitment: 'processed' }]), 101);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 15; i++)
      assert.equal(await offering(agent, fork.url, callOf('getSlot', [{ commitment: 'processed' }])), 101);
    agent.destroy();
    await node.close();
  },
  async 'sockets, on both ports'() {
    const node = await startNode({ ledger: script, dialect: 'agave' });
    const sockets = [await openSocket(node.wsUrl), await openSocket(node.url.replace('http:', 'ws:'))];
    for (const socket of sockets) {
      socket.call('slotSubscribe');
      assert.equal(typeof (await socket.next()).result, 'number');
    }
    await node.advance();
    for (const socket of sockets) assert.equal((await socket.next()).params.result.slot, 101);
    await node.close();
    assert.deepEqual(await Promise.all(sockets.map(({ ended }) => ended)), [1001, 1001]);
  },
  async faults() {
    const node = await startNode({ ledger: script, dialect: 'agave' });
    await node.fail('getSlot', { http: 429 }, { times: 1 });
    assert.equal((await post(node.url, callOf('getSlot'))).status, 429);
    for (const fault of [{ reset: true }, { truncate: 5 }]) {
      await node.fail('getSlot', fault);
      await assert.rejects(post(node.url, callOf('getSlot')).then((reply) => reply.text()));
      // not by `times`: clients ask again when a connection that was kept ends
      await node.clearFaults();
    }
    await node.fail('slotSubscribe', { closeSocket: true }, { times: 1 });
    const socket = await openSocket(node.wsUrl);
    socket.call('slotSubscribe');
    assert.equal(await socket.ended, 1006);
    assert.equal(await resultOf(node.url, 'getSlot'), 100);
    await node.close();
  },
  async 'close: who asks is answered, and then the port is closed'() {
    const node = await startNode({ ledger: script, dialect: 'agave' });
    const agent = new Agent({ keepAlive: true });
    assert.equal(await offering(agent, node.url, callOf('getSlot')), 100);
    await node.close();
    await assert.rejects(post(node.url, callOf('getSlot')));
    agent.destroy();
  },
  async LiteSVM() {
    const node = await createNode({ ledger: script, dialect: 'agave', execute: 'litesvm' });
    const { value } = await node.request('simulateTransaction', [
      (await node.request('getTransaction', [node.signature('rent'), { encoding: 'base64' }])).transaction[0],
      { encoding: 'base64', replaceRecentBlockhash: true },
    ]);
    assert.equal(value.err, null);
    assert.match(value.logs.join('\n'), /^Program 11111111111111111111111111111111 invoke \[1\]\n/);
  },
  async exec() {
    mkdirSync('ledger', { recursive: true });
    writeFileSync('ledger/l.ledger.json', JSON.stringify(script));
    writeFileSync(
      'ask.mjs',
      `const reply = await fetch(process.env.STILLNODE_URL, { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: '${callOf('getSlot')}' });
      console.log(await reply.text());`,
    );
    const { code, stdout } = await run(['exec', 'ledger', '--dialect', 'agave', '--', ...START, 'ask.mjs']);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '{"jsonrpc":"2.0","result":100,"id":1}\n\n' });
  },
  async 'the command ends at SIGTERM'() {
    const { code, signal, stderr } = await run(['ledger', '--port', '0', '--dialect', 'agave'], ({ pid }) =>
      process.kill(pid, 'SIGTERM'),
    );
    assert.deepEqual({ code, signal, stack: /^\s+at /m.test(stderr) }, { code: 0, signal: null, stack: false }, stderr);
  },
};

let failures = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  try {
    await check();
    console.log(`ok: ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
