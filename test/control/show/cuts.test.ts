import { describe, expect, it } from 'vitest';
import { showContextOf } from '../../../src/control/show/context.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { contextOfScript, memberText, shownText } from '../../support/shownLedger.ts';

const TIPS = '{"processed": 1060}';

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
  it('of a ledger end after 10 items, with the number of those that are left out', async () => {
    const text = await shownText(context);
    expect(memberText(text, 'leftOut')).toBe(`leftOut:
  accounts: 1191
  described: 0
  names: 1193
  signatures: 112
  slots: 51
  transactions: 112
`);
    expect(memberText(text, 'accounts').match(/^ {4}name: \$wallet\d+$/gm)).toHaveLength(9);
    expect(memberText(text, 'transactions').match(/^ {4}name: tick$/gm)).toHaveLength(10);
  });

  it('are whole with --all', async () => {
    const text = await shownText(context, undefined, { isWhole: true });
    expect(memberText(text, 'leftOut')).not.toMatch(/: [^0]/);
    expect(memberText(text, 'accounts').match(/^ {4}name: \$wallet\d+$/gm)).toHaveLength(1200);
    expect(memberText(text, 'transactions').match(/^ {4}name: tick$/gm)).toHaveLength(122);
  });

  it('of one thing end after 50 items', async () => {
    const text = await shownText(context, '$payer');
    expect(memberText(text, 'leftOut')).toBe('leftOut:\n  described: 0\n  states: 12\n  transactions: 72\n');
    expect(memberText(text, 'states').match(/^ {2}- account:/gm)).toHaveLength(50);
  });
});

describe('a whole ledger', () => {
  it('is short enough to be read: the sample ledger has less than 300 lines', async () => {
    const { state } = await loadLedger([SAMPLE_LEDGER]);
    const text = await shownText(await showContextOf(state));
    expect(text.split('\n').length).toBeLessThan(300);
    expect(memberText(text, 'leftOut')).toMatch(/^ {2}accounts: (?:61|69)$/m);
    expect(text).not.toMatch(/: (null|\[\]|\{\})$/m);
  });

  it('has the members that are null or empty with --all', async () => {
    const text = await shownText(context, undefined, { isWhole: true });
    expect(memberText(text, 'slots')).toContain('    tips: []\n');
    expect(memberText(text, 'summary')).toContain('  cluster: null\n');
  });
});

describe('long data', () => {
  const DATA = 'ff'.repeat(600);
  const program = '$program: {raw: {owner: $bpfLoader, executable: true}}';
  const script = `accounts:\n  ${program}\n  $blob: {raw: {owner: $program, data: {hex: "${DATA}"}}}\nslots:\n  - {slot: 1}\n`;

  it('ends after 200 characters, with its length', async () => {
    const blob = await contextOfScript(script, '{"processed": 1}');
    expect(await shownText(blob, '$blob')).toMatch(/^ {2}data:\n {4}- \/{200}… \(800 characters\)\n {4}- base64$/m);
  });

  it('is whole with --all', async () => {
    const blob = await contextOfScript(script, '{"processed": 1}');
    expect(await shownText(blob, '$blob', { isWhole: true })).toMatch(/^ {2}data:\n {4}- \/{800}\n {4}- base64$/m);
  });
});
