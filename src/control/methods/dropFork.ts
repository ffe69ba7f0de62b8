import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

const PARAMS = { name: text };

export const dropFork = controlMethod({
  name: 'dropFork',
  effect: 'changes',
  summary: 'removes a ledger fork',
  params: PARAMS,
  result: TRUE,
  errors: ['unknownName'],

  run({ name }, { forks }) {
    forks.drop(name);
    return true;
  },
});
