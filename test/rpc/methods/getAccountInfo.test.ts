import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS, badParams, contextText, partOf, TOO_LONG_FOR_BASE58, tooOld } from '../../support/answers.ts';
import { accountConfigCases, addressCases, countCases } from '../../support/paramCases.ts';
import { callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { holdingAccount, mintAccount } from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const SHORT = namedAddress('short');
const LONG = namedAddress('long');
const BROKE = namedAddress('broke');
const NOBODY = namedAddress('nobody');
const MINT = namedAddress('mint');
const HOLDING = namedAddress('holding');
const LOST_HOLDING = namedAddress('holding of a mint that is not there');
const WRAPPED = namedAddress('wrapped');
const OWNER = namedAddress('owner');

const SHORT_DATA = Buffer.from([0, 1, 2, 3, 250]);
const LONG_DATA = Buffer.alloc(129, 7);

const LOST = holdingAccount({ address: LOST_HOLDING, mint: NOBODY, owner: OWNER, amount: 5n });

const NODE = testNode({
  ...THREE_TIPS,
  accounts: [
    {
      address: SHORT,
      lamports: 18446744073709551615n,
      owner: OWNER,
      data: SHORT_DATA,
      executable: true,
      rentEpoch: 9n,
    },
    { address: LONG, lamports: 1n, data: LONG_DATA },
    { address: BROKE, lamports: 0n, data: Buffer.from('gone') },
    mintAccount({ address: MINT, supply: 700n, decimals: 2 }),
    holdingAccount({ address: HOLDING, mint: MINT, owner: OWNER, amount: 150n }),
    holdingAccount({ address: WRAPPED, mint: NATIVE_MINT, owner: OWNER, amount: 1n }),
    LOST,
  ],
});

describe.each(BOTH_DIALECTS)('getAccountInfo (%s)', (dialect: DialectName) => {
  const ask = (params: string) => callText(NODE, 'getAccountInfo', params, dialect);
  const askFor = (address: string, config = '{}') => ask(`["${address}",${config}]`);
  const answer = (value: string, slot = 5) => contextText(value, slot);
  const shortText = (data: string) =>
    `{"data":${data},"executable":true,"lamports":18446744073709551615,"owner":"${OWNER}","rentEpoch":9,"space":5}`;

  it.each([...countCases(1, 2), ...addressCases(), ...accountConfigCases(`"${SHORT}"`)])(
    '%s is refused',
    async (params, error) => {
      expect(await ask(params)).toBe(error);
    },
  );

  it('decodes the configuration before it looks at the address', async () => {
    expect(await askFor('0', '{"minContextSlot":-1}')).toBe(badParams('invalid value: integer `-1`, expected u64'));
  });

  it.each(['null', '{}', '{"encoding":null,"dataSlice":null,"minContextSlot":null}', '{"encoding":"binary"}'])(
    'a configuration of %s gives bare base58',
    async (config) => {
      expect(await askFor(SHORT, config)).toBe(answer(shortText(`"${bs58.encode(SHORT_DATA)}"`)));
      expect(await ask(`["${SHORT}"]`)).toBe(await askFor(SHORT, config));
    },
  );

  it.each([
    ['{"encoding":"base58"}', `["${bs58.encode(SHORT_DATA)}","base58"]`],
    ['{"encoding":"base64"}', '["AAECA/o=","base64"]'],
    ['{"encoding":{"base64":null}}', '["AAECA/o=","base64"]'],
    ['{"encoding":"jsonParsed"}', '["AAECA/o=","base64"]'],
    ['{"dataSlice":{"offset":1,"length":2}}', `"${bs58.encode(SHORT_DATA.subarray(1, 3))}"`],
    ['{"encoding":"base64","dataSlice":[4,9]}', '["+g==","base64"]'],
    ['{"encoding":"jsonParsed","dataSlice":[4,9]}', '["+g==","base64"]'],
    ['{"encoding":"base64","dataSlice":[5,1]}', '["","base64"]'],
  ])('%s: %s', async (config, data) => {
    expect(await askFor(SHORT, config)).toBe(answer(shortText(data)));
  });

  it('compresses with zstd', async () => {
    expect(partOf(await askFor(SHORT, '{"encoding":"base64+zstd"}'), 'value', 'data', 1)).toBe('"base64+zstd"');
  });

  it.each(['{}', '{"encoding":"base58"}', '{"dataSlice":[0,129]}'])('%s: 129 bytes are too long', async (config) => {
    expect(await askFor(LONG, config)).toBe(TOO_LONG_FOR_BASE58);
  });

  it('counts the bytes that are left after slicing', async () => {
    expect(partOf(await askFor(LONG, '{"dataSlice":[1,500]}'), 'value', 'data')).toBe(
      `"${bs58.encode(LONG_DATA.subarray(1))}"`,
    );
  });

  it.each([NOBODY, BROKE, SYSTEM_PROGRAM])('%s does not exist', async (address) => {
    expect(await askFor(address)).toBe(answer('null'));
  });

  it.each([
    ['processed', 7],
    ['confirmed', 6],
    ['finalized', 5],
    ['bogus', 5],
  ])('%s is read at its tip and no later slot', async (commitment, tip) => {
    const config = (slot: number) => `{"commitment":"${commitment}","minContextSlot":${slot}}`;
    expect(await askFor(NOBODY, config(tip))).toBe(answer('null', tip));
    expect(await askFor(LONG, config(tip + 1))).toBe(tooOld(tip));
  });

  it('parses a token account with the mint of the ledger, whatever the slice', async () => {
    const parsed = `{"parsed":{"info":{"isNative":false,"mint":"${MINT}","owner":"${OWNER}","state":"initialized","tokenAmount":{"amount":"150","decimals":2,"uiAmount":1.5,"uiAmountString":"1.5"}},"type":"account"},"program":"spl-token","space":165}`;
    const account = `{"data":${parsed},"executable":false,"lamports":1000000,"owner":"${TOKEN_PROGRAM}","rentEpoch":18446744073709551615,"space":165}`;
    expect(await askFor(HOLDING, '{"encoding":"jsonParsed"}')).toBe(answer(account));
    expect(await askFor(HOLDING, '{"encoding":"jsonParsed","dataSlice":[0,0]}')).toBe(answer(account));
  });

  it('shows a token account whole where its mint is missing, the native one included', async () => {
    const text = await askFor(LOST_HOLDING, '{"encoding":"jsonParsed","dataSlice":[0,1]}');
    expect(partOf(text, 'value', 'data')).toBe(`["${Buffer.from(LOST.data!).toString('base64')}","base64"]`);
    expect(partOf(await askFor(WRAPPED, '{"encoding":"jsonParsed"}'), 'value', 'data', 1)).toBe('"base64"');
  });
});
