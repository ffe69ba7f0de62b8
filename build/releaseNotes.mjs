// Prints the section of CHANGELOG.md about one version: `node build/releaseNotes.mjs 0.9.0`. The release on GitHub shows it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [version] = process.argv.slice(2);
const lines = readFileSync(path.join(import.meta.dirname, '../CHANGELOG.md'), 'utf8').split('\n');
const start = lines.indexOf(`## ${version}`);
if (start === -1) {
  process.stderr.write(`CHANGELOG.md has no section "## ${version}"\n`);
  process.exit(1);
}
const end = lines.findIndex((line, i) => i > start && line.startsWith('## '));
process.stdout.write(
  `${lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim()}\n`,
);
