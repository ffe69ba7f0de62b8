import type { FixtureFormat } from './format.ts';

/** `*.ledger.json` and `*.ledger.yaml`: a scripted ledger. Recognised by its file name, as `ledger.json` is. */
export const script: FixtureFormat = {
  name: 'scripted ledger',
  isNamed: true,
  matches: (_value, { stem }) => stem !== undefined && /\.ledger$/i.test(stem),
  read(at, _origin, sink) {
    sink.script(at);
  },
};
