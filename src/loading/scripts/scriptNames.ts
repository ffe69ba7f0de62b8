import type { LedgerNames, NamedKey } from '../../ledger/state.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { ScriptSink } from '../../script/compiling/sink.ts';
import type { Script } from '../../script/format/types.ts';

/** Collects the names of a script while it is compiled. */
export class ScriptNames implements Required<Pick<ScriptSink, 'name' | 'signature'>> {
  readonly #addresses = new Map<string, Address>();
  readonly #signatures = new Map<string, Signature[]>();
  readonly #keys: ReadonlyMap<string, NamedKey>;

  constructor({ keys }: Pick<Script, 'keys'>) {
    this.#keys = new Map(keys.map(({ key, name }) => [name, key]));
  }

  get all(): LedgerNames {
    return { keys: this.#keys, addresses: this.#addresses, signatures: this.#signatures };
  }

  name(word: string, address: Address): void {
    this.#addresses.set(word, address);
  }

  signature(name: string, _copy: number, signature: Signature): void {
    const copies = this.#signatures.get(name);
    if (copies === undefined) this.#signatures.set(name, [signature]);
    else copies.push(signature);
  }
}
