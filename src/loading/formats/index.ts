/**
 * The kinds of fixtures, in the order in which their shapes are tried. A new one is a file in `formats/` and a line here.
 * @module
 */

import { accountFile } from './accountFile.ts';
import { bareAccount } from './bareAccount.ts';
import { block } from './block.ts';
import { confirmation } from './confirmation.ts';
import { flatAccount } from './flatAccount.ts';
import type { FixtureFormat } from './format.ts';
import { genesisAccounts } from './genesisAccounts.ts';
import { keypair } from './keypair.ts';
import { ledgerSettings } from './ledgerSettings.ts';
import { nothing } from './nothing.ts';
import { otherAnswer } from './otherAnswer.ts';
import { script } from './script.ts';
import { snapshot } from './snapshot.ts';
import { transaction } from './transaction.ts';
import { wrappedBlock } from './wrappedBlock.ts';

export const FORMATS: readonly FixtureFormat[] = [
  ledgerSettings,
  script,
  accountFile,
  bareAccount,
  flatAccount,
  block,
  wrappedBlock,
  confirmation,
  transaction,
  genesisAccounts,
  snapshot,
  keypair,
  otherAnswer,
  nothing,
];
