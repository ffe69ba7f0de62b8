import { PublicKey, SystemProgram } from '@solana/web3.js';
import { WebSocket } from 'ws';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { type JudgedNode, pause, signedBytes } from './judgedNode.ts';
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

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** Subscriptions to one transaction, and calls that are wrong: each has its own label. */
const ABOUT_TRANSACTION: readonly (readonly [
  label: string,
  method: string,
  (signature: string) => readonly unknown[],
])[] = [
  ['received', 'signatureSubscribe', (signature) => [signature, { ...CONFIRMED, enableReceivedNotification: true }]],
  ['processed', 'signatureSubscribe', (signature) => [signature, { commitment: 'processed' }]],
  ['confirmed', 'signatureSubscribe', (signature) => [signature, CONFIRMED]],
  [
    'slice',
    'accountSubscribe',
    () => [WATCHED.payee, { encoding: 'base64', commitment: 'processed', dataSlice: { offset: 0, length: 1 } }],
  ],
  ['base58', 'accountSubscribe', () => [WATCHED.payee, { encoding: 'base58', commitment: 'processed' }]],
  ['filters', 'programSubscribe', () => [TOKEN, { filters: [{ dataSize: 165 }], ...CONFIRMED }]],
  ['bad filters', 'programSubscribe', () => [TOKEN, { filters: [{ dataSize: 'x' }] }]],
  ['bad commitment', 'accountSubscribe', () => [WATCHED.payee, { commitment: 'nope' }]],
  ['bad encoding', 'accountSubscribe', () => [WATCHED.payee, { encoding: 'nope' }]],
  ['no params', 'accountSubscribe', () => []],
  ['surplus', 'slotSubscribe', () => [1]],
  ['two mentions', 'logsSubscribe', () => [{ mentions: [WATCHED.payee, TOKEN] }]],
  ['no mentions', 'logsSubscribe', () => [{ mentions: [] }]],
  ['bad mention', 'logsSubscribe', () => [{ mentions: ['x'] }]],
  ['bad filter', 'logsSubscribe', () => ['some']],
  ['bad id', 'accountUnsubscribe', () => ['x']],
  ['of another kind', 'signatureUnsubscribe', () => [99_998]],
  ['over HTTP only', 'getHealth', () => []],
];

/** Texts that are not calls. */
const SOCKET_TEXTS = [
  '[]',
  '5',
  '{',
  '{"jsonrpc":"2.0","method":"slotSubscribe"}',
  '[{"jsonrpc":"2.0","id":"b","method":"nope"}]',
];

export async function listenToTransaction(node: JudgedNode, wsUrl: string): Promise<void> {
  const { payee, payer } = WATCHED;
  const transfer = { fromPubkey: payer.publicKey, toPubkey: new PublicKey(payee), lamports: 78 };
  const bytes = signedBytes([SystemProgram.transfer(transfer)], [payer], await node.latestBlockhash());
  const signature = encodeBase58(bytes.slice(1, 65));
  const socket = new WebSocket(wsUrl);
  const texts: string[] = [];
  socket.on('message', (message) => texts.push(String(message)));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  for (const [label, method, params] of ABOUT_TRANSACTION)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: label, method, params: params(signature) }));
  for (const text of SOCKET_TEXTS) socket.send(text);
  await pause(REPLIES_MS);
  const labels = new Map<number, string>();
  const replies = texts.splice(0).filter((text) => !text.includes('"params"'));
  for (const [i, text] of replies.entries()) {
    const { id, result } = JSON.parse(text) as { readonly id?: string; readonly result?: number };
    if (typeof id === 'string' && typeof result === 'number') labels.set(result, id);
    keep(node, `socket reply about ${id ?? `text ${i}`}`, text);
  }
  await node.sendBytes('for sockets of one transaction', bytes);
  await pause(NOTIFICATIONS_MS);
  for (const text of texts) {
    const { params } = JSON.parse(text) as { readonly params?: { readonly subscription: number } };
    const label = labels.get(params?.subscription ?? -1);
    if (label !== undefined && label !== 'surplus') keep(node, `notification of ${label}`, text);
  }
  socket.close();
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
