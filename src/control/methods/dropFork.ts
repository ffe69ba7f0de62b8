import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

export interface DropForkMethod {
  dropFork(name: string): Promise<void>;
}

const PARAMS = { name: text };

export const dropFork = controlMethod({
  name: 'dropFork',
  summary: 'removes a ledger fork',
  params: PARAMS,
  ...TRUE,
  errors: ['unknownName'],

  run({ name }, { forks }) {
    forks.drop(name);
    return true;
  },

  library: (call): DropForkMethod => ({ dropFork: async (name) => void (await call(name)) }),
});
