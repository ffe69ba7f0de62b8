import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, sol, startNode } from '../../../src/index.ts';

/**
 * A compiled program: it moves tickets from the second account to the pool, the third one, and pays the first one 0.001 SOL for each from the
 * pool. It fails with 1 where there are too few.
 */
const SWAP =
  'f0VMRgIBAQAAAAAAAAAAAAMA9wABAAAAQAAAAAAAAAAAAAAAAAAAAPgAAAAAAAAAAAAAAEAAOAAAAEAAAwACAHkSQHkAAAAAeRPAKAAAAAA9IwIA' +
  'AAAAALcAAAABAAAAlQAAAAAAAAB5FMAoAAAAAB8kAAAAAAAAe0HAKAAAAAB5FChRAAAAAA8kAAAAAAAAe0EoUQAAAAAnAgAAQEIPAHkUGFEAAAAA' +
  'HyQAAAAAAAB7QRhRAAAAAHkUUAAAAAAADyQAAAAAAAB7QVAAAAAAALcAAAAAAAAAlQAAAAAAAAAALnRleHQALnNoc3RydGFiAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAEAAAAGAAAAAAAAAEAAAAAAAAAA' +
  'QAAAAAAAAACgAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAcAAAADAAAAAAAAAAAAAAAAAAAAAAAAAOAAAAAAAAAAGAAAAAAAAAAAAAAA' +
  'AAAAAAgAAAAAAAAAAAAAAAAAAAA=';

const numberOf = (tickets: bigint) => new Uint8Array(new BigUint64Array([tickets]).buffer);

/** A cluster in place of mainnet: a program, its accounts and a wallet. */
export function startCluster() {
  const program = join(mkdtempSync(join(tmpdir(), 'cluster-')), 'swap.so');
  writeFileSync(program, Buffer.from(SWAP, 'base64'));
  const script = ledger()
    .program('swap', { program })
    .wallet('alice', sol(5))
    .rawAccount('tickets', { owner: 'swap', data: numberOf(100n) })
    .rawAccount('pool', { owner: 'swap', data: numberOf(0n), lamports: sol(1) })
    .block(1_000_000);
  return startNode({ ledger: script, dialect: 'agave' });
}
