import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, serve } from './command.ts';
import { ask, scripted, session } from './sessions.ts';

describe('a node killed with SIGKILL while it writes --state', () => {
  it('starts with the last whole ledger, at whichever step it was killed', { timeout: 120_000 }, async () => {
    const state = folder();
    const path = scripted();
    const started = await session([path, '--state', state], 'SIGTERM', (node) => ask(node, 'stillnode_advance', [1]));
    expect(started.code).toBe(0);
    let slot = 21;
    let survived: number | undefined;
    const seen = new Set<string>();
    for (let step = 1; survived === undefined; step++) {
      const preload = join(folder({ 'kill.cjs': killAt(step) }), 'kill.cjs');
      const node = await serve([path, '--state', state, '--dialect', 'agave', '--quiet'], {
        NODE_OPTIONS: `--require ${preload}`,
      });
      const before = (await ask(node, 'getSlot', [{ commitment: 'processed' }])) as number;
      expect([slot, slot + 1]).toContain(before);
      seen.add(before === slot ? 'before' : 'after');
      await ask(node, 'stillnode_advance', [1]);
      slot = before;
      node.child.kill('SIGTERM');
      if ((await node.finished).code === 0) survived = step;
    }
    expect(survived).toBeGreaterThan(12);
    expect(seen).toEqual(new Set(['before', 'after']));
    const last = await session([path, '--state', state], 'SIGTERM', (node) =>
      ask(node, 'getSlot', [{ commitment: 'processed' }]),
    );
    expect(last.result).toBe(slot + 1);
  });
});

/** Loaded before the command: after SIGTERM it is killed before its Nth change of the disk. */
function killAt(step: number): string {
  return `const fs = require('node:fs');
let left = Infinity;
process.on('SIGTERM', () => { left = ${step}; });
for (const name of ['mkdirSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync']) {
  const change = fs[name];
  fs[name] = (...args) => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL');
    return change(...args);
  };
}
require('node:module').syncBuiltinESMExports();
`;
}
