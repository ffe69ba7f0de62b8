/** What happens in the ledger: the transactions of every slot, in order. */
import { ALPENGLOW_SLOT } from './clusterClock.mjs';
import { KEY } from './keys.mjs';
import {
  bufferPlans,
  callPlan,
  deployPlan,
  failingPlans,
  memoPlans,
  noncePlans,
  SOL,
  stakePlans,
  tablePlan,
  transferPlan,
  v1Plan,
  votePlan,
} from './solPlans.mjs';
import {
  feeMintPlan,
  feeTokenPlans,
  lookupPlan,
  mintPlans,
  overdraftPlan,
  plainV0Plan,
  returnDataPlan,
  scaledMintPlans,
  transferPlans,
  wrappedSolPlans,
} from './tokenPlans.mjs';

const { alice, bob } = KEY;
const FIRST_VOTED_SLOT = 311;

/** Lamports of the wallets before the first block. */
export const FUNDED = { identity: 500n, alice: 1000n, bob: 50n, dave: 20n };

/** @param code ELF of the program that is deployed */
export function storyOf(code) {
  const story = new Map([
    // its parent is cleaned up, so that a node does not show it: nothing is in it that one could ask for
    [301, []],
    [302, [transferPlan('transfer 1 SOL from alice to bob', alice, bob, SOL), ...memoPlans, mintPlans.create]],
    [303, mintPlans.fill],
    [304, transferPlans],
    [305, [overdraftPlan, ...failingPlans]],
    [306, [feeMintPlan]],
    [308, feeTokenPlans],
    [309, wrappedSolPlans],
    [310, [noncePlans.create]],
    [311, [...stakePlans, noncePlans.advance]],
    [312, bufferPlans(code)],
    [313, [deployPlan(code)]],
    [314, [tablePlan, callPlan]],
    [315, [lookupPlan, plainV0Plan]],
    // clients that read version 0 only stop at a v1 transaction: the histories of the others have none
    [316, [v1Plan]],
    [317, []],
    [318, scaledMintPlans],
    [319, [returnDataPlan]],
    [320, [transferPlan('transfer 0.01 SOL from bob to alice', bob, alice, SOL / 100)]],
  ]);
  for (let slot = FIRST_VOTED_SLOT + 1; slot < ALPENGLOW_SLOT; slot++)
    story.get(slot).push(votePlan(FIRST_VOTED_SLOT, slot - 1));
  return story;
}
