import { describe, expect, it } from 'vitest';
import { type JsonObject, stringifyJson } from '../../src/codec/jsonText.ts';
import { type Address, CLOCK_SYSVAR, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { HAS_VECTORS, vectorRows } from '../support/sharedFiles.ts';
import { type AccountSpec, callText, testNode } from '../support/testNode.ts';

const FILES = [
  'address-lookup-table',
  'bpf-upgradeable-loader',
  'config',
  'nonce',
  'spl-token',
  'spl-token-2022',
  'stake',
  'sysvar',
  'unparsable-owners',
  'vote',
];

type Mint = Pick<Row, 'pubkey' | 'owner' | 'dataBase64'>;

interface Row {
  readonly name: string;
  readonly pubkey: Address;
  readonly owner: Address;
  readonly space: number;
  readonly dataBase64: string;
  readonly additional: {
    readonly accounts?: readonly Mint[];
    readonly clockUnixTimestamp?: number | bigint | null;
  } | null;
  readonly expected: JsonObject;
  readonly expectedText?: string;
  readonly fallback?: boolean;
  readonly getProgramAccounts?: string;
}

describe.skipIf(!HAS_VECTORS)('every account vector through the public methods', () => {
  describe.each(FILES)('%s', (file) => {
    const rows = vectorRows(`accounts/${file}.json`) as unknown as readonly Row[];

    it('has rows', () => expect(rows.length).toBeGreaterThan(0));

    it.each(rows.map((row) => [row.name, row] as const))('%s: getMultipleAccounts', async (_name, row) => {
      const node = testNode({ accounts: accountsOf(row) }, 'agave');
      const text = await callText(node, 'getMultipleAccounts', `[["${row.pubkey}"],{"encoding":"jsonParsed"}]`);
      expect(text).toBe(`{"context":{"apiVersion":"4.1.0","slot":0},"value":[${accountText(row)}]}`);
    });

    it.each(rows.map((row) => [row.name, row] as const))('%s: getProgramAccounts', async (_name, row) => {
      const node = testNode({ accounts: accountsOf(row) }, 'agave');
      const text = await callText(node, 'getProgramAccounts', `["${row.owner}",{"encoding":"jsonParsed"}]`);
      const entry = `{"account":${accountText(row)},"pubkey":"${row.pubkey}"}`;
      if (isOmitted(row)) expect(text).not.toContain(`"pubkey":"${row.pubkey}"`);
      else if (row.getProgramAccounts === undefined) expect(text).toContain(entry);
      // the native mint is known to lists without its account
      else expect(text).toContain('"decimals":9');
    });

    it.each(rows.map((row) => [row.name, row] as const))(
      '%s: the contract dialect adds the program',
      async (_name, row) => {
        const node = testNode({ accounts: accountsOf(row) }, 'contract');
        const text = await callText(node, 'getMultipleAccounts', `[["${row.pubkey}"],{"encoding":"jsonParsed"}]`);
        const { parsed, program } = row.expected;
        const data =
          program === undefined ? dataText(row) : stringifyJson({ ...row.expected, [program as string]: parsed });
        expect(text).toContain(`"value":[{"data":${data},"executable"`);
      },
    );
  });
});

/** Lists of a token program leave out what does not parse. */
function isOmitted(row: Row): boolean {
  return (
    row.fallback === true &&
    (row.owner === TOKEN_PROGRAM || row.owner === TOKEN_2022_PROGRAM) &&
    !/pars/.test(row.getProgramAccounts ?? '')
  );
}

function dataText(row: Row): string {
  return row.expectedText ?? stringifyJson(row.expected);
}

function accountText(row: Row): string {
  return `{"data":${dataText(row)},"executable":false,"lamports":1000000,"owner":"${row.owner}","rentEpoch":18446744073709551615,"space":${row.space}}`;
}

function accountsOf({ additional, dataBase64, owner, pubkey }: Row): AccountSpec[] {
  const accounts: AccountSpec[] = [{ address: pubkey, owner, data: Buffer.from(dataBase64, 'base64') }];
  for (const mint of additional?.accounts ?? [])
    accounts.push({ address: mint.pubkey, owner: mint.owner, data: Buffer.from(mint.dataBase64, 'base64') });
  const time = additional?.clockUnixTimestamp;
  if (time !== undefined && time !== null) accounts.push({ address: CLOCK_SYSVAR, data: clockData(BigInt(time)) });
  return accounts;
}

function clockData(unixTimestamp: bigint): Uint8Array {
  const data = Buffer.alloc(40);
  data.writeBigInt64LE(unixTimestamp, 32);
  return data;
}
