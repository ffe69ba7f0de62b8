import { readdirSync, readFileSync } from 'node:fs';
import { type RunningNode, startNode } from '../../src/node/createNode.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';

/** The sample ledger on a port of its own, answering as a real node does. */
export function startSample(): Promise<RunningNode> {
  return startNode({ ledger: [SAMPLE_LEDGER], dialect: 'agave' });
}

/** Address of an account of the sample by the name of its file, e.g. `alice`. */
export function sampleAddress(name: string): string {
  return (JSON.parse(readFileSync(`${SAMPLE_LEDGER}/accounts/${name}.json`, 'utf8')) as { pubkey: string }).pubkey;
}

/** Names of all accounts of the sample. */
export function sampleAccounts(): string[] {
  return readdirSync(`${SAMPLE_LEDGER}/accounts`).map((file) => file.replace('.json', ''));
}

/** Slots of the sample: its blocks from `first` to `finalized` are given out, from `alpenglow` on they have no votes. */
export const SAMPLE_SLOTS = { first: 302, skipped: 307, alpenglow: 317, finalized: 319, processed: 320 } as const;

export function sampleBlockSlots(last: number = SAMPLE_SLOTS.finalized): number[] {
  return readdirSync(`${SAMPLE_LEDGER}/blocks`)
    .map((file) => Number.parseInt(file, 10))
    .filter((slot) => slot >= SAMPLE_SLOTS.first && slot <= last)
    .sort((a, b) => a - b);
}
