import type { Address, Blockhash } from '../model/address.ts';
import { type CommitmentWord, readCommitment } from './commitment.ts';
import { readAddress } from './keys.ts';
import { readPositional } from './positional.ts';
import { optional, type Param, readString, readStruct, readU64 } from './values.ts';

/** An airdrop as it was asked for. Its keys are texts still: a node without a faucet never looks at them. */
export interface AirdropParams {
  readonly recipient: string;
  /** u64 */
  readonly lamports: bigint;
  readonly recentBlockhash: string | undefined;
  readonly commitment: CommitmentWord | undefined;
}

/** `[recipient, lamports, {recentBlockhash, commitment}]`. Source agave 4.1 rpc.rs request_airdrop, RpcRequestAirdropConfig */
export function readAirdropParams(params: Param): AirdropParams {
  const [recipientParam, lamportsParam, configParam] = readPositional(params, 2, 3);
  const recipient = readString(recipientParam!);
  const lamports = readU64(lamportsParam!);
  const config = readStruct(configParam ?? {}, 'RpcRequestAirdropConfig');
  const recentBlockhash = optional(config.recentBlockhash, readString);
  return { recipient, lamports, recentBlockhash, commitment: readCommitment(config) };
}

export interface AirdropKeys {
  readonly recipient: Address;
  /** undefined: the node takes one */
  readonly recentBlockhash: Blockhash | undefined;
}

/** The second step, which needs a faucet. A blockhash is refused in the words for an address. */
export function readAirdropKeys({ recentBlockhash, recipient }: AirdropParams): AirdropKeys {
  const to = readAddress(recipient);
  const hash = recentBlockhash === undefined ? undefined : (`${readAddress(recentBlockhash)}` as Blockhash);
  return { recipient: to, recentBlockhash: hash };
}
