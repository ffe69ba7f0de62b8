import { type JsonText, stringifyJson } from '../codec/jsonText.ts';
import { processedView } from '../ledger/view.ts';
import { listOf, objectOf, orNull, withName, withNote, wordOf } from '../rpc/openrpc/schema.ts';
import { rpcResponse, SLOT, TEXT } from '../rpc/openrpc/schemas.ts';
import { type SendContext, sendMethod } from '../rpc/sending/sendMethod.ts';
import { bundleIdParams } from './bundles/bundleParams.ts';
import { failureOf, findBundle, isForgotten, landedSlot } from './bundles/bundleStatus.ts';

type InflightStatus = 'Failed' | 'Invalid' | 'Landed' | 'Pending';

const STATUSES: readonly InflightStatus[] = ['Invalid', 'Pending', 'Failed', 'Landed'];

/**
 * The statuses of bundles that were sent in the last five minutes.
 *
 * Source   docs.jito.wtf getInflightBundleStatuses
 */
export const getInflightBundleStatuses = sendMethod({
  name: 'getInflightBundleStatuses',
  reading: 'status',
  summary: 'the states of bundles of the last five minutes',
  params: bundleIdParams,
  result: rpcResponse(
    withNote(
      listOf(
        withName(
          'InflightBundleStatus',
          objectOf({ bundle_id: TEXT, status: wordOf(...STATUSES), landed_slot: orNull(SLOT) }),
        ),
      ),
      'one an id, in order',
    ),
  ),
  errors: ['invalidBundle'],

  async answer({ bundleIds }, context) {
    const { slot } = processedView(context.now.state);
    return `{"context":{"slot":${slot}},"value":[${bundleIds.map((id) => statusText(id, context)).join(',')}]}`;
  },
});

function statusText(id: string, context: SendContext): JsonText {
  const { slot, status } = statusOf(id, context);
  return `{"bundle_id":${stringifyJson(id)},"status":"${status}","landed_slot":${slot ?? null}}`;
}

function statusOf(id: string, { now, reasons }: SendContext): { status: InflightStatus; slot?: bigint } {
  const bundle = findBundle(now, id);
  if (bundle === undefined) {
    reasons?.add(`no bundle ${id} was sent to this ledger`);
    return { status: 'Invalid' };
  }
  if (isForgotten(bundle)) {
    reasons?.add(`the bundle ${id} was sent more than five minutes of the ledger ago`);
    return { status: 'Invalid' };
  }
  const slot = landedSlot(bundle);
  if (slot !== undefined) return { status: 'Landed', slot };
  const failure = failureOf(bundle);
  if (failure === undefined) return { status: 'Pending' };
  reasons?.add(`the bundle ${id} has failed: ${failure}`);
  return { status: 'Failed' };
}
