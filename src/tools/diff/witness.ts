import { isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { slotOf } from '../jsonValues.ts';
import type { Answer, Ask } from './differences.ts';

/** What a node says of one account, and at which slot. */
interface Seen {
  readonly slot: bigint;
  /** all of it, as text */
  readonly state: string;
}

/**
 * Finds out why an answer may differ without being wrong: the node has gone on. An account counts as changed only where the node,
 * asked for its bytes, is beyond the slot of the ledger and shows others; so a wrong encoding of the same bytes is never excused.
 */
export class Witness {
  readonly #ledger: Ask;
  readonly #node: Ask;
  readonly #changed = new Map<string, Promise<boolean>>();
  #firstBlock: Promise<bigint | undefined> | undefined;

  constructor(ledger: Ask, node: Ask) {
    this.#ledger = ledger;
    this.#node = node;
  }

  hasChanged(address: string, commitment: JsonValue | undefined): Promise<boolean> {
    const params = stringifyJson([address, { commitment, encoding: 'base64' }]);
    const known = this.#changed.get(params) ?? this.#compare(params);
    this.#changed.set(params, known);
    return known;
  }

  /** Whether the node's history begins after a slot. */
  async hasForgotten(slot: bigint): Promise<boolean> {
    this.#firstBlock ??= this.#node('getFirstAvailableBlock', '[]').then(({ kind, text }) =>
      kind === 'result' ? slotOf(parseJson(text)) : undefined,
    );
    const firstBlock = await this.#firstBlock;
    return firstBlock !== undefined && slot < firstBlock;
  }

  async #compare(params: string): Promise<boolean> {
    const ledger = seenIn(await this.#ledger('getAccountInfo', params));
    const node = seenIn(await this.#node('getAccountInfo', params));
    return ledger !== undefined && node !== undefined && node.slot > ledger.slot && node.state !== ledger.state;
  }
}

function seenIn({ kind, text }: Answer): Seen | undefined {
  const result = kind === 'result' ? parseJson(text) : undefined;
  if (!isJsonObject(result) || !isJsonObject(result.context)) return undefined;
  const slot = slotOf(result.context.slot);
  const { value } = result;
  // old versions leave it out, and it follows from the data
  const state = isJsonObject(value) ? { ...value, space: undefined } : value;
  return slot === undefined || state === undefined ? undefined : { slot, state: stringifyJson(state) };
}
