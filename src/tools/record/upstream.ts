import { readdirSync } from 'node:fs';
import { rpcErrors } from '../../errors.ts';
import type { AnswerSource } from '../../live/journal.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from '../../rpc/protocol/call.ts';
import { ExchangeFolder } from './exchange.ts';
import { RealNodeError } from './nodeFailures.ts';
import type { NodeAnswer } from './nodeRequest.ts';
import { RealNode, type RealNodeOptions } from './realNode.ts';
import { Recorder } from './recorder.ts';
import { SendAccounts } from './sendAccounts.ts';
import { RecordFolderError, type UpstreamOptions } from './upstreamOptions.ts';

/** Milliseconds that the questions of one send may take. */
const DEFAULT_TIMEOUT_MS = 10_000;

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
  const { mode = 'missing', record, sends = true, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const node = mode === 'none' ? undefined : nodeOf(options, nodeOptions);
  const folder = record === undefined ? undefined : openFolder(record);
  // mode `once` asks only while the folder is empty
  const usesFolderAlone = mode === 'once' && folder !== undefined && hasRecordings(folder);
  const recorder = new Recorder({ node, folder, ...(maxKeptBytes !== undefined && { maxKeptBytes }) });
  const sendAccounts = { node, folder, usesRecorded: mode !== 'all', usesFolderAlone, timeoutMs };
  return {
    ...(sends && { accounts: new SendAccounts(sendAccounts) }),
    async find(call, lack) {
      const recorded = findRecorded(recorder, call, () => mode !== 'all');
      if (recorded !== undefined || usesFolderAlone) return recorded;
      if (node === undefined) throw rpcErrors.notKept(lack);
      return askUpstream(recorder, call);
    },
    close: () => node?.close(),
  };
}

/** Answers every call that reads, in place of the ledger: with the recorded answer, or else with that of the node, which is recorded then. */
export function createRecordingUpstream(recorder: Recorder): Upstream {
  const find = async (call: UpstreamCall) => findRecorded(recorder, call) ?? askUpstream(recorder, call);
  return { findFirst: find, find, close: () => {} };
}

/** Answers the calls that are recorded in a folder. Nothing is asked, and files that change are read again. */
export function openReplay(path: string): Upstream & Required<Pick<Upstream, 'findFirst'>> {
  const recorder = new Recorder({ node: undefined, folder: new ExchangeFolder(path), maxKeptBytes: 0 });
  const find = async (call: UpstreamCall) => findRecorded(recorder, call);
  return { findFirst: find, find, close: () => {} };
}

/**
 * The recorded answer, or the one of a call that is under way; undefined: there is neither. Not async, so that only the first one of equal calls
 * at the same time asks the node.
 */
function findRecorded(
  recorder: Recorder,
  call: UpstreamCall,
  isUsable?: () => boolean,
): Promise<UpstreamAnswer> | undefined {
  const available = recorder.availableAnswer(call, isUsable);
  return available && answerFrom('record', available);
}

function askUpstream(recorder: Recorder, call: UpstreamCall): Promise<UpstreamAnswer> {
  return answerFrom('upstream', recorder.ask(call));
}

/** @throws RpcError if the node fails, or the folder: a recording with gaps would fail later, and far from its cause */
async function answerFrom(from: AnswerSource, answer: NodeAnswer | Promise<NodeAnswer>): Promise<UpstreamAnswer> {
  try {
    const { kind, text } = await answer;
    return { kind, text, from };
  } catch (error) {
    if (error instanceof RealNodeError || error instanceof RecordFolderError)
      throw rpcErrors.upstreamFailed(error.message);
    throw error;
  }
}

function nodeOf({ onWait, url }: UpstreamOptions, nodeOptions: RealNodeOptions): RealNode | undefined {
  if (url === undefined) return undefined;
  const node: RealNode = new RealNode(url, {
    onWait: (milliseconds, why) =>
      onWait?.(`upstream: ${node.name} ${why}, and is asked again in ${Math.ceil(milliseconds / 1000)} s`),
    ...nodeOptions,
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
