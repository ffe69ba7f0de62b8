import { describe, expect, it } from 'vitest';
import { compareAddresses, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS, badParam, contextText, TOO_LONG_FOR_BASE58, tooOld } from '../../support/answers.ts';
import { accountConfigCases, addressCases, countCases, tokenScopeCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import {
  base64Entry,
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
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const DELEGATE = namedAddress('delegate');
const OWNER = namedAddress('owner');

type Spec = Partial<Parameters<typeof holdingAccount>[0]>;
const approved = (name: string, spec: Spec = {}): AccountSpec =>
  holdingAccount({
    address: namedAddress(name),
    mint: MINT,
    owner: OWNER,
    amount: 15n,
    delegate: DELEGATE,
    delegatedAmount: 4n,
    ...spec,
  });
/** Its bytes still name the delegate, as bytes of an account do after a revocation. */
function revoked(name: string): AccountSpec {
  const account = approved(name);
  const data = Buffer.from(account.data!);
  data[72] = 0;
  return { ...account, data };
}

const nodeWith = (...accounts: readonly AccountSpec[]) =>
  testNode({
    ...THREE_TIPS,
    accounts: [...MINTS, ...accounts],
  });

const ONE = approved('one');
const NODE = nodeWith(ONE);

describe.each(BOTH_DIALECTS)('getTokenAccountsByDelegate (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getTokenAccountsByDelegate', params, dialect);
  const askFor = (scope: string, config = '{"encoding":"base64"}', node = NODE) =>
    ask(`["${DELEGATE}",${scope},${config}]`, node);
  const answer = (entries: readonly string[], slot = 5) => contextText(`[${entries.join(',')}]`, slot);
  const inOrder = (...accounts: readonly AccountSpec[]) =>
    answer([...accounts].sort((a, b) => compareAddresses(a.address, b.address)).map(base64Entry));

  it.each([
    ...countCases(2, 3),
    ...addressCases(`,${ofMint(MINT)}`),
    ...tokenScopeCases(`"${DELEGATE}"`),
    ...accountConfigCases(`"${DELEGATE}",${ofMint(MINT)}`),
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['null', '{}', '{"encoding":"base58"}'])(
    'a configuration of %s is too short for an account',
    async (config) => {
      expect(await askFor(ofMint(MINT), config)).toBe(TOO_LONG_FOR_BASE58);
      expect(await askFor(ofMint(OTHER_MINT), config)).toBe(answer([]));
    },
  );

  it.each([
    ['processed', 7],
    ['confirmed', 6],
    ['finalized', 5],
  ])('%s is read at its tip and no later slot', async (commitment, tip) => {
    const config = (slot: number) => `{"commitment":"${commitment}","encoding":"base64","minContextSlot":${slot}}`;
    expect(await askFor(ofMint(MINT), config(tip))).toBe(answer([base64Entry(ONE)], tip));
    expect(await askFor(ofMint(MINT), config(tip + 1))).toBe(tooOld(tip));
    expect(await askFor(ofMint(OWNER), config(tip + 1))).toBe(tooOld(tip));
  });

  it('takes the initialised accounts with the delegate in one program, ascending by address', async () => {
    const others = [
      approved('two'),
      approved('frozen', { state: 2 }),
      approved('extended', { extension: IMMUTABLE_OWNER }),
    ];
    const ofOther = approved('of another mint', { mint: OTHER_MINT });
    const node = nodeWith(
      ONE,
      ...others,
      ofOther,
      revoked('revoked'),
      approved('uninitialised', { state: 0 }),
      approved('with another delegate', { delegate: OWNER }),
      approved('of the other program', { program: TOKEN_2022_PROGRAM }),
      holdingAccount({ address: namedAddress('its own'), mint: MINT, owner: DELEGATE }),
    );
    expect(await askFor(ofProgram(TOKEN_PROGRAM), undefined, node)).toBe(inOrder(ONE, ...others, ofOther));
    expect(await askFor(ofMint(MINT), undefined, node)).toBe(inOrder(ONE, ...others));
    expect(await askFor(ofMint(OTHER_MINT), undefined, node)).toBe(inOrder(ofOther));
  });

  it('takes those of Token-2022 by its program and by a mint of it', async () => {
    const program = TOKEN_2022_PROGRAM;
    const extended = approved('extended', { mint: NEW_MINT, program, extension: IMMUTABLE_OWNER });
    const stray = approved('of a mint of the older program', { program });
    const node = nodeWith(ONE, extended, stray);
    expect(await askFor(ofProgram(program), undefined, node)).toBe(inOrder(extended, stray));
    expect(await askFor(ofMint(NEW_MINT), undefined, node)).toBe(inOrder(extended));
  });

  it('finds them through an index where the program has many accounts', async () => {
    const crowd = Array.from({ length: 700 }, (_, i) => approved(`${i}`, { delegate: namedAddress(`${i % 60}`) }));
    const node = nodeWith(...crowd, ONE, revoked('revoked'));
    expect(await askFor(ofMint(MINT), undefined, node)).toBe(inOrder(ONE));
    expect(await askFor(ofProgram(TOKEN_PROGRAM), undefined, node)).toBe(inOrder(ONE));
  });

  it('parses, with what is delegated, and leaves out what does not parse', async () => {
    const amount = (raw: string, text: string) =>
      `{"amount":"${raw}","decimals":1,"uiAmount":${text},"uiAmountString":"${text}"}`;
    const parsed = `{"parsed":{"info":{"delegate":"${DELEGATE}","delegatedAmount":${amount('4', '0.4')},"isNative":false,"mint":"${MINT}","owner":"${OWNER}","state":"initialized","tokenAmount":${amount('15', '1.5')}},"type":"account"},"program":"spl-token","space":165}`;
    const node = nodeWith(ONE, approved('odd', { state: 3 }), approved('of no mint', { mint: OWNER }));
    expect(await askFor(ofProgram(TOKEN_PROGRAM), '{"encoding":"jsonParsed"}', node)).toBe(
      answer([entryText(ONE, parsed)]),
    );
  });

  it('knows the native mint without its account', async () => {
    const wrapped = approved('wrapped', { mint: NATIVE_MINT });
    expect(await askFor(ofMint(NATIVE_MINT), undefined, nodeWith(wrapped))).toBe(inOrder(wrapped));
  });

  it.each([
    ['a program that is none of tokens', ofProgram(OWNER), badParam('unrecognized Token program id')],
    ['a mint that is not there', ofMint(OWNER), badParam('could not find mint')],
    ['an account as a mint', ofMint(ONE.address), badParam('Token mint could not be unpacked')],
    ['a mint of another program', ofMint(namedAddress('strange mint')), badParam('not a Token mint')],
  ])('refuses %s', async (_, scope, error) => {
    const node = nodeWith(ONE, mintAccount({ address: namedAddress('strange mint'), owner: OWNER }));
    expect(await askFor(scope, undefined, node)).toBe(error);
  });
});
