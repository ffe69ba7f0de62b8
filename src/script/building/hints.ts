/** Hints as they are for the file format, and as they are for the builder. */
const IN_CODE: readonly (readonly [RegExp, string])[] = [
  [/^add it as an account: \{"mint": .*\}$/, "add it as an account: .mint('usdc', { decimals: 6 })"],
  [/^add it under `accounts`: \{"mint": [^}]*\}\}/, "add it as an account: .mint('usdc', { decimals: 6 })"],
  [/^add it under `accounts`: \{"nonce": .*\}$/, "add it as an account: .nonce('nonce', { authority: 'alice' })"],
  [
    /^add it under `accounts`: \{"lookupTable": .*\}$/,
    "add it as an account: .lookupTable('table', { addresses: ['alice'] })",
  ],
  [/^add (\S+) under `accounts`: \{"tokens": "0"\}/, "add $1 as an account: .tokenAccount('alice', tokens(0, 'usdc'))"],
  [/under `accounts`$/, "as an account: .wallet('alice', sol(1))"],
  [/under `keys`$/, "with .key('alice', { seed })"],
  [/\{"idempotent": true\}/, '{ idempotent: true }'],
  [/\{"custom": 6001\}/, '{ custom: 6001 }'],
  [/^between \{ and \} of YAML.*$/, 'a name contains no parentheses'],
];

/** Rewrites a hint of the file format for callers of the builder. */
export function hintInCode(hint: string): string {
  return IN_CODE.reduce((text, [inFile, inCode]) => text.replace(inFile, inCode), hint);
}
