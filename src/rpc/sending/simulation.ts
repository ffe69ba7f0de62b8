import { encodeBase64 } from '../../codec/base64.ts';
import { least, U64_MAX } from '../../codec/bigints.ts';
import { isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { blockhashAge } from '../../ledger/blockhashes.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { CountedRule } from '../../live/sends.ts';
import { type Bank, bankAt } from '../../runtime/bank.ts';
import { balancesOn, instructionsOf } from '../../runtime/execute.ts';
import {
  type Balances,
  type DecidedOutcome,
  type Execution,
  type Executor,
  INSTRUCTIONS_SYSVAR,
  instructionsSysvar,
} from '../../runtime/loadedTransaction.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { ReturnData, TransactionError } from '../../solana/meta.ts';
import { innerInstructionsText, META_SHAPES } from '../../solana/metadata/metaShapes.ts';
import type { ParserSet } from '../../solana/programs/parsed.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import { encodeAccount, prepareAccountOptions } from '../encoding/account.ts';
import { parsedInstructionEncoder } from '../encoding/message.ts';
import type { Reasons } from '../methods/reasons/index.ts';
import { readAddress } from '../params/keyParams.ts';
import type { SimulatedAccountsConfig } from '../params/sendConfig.ts';
import { assumedText } from './assumed.ts';
import { check, feeOf, MAX_PREFLIGHT_AGE, runnable, type Simulated, stateIn } from './checks.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/** The outcome that a rule decides: in the block, or before it, where late failures have not happened yet. */
export function decidedOutcome(outcome: SendOutcome, when: 'before' | 'inBlock'): DecidedOutcome {
  switch (outcome.kind) {
    case 'succeed':
      return { ...outcome, kind: 'succeeded' };
    case 'fail':
      if (outcome.isLate && when === 'before') return UNKNOWN_DECIDED;
      return {
        kind: 'failed',
        err: outcome.err,
        ...(outcome.logs && { logs: outcome.logs }),
        ...(outcome.units !== undefined && { units: outcome.units }),
      };
    case 'feesOnly':
      return { kind: 'feesOnly', err: outcome.err };
    case 'drop':
    case 'refuse':
    case 'rpcError':
      return UNKNOWN_DECIDED;
    default:
      return { kind: 'succeeded' };
  }
}

/** The outcome is decided without the effects of unknown programs. */
const UNKNOWN_DECIDED: DecidedOutcome = { kind: 'succeeded', standsFor: 'unknown' };

interface SimulationResult {
  readonly transaction: ResolvedTransaction;
  readonly bank: Bank;
}

/** The result of a simulation. */
export type Simulation = SimulationResult &
  (
    | {
        /** it would be in no block */
        readonly kind: 'refused';
        readonly err: TransactionError;
        readonly balances: Balances;
      }
    | { readonly kind: 'run'; readonly err: TransactionError | null; readonly execution: Execution }
  );

/** Simulates a transaction as a preflight does, in the next block; the ledger does not change. */
export function simulate(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
): Simulation {
  const bank = bankAt(view, least(view.slot + 1n, U64_MAX));
  const state = stateIn(bank, view);
  const runs = runnable(transaction, state, MAX_PREFLIGHT_AGE);
  const err = check(transaction, state, MAX_PREFLIGHT_AGE) ?? (outcome.kind === 'refuse' ? outcome.err : undefined);
  if (err !== undefined) return { kind: 'refused', transaction, bank, err, balances: balancesOn(runs, bank) };
  const execution = execute(runs, bank, decidedOutcome(outcome, 'before'));
  return { kind: 'run', transaction, bank, err: execution.err, execution };
}

/**
 * The requested accounts after a simulation; null: none requested. Addresses are read only if the transaction succeeds.
 *
 * @param simulation undefined: the signatures were not good
 * Source   agave 4.1 rpc.rs simulate_transaction
 */
export async function simulatedAccountsText(
  config: SimulatedAccountsConfig | undefined,
  transaction: ResolvedTransaction,
  simulation: Simulation | undefined,
  view: LedgerView,
): Promise<JsonText | null> {
  if (config === undefined) return null;
  const { addresses, encoding = 'base64' } = config;
  if (encoding === 'binary' || encoding === 'base58') throw rpcErrors.base58NotSupported();
  const { length } = transaction.keys;
  if (addresses.length > length) throw rpcErrors.tooManyAccounts(length);
  if (simulation?.kind !== 'run' || simulation.err !== null) return `[${addresses.map(() => 'null').join(',')}]`;
  const after = accountsAfter(simulation);
  const account = (address: Address) => after.get(address) ?? view.account(address);
  const reader = { account, blockTimeSeconds: view.blockTimeSeconds };
  const request = { encoding, dataSlice: undefined, dialect: DIALECTS.agave };
  const options = await prepareAccountOptions(request, reader, { knowsNativeMint: false }, view.state.protocol.version);
  const texts = addresses.map((text) => {
    const shown = account(readAddress(text));
    return shown === undefined ? 'null' : encodeAccount(shown, options);
  });
  return `[${texts.join(',')}]`;
}

/** Of every account of the transaction, also those that have no lamports. */
function accountsAfter({
  bank,
  execution,
  transaction,
}: Extract<Simulation, { kind: 'run' }>): ReadonlyMap<Address, Account> {
  const changed = new Map([...execution.changes.changed()].map((account) => [account.address, account]));
  const absent = (key: Address): Account => ({ ...emptyAccount(key), rentEpoch: U64_MAX });
  const after = (key: Address): Account =>
    key === INSTRUCTIONS_SYSVAR
      ? instructionsSysvar(instructionsOf(transaction))
      : (changed.get(key) ?? bank.accounts.get(key) ?? absent(key));
  return new Map(transaction.keys.map((key) => [key, after(key)]));
}

type Run = Extract<Simulation, { kind: 'run' }>;

/** The data of a preflight failure of a transaction that would pay its fee. */
export function failedExecution({ execution, transaction }: Run): Simulated {
  return {
    fee: feeOf(transaction),
    loadedAccountsDataSize: execution.loadedAccountsDataSize,
    logs: execution.logs,
    returnData: returnDataJson(execution.returnData),
    unitsConsumed: execution.units,
  };
}

function returnDataJson(returnData: ReturnData | undefined): JsonValue {
  if (returnData === undefined || returnData.data.length === 0) return null;
  return { data: [encodeBase64(returnData.data), 'base64'], programId: returnData.programId };
}

/** Members of a simulateTransaction result besides the outcome. */
export interface SimulationParts {
  /** text of an array; null: none were asked for */
  readonly accounts: JsonText | null;
  readonly showsInner: boolean;
  readonly parsers: ParserSet;
  /** text of an object */
  readonly replacementBlockhash: JsonText | null;
}

/**
 * The `value` of simulateTransaction.
 *
 * Source   agave 4.1 rpc-client-types RpcSimulateTransactionResult
 */
export function simulationText(
  transaction: ResolvedTransaction,
  simulation: Simulation | 'SignatureFailure',
  { accounts, parsers, replacementBlockhash, showsInner }: SimulationParts,
): JsonText {
  const err: TransactionError | null = simulation === 'SignatureFailure' ? simulation : simulation.err;
  const run = simulation !== 'SignatureFailure' && simulation.kind === 'run' ? simulation : undefined;
  const balances = balancesOf(simulation);
  const members = [
    ['accounts', accounts],
    ['err', stringifyJson(err)],
    ['fee', run && feeOf(transaction)],
    ['innerInstructions', run && showsInner ? innerText(run, parsers) : undefined],
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
function balancesOf(simulation: Simulation | 'SignatureFailure'): { before: Balances; after: Balances } | undefined {
  if (simulation === 'SignatureFailure' || WITHOUT_BALANCES.has(simulation.err)) return undefined;
  if (simulation.kind === 'run') return simulation.execution;
  const { balances } = simulation;
  return { before: balances, after: balances };
}

/** Always parsed. Nothing that was not executed has any. */
function innerText({ execution, transaction }: Run, parsers: ParserSet): JsonText | undefined {
  if (execution.kind === 'feesOnly') return undefined;
  return innerInstructionsText(execution.inner, parsedInstructionEncoder(transaction.keys, parsers, DIALECTS.agave));
}

/** Why a simulation fails. */
export function tellSimulation(
  reasons: Reasons,
  simulation: Simulation,
  rule: CountedRule | undefined,
  view: LedgerView,
): void {
  const { err, transaction } = simulation;
  if (rule !== undefined) reasons.add(`${rule.id} decides (stillnode_removeSendRule ["${rule.id}"] takes it away)`);
  if (simulation.kind === 'run') for (const program of simulation.execution.assumed) reasons.add(assumedText(program));
  if (err === null) return;
  reasons.add(transactionErrorText(err));
  const line = simulation.kind === 'run' ? lastWord(simulation.execution.logs) : undefined;
  if (line !== undefined) reasons.add(`before it failed it logged ${JSON.stringify(line)}`);
  const { keys, message } = transaction;
  const payer = keys[0]!;
  // a rule may decide this error for an existing account
  if (err === 'AccountNotFound' && view.account(payer) === undefined) reasons.noAccount(payer, view);
  // a rule may decide this error for a payer with enough lamports
  if (rule === undefined && err === 'InsufficientFundsForFee') reasons.payer(payer, view);
  const poor = rule === undefined ? keys[indexOfRent(err)] : undefined;
  if (poor !== undefined) reasons.belowRent(poor, view);
  if (err !== 'BlockhashNotFound') return;
  const age = blockhashAge(view, message.recentBlockhash);
  if (age === undefined || age > MAX_PREFLIGHT_AGE) reasons.deadBlockhash(message.recentBlockhash, age, view);
}

/** The last own log line of the program that failed, besides the name of its instruction. */
function lastWord(logs: readonly string[]): string | undefined {
  const own = logs.slice(logs.findLastIndex((line) => / invoke \[\d+\]$/.test(line)) + 1);
  return own.findLast((line) => !/^Program (\S+ (consumed|failed|success)|log: Instruction: )/.test(line));
}

/** Of the account that would have too few lamports; -1: it failed otherwise. */
function indexOfRent(err: TransactionError): number {
  const rent = isJsonObject(err) ? err.InsufficientFundsForRent : undefined;
  return isJsonObject(rent) ? Number(rent.account_index) : -1;
}
