import { parseAddressLookupTableAccount } from '../../../src/programs/addressLookupTable/accounts.ts';
import { parseConfigAccount } from '../../../src/programs/config/accounts.ts';
import { parseStakeAccount } from '../../../src/programs/stake/accounts.ts';
import { parseNonceAccount } from '../../../src/programs/system/accounts.ts';
import { parseSysvarAccount } from '../../../src/programs/sysvar/accounts.ts';
import { parseUpgradeableLoaderAccount } from '../../../src/programs/upgradeableLoader/accounts.ts';
import { parseVoteAccount } from '../../../src/programs/vote/accounts.ts';
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
