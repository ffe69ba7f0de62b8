import { decodeBase58 } from '../codec/base58.ts';
import { type JsonText, stringifyJson } from '../codec/jsonText.ts';
import { DIALECTS } from '../dialect.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import type { LedgerView } from '../ledger/view.ts';
import { needingAccounts } from '../rpc/asking/needingAccounts.ts';
import { needsWith } from '../rpc/asking/unknownAccounts.ts';
import type { AccountOptions } from '../rpc/encoding/account.ts';
import { AccountTexts } from '../rpc/encoding/accountTexts.ts';
import { inContext, type MethodContext, viewAt } from '../rpc/methods/method.ts';
import { anyOf, listOf, objectOf, tupleOf, withNoteAlone, wordOf } from '../rpc/openrpc/schema.ts';
import { rpcResponse, SIGNATURE, TEXT, U8 } from '../rpc/openrpc/schemas.ts';
import { BUNDLE_SIMULATION } from '../rpc/openrpc/simulationSchema.ts';
import { readAddress } from '../rpc/params/keyParams.ts';
import type { SimulatedAccountsConfig } from '../rpc/params/sendConfig.ts';
import { checkedState, feeOf, MAX_PREFLIGHT_AGE } from '../rpc/sending/checks.ts';
import { matchedNow } from '../rpc/sending/matchedSend.ts';
import { outcomeOf } from '../rpc/sending/ruleOutcome.ts';
import { sanitize } from '../rpc/sending/sanitizeSent.ts';
import { sendMethod } from '../rpc/sending/sendMethod.ts';
import { peekRule } from '../rpc/sending/sendRules.ts';
import { replacementFor } from '../rpc/sending/simulateTransaction.ts';
import { returnDataJson, type Simulation, simulate, simulationBank } from '../rpc/sending/simulation.ts';
import { addReasons } from '../rpc/sending/simulationReasons.ts';
import { refuseNotModelled } from '../rpc/sending/unknownEffects.ts';
import type { Bank } from '../runtime/bank.ts';
import { maxLocks } from '../runtime/blockRefusals.ts';
import { LogLines } from '../runtime/logs.ts';
import { closedAccount } from '../solana/account.ts';
import type { Address, Blockhash } from '../solana/address.ts';
import { META_SHAPES } from '../solana/metadata/metaShapes.ts';
import type { Commitment } from '../solana/rpcWords.ts';
import { type SentTransaction, withRecentBlockhash } from '../solana/sentTransaction.ts';
import { transactionErrorText } from '../solana/transactionErrors.ts';
import { signatureFault } from './bundles/bundleChecks.ts';
import { type SimulatedBank, type SimulationRequest, simulateBundleParams } from './bundles/simulateBundleParams.ts';

/** The most bytes of the logs of a transaction. */
const MAX_LOG_BYTES = 1000;

const SUMMARY = anyOf(
  wordOf('succeeded'),
  objectOf({
    failed: objectOf({ error: objectOf({ TransactionFailure: tupleOf(listOf(U8), TEXT) }), tx_signature: SIGNATURE }),
  }),
);

/**
 * Simulates transactions one after the other, up to the first that fails; each sees the changes of those before it. Send rules decide
 * here too, and are not counted.
 *
 * Source   jito-solana v4.3 rpc.rs simulate_bundle
 */
export const simulateBundle = sendMethod({
  name: 'simulateBundle',
  reading: 'simulation',
  summary: 'simulates up to 20 transactions one after the other, up to the first that fails',
  params: simulateBundleParams,
  result: withNoteAlone(
    rpcResponse(objectOf({ summary: SUMMARY, transactionResults: listOf(BUNDLE_SIMULATION) })),
    'context and `{summary, transactionResults}`',
  ),
  errors: [
    'invalidBundle',
    'encodedTransactionTooLarge',
    'invalidBase64',
    'transactionTooLarge',
    'undecodableTransaction',
    'tooManyAccounts',
    'invalidTransaction',
    'notInBlocks',
    'notModelled',
  ],

  accountNeeds(request, { state }) {
    const view = viewOf(request.bank, { ledger: state, dialect: DIALECTS.agave });
    const replacement = request.replacesBlockhash ? replacementFor(view) : undefined;
    const transactions = transactionsWith(replacement?.hash, request);
    const checks = { maxAge: MAX_PREFLIGHT_AGE, checksSignatures: !request.skipsSignatures };
    const addresses = [...request.before, ...request.after].flatMap((accounts) => accounts?.addresses ?? []);
    return needsWith(needingAccounts(transactions, view, checks), addresses);
  },

  async answer(request, { execute, maxResultBytes, now, reasons }) {
    const context = { ledger: now.state, dialect: DIALECTS.agave, reasons };
    const view = viewOf(request.bank, context);
    const bank = simulationBank(view);
    assertRequest(request, view, bank);
    const replacement = request.replacesBlockhash ? replacementFor(view) : undefined;
    const transactions = transactionsWith(replacement?.hash, request).map((sent) => sanitize(sent, view));
    const accountTexts = new AccountTexts(maxResultBytes);
    const texts: JsonText[] = [];
    let failed: FailedTransaction | undefined;
    for (const [index, transaction] of transactions.entries()) {
      const before = accountsText(request.before[index], bank, accountTexts);
      const rule = peekRule(now.sends, matchedNow(transaction, now.state));
      const simulation = refuseNotModelled(() => simulate(transaction, view, outcomeOf(rule), execute, bank));
      const { err } = simulation;
      if (reasons !== undefined) addReasons(reasons, simulation, rule, view);
      if (simulation.kind === 'run' && err === null) simulation.execution.changes.commit();
      const after = err === null ? accountsText(request.after[index], bank, accountTexts) : '[]';
      texts.push(resultText(simulation, { before, after, replacementBlockhash: replacement?.text ?? 'null' }));
      if (err !== null) {
        failed = { transaction, text: transactionErrorText(err) };
        break;
      }
    }
    const value = `{"summary":${summaryText(failed)},"transactionResults":[${texts.join(',')}]}`;
    return inContext(view, value, context);
  },
});

/** The view of the requested bank. A slot must be that of a tip. */
function viewOf(bank: SimulatedBank, context: MethodContext): LedgerView {
  if (bank === undefined) return viewAt(context, 'confirmed');
  if (bank === 'tip') return viewAt(context, 'processed');
  if ('commitment' in bank) return viewAt(context, bank.commitment);
  const tips: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];
  const view = tips.map((tip) => viewAt(context, tip)).find(({ slot }) => slot === bank.slot);
  if (view === undefined) throw rpcErrors.invalidBundle(`bank not found for the provided slot: ${bank.slot}`);
  return view;
}

/** The transactions of a request. @param hash their blockhash; undefined: each has its own */
function transactionsWith(
  hash: Blockhash | undefined,
  { transactions }: SimulationRequest,
): readonly SentTransaction[] {
  return hash === undefined ? transactions : transactions.map((sent) => withRecentBlockhash(sent, hash));
}

/** The checks that need the ledger, in their order. */
function assertRequest(request: SimulationRequest, view: LedgerView, bank: Bank): void {
  const configs = [...request.before, ...request.after].flatMap((accounts) => accounts ?? []);
  const max = maxLocks(checkedState(bank, view));
  if (configs.some(({ addresses }) => addresses.length > max)) throw rpcErrors.tooManyAccounts(max);
  if (request.replacesBlockhash && !request.skipsSignatures)
    throw rpcErrors.invalidBundle('replace_recent_blockhash cannot be used with !skip_sig_verify');
  for (const transaction of request.transactions) sanitize(transaction, view);
  const fault = request.skipsSignatures ? undefined : signatureFault(request.transactions, view);
  if (fault !== undefined) throw rpcErrors.invalidBundle(fault);
  for (const { addresses } of configs) for (const address of addresses) readAccountAddress(address);
}

function readAccountAddress(text: string): Address {
  try {
    return readAddress(text);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw rpcErrors.invalidBundle(`invalid pubkey for pre/post accounts provided: ${text}`);
  }
}

/** The accounts at this point of the simulation; those that do not exist are empty. */
function accountsText(config: SimulatedAccountsConfig | undefined, bank: Bank, accountTexts: AccountTexts): JsonText {
  if (config === undefined) return '[]';
  const accounts = config.addresses.map((text) => {
    const key = readAddress(text);
    return bank.accounts.get(key) ?? closedAccount(key);
  });
  return `[${accountTexts.encode(accounts, SHOWN).join(',')}]`;
}

/** The one encoding of shown accounts. */
const SHOWN: AccountOptions = {
  encoding: 'base64',
  dataSlice: undefined,
  dialect: DIALECTS.agave,
  zstd: undefined,
  parsing: undefined,
};

/** The transaction that has failed, and what its error means. */
interface FailedTransaction {
  readonly transaction: SentTransaction;
  readonly text: string;
}

/** The summary has the signature as a list of bytes, and as text. */
function summaryText(failed: FailedTransaction | undefined): JsonText {
  if (failed === undefined) return '"succeeded"';
  const { text, transaction } = failed;
  const signature = transaction.signatures[0]!;
  const bytes = Array.from(decodeBase58(signature));
  return stringifyJson({ failed: { error: { TransactionFailure: [bytes, text] }, tx_signature: signature } });
}

interface ResultParts {
  /** lists of accounts */
  readonly before: JsonText;
  readonly after: JsonText;
  readonly replacementBlockhash: JsonText;
}

/** The result of a transaction; one that fails has no logs, units, fee and balances. */
function resultText(simulation: Simulation, { after, before, replacementBlockhash }: ResultParts): JsonText {
  const { err, transaction } = simulation;
  const execution = simulation.kind === 'run' && err === null ? simulation.execution : undefined;
  const members = [
    ['err', stringifyJson(err)],
    ['logs', stringifyJson(cutLogs(execution?.logs ?? []))],
    ['preExecutionAccounts', before],
    ['postExecutionAccounts', after],
    ['unitsConsumed', execution?.units ?? 0n],
    ['loadedAccountsDataSize', execution?.loadedAccountsDataSize ?? 0],
    ['returnData', stringifyJson(returnDataJson(execution?.returnData))],
    ['replacementBlockhash', replacementBlockhash],
    ['fee', execution && feeOf(transaction)],
    ['preBalances', execution && META_SHAPES.u64s.write(execution.before.lamports)],
    ['postBalances', execution && META_SHAPES.u64s.write(execution.after.lamports)],
    ['preTokenBalances', execution && META_SHAPES.tokenBalances.write(execution.before.tokens)],
    ['postTokenBalances', execution && META_SHAPES.tokenBalances.write(execution.after.tokens)],
    ['loadedAddresses', META_SHAPES.loadedAddresses.write(transaction.loaded)],
  ] as const;
  return `{${members.map(([name, text]) => `"${name}":${text ?? 'null'}`).join(',')}}`;
}

function cutLogs(logs: readonly string[]): readonly string[] {
  const lines = new LogLines(MAX_LOG_BYTES);
  for (const line of logs) lines.add(line);
  return lines.lines;
}
