import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createNode, keypair, ledger, sol } from '../../src/index.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { controlText, invalidText } from '../support/control.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

describe('stillnode_show', () => {
  it.each([[[]], [['302']], [['11111111111111111111111111111111']]])(
    'says of %j what the command prints',
    async (words) => {
      const node = await createNode({ ledger: [SAMPLE_LEDGER] });
      const command = ['dist/cli.js', 'show', SAMPLE_LEDGER, ...words.flatMap((word) => ['--of', word]), '--json'];
      const printed = execFileSync(process.execPath, command, { encoding: 'utf8' });
      expect(await node.requestText('stillnode_show', words)).toBe(printed.trimEnd());
    },
  );

  it('knows names, and the ledger as it is now', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const { signature } = await node.addTransaction((t) => t.transfer('alice', 'carl', sol(1)).named('gift'));
    expect(await node.request('stillnode_show', ['gift'])).toMatchObject({ signature, slot: 11, name: 'gift' });
    expect(await node.request('stillnode_show', ['$carl'])).toMatchObject({
      address: keypair('carl').address,
      kind: 'wallet',
      states: [{ slot: 11 }],
    });
  });

  it('takes the name of an account without its dollar, and every other key', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const alice = await node.request('stillnode_show', ['$alice']);
    expect(alice).toMatchObject({ address: keypair('alice').address });
    for (const subject of ['alice', '$alice', keypair('alice')]) expect(await node.show(subject)).toEqual(alice);
    await expect(node.show('alcie')).rejects.toThrow(
      'the ledger has nothing that is called `alcie`; did you mean $alice?',
    );
  });

  it('a name that a transaction has too needs it for the account', async () => {
    const node = await createNode({
      ledger: ledger()
        .wallet('alice', sol(5))
        .block(10, (b) => b.transfer('alice', 'bob', sol(1)).named('bob')),
    });
    expect(await node.show('bob')).toMatchObject({ slot: 10, name: 'bob' });
    expect(await node.show('$bob')).toMatchObject({ address: keypair('bob').address });
  });

  it('takes a slot as a number too', async () => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await node.requestText('stillnode_show', [10])).toBe(await node.requestText('stillnode_show', ['10']));
  });

  it.each([
    ['[true]', 'subject: expected a slot, or the text of a slot, a signature, an address or a name, found true'],
    ['[-1]', 'subject: expected a slot, or the text of a slot, a signature, an address or a name, found -1'],
    [
      '[1.5]',
      'subject: expected a slot, or the text of a slot, a signature, an address or a name, found the number 1.5',
    ],
  ])('%s is refused', async (params, message) => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await controlText(node, 'show', params)).toBe(invalidText(message));
  });

  it.each([
    [99, 'the ledger has no slot 99: its slots are 10 to 10'],
    ['paymnet', 'the ledger has nothing that is called `paymnet`; did you mean payment?'],
    ['99', 'the ledger has no slot 99: its slots are 10 to 10'],
  ])('%s is not found', async (word, message) => {
    const node = await createNode({ ledger: SCRIPT });
    await expect(node.request('stillnode_show', [word])).rejects.toMatchObject({
      code: -32602,
      message,
      data: { reason: 'unknown' },
    });
  });
});
