import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, failure, fork } from './client.ts';
import { type Json, jsonText } from './json.ts';
import { hrefOf } from './route.ts';

/** Small parts that the screens share. */

/** Names of accounts by address, of the ledger that is shown. */
export const names = signal<ReadonlyMap<string, string>>(new Map());

/** Names of transactions by signature. */
export const transactionNames = signal<ReadonlyMap<string, string>>(new Map());

export interface Asked {
  readonly value: Json | undefined;
  readonly error: string | undefined;
}

const NOTHING_YET: Asked = { value: undefined, error: undefined };

/**
 * The answer to a call, asked for again when one of the signals changes; until then the last one stays. There is none while another
 * call, or the same one of another ledger, waits for its first answer.
 */
export function useAnswer(
  method: string | undefined,
  params: readonly Json[],
  ...changes: ReadonlySignal<number>[]
): Asked {
  const question = `${fork.value} ${method} ${jsonText(params)}`;
  const [known, setKnown] = useState({ question, ...NOTHING_YET });
  const key = `${question} ${changes.map((change) => change.value).join()}`;
  useEffect(() => {
    let isOver = false;
    if (method !== undefined)
      ask(method, params).then(
        (value) => isOver || setKnown({ question, value, error: undefined }),
        (error: Error) => isOver || setKnown({ question, value: undefined, error: error.message }),
      );
    return () => {
      isOver = true;
    };
  }, [key]);
  return known.question === question ? known : NOTHING_YET;
}

/** The answers to several calls of a method, once all are there. */
export function useAnswers(
  method: string,
  calls: readonly (readonly Json[])[],
  ...changes: ReadonlySignal<number>[]
): readonly Json[] {
  const [answers, setAnswers] = useState<readonly Json[]>([]);
  const key = `${fork.value} ${method} ${jsonText(calls)} ${changes.map((change) => change.value).join()}`;
  useEffect(() => {
    let isOver = false;
    Promise.all(calls.map((params) => ask(method, params))).then(
      (values) => isOver || setAnswers(values),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  return answers;
}

/** Of the middle of long texts nothing is shown. */
export function short(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}

/** @param known its name where the script has none, such as that of a program */
export function AccountLink({
  address,
  known,
  whole = false,
}: {
  address: string;
  known?: string | null;
  whole?: boolean;
}) {
  const name = names.value.get(address) ?? known;
  return (
    <a class="key" href={hrefOf('account', address)} title={address}>
      {name ?? (whole ? address : short(address))}
    </a>
  );
}

export function TransactionLink({ signature, name }: { signature: string; name?: string | null }) {
  return (
    <a class="key" href={hrefOf('tx', signature)} title={signature}>
      {name ?? short(signature)}
    </a>
  );
}

export function SlotLink({ slot }: { slot: Json | undefined }) {
  return slot === null || slot === undefined ? (
    <span>–</span>
  ) : (
    <a href={hrefOf('slot', String(slot))}>{String(slot)}</a>
  );
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** JSON whose addresses and signatures lead to what they name. */
export function JsonView({ value }: { value: Json | undefined }) {
  const text = jsonText(value);
  const pieces = text.split(/("[1-9A-HJ-NP-Za-km-z]{32,88}")/);
  return (
    <pre class={value === null ? 'json is-null' : 'json'}>
      {pieces.map((piece, i) => (i % 2 === 0 ? piece : <Key text={piece.slice(1, -1)} />))}
    </pre>
  );
}

function Key({ text }: { text: string }) {
  if (!BASE58.test(text) || (text.length > 44 && text.length < 86)) return <>{`"${text}"`}</>;
  return (
    <>
      "<a href={hrefOf(text.length > 44 ? 'tx' : 'account', text)}>{text}</a>"
      {names.value.has(text) && <i> {names.value.get(text)}</i>}
    </>
  );
}

/** The time a notice stays. */
const NOTICE_MS = 2000;

/** Copies a text, and says so only when it is in the clipboard. Otherwise the text is in a box, to be copied by hand. */
export function Copy({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [isCopied, setCopied] = useState(false);
  const [byHand, setByHand] = useState<string | undefined>();
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), NOTICE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    setCopied(false);
    try {
      const value = await text();
      if (await isInClipboard(value)) setCopied(true);
      else setByHand(value);
    } catch (error) {
      failure.value = `${label}: ${(error as Error).message}`;
    }
  };
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" class="notice">
        {isCopied && 'copied'}
      </span>
      {byHand !== undefined && (
        <Box label="not copied" onClose={() => setByHand(undefined)}>
          <p>
            This page cannot write to the clipboard. Copy the text by hand.{' '}
            <button type="button" onClick={() => setByHand(undefined)}>
              close
            </button>
          </p>
          <pre>{byHand}</pre>
        </Box>
      )}
    </span>
  );
}

/** False where the browser allows it only for pages of HTTPS and of this machine. */
async function isInClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** A box above the page. Escape closes it. */
function Box({ children, label, onClose }: { label: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current!.showModal(), []);
  return (
    <dialog class="above" aria-label={label} ref={box} onClose={onClose}>
      {children}
    </dialog>
  );
}

/** A button for what cannot be undone: it asks first. */
export function AskingButton({
  children,
  onConfirm,
  question,
}: {
  question: string;
  onConfirm: () => void;
  children: string;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {children}
      </button>
      {isAsking && (
        <Box label={children} onClose={() => setAsking(false)}>
          <p>{question}</p>
          <p class="row">
            <button
              type="button"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              yes, {children}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              cancel
            </button>
          </p>
        </Box>
      )}
    </>
  );
}

/** Facts as pairs. */
export function Facts({ of }: { of: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Table({
  head,
  rows,
  label,
}: {
  label: string;
  head: readonly string[];
  rows: readonly ComponentChildren[][];
}) {
  if (rows.length === 0) return <p class="dim">none</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const LAMPORTS_PER_SOL = 1_000_000_000n;

export function sol(lamports: Json | undefined): string {
  if (lamports === null || lamports === undefined) return '–';
  const all = BigInt(lamports as number | bigint);
  const size = all < 0n ? -all : all;
  const rest = String(size % LAMPORTS_PER_SOL)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${all < 0n ? '-' : ''}${size / LAMPORTS_PER_SOL}${rest === '' ? '' : `.${rest}`} SOL`;
}

export function time(seconds: Json | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000', '');
}

export function Failed({ children }: { children: ComponentChildren }) {
  return (
    <p class="error" role="alert">
      {children}
    </p>
  );
}
