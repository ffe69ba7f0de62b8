import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SHARED } from '../support/sharedFiles.ts';
import type { Answer } from './judgedNode.ts';

const FILE = `${SHARED}/corpus/validator/session-4.3.2.jsonl.gz`;

export const HAS_SESSION: boolean = existsSync(FILE);

/** The session of a real test validator of Agave 4.3.2. */
export function recordedSession(): readonly Answer[] {
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Answer);
}
