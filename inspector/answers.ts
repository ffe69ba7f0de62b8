import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { ask, fork } from './client.ts';
import { type Json, jsonText } from './json.ts';

/** An answer or an error; neither: the node has not answered yet. */
export interface AnswerState {
  readonly value: Json | undefined;
  readonly error: string | undefined;
}

const NOTHING_YET: AnswerState = { value: undefined, error: undefined };

/**
 * The answer to a call. The call is repeated when one of the signals changes; until its answer arrives, the last one is shown. A new call,
 * or a call of another ledger, has no answer at first.
 */
export function useAnswer(method: string | undefined, params: readonly Json[], ...changes: ReadonlySignal<number>[]) {
  const question = `${fork.value} ${method} ${jsonText(params)}`;
  const [state, setState] = useState({ question, ...NOTHING_YET });
  const key = `${question} ${changes.map((change) => change.value).join()}`;
  useEffect(() => {
    let isOver = false;
    if (method !== undefined)
      ask(method, params).then(
        (value) => isOver || setState({ question, value, error: undefined }),
        (error: Error) => isOver || setState({ question, value: undefined, error: error.message }),
      );
    return () => {
      isOver = true;
    };
  }, [key]);
  return state.question === question ? state : NOTHING_YET;
}

/** The answers to several calls of a method, when all have arrived. */
export function useAnswers(
  method: string,
  calls: readonly (readonly Json[])[],
  ...changes: ReadonlySignal<number>[]
): readonly Json[] {
  const [answers, setAnswers] = useState<readonly Json[]>([]);
  const key = `${fork.value} ${method} ${jsonText(calls)} ${changes.map((change) => change.value).join()}`;
  useEffect(() => {
    let isOver = false;
    Promise.all(calls.map((params) => ask(method, params))).then(
      (values) => isOver || setAnswers(values),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  return answers;
}
