import { parseAddressLookupTableAccount } from '../../../../src/solana/programs/addressLookupTable.ts';
import { parseConfigAccount } from '../../../../src/solana/programs/config.ts';
import { parseUpgradeableLoaderAccount } from '../../../../src/solana/programs/loaders.ts';
import { parseStakeAccount } from '../../../../src/solana/programs/stake.ts';
import { parseNonceAccount } from '../../../../src/solana/programs/system.ts';
import { parseSysvarAccount } from '../../../../src/solana/programs/sysvarAccounts.ts';
import { parseVoteAccount } from '../../../../src/solana/programs/voteAccounts.ts';
import { describeVectors } from './vectors.ts';

// whichever native parser such an account would reach, it has to fall back
describeVectors('unparsable-owners', () => [
  parseAddressLookupTableAccount,
  parseConfigAccount,
  parseNonceAccount,
  parseStakeAccount,
  parseSysvarAccount,
  parseUpgradeableLoaderAccount,
  parseVoteAccount,
]);
