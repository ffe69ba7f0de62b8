import { describe, expect, it } from 'vitest';
import { createNode, type FixtureError, ledger, sol } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';

/** How the cluster of a ledger decides, by what its file, its tips and the start of its node say. */

type Options = Omit<NonNullable<Parameters<typeof createNode>[0]>, 'ledger'>;

const APART = { processed: 12, confirmed: 11, finalized: 10 };
const ALIKE = { processed: 12, confirmed: 11, finalized: 11 };

/** Blocks 10 to 12. */
const script = (members: object) =>
  ledger(members)
    .wallet('alice', sol(5))
    .block(10)
    .block(11, (b) => b.transfer('alice', 'bob', sol(1)))
    .block(12);

const nodeWith = (members: object, options: Options = {}) =>
  createNode({ ledger: script(members), dialect: 'agave', ...options });

const consensusOf = async (members: object, options?: Options) =>
  (await (await nodeWith(members, options)).getTips()).consensus;

const problemsOf = async (members: object, options?: Options) =>
  ((await reasonOf(nodeWith(members, options))) as FixtureError).problems.map(String);

describe('the consensus of a ledger', () => {
  it.each<readonly [string, object, Options, string]>([
    ['of the default gates', {}, {}, 'alpenglow'],
    ['of the gates of mainnet', { gates: 'mainnet' }, {}, 'alpenglow'],
    ['of single gates, which are on top of those of mainnet', { gates: { locks128: true } }, {}, 'alpenglow'],
    ['of the gates of genesis', { gates: 'genesis' }, {}, 'tower'],
    ['of an option with the gates of genesis', {}, { gates: 'genesis' }, 'tower'],
    ['of Agave 4.1', {}, { agave: '4.1' }, 'tower'],
    ['of Agave 4.2 with the gates of mainnet', { agave: '4.2', gates: 'mainnet' }, {}, 'tower'],
    ['of a ledger that gives one tip for both', ALIKE, {}, 'alpenglow'],
    ['of a ledger that gives two tips', APART, {}, 'tower'],
    ['of a ledger that gives two tips and the gates of mainnet', { ...APART, gates: 'mainnet' }, {}, 'tower'],
    ['of a ledger that gives two tips, with an option for gates', APART, { gates: 'mainnet' }, 'tower'],
    ['that the file names', { consensus: 'tower' }, {}, 'tower'],
    ['that the file names, with other gates', { gates: 'genesis', consensus: 'alpenglow' }, {}, 'alpenglow'],
    ['that an option names, and not the file', { consensus: 'alpenglow' }, { consensus: 'tower' }, 'tower'],
    ['that an option names, and not the gates', { gates: 'genesis' }, { consensus: 'alpenglow' }, 'alpenglow'],
    ['that has not begun', { ...APART, consensus: { alpenglowFrom: 20 } }, {}, 'tower'],
  ])('%s', async (_of, members, options, expected) => {
    expect(await consensusOf(members, options)).toBe(expected);
  });

  it('is refused for two tips, at both places', async () => {
    const text = 'the two are one tip, found 10';
    expect(await problemsOf({ ...APART, consensus: 'alpenglow' })).toEqual([
      expect.stringMatching(
        new RegExp(
          `/finalized: expected the confirmed slot, 11, as under Alpenglow ${text}; the other is at .+ \\(a Tower ledger has two: .*\\)$`,
        ),
      ),
    ]);
    expect(await problemsOf(APART, { consensus: 'alpenglow' })).toEqual([
      expect.stringContaining(
        `/finalized: expected the confirmed slot, 11, as under Alpenglow (--consensus, option consensus) ${text} (`,
      ),
    ]);
  });

  it.each(['4.1', '4.2'] as const)('of a file is Tower with Agave %s, and a warning says so', async (agave) => {
    const node = await nodeWith({ consensus: 'alpenglow' }, { agave });
    expect((await node.getTips()).consensus).toBe('tower');
    expect(node.warnings.map(String)).toEqual([
      expect.stringContaining(
        `/consensus: Agave ${agave} has no Alpenglow: it came with 4.3, so this is a Tower ledger`,
      ),
    ]);
    expect((await nodeWith({ consensus: 'alpenglow', agave })).warnings).toHaveLength(1);
  });

  it('of an option is refused with a version that cannot have it', async () => {
    const message = '--consensus alpenglow (option consensus) is refused: Agave 4.2 has no Alpenglow: it came with 4.3';
    await expect(nodeWith({}, { agave: '4.2', consensus: 'alpenglow' })).rejects.toThrow(message);
    expect(await problemsOf({ agave: '4.2' }, { consensus: 'alpenglow' })).toEqual([
      expect.stringContaining(`/agave: ${message}`),
    ]);
  });

  it('of the sample ledger with an older version needs no warning', async () => {
    for (const agave of ['4.1', '4.2'] as const) {
      const node = await createNode({ agave, dialect: 'agave' });
      expect(node.warnings.filter(({ message }) => message.includes('Alpenglow'))).toEqual([]);
      expect((await node.getTips()).consensus).toBe('tower');
    }
  });

  it('moves of one tip away from the other are refused, and say how to choose Tower', async () => {
    const node = await nodeWith({});
    await expect(node.setTips({ confirmed: 12, finalized: 11 })).rejects.toThrow(
      'under Alpenglow, confirmed and finalized are one tip: it cannot be at slot 12 and at slot 11; a Tower ledger has two: choose it with "consensus": "tower" in ledger.json or a script, the option consensus, or --consensus tower',
    );
    const tower = await nodeWith({}, { consensus: 'tower' });
    expect(await tower.setTips({ confirmed: 12, finalized: 11 })).toEqual({
      processed: 12,
      confirmed: 12,
      finalized: 11,
    });
  });

  it.each<readonly [object, unknown]>([
    [{}, 'alpenglow'],
    [APART, 'tower'],
    [{ consensus: { alpenglowFrom: 12 } }, { alpenglowFrom: 12 }],
  ])('is written by a dump: %j', async (members, expected) => {
    const files = [...(await (await nodeWith(members)).dump())];
    const file = files.find(({ name }) => name === 'ledger.json');
    expect(JSON.parse(file!.text)).toMatchObject({ consensus: expected });
  });
});
