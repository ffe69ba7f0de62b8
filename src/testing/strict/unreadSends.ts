import { BASE58_CHARACTER, decodeBase58 } from '../../codec/base58.ts';
import { decodeBase64 } from '../../codec/base64.ts';
import { stringifyJson } from '../../codec/jsonText.ts';
import { nearest } from '../../codec/suggest.ts';
import { middleCut } from '../../codec/text.ts';
import type { JournalCall, SentTransactionInfo } from '../../control/controlTypes.ts';
import { DEFAULT_VERSION } from '../../nodeVersion.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';
import { decodeSentTransaction } from '../../solana/sentTransaction.ts';
import { isFromTest, type TestCalls } from './testCalls.ts';

/**
 * Accepted transactions without a call that asks for their outcome.
 * @module
 */

/** A call with the texts of its parameters. */
interface AskingCall extends JournalCall {
  readonly texts: readonly string[];
}

interface Send {
  readonly signature: string;
  readonly info: SentTransactionInfo;
  /** the call that sent it; undefined: the journal no longer has it */
  readonly call: JournalCall | undefined;
}

/** Sentences about the transactions that the tested app sent, oldest first. */
export function unreadSends(
  sent: readonly SentTransactionInfo[],
  calls: readonly JournalCall[],
  testCalls: TestCalls,
): readonly string[] {
  const sendingCalls = callsBySignature(calls);
  const reads = calls
    .filter(({ method }) => !SENDING.includes(method))
    .map((call) => ({ ...call, texts: textsIn(call.params) }));
  return acceptedSends(sent, sendingCalls)
    .filter(({ call, signature }) => !(call !== undefined && isFromTest(call)) && !testCalls.signatures.has(signature))
    .filter((send) => !reads.some((read) => asksAbout(read, send)))
    .map((send) => `nobody asked about: ${sendText(send)}; ${nearestRead(send, reads)}`);
}

const SENDING: readonly string[] = ['sendTransaction', 'sendBundle'];

function callsBySignature(calls: readonly JournalCall[]): ReadonlyMap<string, JournalCall> {
  const sending = calls.filter(({ method }) => SENDING.includes(method));
  const entries = sending.flatMap((call) =>
    textsIn(call.params)
      .flatMap((text) => (signatureIn(text) ?? []) as string | [])
      .map((signature) => [signature, call] as const),
  );
  // reversed, so that the first call with a signature stays
  return new Map(entries.toReversed());
}

/** The first signature of a transaction in base64 or base58; undefined: the text is not a transaction. */
function signatureIn(text: string): string | undefined {
  for (const decode of [decodeBase64, decodeBase58])
    try {
      const [signature] = decodeSentTransaction(decode(text), DEFAULT_VERSION).signatures;
      if (signature !== undefined) return signature;
    } catch {
      // another encoding, or another parameter
    }
  return undefined;
}

/** Sends of the app that were not refused, without airdrops; of several with one signature the first. */
function acceptedSends(
  sent: readonly SentTransactionInfo[],
  sendingCalls: ReadonlyMap<string, JournalCall>,
): readonly Send[] {
  const sends = new Map<string, Send>();
  for (const info of sent) {
    const { airdrop, error, signature } = info;
    if (airdrop === true || error !== undefined || signature === null || sends.has(signature)) continue;
    sends.set(signature, { signature, info, call: sendingCalls.get(signature) });
  }
  return [...sends.values()];
}

/** Whether a call asks for a transaction: by its signature, by its bundle, or by an account that it names. */
function asksAbout({ id, method, texts }: AskingCall, { call, info, signature }: Send): boolean {
  const isBefore = call !== undefined && id < call.id;
  if (isBefore && !method.endsWith('Subscribe')) return false;
  const { bundle } = info as { readonly bundle?: { readonly id: string } };
  if (texts.includes(signature) || (bundle !== undefined && texts.includes(bundle.id))) return true;
  return BY_ACCOUNT.includes(method) && texts.some((text) => EVERYTHING.includes(text) || namesAccount(info, text));
}

const BY_ACCOUNT: readonly string[] = ['getSignaturesForAddress', 'getTransactionsForAddress', 'logsSubscribe'];

/** The filters of logsSubscribe without an address. */
const EVERYTHING: readonly string[] = ['all', 'allWithVotes'];

function namesAccount({ transaction }: SentTransactionInfo, address: string): boolean {
  return textsIn(transaction).includes(address);
}

/** `transaction 1 5x…: failed in slot 103: {"InstructionError":[0,{"Custom":6001}]}` */
function sendText({ info, signature }: Send): string {
  return `transaction ${info.id} ${signature}: ${outcomeText(info)}`;
}

function outcomeText({ err, outcome, slot }: SentTransactionInfo): string {
  if (slot === undefined) return `in no block, its outcome is ${jsonText(outcome)}`;
  return err === null ? `in slot ${slot}, without an error` : `failed in slot ${slot}: ${jsonText(err)}`;
}

/** The call that asked for this signature before it was sent, or else for the signature that is most like it. */
function nearestRead({ signature }: Send, reads: readonly AskingCall[]): string {
  const signatures = new Map(
    reads.flatMap((call) => call.texts.filter(isSignature).map((text) => [text, call] as const)),
  );
  const near = nearest(signature, signatures.keys(), Number.POSITIVE_INFINITY);
  const call = near === undefined ? undefined : signatures.get(near);
  if (call === undefined) return 'no call asked for a signature';
  const when = near === signature ? ', before it was sent' : '';
  return `the nearest is call ${call.id}: ${call.method} ${middleCut(jsonText(call.params))}${when}`;
}

const SIGNATURE_LIKE = new RegExp(`^${BASE58_CHARACTER}{64,88}$`);

function isSignature(text: string): boolean {
  return SIGNATURE_LIKE.test(text);
}

function jsonText(value: unknown): string {
  return stringifyJson(jsonOf(value, 'value'));
}

/** All texts in a value, at every depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
