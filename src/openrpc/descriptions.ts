import type { Descriptions } from './description.ts';
import { ACCOUNTS } from './descriptions/accounts.ts';
import { CLUSTER } from './descriptions/cluster.ts';
import { EPOCHS } from './descriptions/epochs.ts';
import { HISTORY } from './descriptions/history.ts';
import { TIP } from './descriptions/tip.ts';
import { TOKENS } from './descriptions/tokens.ts';

/** What there is to know of every method that is served, without running it. */
export const DESCRIPTIONS: Descriptions = { ...HISTORY, ...ACCOUNTS, ...TOKENS, ...TIP, ...EPOCHS, ...CLUSTER };
