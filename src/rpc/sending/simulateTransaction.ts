import { U64_MAX } from '../../codec/bigints.ts';
import { type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { tipHeight } from '../../ledger/blockQueries.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Balances } from '../../runtime/executor.ts';
import { instructionsSysvar } from '../../runtime/instructionsSysvar.ts';
import { instructionsOf } from '../../runtime/runnableTransaction.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import { type Address, INSTRUCTIONS_SYSVAR } from '../../solana/address.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { innerInstructionsText, META_SHAPES } from '../../solana/metadata/metaShapes.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import type { ParserSet } from '../../solana/programs/parserTypes.ts';
import { withRecentBlockhash } from '../../solana/sentTransaction.ts';
import { needingAccounts } from '../asking/needingAccounts.ts';
import { needsWith } from '../asking/unknownAccounts.ts';
import { prepareAccountOptions } from '../encoding/account.ts';
import { AccountTexts } from '../encoding/accountTexts.ts';
import { parsedInstructionEncoder } from '../encoding/message.ts';
import { inContext, viewFrom } from '../methods/method.ts';
import { withNoteAlone } from '../openrpc/schema.ts';
import { rpcResponse } from '../openrpc/schemas.ts';
import { SIMULATION } from '../openrpc/simulationSchema.ts';
import { readAddress } from '../params/keyParams.ts';
import { type SimulatedAccountsConfig, sentTransactionParams, simulateConfig } from '../params/sendConfig.ts';
import { orDefaults } from '../params/structType.ts';
import { feeOf, MAX_PREFLIGHT_AGE } from './checks.ts';
import { matchedNow } from './matchedSend.ts';
import { outcomeOf } from './ruleOutcome.ts';
import { sanitize } from './sanitizeSent.ts';
import { sendMethod } from './sendMethod.ts';
import { peekRule } from './sendRules.ts';
import { checkSignatures } from './signatureChecks.ts';
import { returnDataJson, type SimulatedRun, type Simulation, simulate } from './simulation.ts';
import { addReasons, addSignatureReasons } from './simulationReasons.ts';
import { refuseNotModelled } from './unknownEffects.ts';

/**
 * Simulates a transaction; a failure is a result. Send rules decide here too, and are not counted.
 *
 * Source   agave 4.1 rpc.rs simulate_transaction
 */
export const simulateTransaction = sendMethod({
  name: 'simulateTransaction',
  reading: 'simulation',
  summary: 'simulates a transaction: its error, logs, units and accounts',
  params: sentTransactionParams(orDefaults(simulateConfig)),
  result: withNoteAlone(rpcResponse(SIMULATION), 'context and `{accounts, err, fee, logs, unitsConsumed, …}`'),
  errors: [
    'unsupportedInnerEncoding',
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

  accountNeeds({ config, transaction }, { state }) {
    const view = viewFrom({ ledger: state, dialect: DIALECTS.agave }, config);
    const simulated = config.replaceRecentBlockhash
      ? withRecentBlockhash(transaction, replacementFor(view).hash)
      : transaction;
    const checks = { maxAge: MAX_PREFLIGHT_AGE, checksSignatures: config.sigVerify };
    const { addresses = [] } = config.accounts ?? {};
    return needsWith(needingAccounts([simulated], view, checks), addresses);
  },

  async answer({ config, transaction: sent }, { execute, maxResultBytes, now, reasons }) {
    const context = { ledger: now.state, dialect: DIALECTS.agave, reasons };
    const view = viewFrom(context, config);
    if (config.sigVerify && config.replaceRecentBlockhash) throw rpcErrors.sigVerifyOfReplacedBlockhash();
    const replacement = config.replaceRecentBlockhash ? replacementFor(view) : undefined;
    const transaction = sanitize(replacement === undefined ? sent : withRecentBlockhash(sent, replacement.hash), view);
    const signatures = config.sigVerify || reasons !== undefined ? checkSignatures(sent, view.state) : undefined;
    const isVerified = !config.sigVerify || signatures?.wrong.length === 0;
    const rule = isVerified ? peekRule(now.sends, matchedNow(transaction, now.state)) : undefined;
    const simulation: Simulation = isVerified
      ? refuseNotModelled(() => simulate(transaction, view, outcomeOf(rule), execute))
      : { kind: 'refused', transaction, err: 'SignatureFailure', balances: undefined };
    if (reasons !== undefined && signatures !== undefined) {
      if (isVerified) addReasons(reasons, simulation, rule, view);
      else reasons.add('sigVerify is set, and a signature is missing or is not that of its signer');
      addSignatureReasons(reasons, signatures, isVerified, view);
    }
    const accounts = await simulatedAccountsText(config.accounts, simulation, view, maxResultBytes);
    const parsers = parsersOf(view.state.protocol.version);
    const parts = {
      accounts,
      parsers,
      showsInner: config.innerInstructions,
      innerEncoding: config.innerInstructionsEncoding,
      replacementBlockhash: replacement?.text ?? null,
    };
    return inContext(view, simulationText(simulation, parts), context);
  },
});

/** The newest blockhash, and the last block height that can name it. */
export function replacementFor(view: LedgerView) {
  const block = view.newestBlock;
  const height = tipHeight(view);
  if (block === undefined) throw rpcErrors.notInBlocks('its latest blockhash');
  if (height === undefined) throw rpcErrors.notInBlocks('its block height');
  const text: JsonText = `{"blockhash":"${block.blockhash}","lastValidBlockHeight":${height + MAX_PROCESSING_AGE}}`;
  return { hash: block.blockhash, text };
}

/**
 * The requested accounts after a simulation; null: none requested. Addresses are read only if the transaction succeeds.
 *
 * Source   agave 4.1 rpc.rs simulate_transaction
 */
async function simulatedAccountsText(
  config: SimulatedAccountsConfig | undefined,
  simulation: Simulation,
  view: LedgerView,
  maxResultBytes: number | undefined,
): Promise<JsonText | null> {
  if (config === undefined) return null;
  const { addresses, encoding } = config;
  if (encoding === 'binary' || encoding === 'base58') throw rpcErrors.base58NotSupported();
  const { length } = simulation.transaction.keys;
  if (addresses.length > length) throw rpcErrors.tooManyAccounts(length);
  if (simulation.kind !== 'run' || simulation.err !== null) return `[${addresses.map(() => 'null').join(',')}]`;
  const after = accountsAfter(simulation);
  const account = (address: Address) => after.get(address) ?? view.account(address);
  const reader = { account, blockTimeSeconds: view.blockTimeSeconds };
  const request = { encoding, dataSlice: undefined, dialect: DIALECTS.agave };
  const options = await prepareAccountOptions(request, reader, { knowsNativeMint: false }, view.state.protocol.version);
  const accounts = addresses.map((text) => account(readAddress(text)));
  return `[${new AccountTexts(maxResultBytes).encode(accounts, options).join(',')}]`;
}

/** The accounts of the transaction after it, also those without lamports. */
function accountsAfter({ bank, execution, transaction }: SimulatedRun): ReadonlyMap<Address, Account> {
  const changed = new Map([...execution.changes.changed()].map((account) => [account.address, account]));
  const absent = (key: Address): Account => ({ ...emptyAccount(key), rentEpoch: U64_MAX });
  const after = (key: Address): Account =>
    key === INSTRUCTIONS_SYSVAR
      ? instructionsSysvar(instructionsOf(transaction))
      : (changed.get(key) ?? bank.accounts.get(key) ?? absent(key));
  return new Map(transaction.keys.map((key) => [key, after(key)]));
}

/** Members of a simulateTransaction result besides the outcome. */
interface SimulationParts {
  /** text of an array; null: no accounts were requested */
  readonly accounts: JsonText | null;
  readonly showsInner: boolean;
  readonly innerEncoding: 'json' | 'jsonParsed';
  readonly parsers: ParserSet;
  /** text of an object */
  readonly replacementBlockhash: JsonText | null;
}

/**
 * The `value` of simulateTransaction.
 *
 * Source   agave 4.1 rpc-client-types RpcSimulateTransactionResult
 */
function simulationText(
  simulation: Simulation,
  { accounts, innerEncoding, parsers, replacementBlockhash, showsInner }: SimulationParts,
): JsonText {
  const { err, transaction } = simulation;
  const run = simulation.kind === 'run' ? simulation : undefined;
  const balances = balancesOf(simulation);
  const members = [
    ['accounts', accounts],
    ['err', stringifyJson(err)],
    ['fee', run && feeOf(transaction)],
    ['innerInstructions', run && showsInner ? innerText(run, innerEncoding, parsers) : undefined],
    ['loadedAccountsDataSize', run?.execution.loadedAccountsDataSize ?? 0],
    ['loadedAddresses', META_SHAPES.loadedAddresses.write(transaction.loaded)],
    ['logs', stringifyJson(run?.execution.logs ?? [])],
    ['postBalances', balances && META_SHAPES.u64s.write(balances.after.lamports)],
    ['postTokenBalances', balances && META_SHAPES.tokenBalances.write(balances.after.tokens)],
    ['preBalances', balances && META_SHAPES.u64s.write(balances.before.lamports)],
    ['preTokenBalances', balances && META_SHAPES.tokenBalances.write(balances.before.tokens)],
    ['replacementBlockhash', replacementBlockhash],
    ['returnData', stringifyJson(returnDataJson(run?.execution.returnData))],
    ['unitsConsumed', run?.execution.units ?? 0n],
  ] as const;
  return `{${members.map(([name, text]) => `"${name}":${text ?? 'null'}`).join(',')}}`;
}

/** Errors without balances in the result. */
const WITHOUT_BALANCES: ReadonlySet<TransactionError | null> = new Set(['SignatureFailure', 'ProgramCacheHitMaxLimit']);

/** A refused transaction changes no balance. */
function balancesOf(simulation: Simulation): { before: Balances; after: Balances } | undefined {
  if (WITHOUT_BALANCES.has(simulation.err)) return undefined;
  if (simulation.kind === 'run') return simulation.execution;
  const { balances } = simulation;
  return balances && { before: balances, after: balances };
}

/** The inner instructions; undefined: only the fee was paid. */
function innerText(
  { execution, transaction }: SimulatedRun,
  encoding: 'json' | 'jsonParsed',
  parsers: ParserSet,
): JsonText | undefined {
  if (execution.kind === 'feesOnly') return undefined;
  if (encoding === 'json') return META_SHAPES.innerInstructions.write(execution.inner);
  return innerInstructionsText(execution.inner, parsedInstructionEncoder(transaction.keys, parsers, DIALECTS.agave));
}
