import { COUNT, controlMethod } from '../controlMethod.ts';

export interface ClearSendRulesMethod {
  /** Removes all send rules, and returns their number. */
  clearSendRules(): Promise<number>;
}

export const clearSendRules = controlMethod({
  name: 'clearSendRules',
  summary: 'removes all send rules; their earlier decisions stay',
  ...COUNT,

  async run(_args, { live }) {
    let count = 0;
    await live.changeSends((sends) => {
      count = sends.rules.length;
      return { ...sends, rules: [] };
    });
    return count;
  },

  library: (call): ClearSendRulesMethod => ({ clearSendRules: () => call() }),
});
