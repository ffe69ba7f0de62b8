import { parseJson } from '../../codec/parseJson.ts';
import { throwProblems } from '../../files/fixtureError.ts';
import { scriptText } from '../../files/scriptText.ts';
import { collectNames, keysByName } from '../../runtime/names/collectNames.ts';
import type { NameScope } from '../../runtime/names/nameScope.ts';
import { reportErrors } from '../../runtime/names/reporting.ts';
import { resolveText } from '../../runtime/names/resolvedText.ts';
import type { Address } from '../../solana/address.ts';
import { Cursor, newReading } from '../../syntax/cursor.ts';
import { THROWING_PLACE } from '../../syntax/throwingPlace.ts';
import type { KeyNode } from '../../syntax/values.ts';
import { newMints } from '../compiling/newMints.ts';
import { readScript } from '../format/script.ts';

/** The addresses of names in a script of the builder, without what it includes. */
export class BuiltNames {
  readonly #scope: NameScope;
  /** programs whose address may be that of their IDL, which is read when the script is loaded */
  readonly #unread: ReadonlySet<string>;

  /** @throws FixtureError if the script has a mistake */
  constructor(built: object) {
    const source = scriptText(built, 'ledger()');
    const reading = newReading();
    const { programs = [], script } = readScript(new Cursor(parseJson(source.text), source, reading), NO_SINK);
    throwProblems(reading);
    const keys = programs.flatMap(({ address, at, name }): KeyNode[] =>
      address === undefined ? [] : [{ name, at, key: { kind: 'address', address } }],
    );
    this.#scope = collectNames({ keys: keysByName([...script.keys, ...keys]), newMints: newMints(script) });
    this.#unread = new Set(programs.flatMap(({ address, name }) => (address === undefined ? [name] : [])));
  }

  /** @throws TypeError if the text has no address, or if its address depends on an IDL */
  address(text: string): Address {
    // THROWING_PLACE throws where `reportErrors` would return undefined
    const { address, names } = reportErrors(THROWING_PLACE, () => resolveText(text, this.#scope))!;
    const unread = names.find((name) => this.#unread.has(name));
    if (unread === undefined) return address;
    throw new TypeError(
      `the address of \`$${unread}\` may be that of its IDL, which is read when the ledger is loaded: use node.address, or give the program an \`address\``,
    );
  }
}

const NO_SINK = { addLedgerFile: () => undefined, addSkippedSlots: () => undefined };
