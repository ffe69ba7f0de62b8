import { controlMethod, REMOVED } from '../controlMethod.ts';

export const clearSendRules = controlMethod({
  name: 'clearSendRules',
  effect: 'changes',
  summary: 'removes all send rules; their earlier decisions stay',
  result: REMOVED,

  async run(_args, { live }) {
    let count = 0;
    await live.changeSends((sends) => {
      count = sends.rules.length;
      return { ...sends, rules: [] };
    });
    return count;
  },
});
