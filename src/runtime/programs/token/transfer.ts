import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import type { TokenCall } from './call.ts';
import { readAmount, readCheckedAmount } from './instructionData.ts';
import { readMintState, readTokenState } from './reading.ts';
import { mintMismatch, requireDecimals, requireFrozenNot, requireMint, requireTokens } from './sentences.ts';
import { moveLamports, spend } from './spending.ts';
import type { TokenState } from './state.ts';
import { transferExtended } from './transferExtended.ts';

export function transfer(call: TokenCall): void {
  const amount = readAmount(call);
  if (call.isExtended) transferExtended(call, { amount });
  else transferPlain(call, amount);
}

export function transferChecked(call: TokenCall): void {
  const { amount, decimals } = readCheckedAmount(call);
  if (call.isExtended) transferExtended(call, { amount, decimals });
  else transferPlain(call, amount, decimals);
}

/** In the order of the older program. */
function transferPlain(call: TokenCall, amount: bigint, decimals?: number): void {
  const from = call.next();
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  const source = readTokenState(call, from);
  const destination = from === to ? source : readTokenState(call, to);
  requireFrozenNot(call, source, 'send tokens');
  requireFrozenNot(call, destination, 'receive tokens');
  requireTokens(call, source, amount, 'send');
  if (!source.hasMintOf(destination)) throw mintMismatch(call, source, destination.mint);
  if (mint !== undefined) checkMint(call, source, mint, decimals!);
  spend(call, source, { amount, authority, isReturned: from === to });
  if (from === to || amount === 0n) {
    call.requireOwned(from);
    call.requireOwned(to);
    return;
  }
  source.amount -= amount;
  destination.amount += amount;
  if (source.isNative) moveLamports(call, from, to, amount);
}

function checkMint(call: TokenCall, source: TokenState, mint: LoadedAccount, decimals: number): void {
  requireMint(call, source, mint.address);
  requireDecimals(call, readMintState(call, mint), decimals);
}
