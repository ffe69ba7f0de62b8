import { expect, it } from 'vitest';
import { clusterSysvars } from '../../../src/runtime/cluster/clusterAccounts.ts';
import { SYSTEM_PROGRAM, SYSVAR_OWNER, TOKEN_PROGRAM, VOTE_PROGRAM } from '../../../src/solana/address.ts';
import { FEATURE_PROGRAM } from '../../../src/solana/feature.ts';
import { loadTexts } from '../../script/format/scripts.ts';

/** Accounts that follow from the chain are calculated for their owner only. */

const TEXT = `{
  "agave": "4.4",
  "cluster": "localnet",
  "consensus": "alpenglow",
  "accounts": {"$alice": {"sol": 5}},
  "validators": [{"identity": "$validator", "vote": "$vote", "stake": {"sol": 10}}],
  "slots": [{"slot": 100}, {"slot": 101}]
}`;

it('the accounts of an owner are those of all accounts that it owns', async () => {
  const { state } = await loadTexts({ 'a.ledger.json': TEXT });
  const derived = clusterSysvars('localnet').at(state, state.chains.processed);
  const counts = [SYSVAR_OWNER, FEATURE_PROGRAM, VOTE_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM].map((owner) => {
    const accounts = derived.all(owner);
    expect(accounts).toEqual(derived.all().filter((account) => account.owner === owner));
    return accounts.length;
  });
  expect(counts.reduce((a, b) => a + b)).toBe(derived.all().length);
  expect(counts.map((count) => count > 0)).toEqual([true, true, true, true, false]);
});
