import { encodeBase64 } from '../codec/base64.ts';
import { type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { DIALECTS } from '../dialect.ts';
import { parsedInstructionEncoder } from '../encoding/instruction.ts';
import type { ReturnData, TransactionError } from '../model/meta.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { innerInstructionsText, META_SHAPES } from '../rpcJson/metaShapes.ts';
import type { Balances } from '../runtime/transactions/transaction.ts';
import { feeOf } from './judge/payer.ts';
import type { Simulated } from './judge/preflight.ts';
import type { ResolvedTransaction } from './judge/sanitize.ts';
import type { Simulation } from './simulation.ts';

type Run = Extract<Simulation, { kind: 'run' }>;

/** What the data of a preflight failure says of a transaction that would pay its fee. */
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

/** What simulateTransaction shows besides what became of the transaction. */
export interface SimulationParts {
  /** text of an array; null: none were asked for */
  readonly accounts: JsonText | null;
  /** undefined: inner instructions were not asked for */
  readonly parsers: ParserSet | undefined;
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
  { accounts, parsers, replacementBlockhash }: SimulationParts,
): JsonText {
  const err: TransactionError | null = simulation === 'SignatureFailure' ? simulation : simulation.err;
  const run = simulation !== 'SignatureFailure' && simulation.kind === 'run' ? simulation : undefined;
  const balances = balancesOf(simulation);
  const members = [
    ['accounts', accounts],
    ['err', stringifyJson(err)],
    ['fee', run && feeOf(transaction)],
    ['innerInstructions', run && parsers && innerText(run, parsers)],
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

/** Found before any balance is looked at, or with all of them thrown away. */
const WITHOUT_BALANCES: ReadonlySet<TransactionError | null> = new Set(['SignatureFailure', 'ProgramCacheHitMaxLimit']);

/** What was refused changes no balance. */
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
