/** What hints say in the words of the file format, and in those of the builder. */
const IN_CODE: readonly (readonly [RegExp, string])[] = [
  [/^say it as an account: \{"mint": .*\}$/, "say it as an account: .mint('usdc', { decimals: 6 })"],
  [/^say it under `accounts`: \{"mint": [^}]*\}\}/, "say it as an account: .mint('usdc', { decimals: 6 })"],
  [/^say it under `accounts`: \{"nonce": .*\}$/, "say it as an account: .nonce('nonce', { authority: 'alice' })"],
  [
    /^say it under `accounts`: \{"lookupTable": .*\}$/,
    "say it as an account: .lookupTable('table', { addresses: ['alice'] })",
  ],
  [/^say (\S+) under `accounts`: \{"tokens": "0"\}/, "say $1 as an account: .tokenAccount('alice', tokens(0, 'usdc'))"],
  [/under `accounts`$/, "as an account: .wallet('alice', sol(1))"],
  [/under `keys`$/, "with .key('alice', { seed })"],
  [/\{"idempotent": true\}/, '{ idempotent: true }'],
  [/\{"custom": 6001\}/, '{ custom: 6001 }'],
  [/^between \{ and \} of YAML.*$/, 'a name has no parentheses of its own'],
];

/** A hint for somebody who writes code. */
export function hintInCode(hint: string): string {
  return IN_CODE.reduce((text, [inFile, inCode]) => text.replace(inFile, inCode), hint);
}
