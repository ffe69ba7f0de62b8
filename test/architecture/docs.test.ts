import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingFilesOf } from '../../build/docs/methodFiles.ts';
import { DIALECT_ROWS, DIALECTS } from '../../src/dialect.ts';
import { RpcError, rpcErrors } from '../../src/errors.ts';
import { EXTENSIONS } from '../../src/extensions/index.ts';
import {
  FLAG_GATES,
  featureSlots,
  GATE_NAMES,
  GATE_PRESETS,
  type GateName,
  gatesIn,
  gatesOf,
  presetSettings,
  RefusedGateError,
} from '../../src/gates.ts';
import {
  isAtLeast,
  NODE_VERSION_NAMES,
  NODE_VERSIONS,
  type NodeVersion,
  type NodeVersionName,
  VERSION_TOPICS,
} from '../../src/nodeVersion.ts';
import { createTables, listMethods } from '../../src/rpc/tables.ts';
import { readText } from '../docs/tables.ts';

const NAMES = listMethods(createTables({ extensions: EXTENSIONS })).map(({ name }) => name);

/** Rows of the tables of a page whose first cell looks like `first`; cells as they are written. */
function rowsOf(page: string, first: RegExp): readonly (readonly string[])[] {
  return readText(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => first.test(cell!));
}

describe('methods', () => {
  it.each(NAMES)('%s stands in a file of its name, under that name, and has tests', (name) => {
    expect(missingFilesOf(name)).toEqual([]);
  });

  it.each(
    ['test/rpc/methods', 'test/extensions']
      .flatMap((folder) => readdirSync(folder))
      .filter((file) => /^get.*\.test\.ts$/.test(file)),
  )('%s tests one', (file) => {
    const tested = /^([a-z][A-Za-z]*?)(?:Filters)?\.test\.ts$/.exec(file)?.[1];
    expect(NAMES).toContain(tested);
  });
});

describe('errors', () => {
  const rows = rowsOf('docs/errors.md', /^[a-z]\w+$/).filter(([, code]) => /^(-\d+|\{code\})$/.test(code!));

  it('are exactly the rows of docs/errors.md', () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(rpcErrors).sort());
  });

  const sampleOf = (name: string): RpcError => {
    const make = rpcErrors[name as keyof typeof rpcErrors] as (...details: string[]) => RpcError;
    const parameters = Array.from(/\(([^)]*)\)/.exec(make.toString())?.[1]?.split(',') ?? [], (word) => word.trim());
    return make(...parameters.filter((word) => word !== '').map((word) => `{${word}}`));
  };

  it.each(rows)('%s has the code and the text that are documented', (name, code, message) => {
    const error = sampleOf(name!);
    expect(error).toBeInstanceOf(RpcError);
    expect(`${error.code}`).toBe(code);
    expect(error.message).toBe(message);
  });

  it.each(rows)('%s has the data that is documented', (name, _code, _message, cell) => {
    const { data } = sampleOf(name!);
    if (typeof data !== 'object') return expect(cell === '-').toBe(data === undefined);
    expect(`\`${JSON.stringify(data).replaceAll(/"(\{\w+\})"/g, '$1')}\``).toBe(cell);
  });
});

describe('dialects', () => {
  const rows = rowsOf('docs/dialects.md', /^\d+$/);
  const fields = Object.keys(DIALECTS.contract).filter((field) => field !== 'name');

  it('differ in exactly the rows of docs/dialects.md', () => {
    expect(rows.map(([, field]) => field).sort()).toEqual([...fields].sort());
  });

  it('have rows in the order of their numbers, of which none is there twice', () => {
    const numbers = rows.map(([number]) => Number(number));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(rows.map((row) => row.slice(0, 2))).toEqual(DIALECT_ROWS.map((row) => row.slice(0, 2)));
  });

  it.each(fields)('%s is a difference', (field) => {
    const name = field as keyof typeof DIALECTS.contract;
    expect(DIALECTS.contract[name]).not.toBe(DIALECTS.agave[name]);
  });
});

describe('versions and gates', () => {
  const rows = rowsOf('docs/versions.md', /^[a-z]\w+$/i);
  const gates = rows.filter(([name]) => GATE_NAMES.includes(name as GateName));
  const numbers = rowsOf(
    'docs/versions.md',
    /^(lamports a byte|minimum|of a token|milliseconds of|seconds in|slots in|hours of)/,
  ).map((cells) => cells.slice(1).map((cell) => Number(cell.replaceAll(',', ''))));

  it('versions differ in every row of their table', () => {
    const versions = Object.values(NODE_VERSIONS);
    for (const field of Object.keys(VERSION_TOPICS) as (keyof NodeVersion)[])
      expect([field, new Set(versions.map((version) => version[field])).size]).not.toEqual([field, 1]);
  });

  it('every gate has the values of its presets, and the first version that knows it', () => {
    const presets = GATE_PRESETS.map((preset) => gatesIn(gatesOf(presetSettings(preset), '4.3'), 0n));
    expect(gates.map(([gate, , , ...values]) => [gate, ...values.slice(0, GATE_PRESETS.length)])).toEqual(
      GATE_NAMES.map((gate) => [gate, ...presets.map((values) => String(values[gate]))]),
    );
    for (const [gate, since] of gates) {
      const given = (FLAG_GATES as readonly string[]).includes(gate!)
        ? { ...presetSettings('genesis'), flags: { [gate!]: 0n } }
        : { ...presetSettings('genesis'), numbers: { [gate!]: [{ from: 7n, value: 1 }] } };
      for (const version of NODE_VERSION_NAMES) {
        if (isAtLeast(version, since as NodeVersionName)) expect(() => gatesOf(given, version)).not.toThrow();
        else expect(() => gatesOf(given, version)).toThrow(RefusedGateError);
      }
    }
  });

  it('every flag has its address in each version', () => {
    for (const [gate, since, , , , , cell] of gates.slice(0, FLAG_GATES.length)) {
      const [first, ...others] = cell!.replaceAll('`', '').split('; ');
      const rekeyed = Object.fromEntries(others.map((text) => text.split(' in ').reverse()));
      for (const version of NODE_VERSION_NAMES.filter((name) => isAtLeast(name, since as NodeVersionName))) {
        const given = { ...presetSettings('genesis'), flags: { [gate!]: 0n } };
        expect([...featureSlots(gatesOf(given, version), version)]).toEqual([[rekeyed[version] ?? first, 0n]]);
      }
    }
  });

  it('numbers follow as documented', () => {
    const [perByte, wallet, token, slotMs, seconds, samples, hours] = numbers;
    expect(wallet).toEqual(perByte!.map((price) => 128 * price));
    expect(token).toEqual(perByte!.map((price) => (128 + 165) * price));
    expect(seconds).toEqual(slotMs!.map((ms) => Math.floor((150 * ms) / 1000)));
    expect(samples).toEqual(slotMs!.map((ms) => Math.floor(60_000 / ms)));
    expect(hours).toEqual(slotMs!.map((ms) => (432_000 * ms) / 3_600_000));
  });
});
