import { type JsonText, stringifyJson } from '../codec/jsonText.ts';
import { LedgerView, processedView } from '../ledger/view.ts';
import { listOf, objectOf, orNull, withName, withNote } from '../rpc/openrpc/schema.ts';
import { CONFIRMATION_STATUS, rpcResponse, SIGNATURE, SLOT, STATUS, TEXT } from '../rpc/openrpc/schemas.ts';
import { type SendContext, sendMethod } from '../rpc/sending/sendMethod.ts';
import { quoteKeys } from '../solana/metadata/instructionText.ts';
import type { Commitment } from '../solana/rpcWords.ts';
import { bundleIdParams } from './bundles/bundleParams.ts';
import { failureOf, findBundle, type KnownBundle, landedSlot } from './bundles/bundleStatus.ts';

const status = withName(
  'BundleStatus',
  objectOf({
    bundle_id: TEXT,
    transactions: listOf(SIGNATURE),
    slot: SLOT,
    confirmation_status: CONFIRMATION_STATUS,
    err: STATUS,
  }),
);

/**
 * The bundles that have landed, as long as getSignatureStatuses finds their transactions without searching the history.
 *
 * Source   docs.jito.wtf getBundleStatuses
 */
export const getBundleStatuses = sendMethod({
  name: 'getBundleStatuses',
  reading: 'status',
  summary: 'the bundles that have landed, `null` for others',
  params: bundleIdParams,
  result: rpcResponse(withNote(listOf(orNull(status)), 'one an id, in order, or `null`')),
  errors: ['invalidBundle'],

  async answer({ bundleIds }, context) {
    const { slot } = processedView(context.now.state);
    return `{"context":{"slot":${slot}},"value":[${bundleIds.map((id) => itemText(id, context)).join(',')}]}`;
  },
});

function itemText(id: string, context: SendContext): JsonText {
  const { reasons } = context;
  const bundle = findBundle(context.now, id);
  const slot = bundle && landedSlot(bundle);
  if (bundle !== undefined && slot !== undefined && slot >= bundle.view.state.statusWindowStart)
    return landedText(bundle, slot);
  reasons?.add(bundle === undefined ? `no bundle ${id} was sent to this ledger` : reasonFor(bundle, slot));
  return 'null';
}

function reasonFor(bundle: KnownBundle, slot: bigint | undefined): string {
  const { id } = bundle.sent;
  if (slot !== undefined) return `the bundle ${id} landed in slot ${slot}, before the statuses that are kept`;
  const failure = failureOf(bundle);
  return failure === undefined ? `the bundle ${id} has not landed` : `the bundle ${id} has failed: ${failure}`;
}

function landedText(bundle: KnownBundle, slot: bigint): JsonText {
  const { sent, view } = bundle;
  const { id, transactions } = sent;
  const signatures = quoteKeys(transactions.map(({ signatures: [first] }) => first!));
  return `{"bundle_id":${stringifyJson(id)},"transactions":${signatures},"slot":${slot},"confirmation_status":"${commitmentOf(slot, view)}","err":${errorText(bundle)}}`;
}

/** The first error of the transactions. Only a bundle of one transaction can land with an error. */
function errorText({ sent: { transactions }, view }: KnownBundle): JsonText {
  const errors = transactions.map(({ signatures: [first] }) => view.transaction(first!)?.err ?? null);
  const error = errors.find((err) => err !== null);
  return error === undefined ? '{"Ok":null}' : `{"Err":${stringifyJson(error)}}`;
}

function commitmentOf(slot: bigint, { state }: LedgerView): Commitment {
  const shows = (commitment: Commitment) => new LedgerView(state, commitment, { keepOrphan: false }).shows(slot);
  if (shows('finalized')) return 'finalized';
  return shows('confirmed') ? 'confirmed' : 'processed';
}
