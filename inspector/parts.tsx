import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, fork } from './client.ts';
import { type Json, jsonText } from './json.ts';
import { hrefOf } from './route.ts';

/** Small parts that the screens share. */

/** Names of accounts by address, of the ledger that is shown. */
export const names = signal<ReadonlyMap<string, string>>(new Map());

export interface Asked {
  readonly value: Json | undefined;
  readonly error: string | undefined;
}

/** The answer to a call, asked for again when one of the signals changes; until then the last one stays. */
export function useAnswer(
  method: string | undefined,
  params: readonly Json[],
  ...changes: ReadonlySignal<number>[]
): Asked {
  const [asked, setAsked] = useState<Asked>({ value: undefined, error: undefined });
  const key = `${fork.value} ${method} ${jsonText(params)} ${changes.map((change) => change.value).join()}`;
  useEffect(() => {
    let isOver = false;
    if (method !== undefined)
      ask(method, params).then(
        (value) => isOver || setAsked({ value, error: undefined }),
        (error: Error) => isOver || setAsked({ value: undefined, error: error.message }),
      );
    return () => {
      isOver = true;
    };
  }, [key]);
  return asked;
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
  return <pre class="json">{pieces.map((piece, i) => (i % 2 === 0 ? piece : <Key text={piece.slice(1, -1)} />))}</pre>;
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

export function Copy({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [state, setState] = useState('');
  const copy = async () => {
    const value = await text();
    await navigator.clipboard?.writeText(value).catch(() => undefined);
    setState(value);
  };
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {label}
      </button>
      {state !== '' && (
        <dialog open>
          <p>
            In the clipboard:{' '}
            <button type="button" onClick={() => setState('')}>
              close
            </button>
          </p>
          <pre>{state}</pre>
        </dialog>
      )}
    </span>
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
