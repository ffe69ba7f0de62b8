import type { LedgerNames, NamedKey } from '../../ledger/state.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { ScriptSink } from '../../script/compiling/sink.ts';
import type { Script } from '../../script/format/types.ts';

/** Collects the names of a script while it is compiled. */
export class ScriptNames implements LedgerNames {
  readonly keys: ReadonlyMap<string, NamedKey>;
  readonly addresses = new Map<string, Address>();
  readonly signatures = new Map<string, Signature[]>();

  constructor({ keys }: Pick<Script, 'keys'>) {
    this.keys = new Map(keys.map(({ key, name }) => [name, key]));
  }

  readonly sink: Required<Pick<ScriptSink, 'name' | 'signature'>> = {
    name: (word, address) => this.addresses.set(word, address),
    signature: (name, _copy, signature) => {
      const copies = this.signatures.get(name);
      if (copies === undefined) this.signatures.set(name, [signature]);
      else copies.push(signature);
    },
  };
}
