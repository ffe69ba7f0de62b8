import { describe, expect, it } from 'vitest';
import { contextOfScript, shownText } from '../../support/shownLedger.ts';

const TIPS = '{"processed": 1060}';
const MORE = /^ {2}… and .*$/gm;

/** 61 blocks with two transactions each, 1,200 wallets of one lamport. */
const context = await contextOfScript(
  `accounts:
  $payer: {sol: 1}
${Array.from({ length: 1200 }, (_, i) => `  $wallet${i}: {lamports: 1}`).join('\n')}
slots:
  - from: 1000
    to: 1060
    transactions:
      - {name: tick, repeat: 2, instructions: [{memo: tick}], payer: $payer}
`,
  TIPS,
);

describe('long lists', () => {
  it('end after 50 items, with the number of those that are left and how to see them', async () => {
    const text = await shownText(context);
    expect(text.match(MORE)).toEqual([
      '  … and 11 more: --all shows them',
      '  … and 72 more: --all shows them',
      '  … and 1,151 more: --all shows them',
    ]);
    expect(text).toContain('\nslots (61)\n');
    expect(text).toContain('\ntransactions (122)\n');
    expect(text).toContain('\nwallets (1,201)\n');
    expect(text.match(/^ {2}\S+ +\$wallet\d+ /gm)).toHaveLength(49);
  });

  it('are whole with --all', async () => {
    const text = await shownText(context, undefined, { showsAll: true });
    expect(text.match(MORE)).toBeNull();
    expect(text.match(/^ {2}\S+ +\$wallet\d+ /gm)).toHaveLength(1200);
    expect(text.match(/ tick( \(copy \d+\))? /g)).toHaveLength(122);
  });

  it('of one thing are cut too', async () => {
    expect((await shownText(context, '$payer')).match(MORE)).toEqual(['  … and 72 more: --all shows them']);
  });
});

describe('long data', () => {
  const DATA = 'ff'.repeat(600);
  const program = '$program: {raw: {owner: $bpfLoader, executable: true}}';
  const script = `accounts:\n  ${program}\n  $blob: {raw: {owner: $program, data: {hex: "${DATA}"}}}\nslots:\n  - {slot: 1}\n`;

  it('ends after 200 characters, with its length', async () => {
    const blob = await contextOfScript(script, '{"processed": 1}');
    expect(await shownText(blob, '$blob')).toMatch(
      /\ndata: \/{200}… \(800 characters, --all shows them\) \(base64\)\n$/,
    );
  });

  it('is whole with --all', async () => {
    const blob = await contextOfScript(script, '{"processed": 1}');
    expect(await shownText(blob, '$blob', { showsAll: true })).toMatch(/\ndata: \/{800} \(base64\)\n$/);
  });
});
