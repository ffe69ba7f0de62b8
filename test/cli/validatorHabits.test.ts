import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { LOGGING_CODE } from '../support/compiledPrograms.ts';
import { CLI, folder, post } from './command.ts';

/**
 * The ways in which projects start `solana-test-validator` and wait for it, each in the words of its own set-up. Here ports are free,
 * and the home folder is that of the test.
 */

/** A node that is starting, in a folder with a program and an account. */
interface Starting {
  /** what it has printed so far */
  readonly stdout: () => string;
  /** undefined: it does not answer yet */
  readonly url: () => string | undefined;
}

/** Whether a set-up stops waiting. */
type IsReady = (node: Starting) => boolean | Promise<boolean>;

const ALICE = namedKeyPair('alice').address;
const PROGRAM = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const ACCOUNT = `{"pubkey":"${ALICE}","account":{"lamports":5,"data":["","base64"],"owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0}}`;

const prints =
  (text: string): IsReady =>
  ({ stdout }) =>
    stdout().includes(text);

const answers =
  (test: (url: string) => Promise<boolean>): IsReady =>
  ({ url }) => {
    const found = url();
    return found !== undefined && test(found);
  };

const resultOf = async (url: string, method: string, ...params: unknown[]) => {
  const reply = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return ((await reply.json()) as { readonly result?: unknown }).result;
};

const isHealthy = answers(async (url) => (await resultOf(url, 'getHealth')) === 'ok');

const listens = answers(
  (url) =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    }),
);

const HABITS: readonly (readonly [who: string, words: string, isReady: IsReady])[] = [
  [
    'chainlink-testing-framework',
    `mkdir -p $HOME/.config/solana/cli && solana-test-validator --reset --rpc-port 0 --mint ${ALICE} --upgradeable-program ${PROGRAM} shop.so ${ALICE}`,
    prints('Processed Slot:'),
  ],
  ['localnet.sh of chainlink-solana', 'solana-test-validator', prints('Finalized Slot')],
  [
    'the Go tests of chainlink-solana',
    'solana-test-validator --reset --rpc-port 0 --faucet-port 9901 --ledger ledger',
    isHealthy,
  ],
  ['cacti', 'solana-test-validator --reset --rpc-port 0 --bind-address 0.0.0.0', isHealthy],
  [
    'anchor test',
    `solana-test-validator --ledger .anchor/test-ledger --mint ${ALICE} --bpf-program ${PROGRAM} shop.so --account ${ALICE} alice.json --bind-address 127.0.0.1 --gossip-host 127.0.0.1 --gossip-port 18001 --dynamic-port-range 18002-18030 --limit-ledger-size 10000 --rpc-port 0 --slots-per-epoch 64 > validator.txt`,
    answers(async (url) => (await resultOf(url, 'getLatestBlockhash', { commitment: 'processed' })) !== undefined),
  ],
  ['anchorpy', 'solana-test-validator', prints('JSON RPC URL')],
  ['solana-py', 'solana-test-validator --rpc-port 0 --rpc-pubsub-enable-vote-subscription', isHealthy],
  [
    'solana-testcontainers',
    'solana-test-validator',
    answers(async (url) => {
      const block = (await resultOf(url, 'getBlock', 0)) as { readonly blockHeight: number } | undefined;
      return block?.blockHeight === 0;
    }),
  ],
  ['thirdweb', 'solana-test-validator -r > /dev/null &\nwait', listens],
  ['tchambard', 'solana-test-validator --ledger ./ledger -r --bind-address 0.0.0.0 --rpc-port 0', listens],
  [
    'wormhole, with the probe of its cluster',
    `solana-test-validator --bpf-program ${PROGRAM} shop.so`,
    answers(async (url) => (await (await fetch(`${url}/health`)).text()) === 'ok'),
  ],
  [
    'compose files that ask with OPTIONS',
    'solana-test-validator -q',
    answers((url) =>
      fetch(url, { method: 'OPTIONS' }).then(
        () => true,
        () => false,
      ),
    ),
  ],
];

/** Runs words as a set-up does, with the command on PATH. */
function start(words: string): Starting {
  const home = folder({ 'shop.so': '', 'alice.json': ACCOUNT });
  writeFileSync(join(home, 'shop.so'), LOGGING_CODE);
  const bin = folder({ 'solana-test-validator': `#!/bin/sh\nexec ${process.execPath} ${CLI} test-validator "$@"\n` });
  chmodSync(join(bin, 'solana-test-validator'), 0o755);
  const readyFile = join(home, 'ready.json');
  const child = spawn('sh', ['-c', words], {
    cwd: home,
    // a group of processes, which ends as a whole, as a container does
    detached: true,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: home,
      STILLNODE_PORT: '0',
      STILLNODE_READY_FILE: readyFile,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
  const url = () =>
    existsSync(readyFile) ? (JSON.parse(readFileSync(readyFile, 'utf8')) as { readonly url: string }).url : undefined;
  return { stdout: () => printed, url };
}

it.each(HABITS)('%s', async (_who, words, isReady) => {
  const node = start(words);
  while (!(await isReady(node))) await new Promise((resolve) => setTimeout(resolve, 20));
  while (node.url() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await resultOf(node.url()!, 'getVersion')).toMatchObject({ 'solana-core': '4.4.0' });
});
