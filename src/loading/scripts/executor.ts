import { LiteSvmMissingError } from '../../litesvm/package.ts';
import type { Executor } from '../../runtime/transactions/transaction.ts';
import type { ExecuteWord, SlotWord } from '../../script/format/types.ts';

/** @throws LiteSvmMissingError */
export type LoadExecutor = () => Promise<Executor>;

/** What executes the transactions that ask for LiteSVM. Undefined: none does; `isMissing`: it is not there, which was reported. */
export interface ScriptExecutor {
  readonly execute: Executor | undefined;
  readonly isMissing: boolean;
}

/** @param load default: a machine of its own, which is gone when the scripts are compiled */
export async function executorOf(slots: readonly SlotWord[], load: LoadExecutor = loadReal): Promise<ScriptExecutor> {
  const asking = firstAsking(slots);
  if (asking === undefined) return { execute: undefined, isMissing: false };
  try {
    return { execute: await load(), isMissing: false };
  } catch (error) {
    if (!(error instanceof LiteSvmMissingError)) throw error;
    asking.at.refuse(error.message);
    return { execute: undefined, isMissing: true };
  }
}

function firstAsking(slots: readonly SlotWord[]): ExecuteWord | undefined {
  for (const slot of slots) {
    if (slot.kind !== 'blocks') continue;
    const asking = slot.transactions.find(({ execute }) => execute?.value === 'litesvm');
    if (asking !== undefined) return asking.execute;
  }
  return undefined;
}

/** Loaded only when needed: few scripts ask for it. */
async function loadReal(): Promise<Executor> {
  return (await import('../../litesvm/executor.ts')).loadLiteSvm();
}
