import { expect, it } from 'vitest';
import { ShownNames } from '../../../src/control/show/shownNames.ts';
import { NO_NAMES } from '../../../src/ledger/state.ts';
import { type Address, address, TOKEN_PROGRAM } from '../../../src/solana/address.ts';

const VAULT = address('2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S');

it('a plain name counts more than one that is derived from others; the names of scripts more than those of every cluster', () => {
  const addresses = new Map<string, Address>([
    ['$pda($swap,"vault")', VAULT],
    ['$vault', VAULT],
    ['$tokens', TOKEN_PROGRAM],
  ]);
  const names = new ShownNames({ ...NO_NAMES, addresses });
  expect([names.get(VAULT), names.get(TOKEN_PROGRAM)]).toEqual(['$vault', '$tokens']);
  expect(new ShownNames(NO_NAMES).get(TOKEN_PROGRAM)).toBe('$token');
});
