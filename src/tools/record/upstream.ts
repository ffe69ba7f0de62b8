import { readdirSync } from 'node:fs';
import { rpcErrors } from '../../errors.ts';
import type { JsonOutcome, Upstream } from '../../rpc/protocol/call.ts';
import { ResultCache } from '../../rpc/protocol/resultCache.ts';
import { ExchangeFolder, type Question, questionKey } from './exchange.ts';
import { RealNodeError } from './nodeAddress.ts';
import { RealNode, type RealNodeOptions } from './realNode.ts';
import { RecordFolderError, type UpstreamOptions } from './upstreamOptions.ts';

/** Bytes of answers in memory; older ones are read from the folder again, or asked for again. */
const MAX_KEPT_BYTES = 256 * 2 ** 20;

/**
 * Answers of another node, each asked for once and kept, errors and nulls too.
 *
 * @throws RecordFolderError if the folder cannot be made; TypeError if the URL is not one of HTTP
 */
export function openUpstream(
  options: UpstreamOptions,
  nodeOptions: RealNodeOptions = {},
  maxKeptBytes: number = MAX_KEPT_BYTES,
): Upstream {
  const { mode = 'missing', record } = options;
  const node = mode === 'none' ? undefined : nodeOf(options, nodeOptions);
  const folder = record === undefined ? undefined : openFolder(record);
  /** the node is not asked */
  const isClosed = mode === 'once' && folder !== undefined && hasRecordings(folder);
  const cache = new ResultCache(maxKeptBytes);
  /** pending questions */
  const asking = new Map<string, Promise<JsonOutcome>>();

  const keep = (key: string, { kind, text }: JsonOutcome) => cache.set(`${kind} ${key}`, text);
  const readKept = (key: string): JsonOutcome | undefined => {
    for (const kind of ['result', 'error'] as const) {
      const text = cache.get(`${kind} ${key}`)?.toString();
      if (text !== undefined) return { kind, text };
    }
    return undefined;
  };
  const readRecorded = (key: string, question: Question): JsonOutcome | undefined => {
    const recorded = mode === 'all' ? undefined : folder?.read(question);
    if (recorded !== undefined) keep(key, recorded);
    return recorded;
  };
  const ask = async (realNode: RealNode, key: string, question: Question): Promise<JsonOutcome> => {
    try {
      const { kind, text } = await realNode.ask(question.method, question.params);
      if (folder !== undefined) write(folder, question, { kind, text });
      keep(key, { kind, text });
      return { kind, text };
    } catch (error) {
      if (error instanceof RealNodeError || error instanceof RecordFolderError)
        throw rpcErrors.upstreamFailed(error.message);
      throw error;
    }
  };
  return {
    async find(question, lack) {
      const key = questionKey(question);
      const earlier = readKept(key) ?? asking.get(key) ?? readRecorded(key, question);
      if (earlier !== undefined) return { ...(await earlier), from: 'record' };
      if (isClosed) return undefined;
      if (node === undefined) throw rpcErrors.notKept(lack);
      // what failed, or is not kept any more, is asked for again
      const answer = ask(node, key, question).finally(() => asking.delete(key));
      asking.set(key, answer);
      return { ...(await answer), from: 'upstream' };
    },
    close: () => node?.close(),
  };
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

/** A recording with gaps would fail later, and far from its cause. @throws RecordFolderError */
function write(folder: ExchangeFolder, question: Question, outcome: JsonOutcome): void {
  try {
    folder.write(question, outcome);
  } catch (error) {
    throw new RecordFolderError(folder.path, error);
  }
}
