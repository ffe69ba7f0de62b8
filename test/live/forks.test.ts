import { describe, expect, it } from 'vitest';
import { Forks } from '../../src/live/forks.ts';
import { LiveError } from '../../src/live/liveError.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { testLedger } from '../support/testNode.ts';

const STATE = testLedger({});
const newFork = () => LiveLedger.create(STATE);

it('a fork is found by its name until it is dropped', () => {
  const forks = new Forks(10);
  const fork = newFork();
  expect(forks.add('a', fork)).toBe('a');
  expect(forks.get('a')).toBe(fork);
  expect(forks.get('b')).toBeUndefined();
  forks.drop('a');
  expect(forks.get('a')).toBeUndefined();
  expect(() => forks.drop('a')).toThrow(
    new LiveError('unknown', 'there is no fork "a": stillnode_listForks lists them'),
  );
});

it('names are listed in the order in which forks were made', () => {
  const forks = new Forks(10);
  for (const name of ['b', 'c', 'a']) forks.add(name, newFork());
  forks.drop('c');
  forks.add('c', newFork());
  expect(forks.names()).toEqual(['b', 'a', 'c']);
});

it('names that are made up count up, and pass over those that are taken', () => {
  const forks = new Forks(10);
  forks.add('fork-2', newFork());
  expect([1, 2].map(() => forks.add(undefined, newFork()))).toEqual(['fork-1', 'fork-3']);
  forks.drop('fork-1');
  expect(forks.add(undefined, newFork())).toBe('fork-4');
});

describe('a name', () => {
  it.each(['a', 'A-z_0.9', '...', '.a', '-', 'x'.repeat(64)])('%s is taken', (name) => {
    expect(new Forks(1).add(name, newFork())).toBe(name);
  });

  it.each(['', '.', '..', 'a/b', 'a b', 'ä', 'a\n', '%41', 'x'.repeat(65)])('%j is refused', (name) => {
    const forks = new Forks(1);
    expect(() => forks.add(name, newFork())).toThrow(
      new LiveError(
        'invalid',
        `${JSON.stringify(name)} cannot be the name of a fork: use 1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"`,
      ),
    );
    expect(forks.names()).toEqual([]);
  });

  it('is refused while another fork has it', () => {
    const forks = new Forks(10);
    const first = newFork();
    forks.add('a', first);
    expect(() => forks.add('a', newFork())).toThrow(
      new LiveError('invalid', 'there is a fork "a" already: choose another name, or drop it first'),
    );
    expect(forks.get('a')).toBe(first);
    forks.drop('a');
    forks.add('a', newFork());
    expect(forks.get('a')).not.toBe(first);
  });
});

it('there are no more forks than there may be', () => {
  const forks = new Forks(2);
  forks.add('a', newFork());
  forks.add('b', newFork());
  const tooMany = new LiveError('invalid', 'there are 2 forks already: drop some with stillnode_dropFork');
  expect(() => forks.add('c', newFork())).toThrow(tooMany);
  expect(() => forks.add(undefined, newFork())).toThrow(tooMany);
  forks.drop('a');
  expect(forks.add('c', newFork())).toBe('c');
});
