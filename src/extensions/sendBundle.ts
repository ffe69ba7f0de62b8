import type { JsonValue } from '../codec/jsonText.ts';
import { withNote } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import { sendMethod } from '../rpc/sending/sendMethod.ts';
import { needsOfBundle, rememberRefusedBundle, sendAsBundle } from './bundles/acceptBundle.ts';
import { type BundleRequest, bundleParams } from './bundles/bundleParams.ts';

/**
 * All transactions come into one block, in their order and next to each other, or none does.
 *
 * Source   docs.jito.wtf sendBundle; jito-solana v4.3 core bundle_stage
 */
export const sendBundle = sendMethod({
  name: 'sendBundle',
  summary: 'sends up to five transactions that land in one block, or not at all',
  params: bundleParams,
  result: withNote(TEXT, 'the id of the bundle'),
  errors: [
    'invalidBundle',
    'encodedTransactionTooLarge',
    'invalidBase58',
    'invalidBase64',
    'transactionTooLarge',
    'undecodableTransaction',
    'invalidTransaction',
    'preflightFailure',
    'notModelled',
  ],

  accountNeeds: ({ transactions }, { state }) => needsOfBundle(transactions, state),

  rememberRefused: (request, error, context) =>
    rememberRefusedBundle(request.transactions, optionsOf(request), error, context),

  async answer(request, context) {
    return `"${await sendAsBundle(request.transactions, optionsOf(request), context)}"`;
  },
});

function optionsOf({ encoding }: BundleRequest): JsonValue {
  return encoding === undefined ? null : { encoding };
}
