import type { Address } from '../model/address.ts';
import type { CommitmentWord } from './commitment.ts';
import { readBareCommitment } from './contextConfig.ts';
import { readAddress } from './keys.ts';
import { readTextAndConfig } from './positional.ts';
import type { Param } from './values.ts';

export interface AddressCommitment {
  readonly address: Address;
  readonly commitment: CommitmentWord | undefined;
}

/** `[address, { commitment }]`, the parameters of the methods about one token account or one mint. */
export function readAddressCommitment(params: Param): AddressCommitment {
  const [address, commitment] = readTextAndConfig(params, readAddress, readBareCommitment);
  return { address, commitment };
}
