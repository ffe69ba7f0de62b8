import { readdirSync } from 'node:fs';
import { rpcErrors } from '../errors.ts';
import type { JsonOutcome, Source, Upstream } from '../jsonrpc/upstream.ts';
import { type Question, questionKey } from './exchange.ts';
import { ExchangeFolder } from './exchangeFolder.ts';
import { RealNodeError } from './nodeFailure.ts';
import { RealNode, type RealNodeOptions } from './realNode.ts';
import { RecordFolderError, type UpstreamOptions } from './upstreamOptions.ts';

type Found = JsonOutcome & { readonly from: Source };

/**
 * Answers of another node, each asked for once and kept, errors and nulls too.
 *
 * @throws RecordFolderError if the folder cannot be made; TypeError if the URL is none of HTTP
 */
export function openUpstream(options: UpstreamOptions, ask: RealNodeOptions = {}): Upstream {
  const { mode = 'missing', record } = options;
  const node = mode === 'none' ? undefined : nodeOf(options, ask);
  const folder = record === undefined ? undefined : openFolder(record);
  const isClosed = mode === 'once' && folder !== undefined && hasRecordings(folder);
  return new KeptUpstream(node, folder, { usesFolder: mode !== 'all', isClosed });
}

function nodeOf({ onWait, url }: UpstreamOptions, ask: RealNodeOptions): RealNode | undefined {
  if (url === undefined) return undefined;
  const node: RealNode = new RealNode(url, {
    onWait: (milliseconds, why) =>
      onWait?.(`upstream: ${node.name} ${why}, and is asked again in ${Math.ceil(milliseconds / 1000)} s`),
    ...ask,
  });
  return node;
}

function openFolder(path: string): ExchangeFolder {
  try {
    return new ExchangeFolder(path);
  } catch (error) {
    throw new RecordFolderError(path, error);
  }
}

/** Hidden files are none, and a README beside them neither. */
function hasRecordings({ path }: ExchangeFolder): boolean {
  return readdirSync(path).some((name) => /^[^.].*\.json$/.test(name));
}

interface Rules {
  /** what stands in the folder answers */
  readonly usesFolder: boolean;
  /** what is not there is answered by the ledger */
  readonly isClosed: boolean;
}

class KeptUpstream implements Upstream {
  readonly #node: RealNode | undefined;
  readonly #folder: ExchangeFolder | undefined;
  readonly #rules: Rules;
  /** by question; also those that are under way */
  readonly #kept = new Map<string, Promise<JsonOutcome>>();

  constructor(node: RealNode | undefined, folder: ExchangeFolder | undefined, rules: Rules) {
    this.#node = node;
    this.#folder = folder;
    this.#rules = rules;
  }

  async find(question: Question, lack: string): Promise<Found | undefined> {
    const key = questionKey(question);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return { ...(await kept), from: 'record' };
    const recorded = this.#rules.usesFolder ? this.#folder?.read(question) : undefined;
    if (recorded !== undefined) {
      this.#kept.set(key, Promise.resolve(recorded));
      return { ...recorded, from: 'record' };
    }
    if (this.#rules.isClosed) return undefined;
    if (this.#node === undefined) throw rpcErrors.notKept(lack);
    const asked = this.#ask(this.#node, question);
    this.#kept.set(key, asked);
    try {
      return { ...(await asked), from: 'upstream' };
    } catch (error) {
      // what failed may be asked again
      this.#kept.delete(key);
      throw error;
    }
  }

  close(): void {
    this.#node?.close();
  }

  async #ask(node: RealNode, question: Question): Promise<JsonOutcome> {
    try {
      const { kind, text } = await node.ask(question.method, question.params);
      const outcome = { kind, text };
      this.#keep(question, outcome);
      return outcome;
    } catch (error) {
      if (error instanceof RealNodeError || error instanceof RecordFolderError)
        throw rpcErrors.upstreamFailed(error.message);
      throw error;
    }
  }

  /** A recording with gaps would fail later, and far from its cause. @throws RecordFolderError */
  #keep(question: Question, outcome: JsonOutcome): void {
    try {
      this.#folder?.write(question, outcome);
    } catch (error) {
      throw new RecordFolderError(this.#folder!.path, error);
    }
  }
}
