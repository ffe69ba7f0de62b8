// Writes into package.json where the project lives. A workflow of GitHub knows it; anyone else fills in the next line.
import { execFileSync } from 'node:child_process';

const PLACE = process.env.GITHUB_REPOSITORY ?? ''; // the owner and the name on GitHub, with a slash between

if (!/^[\w.-]+\/[\w.-]+$/.test(PLACE)) {
  process.stderr.write('build/place.mjs has one line to fill in: the place of the project on GitHub, as OWNER/NAME\n');
  process.exit(1);
}
const url = `https://github.com/${PLACE}`;
const members = {
  'repository.type': 'git',
  'repository.url': `git+${url}.git`,
  homepage: `${url}#readme`,
  'bugs.url': `${url}/issues`,
};
execFileSync('npm', ['pkg', 'set', ...Object.entries(members).map(([name, value]) => `${name}=${value}`)], {
  stdio: 'inherit',
});
