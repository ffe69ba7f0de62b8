/** README.md of a generated ledger, made of what was generated. */
import { CAST } from './accounts.mjs';
import { DERIVED } from './derived.mjs';
import { KEY } from './keys.mjs';
import { TOKEN, TOKEN_2022 } from './tokens.mjs';

export function readmeOf({ blocks, accounts, settings }) {
  return `${introduction(settings)}
## Slots

${table(['slot', 'what', 'version', 'result', 'signature'], slotRows(blocks, settings))}

## Accounts

\`accounts/\` holds ${accounts.length} accounts as they are after slot ${settings.processed}, in the form of \`solana account --output json\`: these, and
the programs, sysvars and native mint that the transactions name.

${table(['file', 'address', 'what'], castRows(accounts))}

## Try it

\`\`\`sh
${curlLines(blocks).join('\n\n')}
\`\`\`
`;
}

const introduction = ({
  processed,
  finalized,
  firstAvailable,
  skipped,
  consensus: { alpenglowFrom },
}) => `# The default ledger

Made by \`node ledger-fixtures/generate.mjs\`; do not edit by hand, this file included.

A short life of a small cluster in November 2026: slots ${firstAvailable} to ${processed}, slot ${skipped.join(', ')} skipped. Slot ${finalized} is the last one that is confirmed and finalized,
${processed} is only processed. Everything below ${firstAvailable} is cleaned up: the parent of block ${firstAvailable} is not there, so a node of the \`agave\` dialect
begins one block later.

**Who executed it.** Every transaction, the v1 one included, was signed by @solana/kit and executed by litesvm 1.5 with the programs that it
bundles: balances, logs, inner instructions, compute units, return data, fees, errors and the final accounts are what came out, and a block's hash
is litesvm's own latest blockhash. Set by the generator are clock, epoch schedule, slot hashes, the wallets' first lamports and the leader's fee
rewards (half of the signature fees, all of the priority fees). \`costUnits\` are counted by the generator as a node of 4.3 counts them. \`rentEpoch\`
is 18446744073709551615, as in a live cluster, where litesvm has 0.

**Consensus.** Slot ${alpenglowFrom} is the first that [Alpenglow](../../docs/versions.md#alpenglow) decides: the blocks before it have the votes of the identity,
later ones have none, and confirmed and finalized are one tip. \`voteAccount\` is as its last vote has left it: certificates of Alpenglow
reach vote accounts eight slots later. Versions before 4.3 serve this ledger as one of Tower.

**What \`ledger.json\` adds.** The identity is the one validator: it leads every slot. The stake of \`stakeAccount\` counts as activated, although a
cluster activates it in epoch 1. No account is missing, so the supply is the sum of the accounts; of these only \`lockedStake\` does not circulate.

**Versions.** The v1 transaction names no account of the others, so a client that reads up to version 0 can read the histories of all accounts except dave, erin
and the system program.

**What comes with the cluster.** \`"cluster": "mainnet"\` gives the ledger [the programs and sysvars of mainnet](../../docs/fixtures.md#what-a-cluster-has): Clock,
SlotHashes and the others follow the blocks. The code of the programs is missing, with LiteSVM they run.

**Keys.** The key pairs are made from their names (SHA-256 of \`stillnode <name>\`), so everyone has them. They guard nothing.
`;

/** Cells padded to the widest of their column, as the formatter of the project wants them. */
function table(titles, rows) {
  const widths = titles.map((_, column) => Math.max(...[titles, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function slotRows(blocks, { skipped }) {
  const rows = [...blocks.flatMap(blockRows), ...skipped.map((slot) => [`${slot}`, 'skipped', '', '', ''])];
  return rows.sort(([a], [b]) => a - b);
}

function blockRows({ slot, json, entries }) {
  if (entries.length === 0) return [[`${slot}`, 'no transactions, no rewards', '', '', '']];
  return entries.map(({ what, signature }, index) => {
    const { meta, version } = json.transactions[index];
    const result = meta.err === null ? 'ok' : `\`${JSON.stringify(meta.err)}\``;
    return [`${slot}`, what, `${version}`, result, `\`${signature}\``];
  });
}

function castRows(accounts) {
  const names = new Set(accounts.map(({ name }) => name));
  return CAST.map(({ name, address, role }) => {
    const isWritten = names.has(name);
    return [isWritten ? `\`${name}.json\`` : 'no account', `\`${address}\``, isWritten ? role : `${name}: ${role}`];
  });
}

function curlLines(blocks) {
  const signatureIn = (slot, index) => blocks.find((block) => block.slot === slot).entries[index].signature;
  const parsed = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 };
  return [
    curl('a block with v0 transactions, parsed', 'getBlock', [315, parsed]),
    curl('a block with a v1 transaction', 'getBlock', [316, { encoding: 'json', maxSupportedTransactionVersion: 1 }]),
    curl('the skipped slot', 'getBlock', [307]),
    curl('a transfer through a lookup table', 'getTransaction', [signatureIn(315, 0), parsed]),
    curl('a transfer that failed', 'getTransaction', [signatureIn(305, 0), { encoding: 'json' }]),
    curl('finalized and failed, processed, unknown', 'getSignatureStatuses', [
      [signatureIn(305, 0), signatureIn(320, 0), '1'.repeat(64)],
      { searchTransactionHistory: true },
    ]),
    curl('the newest five transactions of alice', 'getSignaturesForAddress', [
      KEY.alice,
      { limit: 5, commitment: 'confirmed' },
    ]),
    curl('SPL Token accounts of alice', 'getProgramAccounts', [
      TOKEN,
      { encoding: 'jsonParsed', filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: KEY.alice } }] },
    ]),
    curl('Token-2022 accounts of one mint, the amounts only', 'getProgramAccounts', [
      TOKEN_2022,
      {
        encoding: 'base64',
        dataSlice: { offset: 64, length: 8 },
        filters: [{ memcmp: { offset: 0, bytes: KEY.feeMint } }, 'tokenAccountState'],
      },
    ]),
    curl('a wallet, a mint with extensions, a stake, a program, a lookup table and nothing', 'getMultipleAccounts', [
      [KEY.alice, KEY.feeMint, KEY.stakeAccount, KEY.program, DERIVED.lookupTable, KEY.closedToken],
      { encoding: 'jsonParsed' },
    ]),
  ];
}

function curl(comment, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return `# ${comment}\ncurl -s 'http://127.0.0.1:8899/?dialect=agave' -H 'content-type: application/json' -d '${body}'`;
}
