import { didYouMean } from '../../document/didYouMean.ts';
import { isObject, readText } from '../../document/readers.ts';
import { readLedgerMembers } from '../../ledgerFile/ledgerFile.ts';
import { LEDGER_FILE_MEMBERS } from '../../ledgerFile/members.ts';
import type { FixtureFormat } from './format.ts';
import { isScriptMember, SCRIPT_HINT } from './scriptHint.ts';

/** `ledger.json`: facts of a ledger that recordings do not contain. Recognised by its file name, so that a misspelled member is reported. */
export const ledgerSettings: FixtureFormat = {
  name: 'ledger.json',
  isNamed: true,
  matches: (_value, { stem }) => stem === 'ledger',
  read(at, _origin, sink) {
    if (!isObject(at)) return;
    for (const entry of at.members()) {
      // for editors
      if (entry.key === '$schema') readText(entry);
      else if (!isKnown(entry.key)) entry.refuse('unknown member of ledger.json', hintFor(entry.key));
    }
    const { file, skipped } = readLedgerMembers(at);
    sink.ledgerFile(file);
    for (const slots of skipped) sink.skipped(slots);
  },
};

function hintFor(member: string): string | undefined {
  return isScriptMember(member) ? SCRIPT_HINT : didYouMean(member, LEDGER_FILE_MEMBERS);
}

function isKnown(key: string): boolean {
  return LEDGER_FILE_MEMBERS.some((member) => member === key);
}
