import { PublicKey, SystemProgram } from '@solana/web3.js';
import { WebSocket } from 'ws';
import { type JudgedNode, pause } from './judgedNode.ts';
import { WATCHED } from './questions.ts';

/** The replies to subscriptions, and the first notification of each kind around one transfer. */

const CONFIRMED = { commitment: 'confirmed' };
const WHOLE_BLOCK = { encoding: 'json', maxSupportedTransactionVersion: 0, transactionDetails: 'full' };

const SUBSCRIPTIONS: readonly (readonly [string, (readonly unknown[])?])[] = [
  ['accountSubscribe', [WATCHED.payee, { encoding: 'jsonParsed', ...CONFIRMED }]],
  ['programSubscribe', [SystemProgram.programId.toBase58(), { encoding: 'base64', ...CONFIRMED }]],
  ['logsSubscribe', [{ mentions: [WATCHED.payee] }, CONFIRMED]],
  ['logsSubscribe', ['all', CONFIRMED]],
  ['slotSubscribe'],
  ['slotsUpdatesSubscribe'],
  ['rootSubscribe'],
  ['voteSubscribe'],
  ['blockSubscribe', ['all', { ...CONFIRMED, ...WHOLE_BLOCK }]],
  ['accountSubscribe', ['x']],
  ['signatureSubscribe', ['x']],
  ['slotUnsubscribe', [99_999]],
  ['nopeSubscribe', []],
];

const REPLIES_MS = 1000;
const NOTIFICATIONS_MS = 3000;

export async function listen(node: JudgedNode, wsUrl: string): Promise<void> {
  const socket = new WebSocket(wsUrl);
  const texts: string[] = [];
  socket.on('message', (message) => texts.push(String(message)));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  for (const [id, [method, params]] of SUBSCRIPTIONS.entries())
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }));
  await pause(REPLIES_MS);
  for (const text of texts) keepReply(node, text);
  const { payee, payer } = WATCHED;
  const transfer = { fromPubkey: payer.publicKey, toPubkey: new PublicKey(payee), lamports: 77 };
  await node.send('for sockets', [SystemProgram.transfer(transfer)], [payer]);
  await pause(NOTIFICATIONS_MS);
  socket.close();
  const kinds = new Map(texts.flatMap((text) => kindsOf(text).map((kind) => [kind, text] as const)).reverse());
  for (const [kind, text] of [...kinds].reverse()) keep(node, `notification ${kind}`, text);
}

function keepReply(node: JudgedNode, text: string): void {
  const { id } = JSON.parse(text) as { readonly id?: number };
  if (id === undefined) return;
  const [method, params = null] = SUBSCRIPTIONS[id]!;
  keep(node, `socket reply ${method} ${JSON.stringify(params).slice(0, 30)}`, text);
}

/** The kind of a notification, with the stage of a slot. */
function kindsOf(text: string): readonly string[] {
  const { method, params } = JSON.parse(text) as {
    readonly method?: string;
    readonly params?: { readonly result?: { readonly type?: string } };
  };
  if (method === undefined) return [];
  const stage = params?.result?.type;
  return [stage === undefined ? method : `${method} ${stage}`];
}

function keep(node: JudgedNode, label: string, text: string): void {
  node.answers.push({ label, method: 'socket', params: null, status: 0, text });
}
