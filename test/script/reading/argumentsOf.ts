import { Accounts, Changes } from '../../../src/runtime/accounts/accounts.ts';
import { INSTRUCTIONS } from '../../../src/script/compiling/instructions/index.ts';
import { Names } from '../../../src/script/compiling/names/names.ts';
import type { ArgumentReader } from '../../../src/script/format/types.ts';

/** The reader that an instruction reads an argument with. */
export type ArgumentKind = keyof ArgumentReader;

/** What an instruction asks for, in its order; found out by letting it ask. */
export function argumentsOf(word: string): ReadonlyMap<string, ArgumentKind> {
  const asked = new Map<string, ArgumentKind>();
  const ask = (kind: ArgumentKind) => (name: string) => {
    asked.set(name, kind);
    if (/lamports/i.test(kind)) asked.set('sol', kind);
    return undefined;
  };
  const at = { refuse: () => undefined, warn: () => undefined };
  const reader: ArgumentReader = {
    at,
    address: ask('address'),
    optionalAddress: ask('optionalAddress'),
    addresses: ask('addresses'),
    lamports: ask('lamports'),
    optionalLamports: ask('optionalLamports'),
    amount: ask('amount'),
    u64: ask('u64'),
    u8: ask('u8'),
    flag: ask('flag'),
    text: ask('text'),
    wholeText: () => undefined,
    bytes: ask('bytes'),
    accountMetas: ask('accountMetas'),
    finish: () => undefined,
  };
  const names = new Names([]);
  const accounts = new Changes(
    new Accounts(undefined),
    { slot: 0n, epoch: 0n, parentHash: new Uint8Array(32) },
    names,
    new Set(),
  );
  INSTRUCTIONS[word]!(reader, { names, accounts, payer: undefined, site: { isCalled: false, followsMemo: false } });
  return asked;
}
