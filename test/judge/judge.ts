import { natureOf } from './byNature.ts';
import { type Difference, differencesOf } from './compare.ts';
import { sessionOfLocalnet } from './localnet.ts';
import { HAS_SESSION, recordedSession } from './recordedSession.ts';
import { runSession } from './session.ts';

const MAX_SHOWN = 200;

/** `npm run judge`: compares a localnet with a real node, or with the recorded session of one. Returns the exit code. */
export async function judge([url, wsUrl]: readonly string[]): Promise<number> {
  if (url === undefined && !HAS_SESSION) {
    console.error(
      'there is no recorded session: name the URL of a new test validator of Agave 4.3, npm run judge -- URL [WS-URL]',
    );
    return 2;
  }
  const real = url === undefined ? recordedSession() : await runSession(url, wsUrl ?? nextPort(url));
  const differences = differencesOf(real, await sessionOfLocalnet());
  const own = differences.filter((difference) => natureOf(difference) === undefined);
  for (const [where, [first, ...others]] of byPlace(own)) {
    console.log(`${others.length + 1}× ${where}  (${first!.label})`);
    console.log(`    real: ${shown(first!.expected)}\n    here: ${shown(first!.found)}`);
  }
  console.log(`${real.length} answers: ${own.length} differences, and ${differences.length - own.length} by nature`);
  return own.length === 0 ? 0 : 1;
}

/** A test validator has its sockets on the next port. */
function nextPort(url: string): string {
  const socket = new URL(url.replace(/^http/, 'ws'));
  socket.port = `${Number(socket.port) + 1}`;
  return socket.href;
}

function byPlace(differences: readonly Difference[]): ReadonlyMap<string, readonly Difference[]> {
  const groups = new Map<string, readonly Difference[]>();
  for (const difference of differences) {
    const place = `${difference.where}: ${difference.kind}`;
    groups.set(place, [...(groups.get(place) ?? []), difference]);
  }
  return groups;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
