import { readFileSync } from 'node:fs';

/** A page of the documentation, or a source file, from the root of the project. */
export function readText(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** The rows of the table under a heading, without its head; cells as they are written. */
export function tableUnder(heading: string, page: string): readonly (readonly string[])[] {
  const start = page.indexOf(`${heading}\n`);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const [section = ''] = page.slice(start + heading.length).split(/\n#/);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The words of a cell that are set as code. */
export function codeWords(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, word]) => word!);
}

/** The fenced blocks of a language. */
export function codeBlocks(language: string, page: string): readonly string[] {
  return Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code]) => code!);
}

/** What the files of a method are named: as the method, a dot and the letter behind it as a capital. */
export function fileOfMethod(name: string): string {
  return name.replace(/\.([a-z])/g, (_dot, letter: string) => letter.toUpperCase());
}
