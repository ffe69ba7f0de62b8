import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { AnswerTo } from './answerTypes.ts';
import { ask, fork } from './client.ts';
import { type Json, jsonText } from './json.ts';

/** An answer or an error; neither: the node has not answered yet. */
export interface AnswerState<Value> {
  readonly value: Value | undefined;
  readonly error: string | undefined;
}

const NOTHING_YET: AnswerState<never> = { value: undefined, error: undefined };

/**
 * The answer to a call. The call is repeated when one of the signals changes; until its answer arrives, the last one is shown. A new call,
 * or a call of another ledger, has no answer at first.
 */
export function useAnswer<Method extends string>(
  method: Method | undefined,
  params: readonly Json[],
  ...changes: ReadonlySignal<number>[]
): AnswerState<AnswerTo<Method>> {
  const question = `${fork.value} ${method} ${jsonText(params)}`;
  const [state, setState] = useState<AnswerState<AnswerTo<Method>> & { readonly question: string }>({
    question,
    ...NOTHING_YET,
  });
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
export function useAnswers<Method extends string>(
  method: Method,
  calls: readonly (readonly Json[])[],
  ...changes: ReadonlySignal<number>[]
): readonly AnswerTo<Method>[] {
  const [answers, setAnswers] = useState<readonly AnswerTo<Method>[]>([]);
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
