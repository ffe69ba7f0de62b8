import { withNote } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import { sendMethod } from '../rpc/sending/sendMethod.ts';
import { needsOfBundle, sendAsBundle } from './bundles/acceptBundle.ts';
import { bundleParams } from './bundles/bundleParams.ts';

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

  async answer({ encoding, transactions }, context) {
    const options = encoding === undefined ? null : { encoding };
    return `"${await sendAsBundle(transactions, options, context)}"`;
  },
});
