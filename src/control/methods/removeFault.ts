import { LiveError } from '../../live/liveError.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod, TRUE } from '../controlMethod.ts';

const PARAMS = { id: text };

export const removeFault = controlMethod({
  name: 'removeFault',
  effect: 'changes',
  summary: 'removes a fault; delayed answers stay delayed',
  params: PARAMS,
  result: TRUE,
  errors: ['unknownName'],

  run({ id }, { live }) {
    if (live.faults.remove(id)) return true;
    throw new LiveError(
      'unknown',
      `there is no fault ${JSON.stringify(id)}: stillnode_addFault gives ids, and stillnode_listFaults lists them`,
    );
  },

  // code removes it by its handle: src/control/nodeHandle.ts
  library: false,
});
