import { type ShowContext, showContextOf } from '../../src/control/show/context.ts';
import { find } from '../../src/control/show/find.ts';
import { itemYaml } from '../../src/control/show/showYaml.ts';
import { loadSources } from '../../src/fixtures/loadLedger.ts';

/** Names, copies, a memo, a slot that is skipped and one that is dropped, a failure, tokens, tips that differ. */
export const SHOWN_SCRIPT = `
keys: {shop: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S}
accounts:
  $alice: {sol: 5}
  $issuer: {sol: 1}
  $usdc: {mint: {decimals: 6, authority: $issuer}}
  $ata(alice,usdc): {tokens: "12.5"}
  $swap: {raw: {owner: $bpfLoader, executable: true}}
slots:
  - slot: 100
    blockTime: 1760000000
    transactions:
      - name: lunch
        instructions:
          - transfer: {from: $alice, to: $shop, sol: 1}
          - memo: thanks
  - slot: 102
    transactions:
      - name: tick
        repeat: 2
        instructions:
          - transfer: {from: $alice, to: $shop, lamports: 5}
      - instructions:
          - createAssociatedAccount: {owner: $bob, mint: $usdc, payer: $alice}
          - transferChecked: {mint: $usdc, from: $alice, to: $bob, amount: "2.25"}
  - slot: 103
    transactions:
      - transfer: {from: $alice, to: $shop, sol: 1}
  - slot: 104
    parent: 102
    transactions:
      - instructions:
          - transfer: {from: $alice, to: $shop, sol: 2}
          - raw: {program: $swap, accounts: [$alice sw, $shop w], data: {hex: "0903e8"}}
        err: {custom: 6001, instruction: 1}
`;

export async function contextOfScript(
  script: string,
  tips = '{"confirmed": 102, "finalized": 100, "processed": 104, "gates": "genesis"}',
): Promise<ShowContext> {
  const { state } = await loadSources([
    { name: 'ledger.json', text: tips },
    { name: 'test.ledger.yaml', text: script },
  ]);
  return showContextOf(state);
}

/** What `stillnode show` prints of a word into a pipe; undefined: of the whole ledger. */
export async function shownText(context: ShowContext, word?: string, { isWhole = false } = {}): Promise<string> {
  return itemYaml(word === undefined ? undefined : find(word, context), context, isWhole);
}

/** The lines of a member of what is shown. */
export function memberText(text: string, name: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`${name}:`));
  const length = lines.slice(first + 1).findIndex((line) => !line.startsWith(' ')) + 1;
  return `${lines.slice(first, first + length).join('\n')}\n`;
}
