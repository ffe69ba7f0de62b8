// What it costs to send a transaction.
import { shortLedger } from './support/ledgers.mjs';
import { summary } from './support/measure.mjs';
import { library } from './support/processes.mjs';

/** as many blocks as a blockhash lives, with some to spare */
const SENDS = 140;
/** half of them warm up: a node in use has sent more than a few hundred transactions */
const ROUNDS = 40;

let measured;

/** Microseconds of processor time for a transfer that is sent with preflight, and for verifying its signature; once in a run of the benchmark. */
function sends() {
  measured ??= measureSends();
  return measured;
}

async function measureSends() {
  return library(`
    import { createPublicKey, verify } from 'node:crypto';
    import bs58 from ${JSON.stringify(import.meta.resolve('bs58'))};
    const node = await createNode({ ledger: [${JSON.stringify(await shortLedger())}], dialect: 'agave' });
    await node.setAccount('$alice', { sol: 1_000_000 });
    await node.setTips({ finalized: (await node.getTips()).processed });
    const payer = node.address('$alice');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bs58.decode(payer)).toString('base64url') }, format: 'jwk' });
    let lamports = 1_000_000_000n;
    /** Signed as the next transaction of the ledger. */
    async function transfer() {
      const fork = await node.fork();
      const { signature, slot } = await fork.addTransaction({ transfer: { from: '$alice', to: '$bob', lamports: ++lamports } });
      await fork.setTips({ confirmed: slot });
      const { transaction } = await fork.request('getTransaction', [signature, { encoding: 'base64', commitment: 'confirmed' }]);
      await fork.close();
      return transaction[0];
    }
    function processorTime(start) {
      const { system, user } = process.cpuUsage(start);
      return (system + user) / ${SENDS};
    }
    const rounds = [];
    for (let round = 0; round < ${ROUNDS}; round++) {
      const texts = [];
      for (let i = 0; i < ${SENDS}; i++) texts.push(await transfer());
      const start = process.cpuUsage();
      for (const text of texts) await node.request('sendTransaction', [text, { encoding: 'base64' }]);
      const sending = processorTime(start);
      const wires = texts.map((text) => Buffer.from(text, 'base64'));
      const before = process.cpuUsage();
      for (const wire of wires) if (!verify(null, wire.subarray(65), key, wire.subarray(1, 65))) throw new Error('a bad signature');
      rounds.push({ sending, verifying: processorTime(before) });
    }
    print(rounds.slice(${ROUNDS / 2}));`);
}

async function sendsPerSecond() {
  return summary((await sends()).map(({ sending }) => 1e6 / sending));
}

async function shareOfVerifying() {
  return summary((await sends()).map(({ sending, verifying }) => verifying / sending));
}

export const SEND_CASES = [
  {
    name: 'send',
    what: 'sendTransaction of a transfer, with preflight, on one core; transactions a second of processor time',
    bar: '>= 2000',
    run: sendsPerSecond,
  },
  {
    name: 'send-verify',
    what: 'the same: verifying its signature, as a part of the whole',
    bar: '>= 0.6',
    run: shareOfVerifying,
  },
];
