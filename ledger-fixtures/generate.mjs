/**
 * Makes the sample ledger: executes the transactions of the story and writes down what a node would have recorded.
 * Run by hand, `node ledger-fixtures/generate.mjs`; the output is committed and a second run changes nothing.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { finalAccounts } from './generate/accounts.mjs';
import { Chain } from './generate/chain.mjs';
import { ALPENGLOW_SLOT, FIRST_SLOT, NODE, SKIPPED_SLOT } from './generate/clusterClock.mjs';
import { clusterFacts } from './generate/clusterFacts.mjs';
import { compactJson, prettyJson, sortKeys } from './generate/json.mjs';
import { KEY } from './generate/keys.mjs';
import { MEMO } from './generate/natives.mjs';
import { readmeOf } from './generate/readme.mjs';
import { FUNDED, storyOf } from './generate/story.mjs';

const TARGET = new URL('default/', import.meta.url);
const LAMPORTS_PER_SOL = 1_000_000_000n;
/** Blocks behind the tip: the tip is only processed, all others are final. */
const FINALIZED_LAG = 1;

const chain = await playStory();
const tip = chain.blocks.at(-1).slot;
const accounts = finalAccounts(chain.svm, chain.addresses);
const settings = {
  format: 1,
  processed: tip,
  confirmed: tip - FINALIZED_LAG,
  finalized: tip - FINALIZED_LAG,
  firstAvailable: FIRST_SLOT,
  skipped: [SKIPPED_SLOT],
  cluster: 'mainnet',
  consensus: { alpenglowFrom: ALPENGLOW_SLOT },
  ...NODE,
  ...clusterFacts(chain),
};

await rm(TARGET, { recursive: true, force: true });
await write('ledger.json', prettyJson(settings));
for (const { slot, json } of chain.blocks) await write(`blocks/${slot}.json`, compactJson(sortKeys(json)));
for (const { name, json } of accounts) await write(`accounts/${name}.json`, prettyJson(json));
await write('README.md', readmeOf({ blocks: chain.blocks, accounts, settings }).trimEnd());
console.log(`${chain.blocks.length} blocks and ${accounts.length} accounts in ${TARGET.pathname}`);

async function playStory() {
  const started = new Chain();
  for (const [name, sol] of Object.entries(FUNDED)) started.fund(KEY[name], sol * LAMPORTS_PER_SOL);
  const code = started.svm.getAccount(MEMO).data;
  for (const [slot, plans] of storyOf(code)) await started.produceBlock(slot, plans);
  return started;
}

async function write(path, text) {
  const file = new URL(path, TARGET);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, `${text}\n`);
}
