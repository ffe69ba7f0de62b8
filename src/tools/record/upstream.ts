import { readdirSync } from 'node:fs';
import { rpcErrors } from '../../errors.ts';
import type { JsonOutcome, Upstream } from '../../rpc/protocol/call.ts';
import { ExchangeFolder } from './exchange.ts';
import { RealNodeError } from './nodeAddress.ts';
import type { Answer } from './nodeRequest.ts';
import { RealNode, type RealNodeOptions } from './realNode.ts';
import { Recorder } from './recorder.ts';
import { RecordFolderError, type UpstreamOptions } from './upstreamOptions.ts';

/**
 * Answers of another node, each asked for once and kept, errors and nulls too.
 *
 * @throws RecordFolderError if the folder cannot be made; TypeError if the URL is not one of HTTP
 */
export function openUpstream(
  options: UpstreamOptions,
  nodeOptions: RealNodeOptions = {},
  maxKeptBytes?: number,
): Upstream {
  const { mode = 'missing', record } = options;
  const node = mode === 'none' ? undefined : nodeOf(options, nodeOptions);
  const folder = record === undefined ? undefined : openFolder(record);
  /** the node is not asked */
  const isClosed = mode === 'once' && folder !== undefined && hasRecordings(folder);
  const recorder = new Recorder({ node, folder, ...(maxKeptBytes !== undefined && { maxKeptBytes }) });
  return {
    async find(question, lack) {
      const available = recorder.availableAnswer(question, () => mode !== 'all');
      if (available !== undefined) return { ...(await outcomeOf(available)), from: 'record' };
      if (isClosed) return undefined;
      if (node === undefined) throw rpcErrors.notKept(lack);
      return { ...(await outcomeOf(recorder.ask(question))), from: 'upstream' };
    },
    close: () => node?.close(),
  };
}

/** @throws RpcError if the node fails, or the folder: a recording with gaps would fail later, and far from its cause */
async function outcomeOf(answer: Answer | Promise<Answer>): Promise<JsonOutcome> {
  try {
    const { kind, text } = await answer;
    return { kind, text };
  } catch (error) {
    if (error instanceof RealNodeError || error instanceof RecordFolderError)
      throw rpcErrors.upstreamFailed(error.message);
    throw error;
  }
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
