import * as accountLists from './accountListReasons.ts';
import * as accounts from './accountReasons.ts';
import * as blockhashes from './blockhashReasons.ts';
import * as blocks from './blockReasons.ts';
import * as cluster from './clusterReasons.ts';
import * as errors from './errorReasons.ts';
import type { ReasonSink } from './reasonSink.ts';
import * as tokens from './tokenReasons.ts';
import * as transactions from './transactionReasons.ts';

/** All functions that give a reason. They are in files of their themes, and have names of their own. */
const THEMES = {
  ...accountLists,
  ...accounts,
  ...blockhashes,
  ...blocks,
  ...cluster,
  ...errors,
  ...tokens,
  ...transactions,
};

type Themes = typeof THEMES;

/** A function that gives a reason, without its first parameter. */
type ReasonMethod<F> = F extends (reasons: ReasonSink, ...details: infer D) => void ? (...details: D) => void : never;

/**
 * Takes the reasons of an answer: own sentences, and those that several methods share. `reasons.noBlock(slot, view)` calls the function
 * `noBlock` of one of the files here; "go to definition" leads there.
 */
export type Reasons = ReasonSink & { readonly [K in keyof Themes]: ReasonMethod<Themes[K]> };

/** The reasons of one answer, for a call that requests them: each function of the themes gets `reasons` as its first argument. */
export function reasonsFor(reasons: ReasonSink): Reasons {
  const themes = Object.entries(THEMES).map(([name, theme]) => [
    name,
    (theme as (...args: readonly unknown[]) => void).bind(undefined, reasons),
  ]);
  return { ...reasons, ...Object.fromEntries(themes) } as Reasons;
}
