import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { expect, it } from 'vitest';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { readText } from '../docs/tables.ts';
import { folder, run, runProcess } from './command.ts';

const ALICE = namedKeyPair('alice');
const TEXT = `${JSON.stringify([...ALICE.secretKey])}\n`;

it.each(['alice', '$alice'])('%s: prints the address that the name has in every script', async (name) => {
  expect(await runProcess(['keys', name])).toEqual({ code: 0, stdout: `${ALICE.address}\n`, stderr: '' });
});

it('writes the 64 numbers of the key pair, private; writing it again is not an error', async () => {
  const out = join(folder(), 'id.json');
  for (let i = 0; i < 2; i++)
    expect(await run(['keys', 'alice', '--out', out])).toEqual({ code: 0, stdout: `${ALICE.address}\n`, stderr: '' });
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const numbers = JSON.parse(readFileSync(out, 'utf8')) as number[];
  expect((await createKeyPairSignerFromBytes(Uint8Array.from(numbers))).address).toBe(ALICE.address);
});

it('another file of that name is kept; --force replaces it', async () => {
  const out = join(folder({ 'id.json': '[1]' }), 'id.json');
  expect(await run(['keys', 'alice', '--out', out])).toEqual({
    code: 1,
    stdout: '',
    stderr: `stillnode: ${out} exists and is not this key file: choose another name, or replace it with --force\n`,
  });
  expect(readFileSync(out, 'utf8')).toBe('[1]');
  expect((await run(['keys', 'alice', '--out', out, '--force'])).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(TEXT);
  expect(statSync(out).mode & 0o777).toBe(0o600);
});

it('with - the array alone is on stdout, and the address on stderr', async () => {
  expect(await runProcess(['keys', 'alice', '--out', '-'])).toEqual({
    code: 0,
    stdout: TEXT,
    stderr: `${ALICE.address}\n`,
  });
  for (const name of [ALICE.address, '$token'])
    expect(await run(['keys', name, '--out', '-'])).toMatchObject({ code: 1, stdout: '' });
});

it('the seed is SHA-256 of a text with the name, as docs/cli.md promises with a test vector', () => {
  expect(Buffer.from(ALICE.seed).toString('hex')).toBe(
    createHash('sha256').update('stillnode key alice').digest('hex'),
  );
  const page = readText('docs/cli.md');
  expect(page).toContain(`| seed | \`${Buffer.from(ALICE.seed).toString('hex')}\` |`);
  expect(page).toContain(`| address | \`${ALICE.address}\` |`);
  expect(page.match(/stillnode key alice/g)).toHaveLength(5);
});

it('a folder is not replaced', async () => {
  const out = join(folder(), 'id.json');
  mkdirSync(out);
  expect((await run(['keys', 'alice', '--out', out, '--force'])).stderr).toBe(
    `stillnode: ${out} exists and is not this key file: choose another name\n`,
  );
});

it('with a ledger: the key that its script gives the name', async () => {
  const bob = namedKeyPair('bob');
  const script = `keys: {alice: {seed: {hex: '${Buffer.from(bob.seed).toString('hex')}'}}}\naccounts: {$alice: {sol: 1}}\n`;
  const path = join(folder({ 'a.ledger.yaml': script }), 'a.ledger.yaml');
  expect(await run(['keys', 'alice', path])).toEqual({ code: 0, stdout: `${bob.address}\n`, stderr: '' });
  expect(await run(['keys', 'alcie', path])).toEqual({
    code: 0,
    stdout: `${namedKeyPair('alcie').address}\n`,
    stderr: 'warning: the ledger knows no account `$alcie` (did you mean $alice?)\n',
  });
});

it('without a ledger: a name that is nearly a wallet of dev is a new key, with a warning', async () => {
  expect(await run(['keys', 'wallett1'])).toEqual({
    code: 0,
    stdout: `${namedKeyPair('wallett1').address}\n`,
    stderr: 'warning: `$wallett1` is a new key (did you mean $wallet1?)\n',
  });
  for (const name of ['wallet1', 'wallet10', '$wallet3', 'purse'])
    expect(await run(['keys', name])).toMatchObject({ code: 0, stderr: '' });
});

it.each(['$ata(alice,usdc)', 'memo', 'a b', ALICE.address])('%s has no key pair', async (name) => {
  expect(await run(['keys', name])).toEqual({
    code: 1,
    stdout: '',
    stderr: `stillnode: \`${name}\` has no key pair: it must be the name of a wallet, not an address or a derivation\n`,
  });
});

it('no name: a usage error', async () => {
  expect(await run(['keys'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'stillnode: keys needs the name of a wallet: stillnode keys NAME [PATH…]\n',
  });
});
