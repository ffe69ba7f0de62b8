/**
 * Parts of hints that differ by the place where the mistake was written: in a file, with the builder of scripts, in a call over the wire,
 * or in code that has a node.
 * @module
 */

export type HintPlace = 'file' | 'builder' | 'wire' | 'node';

/** One part of a hint in each place; default of `wire`: as in a file, of `node`: as with the builder. */
type HintPart = readonly [file: string, builder: string, wire?: string, node?: string];

const HINT_PARTS = {
  wallet: [
    'give it SOL under `accounts`',
    'give it SOL as an account: .wallet(name, sol(1))',
    'give it SOL with stillnode_setAccount',
    'give it SOL with node.setAccount(name, sol(1))',
  ],
  mint: [
    'under `accounts`: {"mint": {"decimals": 6}}',
    'as an account: .mint(name, { decimals: 6 })',
    'with stillnode_setAccount: {"mint": {"decimals": 6}}',
    'with node.setAccount(name, { mint: { decimals: 6 } })',
  ],
  mintOfAccount: [
    'as an account: {"mint": {"decimals": 6}}',
    'as an account: .mint(name, { decimals: 6 })',
    'with stillnode_setAccount: {"mint": {"decimals": 6}}',
    'with node.setAccount(name, { mint: { decimals: 6 } })',
  ],
  tokens: [
    'under `accounts`: {"tokens": "0"}',
    'as an account: .tokenAccount(wallet, tokens(0, mint))',
    'with stillnode_setAccount: {"tokens": "0"}',
    'with node.setAccount(ata(wallet, mint), tokens(0))',
  ],
  nonce: [
    'under `accounts`: {"nonce": {"authority": "$alice"}}',
    'as an account: .nonce(name, { authority })',
    'with stillnode_setAccount: {"nonce": {"authority": "$alice"}}',
    'with node.setAccount(name, { nonce: { authority } })',
  ],
  lookupTable: [
    'under `accounts`: {"lookupTable": {"addresses": ["$alice"]}}',
    'as an account: .lookupTable(name, { addresses })',
    'with stillnode_setAccount: {"lookupTable": {"addresses": ["$alice"]}}',
    'with node.setAccount(name, { lookupTable: { addresses } })',
  ],
  seed: [
    'give its seed under `keys`',
    'give its seed with .key(name, { seed })',
    'give its seed under `keys` of a script with stillnode_load',
    'give its seed with node.load(ledger().key(name, { seed }))',
  ],
  idempotent: ['{"idempotent": true}', '{ idempotent: true }'],
  custom: ['{"custom": 6001}', '{ custom: 6001 }'],
  notExecuted: ['give the transaction "execute": "none"', "call .execute('none') on the transaction"],
  executed: ['give the transaction "execute": "litesvm"', "call .execute('litesvm') on the transaction"],
  tokenAmount: ['as in {"tokens": "2.5", "mint": "$usdc"}', "as in tokens('2.5', 'usdc')"],
  solAmount: ['as in {"sol": 1.5}', 'as in sol(1.5)'],
  comma: [
    'between { and } of YAML, a name with a comma goes in quotes: "$ata(alice,usdc)"',
    'a name contains no parentheses',
    'a name contains no parentheses',
  ],
} as const satisfies Readonly<Record<string, HintPart>>;

/** A part of a hint, as for a file. */
export function inFile(name: keyof typeof HINT_PARTS): string {
  return HINT_PARTS[name][0];
}

/** Replaces the hints for one place in a text by those for another. */
export function rewordHints(text: string, from: HintPlace, to: HintPlace): string {
  return Object.values(HINT_PARTS).reduce(
    (all, part) => all.replaceAll(partAt(from, part), () => partAt(to, part)),
    text,
  );
}

function partAt(place: HintPlace, [file, builder, wire = file, node = builder]: HintPart): string {
  return { file, builder, wire, node }[place];
}
