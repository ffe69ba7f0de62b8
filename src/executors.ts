import { LazyExecutor } from './runtime/transactions/lazyExecutor.ts';
import type { Executor } from './runtime/transactions/transaction.ts';

/** What carries out the transactions of a node. Neither is loaded before it is needed: most nodes never are sent something. */
export interface Executors {
  /** of what is sent */
  readonly executor: LazyExecutor;
  /** of transactions in the words of scripts that ask for LiteSVM */
  readonly liteSvm: LazyExecutor;
}

export function createExecutors(execute: 'litesvm' | undefined): Executors {
  const liteSvm = new LazyExecutor(loadRealExecutor);
  return { executor: execute === 'litesvm' ? liteSvm : new LazyExecutor(loadExecutor), liteSvm };
}

async function loadExecutor(): Promise<Executor> {
  return (await import('./runtime/transactions/execute.ts')).executeTransaction;
}

async function loadRealExecutor(): Promise<Executor> {
  return (await import('./litesvm/executor.ts')).loadLiteSvm();
}
