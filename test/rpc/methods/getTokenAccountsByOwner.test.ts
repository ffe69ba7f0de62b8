import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { compareAddresses, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { multisig } from '../../solana/programs/accounts/splTokenBytes.ts';
import { BOTH_DIALECTS, badParam, contextText, partOf, TOO_LONG_FOR_BASE58, tooOld } from '../../support/answers.ts';
import { accountConfigCases, addressCases, countCases, tokenScopeCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import {
  base64Entry,
  clockAccount,
  entryText,
  holdingAccount,
  IMMUTABLE_OWNER,
  MINT,
  MINTS,
  mintAccount,
  NEW_MINT,
  OTHER_MINT,
  ofMint,
  ofProgram,
  scaledUiAmount,
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const OWNER = namedAddress('owner');
const LOST_MINT = namedAddress('lost mint');

const holding = (name: string, spec: Partial<Parameters<typeof holdingAccount>[0]> = {}): AccountSpec =>
  holdingAccount({ address: namedAddress(name), mint: MINT, owner: OWNER, amount: 15n, ...spec });

const nodeWith = (...accounts: readonly AccountSpec[]) =>
  testNode({
    ...THREE_TIPS,
    accounts: [...MINTS, ...accounts],
  });

const ONE = holding('one');
const NODE = nodeWith(ONE);

describe.each(BOTH_DIALECTS)('getTokenAccountsByOwner (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getTokenAccountsByOwner', params, dialect);
  const askFor = (scope: string, config = '{"encoding":"base64"}', node = NODE) =>
    ask(`["${OWNER}",${scope},${config}]`, node);
  const answer = (entries: readonly string[], slot = 5) => contextText(`[${entries.join(',')}]`, slot);

  it.each([
    ...countCases(2, 3),
    ...addressCases(`,${ofMint(MINT)}`),
    ...tokenScopeCases(`"${OWNER}"`),
    ...accountConfigCases(`"${OWNER}",${ofMint(MINT)}`),
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['null', '{}', '{"encoding":null}', '{"encoding":"binary"}', '{"encoding":"base58"}', '{"commitment":"x"}'])(
    'a configuration of %s is too short for the first account there is',
    async (config) => {
      expect(await askFor(ofMint(MINT), config)).toBe(TOO_LONG_FOR_BASE58);
      expect(await askFor(ofMint(OTHER_MINT), config)).toBe(answer([]));
    },
  );

  it('shows bare base58 of a slice', async () => {
    const slice = Buffer.from(ONE.data!).subarray(64, 72);
    expect(await askFor(ofMint(MINT), '{"dataSlice":{"offset":64,"length":8}}')).toBe(
      answer([entryText(ONE, `"${bs58.encode(slice)}"`)]),
    );
    expect(await askFor(ofMint(MINT), '{"dataSlice":[37,128]}')).toBe(
      answer([entryText(ONE, `"${bs58.encode(Buffer.from(ONE.data!).subarray(37))}"`)]),
    );
    expect(await askFor(ofMint(MINT), '{"dataSlice":[36,129]}')).toBe(TOO_LONG_FOR_BASE58);
  });

  it.each([
    ['processed', 7],
    ['confirmed', 6],
    ['finalized', 5],
  ])('%s is read at its tip and no later slot', async (commitment, tip) => {
    const config = (slot: number) => `{"commitment":"${commitment}","encoding":"base64","minContextSlot":${slot}}`;
    expect(await askFor(ofMint(MINT), config(tip))).toBe(answer([base64Entry(ONE)], tip));
    expect(await askFor(ofMint(MINT), config(tip + 1))).toBe(tooOld(tip));
    // noticed before the scope is
    expect(await askFor(ofProgram(OWNER), config(tip + 1))).toBe(tooOld(tip));
  });

  it('takes the initialised accounts of the owner in one program, ascending by address', async () => {
    const held = [
      ONE,
      holding('two', { mint: OTHER_MINT, amount: 0n }),
      holding('frozen', { state: 2 }),
      holding('extended', { extension: IMMUTABLE_OWNER }),
      holding('of a mint that is not there', { mint: LOST_MINT }),
      holding('odd', { state: 3 }),
    ];
    const node = nodeWith(
      ...held,
      holding('uninitialised', { state: 0 }),
      holding('of someone else', { owner: MINT }),
      holding('of the other program', { program: TOKEN_2022_PROGRAM }),
      { ...holding('of no program'), owner: OWNER },
      { ...holding('gone'), lamports: 0n },
      {
        address: namedAddress('multisig'),
        owner: TOKEN_PROGRAM,
        data: multisig(1, 1, [Buffer.from(bs58.decode(OWNER))]),
      },
    );
    const sorted = [...held].sort((a, b) => compareAddresses(a.address, b.address));
    expect(await askFor(ofProgram(TOKEN_PROGRAM), undefined, node)).toBe(answer(sorted.map(base64Entry)));
    const ofOne = sorted.filter(({ data }) => bs58.encode(Buffer.from(data!).subarray(0, 32)) === MINT);
    expect(await askFor(ofMint(MINT), undefined, node)).toBe(answer(ofOne.map(base64Entry)));
  });

  it('takes those of Token-2022 by its program and by a mint of it', async () => {
    const plain = holding('plain', { mint: NEW_MINT, program: TOKEN_2022_PROGRAM });
    const extended = holding('extended', { mint: NEW_MINT, program: TOKEN_2022_PROGRAM, extension: IMMUTABLE_OWNER });
    const stray = holding('of a mint of the older program', { program: TOKEN_2022_PROGRAM });
    const node = nodeWith(ONE, plain, extended, stray);
    const text = (accounts: readonly AccountSpec[]) =>
      answer([...accounts].sort((a, b) => compareAddresses(a.address, b.address)).map(base64Entry));
    expect(await askFor(ofProgram(TOKEN_2022_PROGRAM), undefined, node)).toBe(text([plain, extended, stray]));
    expect(await askFor(ofMint(NEW_MINT), undefined, node)).toBe(text([plain, extended]));
    expect(await askFor(ofMint(MINT), undefined, node)).toBe(text([ONE]));
  });

  it('finds them through an index where the program has many accounts', async () => {
    const crowd = Array.from({ length: 700 }, (_, i) =>
      holding(`${i}`, { owner: namedAddress(`owner ${i % 60}`), mint: i % 2 === 0 ? MINT : OTHER_MINT }),
    );
    const node = nodeWith(...crowd, ONE);
    expect(await askFor(ofMint(MINT), undefined, node)).toBe(answer([base64Entry(ONE)]));
    expect(await askFor(ofProgram(TOKEN_PROGRAM), undefined, node)).toBe(answer([base64Entry(ONE)]));
    expect(await askFor(ofMint(OTHER_MINT), undefined, node)).toBe(answer([]));
  });

  it('parses, whatever the slice, and leaves out what does not parse', async () => {
    const node = nodeWith(ONE, holding('odd', { state: 3 }), holding('of no mint', { mint: LOST_MINT }));
    const parsed = `{"parsed":{"info":{"isNative":false,"mint":"${MINT}","owner":"${OWNER}","state":"initialized","tokenAmount":{"amount":"15","decimals":1,"uiAmount":1.5,"uiAmountString":"1.5"}},"type":"account"},"program":"spl-token","space":165}`;
    const expected = answer([entryText(ONE, parsed)]);
    expect(await askFor(ofMint(MINT), '{"encoding":"jsonParsed"}', node)).toBe(expected);
    expect(await askFor(ofProgram(TOKEN_PROGRAM), '{"encoding":"jsonParsed","dataSlice":[0,1]}', node)).toBe(expected);
  });

  it('knows the native mint without its account', async () => {
    const wrapped = holding('wrapped', { mint: NATIVE_MINT });
    const node = nodeWith(wrapped);
    expect(await askFor(ofMint(NATIVE_MINT), undefined, node)).toBe(answer([base64Entry(wrapped)]));
    const text = await askFor(ofMint(NATIVE_MINT), '{"encoding":"jsonParsed"}', node);
    expect(partOf(text, 'value', 0, 'account', 'data', 'parsed', 'info', 'tokenAmount')).toBe(
      '{"amount":"15","decimals":9,"uiAmount":1.5e-8,"uiAmountString":"0.000000015"}',
    );
  });

  it('shows amounts as the mint has it at the time of the Clock', async () => {
    const address = namedAddress('scaled mint');
    const mint = mintAccount({ address, decimals: 1, extension: scaledUiAmount(2, 1_000n, 0.5) });
    const account = holding('scaled', { mint: address, program: TOKEN_2022_PROGRAM, amount: 150n });
    const amountAt = async (seconds: bigint) => {
      const text = await askFor(
        ofMint(address),
        '{"encoding":"jsonParsed"}',
        nodeWith(mint, account, clockAccount(seconds)),
      );
      return partOf(text, 'value', 0, 'account', 'data', 'parsed', 'info', 'tokenAmount', 'uiAmountString');
    };
    expect(await amountAt(999n)).toBe('"30"');
    expect(await amountAt(1_000n)).toBe('"7.5"');
  });

  it('finds those of a mint that needs a time without having one', async () => {
    const mint = mintAccount({ address: NEW_MINT, extension: scaledUiAmount(2, 1_000n, 0.5) });
    const account = holding('scaled', { mint: NEW_MINT, program: TOKEN_2022_PROGRAM });
    expect(await askFor(ofMint(NEW_MINT), undefined, testNode({ accounts: [mint, account] }))).toBe(
      answer([base64Entry(account)], 0),
    );
  });

  const couldNotUnpack = badParam('Token mint could not be unpacked');
  it.each([
    ['a program that is none of tokens', ofProgram(OWNER), badParam('unrecognized Token program id')],
    ['a mint as a program', ofProgram(MINT), badParam('unrecognized Token program id')],
    ['a mint that is not there', ofMint(LOST_MINT), badParam('could not find mint')],
    ['a program as a mint', ofMint(TOKEN_PROGRAM), badParam('could not find mint')],
    ['an account as a mint', ofMint(ONE.address), couldNotUnpack],
    ['a mint of another program', ofMint(namedAddress('strange mint')), badParam('not a Token mint')],
  ])('refuses %s', async (_, scope, error) => {
    const node = nodeWith(ONE, mintAccount({ address: namedAddress('strange mint'), owner: OWNER }));
    expect(await askFor(scope, undefined, node)).toBe(error);
  });
});
