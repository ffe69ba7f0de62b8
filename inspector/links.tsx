import { short } from './format.ts';
import { type Json, jsonText } from './json.ts';
import { names, transactionNames } from './names.ts';
import { hrefOf } from './route.ts';

/** @param otherName shown if the ledger has no name for the address */
export function AccountLink({
  address,
  otherName,
  isWhole = false,
}: {
  address: string;
  otherName?: string | null;
  isWhole?: boolean;
}) {
  const name = names.value.get(address) ?? otherName ?? undefined;
  return (
    <a class={isWhole && name === undefined ? 'key whole' : 'key'} href={hrefOf('account', address)} title={address}>
      {name ?? (isWhole ? address : short(address))}
    </a>
  );
}

export function TransactionLink({ signature, name }: { signature: string; name?: string | null }) {
  return (
    <a class="key" href={hrefOf('tx', signature)} title={signature}>
      {name ?? transactionNames.value.get(signature) ?? short(signature)}
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

/** JSON in which addresses and signatures are links. */
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
