import type { JsonText } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { parsersOf } from '../../solana/programs/index.ts';
import { type SentTransaction, withRecentBlockhash } from '../../solana/sentTransaction.ts';
import { inContext, viewFrom } from '../methods/method.ts';
import { readSentTransaction } from '../params/messageParams.ts';
import { readTextAndConfig } from '../params/positional.ts';
import { readSimulateConfig, type SimulateConfig } from '../params/sendConfig.ts';
import { resolvedSend } from './accept.ts';
import { refusingNotModelled } from './assumed.ts';
import { hasGoodSignatures, sanitize } from './sanitizeSent.ts';
import type { SendMethod } from './sendMethod.ts';
import { outcomeOf, peekRule } from './sendRules.ts';
import { simulate, simulatedAccountsText, simulationText, tellSimulation } from './simulation.ts';

interface Params {
  readonly transaction: SentTransaction;
  readonly config: SimulateConfig;
}

/**
 * What would become of a transaction; a failure is a result. Rules for sent transactions decide here too, and are not counted.
 *
 * Source   agave 4.1 rpc.rs simulate_transaction
 */
export const simulateTransaction: SendMethod<Params> = {
  name: 'simulateTransaction',

  describe: ({
    ADDRESS,
    ANY_OBJECT,
    BOOLEAN,
    COMMITMENT,
    contextWith,
    listOf,
    objectOf,
    TEXT,
    U64,
    wordOf,
    withDefault,
  }) => ({
    summary: 'simulates a transaction: its error, logs, units and accounts',
    params: {
      transaction: TEXT,
      'config?': objectOf({
        'encoding?': withDefault(wordOf('base58', 'base64', 'binary'), 'base58'),
        'sigVerify?': BOOLEAN,
        'replaceRecentBlockhash?': BOOLEAN,
        'innerInstructions?': BOOLEAN,
        'accounts?': objectOf({
          addresses: listOf(ADDRESS),
          'encoding?': withDefault(wordOf('base64', 'base64+zstd', 'jsonParsed'), 'base64'),
        }),
        'commitment?': COMMITMENT,
        'minContextSlot?': U64,
      }),
    },
    result: 'context and `{accounts, err, fee, logs, unitsConsumed, …}`',
    schema: contextWith(ANY_OBJECT),
    errors: [
      'unsupportedEncoding',
      'encodedTransactionTooLarge',
      'invalidBase58',
      'invalidBase64',
      'transactionTooLarge',
      'undecodableTransaction',
      'minContextSlotNotReached',
      'sigVerifyOfReplacedBlockhash',
      'invalidTransaction',
      'base58NotSupported',
      'tooManyAccounts',
      'notInBlocks',
      'notModelled',
    ],
  }),

  readParams(params, version) {
    const readText = (text: string, { encoding }: SimulateConfig) => readSentTransaction(text, encoding, version);
    const [transaction, config] = readTextAndConfig(params, readText, readSimulateConfig);
    return { config, transaction };
  },

  async answer({ config, transaction: sent }, { execute, now, reasons }) {
    const context = { ledger: now.state, dialect: DIALECTS.agave, reasons };
    const view = viewFrom(context, config);
    if (config.sigVerify && config.replaceRecentBlockhash) throw rpcErrors.sigVerifyOfReplacedBlockhash();
    const replacement = config.replaceRecentBlockhash ? replacementFor(view) : undefined;
    const transaction = sanitize(replacement === undefined ? sent : withRecentBlockhash(sent, replacement.hash), view);
    const parts = {
      showsInner: config.innerInstructions,
      parsers: parsersOf(view.state.protocol.version),
      replacementBlockhash: replacement?.text ?? null,
    };
    if (config.sigVerify && !hasGoodSignatures(transaction)) {
      reasons?.add('sigVerify is set, and a signature is missing or is not that of its signer');
      const accounts = await simulatedAccountsText(config.accounts, transaction, undefined, view);
      return inContext(view, simulationText(transaction, 'SignatureFailure', { ...parts, accounts }), context);
    }
    const rule = peekRule(now.sends, resolvedSend(transaction));
    const simulation = refusingNotModelled(() => simulate(transaction, view, outcomeOf(rule), execute));
    if (reasons !== undefined) tellSimulation(reasons, simulation, rule, view);
    const accounts = await simulatedAccountsText(config.accounts, transaction, simulation, view);
    return inContext(view, simulationText(transaction, simulation, { ...parts, accounts }), context);
  },
};

/** The newest blockhash, and how long it can be named. */
function replacementFor(view: LedgerView) {
  const block = view.newestBlock;
  const height = tipHeight(view);
  if (block === undefined) throw rpcErrors.notInBlocks('its latest blockhash');
  if (height === undefined) throw rpcErrors.notInBlocks('its block height');
  const text: JsonText = `{"blockhash":"${block.blockhash}","lastValidBlockHeight":${height + MAX_PROCESSING_AGE}}`;
  return { hash: block.blockhash, text };
}
