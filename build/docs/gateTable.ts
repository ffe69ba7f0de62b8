import { type FlagGate, GATE_NAMES, GATE_PRESETS, GATES, gatesIn, gatesOf, presetSettings } from '../../src/gates.ts';
import { NODE_VERSION_NAMES } from '../../src/nodeVersion.ts';
import { tableText } from './methodTables.ts';

/** The gates, with their values in the first slot of each preset, for docs/versions.md. */
export function gateTable(): string {
  const presets = GATE_PRESETS.map((preset) =>
    gatesIn(gatesOf(presetSettings(preset), NODE_VERSION_NAMES.at(-1)!), 0n),
  );
  const rows = GATE_NAMES.map((name) => {
    const { effect, since } = GATES[name];
    return [name, since, effect, ...presets.map((gates) => String(gates[name as FlagGate])), addressText(GATES[name])];
  });
  return tableText(['gate', 'from', 'effect', ...GATE_PRESETS, 'address'], rows);
}

function addressText(gate: (typeof GATES)[FlagGate]): string {
  if ('address' in gate) {
    const others = Object.entries(gate.rekeyed ?? {}).map(([version, address]) => `; \`${address}\` in ${version}`);
    return `\`${gate.address}\`${others.join('')}`;
  }
  const values = gate.steps.map(([value]) => value);
  const list = `one for each of ${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;
  return gate.back === undefined ? list : `${list}, and one back to ${gate.presets.genesis[0]}`;
}
