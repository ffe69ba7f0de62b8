import { type CommandName, envName, flagHelp, flagsOf, flagText } from '../../src/cli/flags.ts';
import { tableText } from './methodTables.ts';

/** docs/cli.md with the options of each command between its marks. */
export function withOptions(page: string): string {
  return page.replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, name: CommandName, end: string) => `${start}\n${optionsTable(name)}\n${end}`,
  );
}

function optionsTable(command: CommandName): string {
  const isServing = command === 'serve';
  const head = isServing ? ['flag', 'environment variable', 'meaning'] : ['flag', 'meaning'];
  const rows = flagsOf(command).map((flag) => {
    const cells = [`\`${flagText(flag)}\``, flagHelp(flag, command)];
    return isServing ? cells.toSpliced(1, 0, flag.kind ? `\`${envName(flag.name)}\`` : '-') : cells;
  });
  return tableText(head, rows);
}
