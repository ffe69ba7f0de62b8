import type { SendMethod } from '../../rpc/sending/sendMethod.ts';
import { answerSend, needsOfSend, type SendRequest, sendTransaction } from '../../rpc/sending/sendTransaction.ts';
import type { ExtensionPath } from '../../rpc/tables.ts';
import { needsOfBundle, rememberRefusedBundle, sendAsBundle } from './acceptBundle.ts';
import { bundleIdOf } from './bundleChecks.ts';

/**
 * `sendTransaction` at the path of a block engine: each transaction is a bundle, without a preflight. With `bundleOnly` it needs a tip,
 * and is kept out of blocks where it fails; otherwise it may land with its error, also without a tip.
 *
 * Source   docs.jito.wtf sendTransaction
 */
export const TRANSACTIONS_PATH: ExtensionPath = {
  path: '/api/v1/transactions',
  bundleHeader: 'x-bundle-id',
  methodsFor: (query) => [sendTransactionAt(query.get('bundleOnly') === 'true') as SendMethod],
};

function sendTransactionAt(isBundleOnly: boolean): SendMethod<SendRequest> {
  return {
    ...sendTransaction,
    accountNeeds: ({ config, transaction }, now) =>
      isBundleOnly
        ? needsOfBundle([transaction], now.state)
        : needsOfSend({ config: { ...config, skipPreflight: true }, transaction }, now),

    rememberRefused: ({ config, transaction }, error, context) =>
      rememberRefusedBundle([transaction], config.options, error, context),

    async answer({ config, transaction }, context) {
      if (!isBundleOnly)
        return answerSend(
          { config: { ...config, skipPreflight: true }, transaction },
          context,
          bundleIdOf([transaction]),
        );
      await sendAsBundle([transaction], config.options, context);
      return `"${transaction.signatures[0]}"`;
    },
  };
}
