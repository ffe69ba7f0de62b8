// Clients of WebSockets, in a process of their own: `node socketClients.mjs WHAT URL COUNT [MOVES]`. Prints one line of JSON.
import { RawSocket } from './rawSocket.mjs';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
/** Each is told once by an advance of one slot. */
const SUBSCRIPTIONS = [
  ['slotSubscribe', []],
  ['rootSubscribe', []],
  ['accountSubscribe', [CLOCK, { commitment: 'processed', encoding: 'base64' }]],
  ['blockSubscribe', ['all', { commitment: 'confirmed', transactionDetails: 'none' }]],
];
const WARM_UP = 5;

/** The sockets, with all subscriptions. */
async function openAll(url, count) {
  const sockets = [];
  for (let i = 0; i < count; i++) {
    const socket = await RawSocket.open(url);
    for (const [method, params] of SUBSCRIPTIONS) await socket.call(method, params);
    sockets.push(socket);
  }
  return sockets;
}

/** The texts of each move, as one connection is told them. */
async function record(url, _count, moves) {
  const [socket] = await openAll(url, 1);
  const mover = await RawSocket.open(url);
  const told = [];
  for (let i = 0; i < moves; i++) {
    const texts = [];
    const all = new Promise((resolve) => {
      socket.onMessage((payload) => {
        texts.push(payload.toString());
        if (texts.length === SUBSCRIPTIONS.length) resolve();
      });
    });
    await mover.call('stillnode_advance');
    await all;
    told.push(texts);
  }
  return told;
}

/** Milliseconds from a move to each message that it brings about. */
async function measure(url, count, moves) {
  const sockets = await openAll(url, count);
  const mover = await RawSocket.open(url);
  const due = count * SUBSCRIPTIONS.length;
  const times = new Float64Array(due * moves);
  let sentAt = 0;
  let arrived = 0;
  let offset = 0;
  let wake = () => {};
  for (const socket of sockets)
    socket.onMessage(() => {
      times[offset + arrived++] = performance.now() - sentAt;
      if (arrived === due) wake();
    });
  for (let move = -WARM_UP; move < moves; move++) {
    arrived = 0;
    offset = due * Math.max(move, 0);
    const all = new Promise((resolve) => {
      wake = resolve;
    });
    sentAt = performance.now();
    await Promise.all([mover.call('stillnode_advance'), all]);
  }
  times.sort();
  const at = (share) => times[Math.floor(times.length * share)];
  return { p50: at(0.5), p99: at(0.99) };
}

/** Opens them, and keeps them until the process is ended. */
async function hold(url, count) {
  const sockets = [];
  for (let i = 0; i < count; i++) sockets.push(await RawSocket.open(url));
  return sockets.length;
}

/** Subscribes and unsubscribes, one after the other. */
async function cycles(url, count) {
  const socket = await RawSocket.open(url);
  for (let i = 0; i < count; i++) {
    const [method, params] = SUBSCRIPTIONS[i % SUBSCRIPTIONS.length];
    const { result } = await socket.call(method, params);
    await socket.call(method.replace('Subscribe', 'Unsubscribe'), [result]);
  }
  socket.end();
  return count;
}

const [what, url, count, moves] = process.argv.slice(2);
const result = await { record, measure, hold, cycles }[what](url, Number(count), Number(moves));
process.stdout.write(`${JSON.stringify(result)}\n`);
if (what === 'record' || what === 'measure') process.exit(0);
