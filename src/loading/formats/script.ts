import type { FixtureFormat } from './format.ts';

/** `*.ledger.json` and `*.ledger.yaml`: a ledger in words. Told by its name, as `ledger.json` is. */
export const script: FixtureFormat = {
  name: 'scripted ledger',
  isNamed: true,
  matches: (_value, { stem }) => stem !== undefined && /\.ledger$/i.test(stem),
  read(at, _origin, sink) {
    sink.script(at);
  },
};
