import { expect, it } from 'vitest';
import { LEDGER_FILE_MEMBERS } from '../../src/ledgerFile/members.ts';
import { isScriptMember } from '../../src/loading/formats/scriptHint.ts';
import { SCRIPT_MEMBERS } from '../../src/script/reading/script.ts';

it('the members that only scripted ledgers have are those that their reader reads', () => {
  const names = Object.keys(SCRIPT_MEMBERS).filter((name) => name !== '$schema');
  expect(names.filter((name) => !isScriptMember(name))).toEqual([]);
  expect(LEDGER_FILE_MEMBERS.filter(isScriptMember)).toEqual([]);
});
