import { type CommandName, envName, flagHelp, flagsOf, flagText } from '../../src/cli/flags.ts';
import { ALL_SETTINGS } from '../../src/node/settings.ts';
import { tableText } from './methodTables.ts';

/** docs/cli.md with the options of each command and of the library between its marks. */
export function withOptions(page: string): string {
  return page.replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, name: CommandName | 'library', end: string) =>
      `${start}\n${name === 'library' ? libraryTable() : optionsTable(name)}\n${end}`,
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

/** `startNode` takes every option. */
function libraryTable(): string {
  const flags = new Map(flagsOf('serve').map(({ name, option }) => [option, `\`--${name}\``]));
  const rows = ALL_SETTINGS.flatMap(([name, { takenBy = [] }]) => {
    const takers = takenBy.map((taker) => (taker === 'plugin' ? 'the plugin' : `\`${taker}\``));
    return takers.length === 0 ? [] : [[`\`${name}\``, flags.get(name) ?? '-', takers.join(', ')]];
  });
  return tableText(['option', 'flag', 'taken by'], rows);
}
