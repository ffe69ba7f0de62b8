import { type CommandName, flagsOf } from '../../src/cli/commands/index.ts';
import { envName, type Flag } from '../../src/cli/flags.ts';
import { flagHelp, flagText } from '../../src/cli/help.ts';
import { tableText } from './methodTables.ts';

/** Commands that load a ledger without serving it: they have some flags in common. */
const LOADING: readonly CommandName[] = ['check', 'dump', 'show', 'keys', 'diff'];
const ALL: readonly CommandName[] = ['serve', 'record', ...LOADING];

/** docs/cli.md with the options of each command between its marks; those of several commands are in one table. */
export function withOptions(page: string): string {
  return page.replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, name: CommandName | 'loading', end: string) => `${start}\n${tableOf(name)}\n${end}`,
  );
}

function tableOf(name: CommandName | 'loading'): string {
  const ofAll = sharedBy(ALL);
  const ofLoading = sharedBy(LOADING).filter((flag) => !ofAll.includes(flag));
  if (name === 'loading') return optionsTable('check', ofLoading);
  if (name === 'serve') return servingTable();
  const shared = [...ofAll, ...(LOADING.includes(name) ? ofLoading : [])];
  return optionsTable(
    name,
    flagsOf(name).filter((flag) => !shared.includes(flag)),
  );
}

function sharedBy([first, ...others]: readonly CommandName[]): readonly Flag[] {
  return flagsOf(first!).filter((flag) => others.every((command) => flagsOf(command).includes(flag)));
}

function optionsTable(command: CommandName, flags: readonly Flag[]): string {
  const rows = flags.map((flag) => [`\`${flagText(flag)}\``, flagHelp(flag, command)]);
  return tableText(['flag', 'meaning'], rows);
}

function servingTable(): string {
  const rows = flagsOf('serve').map((flag) => [
    `\`${flagText(flag)}\``,
    flag.kind ? `\`${envName(flag.name)}\`` : '-',
    flagHelp(flag, 'serve'),
  ]);
  return tableText(['flag', 'environment variable', 'meaning'], rows);
}
