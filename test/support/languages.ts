import { readText } from '../docs/tables.ts';

/** The languages with an example, each with the tool that its tests need. */
export const LANGUAGES = { python: 'pytest', go: 'go test', rust: 'cargo test', java: 'mvn' } as const;

export type Language = keyof typeof LANGUAGES;

/** The command that runs the tests of an example: the first block for the shell that has the tool, in its part of docs/languages.md. */
export function commandOf(language: Language): string {
  const blocks = readText('docs/languages.md').matchAll(/^```sh\n([\s\S]*?)\n```$/gm);
  const commands = Array.from(blocks, ([, command]) => command!);
  return commands.find((command) => command.includes(LANGUAGES[language]))!;
}
