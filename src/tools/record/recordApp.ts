import { contextSlotOf, integerOf, listOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { Upstream } from '../../rpc/protocol/call.ts';
import { RealNodeError } from './nodeFailures.ts';
import type { NodeAnswer } from './nodeRequest.ts';
import { Recorder } from './recorder.ts';
import type { Recording } from './recording.ts';
import { createRecordingUpstream } from './upstream.ts';

/** Runs an app, whose calls `upstream` answers. */
export type RunApp = (upstream: Upstream) => Promise<unknown>;

/**
 * Runs an app. Each of its calls is asked for once, and kept as it was answered, errors and nulls too: another recorder than that of the
 * subjects, which keeps results alone, so that neither takes what the other remembers.
 *
 * @param isFirstRun whether the folder has no tips yet, so that the node has to answer before the app runs
 * @throws RealNodeError if the node does not answer before the app runs, or after it
 */
export async function recordApp(recording: Recording, runApp: RunApp, isFirstRun: boolean): Promise<void> {
  const { fileNames, folder } = recording;
  if (isFirstRun) await recording.nodeState();
  const ask = (method: string, params: JsonText) => askForApp(recording, method, params);
  const fileCount = fileNames.size;
  recording.isReplayed = true;
  await runApp(createRecordingUpstream(new Recorder({ folder, node: { ask }, fileNames })));
  if (fileNames.size > fileCount) await recording.renewTips();
}

/** The node is asked again after a failure: the app decides whether it continues. */
async function askForApp(recording: Recording, method: string, params: JsonText): Promise<NodeAnswer> {
  await recording.nodeState();
  try {
    const answer = await recording.node.ask(method, params);
    const slot = newestSlotIn(params, answer);
    if (isConfirmed(method, params)) recording.noteSlot(slot);
    else recording.noteProcessedSlot(slot);
    return answer;
  } catch (error) {
    if (error instanceof RealNodeError) recording.addLack(error.message);
    throw error;
  }
}

/** The commitments whose answers name slots that are confirmed; a call without one is answered at `finalized`. */
const CONFIRMED: ReadonlySet<JsonValue | undefined> = new Set(['confirmed', 'finalized', undefined]);

/** Whether the slot in the answer to a call is confirmed. Before Agave 4.4 the context of getSignatureStatuses is always the processed one. */
function isConfirmed(method: string, params: JsonText): boolean {
  const config = listOf(parseJson(params)).findLast(isJsonObject);
  return method !== 'getSignatureStatuses' && CONFIRMED.has(config?.commitment);
}

/** The slot that an answer names, or its question: that of a context, a transaction or a block. */
function newestSlotIn(params: JsonText, { kind, text }: NodeAnswer): bigint {
  if (kind === 'error' || text === 'null') return 0n;
  const result = parseJson(text);
  const slot = contextSlotOf(result) ?? integerOf(memberAt(result, 'slot'));
  const isBlock = memberAt(result, 'blockhash') !== undefined;
  return slot ?? (isBlock ? integerOf(listOf(parseJson(params))[0]) : undefined) ?? 0n;
}
