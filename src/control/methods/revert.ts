import { text } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const PARAMS = { id: text };

export const revert = controlMethod({
  name: 'revert',
  effect: 'names',
  summary: 'sets the ledger back to a snapshot, which stays usable',
  params: PARAMS,
  result: TIPS,
  errors: ['unknownName'],
  run: async ({ id }, { live }) => tipsJson(await live.revert(id)),
});
