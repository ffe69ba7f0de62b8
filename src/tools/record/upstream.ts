import { readdirSync } from 'node:fs';
import { rpcErrors } from '../../errors.ts';
import type { JsonOutcome, Source, Upstream } from '../../rpc/protocol/call.ts';
import { ResultCache } from '../../rpc/protocol/resultCache.ts';
import { ExchangeFolder, type Question, questionKey } from './exchange.ts';
import { RealNodeError } from './nodeAddress.ts';
import { RealNode, type RealNodeOptions } from './realNode.ts';
import { RecordFolderError, type UpstreamOptions } from './upstreamOptions.ts';

type Found = JsonOutcome & { readonly from: Source };

/** of answers in memory; older ones are read from the folder again, or asked for again */
const MAX_KEPT_BYTES = 256 * 2 ** 20;

/**
 * Answers of another node, each asked for once and kept, errors and nulls too.
 *
 * @throws RecordFolderError if the folder cannot be made; TypeError if the URL is not one of HTTP
 */
export function openUpstream(
  options: UpstreamOptions,
  ask: RealNodeOptions = {},
  maxKeptBytes: number = MAX_KEPT_BYTES,
): Upstream {
  const { mode = 'missing', record } = options;
  const node = mode === 'none' ? undefined : nodeOf(options, ask);
  const folder = record === undefined ? undefined : openFolder(record);
  const isClosed = mode === 'once' && folder !== undefined && hasRecordings(folder);
  return new KeptUpstream(node, folder, { usesFolder: mode !== 'all', isClosed }, new ResultCache(maxKeptBytes));
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

/** Hidden files and a README do not count. */
function hasRecordings({ path }: ExchangeFolder): boolean {
  return readdirSync(path).some((name) => /^[^.].*\.json$/.test(name));
}

interface Rules {
  /** answers come from the folder first */
  readonly usesFolder: boolean;
  /** the node is not asked */
  readonly isClosed: boolean;
}

class KeptUpstream implements Upstream {
  readonly #node: RealNode | undefined;
  readonly #folder: ExchangeFolder | undefined;
  readonly #rules: Rules;
  /** by kind and question */
  readonly #kept: ResultCache;
  /** that are under way, by question */
  readonly #asked = new Map<string, Promise<JsonOutcome>>();

  constructor(node: RealNode | undefined, folder: ExchangeFolder | undefined, rules: Rules, kept: ResultCache) {
    this.#node = node;
    this.#folder = folder;
    this.#rules = rules;
    this.#kept = kept;
  }

  async find(question: Question, lack: string): Promise<Found | undefined> {
    const key = questionKey(question);
    const kept = this.#readKept(key) ?? this.#asked.get(key) ?? this.#readRecorded(key, question);
    if (kept !== undefined) return { ...(await kept), from: 'record' };
    if (this.#rules.isClosed) return undefined;
    if (this.#node === undefined) throw rpcErrors.notKept(lack);
    // what failed, or is not kept any more, is asked for again
    const asked = this.#ask(this.#node, key, question).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return { ...(await asked), from: 'upstream' };
  }

  close(): void {
    this.#node?.close();
  }

  #readKept(key: string): JsonOutcome | undefined {
    for (const kind of ['result', 'error'] as const) {
      const text = this.#kept.get(`${kind} ${key}`)?.toString();
      if (text !== undefined) return { kind, text };
    }
    return undefined;
  }

  #readRecorded(key: string, question: Question): JsonOutcome | undefined {
    const recorded = this.#rules.usesFolder ? this.#folder?.read(question) : undefined;
    if (recorded !== undefined) this.#kept.set(`${recorded.kind} ${key}`, recorded.text);
    return recorded;
  }

  async #ask(node: RealNode, key: string, question: Question): Promise<JsonOutcome> {
    try {
      const { kind, text } = await node.ask(question.method, question.params);
      this.#record(question, { kind, text });
      this.#kept.set(`${kind} ${key}`, text);
      return { kind, text };
    } catch (error) {
      if (error instanceof RealNodeError || error instanceof RecordFolderError)
        throw rpcErrors.upstreamFailed(error.message);
      throw error;
    }
  }

  /** A recording with gaps would fail later, and far from its cause. @throws RecordFolderError */
  #record(question: Question, outcome: JsonOutcome): void {
    try {
      this.#folder?.write(question, outcome);
    } catch (error) {
      throw new RecordFolderError(this.#folder!.path, error);
    }
  }
}
