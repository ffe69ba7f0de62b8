import type { JsonObject } from '../../codec/json.ts';
import type { AccountEntry } from '../content/accounts.ts';
import { solText } from './amounts.ts';

/** The facts of an account as people read them: amounts with their points, where the mint tells where they are. */
export function shownFacts({ facts, kind, owner, space }: AccountEntry): JsonObject {
  if (kind === 'other') return { owner, bytes: space };
  const { amount, isFrozen, stake, supply, uiAmount, uiSupply, ...others } = facts;
  return {
    ...(amount !== undefined && { amount: uiAmount ?? `${amount} units` }),
    ...(supply !== undefined && { supply: uiSupply ?? `${supply} units` }),
    ...others,
    ...(typeof stake === 'string' && { 'stake SOL': solText(BigInt(stake)) }),
    ...(isFrozen === true && { state: 'frozen' }),
  };
}
