import type { JsonObject } from '../../codec/json.ts';
import type { AccountEntry } from '../content/accounts.ts';
import { solText } from './amounts.ts';

/** The facts of an account as people read them: the amount with its point takes the place of the one in smallest units. */
export function shownFacts({ facts, kind, owner, space }: AccountEntry): JsonObject {
  if (kind === 'other') return { owner, bytes: space };
  const { amount, isFrozen, stake, supply, uiAmount, uiSupply, ...others } = facts;
  return {
    ...(amount !== undefined && { amount: uiAmount ?? amount }),
    ...(supply !== undefined && { supply: uiSupply ?? supply }),
    ...others,
    ...(typeof stake === 'string' && { 'stake SOL': solText(BigInt(stake)) }),
    ...(isFrozen === true && { state: 'frozen' }),
  };
}
