import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { type Address, addressOf } from '../../../../src/solana/address.ts';
import {
  parseToken2022Account,
  parseTokenAccount,
} from '../../../../src/solana/programs/splToken/tokenAccountParsers.ts';
import { describeHostile } from './hostile.ts';
import { key, keyText, U64_MAX, u32, u64 } from './layoutBytes.ts';
import { accountWith, entry, mint, mintWith, multisig, optionalKey, tokenAccount, withMint } from './splTokenBytes.ts';
import { ANY_ADDRESS, parsedText } from './vectors.ts';

const parse = withMint(parseTokenAccount);

const plainInfo = (state: string): string =>
  `"isNative":false,"mint":"${keyText(1)}","owner":"${keyText(2)}","state":"${state}",`;

describe('token accounts', () => {
  it('leaves out what an account has not', () => {
    expect(parsedText(parse, tokenAccount({ amount: 1050n }))).toBe(
      `{"parsed":{"info":{${plainInfo('initialized')}` +
        '"tokenAmount":{"amount":"1050","decimals":2,"uiAmount":10.5,"uiAmountString":"10.5"}},"type":"account"},' +
        '"program":"spl-token","space":165}',
    );
  });

  it('shows everything that an account has', () => {
    const data = tokenAccount({
      amount: U64_MAX,
      delegate: optionalKey(3),
      state: 2,
      native: Buffer.concat([u32(1), u64(203n)]),
      delegatedAmount: 5n,
      closeAuthority: optionalKey(0),
    });
    expect(parsedText(parse, data)).toBe(
      `{"parsed":{"info":{"closeAuthority":"${keyText(0)}","delegate":"${keyText(3)}",` +
        '"delegatedAmount":{"amount":"5","decimals":2,"uiAmount":0.05,"uiAmountString":"0.05"},' +
        `"isNative":true,"mint":"${keyText(1)}","owner":"${keyText(2)}",` +
        '"rentExemptReserve":{"amount":"203","decimals":2,"uiAmount":2.03,"uiAmountString":"2.03"},"state":"frozen",' +
        '"tokenAmount":{"amount":"18446744073709551615","decimals":2,"uiAmount":1.8446744073709552e+17,' +
        '"uiAmountString":"184467440737095516.15"}},"type":"account"},"program":"spl-token","space":165}',
    );
  });

  it('hides a delegated amount without a delegate', () => {
    expect(parsedText(parse, tokenAccount({ delegatedAmount: 9n }))).not.toContain('delegatedAmount');
  });

  it('shows a delegated amount of zero with a delegate', () => {
    expect(parsedText(parse, tokenAccount({ delegate: optionalKey(3) }))).toContain('"delegatedAmount":{"amount":"0"');
  });

  it('names the program by owner', () => {
    expect(parsedText(withMint(parseToken2022Account), tokenAccount())).toContain('"program":"spl-token-2022"');
    expect(parsedText(parseToken2022Account, mint())).toContain('"program":"spl-token-2022"');
    expect(parsedText(parseTokenAccount, mintWith(entry(9)))).toContain('"program":"spl-token"');
  });

  it('asks for the mint of the account and fails without it', () => {
    const asked: Address[] = [];
    const mintOf = (address: Address) => {
      asked.push(address);
      return undefined;
    };
    expect(parseTokenAccount(tokenAccount(), ANY_ADDRESS, { version: NODE_VERSIONS['4.1'], mintOf })).toBeUndefined();
    expect(asked).toEqual([keyText(1)]);
  });

  it.each([
    ['an uninitialized account', tokenAccount({ state: 0 })],
    ['an unknown state', tokenAccount({ state: 3 })],
    ['a bad delegate tag', tokenAccount({ delegate: optionalKey(3, 2) })],
    ['a bad native tag', tokenAccount({ native: Buffer.concat([u32(256), u64(0n)]) })],
    ['a bad close authority tag', tokenAccount({ closeAuthority: optionalKey(3, 0x01000000) })],
    ['164 bytes', tokenAccount().subarray(0, 164)],
    ['no bytes', Buffer.alloc(0)],
    ['a kind byte of no kind', Buffer.concat([tokenAccount(), Buffer.from([3])])],
    ['a kind byte of a mint', Buffer.concat([tokenAccount(), Buffer.from([1])])],
  ])('refuses %s', (_, data) => {
    expect(parsedText(parse, data)).toBeUndefined();
  });
});

describe('mints', () => {
  it('shows absent authorities as null', () => {
    expect(parsedText(parseTokenAccount, mint({ supply: U64_MAX, decimals: 255 }))).toBe(
      '{"parsed":{"info":{"decimals":255,"freezeAuthority":null,"isInitialized":true,"mintAuthority":null,' +
        '"supply":"18446744073709551615"},"type":"mint"},"program":"spl-token","space":82}',
    );
  });

  it('shows authorities', () => {
    const data = mint({ mintAuthority: optionalKey(5), freezeAuthority: optionalKey(0) });
    expect(parsedText(parseTokenAccount, data)).toContain(
      `"freezeAuthority":"${keyText(0)}","isInitialized":true,"mintAuthority":"${keyText(5)}"`,
    );
  });

  it('needs no mint look-up', () => {
    expect(
      parseTokenAccount(mint(), ANY_ADDRESS, { version: NODE_VERSIONS['4.1'], mintOf: () => expect.unreachable() }),
    ).toBeDefined();
  });

  const dirtyPadding = mintWith(entry(9));
  dirtyPadding[164] = 1;
  it.each([
    ['an uninitialized mint', mint({ isInitialized: 0 })],
    ['an initialized flag of 2', mint({ isInitialized: 2 })],
    ['a bad mint authority tag', mint({ mintAuthority: optionalKey(5, 2) })],
    ['a bad freeze authority tag', mint({ freezeAuthority: optionalKey(5, 2) })],
    ['81 bytes', mint().subarray(0, 81)],
    ['83 bytes', Buffer.concat([mint(), Buffer.alloc(1)])],
    ['a padded mint of 165 bytes', mintWith().subarray(0, 165)],
    ['padding that is not zero', dirtyPadding],
  ])('refuses %s', (_, data) => {
    expect(parsedText(parse, data)).toBeUndefined();
  });
});

describe('multisigs', () => {
  it('shows the places that are taken, whatever the counts say', () => {
    const data = multisig(2, 200, [key(1), key(0), key(3)]);
    expect(parsedText(parseTokenAccount, data)).toBe(
      '{"parsed":{"info":{"isInitialized":true,"numRequiredSigners":2,"numValidSigners":200,' +
        `"signers":["${keyText(1)}","${keyText(3)}"]},"type":"multisig"},"program":"spl-token","space":355}`,
    );
  });

  it('takes whatever has their length for one, even what would be an account', () => {
    const data = Buffer.concat([accountWith(), Buffer.alloc(355 - 166)]);
    expect(parsedText(parse, data)).toContain('"numRequiredSigners":1,"numValidSigners":1');
  });

  it.each([0, 2])('refuses an initialized flag of %i', (flag) => {
    expect(parsedText(parseTokenAccount, multisig(1, 1, [key(1)], flag))).toBeUndefined();
  });
});

describe('properties', () => {
  const u64s = fc.bigInt({ min: 0n, max: U64_MAX });
  const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('shows the amounts and addresses that the bytes hold', () => {
    fc.assert(
      fc.property(u64s, u64s, u64s, keys, (amount, delegatedAmount, reserve, delegate) => {
        const data = tokenAccount({
          amount,
          delegatedAmount,
          delegate: Buffer.concat([u32(1), delegate]),
          native: Buffer.concat([u32(1), u64(reserve)]),
        });
        const text = stringifyJson(
          parse(data, ANY_ADDRESS, { version: NODE_VERSIONS['4.1'], mintOf: () => undefined })!.parsed,
        );
        const { info } = JSON.parse(text);
        expect(info.tokenAmount.amount).toBe(`${amount}`);
        expect(info.delegatedAmount.amount).toBe(`${delegatedAmount}`);
        expect(info.rentExemptReserve.amount).toBe(`${reserve}`);
        expect(info.delegate).toBe(addressOf(delegate));
      }),
    );
  });

  it('shows the supply that the bytes hold', () => {
    fc.assert(
      fc.property(u64s, fc.nat(255), (supply, decimals) => {
        const { info } = JSON.parse(parsedText(parseTokenAccount, mint({ supply, decimals }))!).parsed;
        expect(info).toMatchObject({ supply: `${supply}`, decimals });
      }),
    );
  });
});

describeHostile(parse, [
  tokenAccount({ delegate: optionalKey(3) }),
  mint(),
  multisig(1, 2, [key(1), key(2)]),
  accountWith(entry(2, u64(5n)), entry(5, Buffer.alloc(295, 1)), entry(7), entry(8, Buffer.from([1]))),
  mintWith(entry(10, Buffer.alloc(52, 1)), entry(19, Buffer.alloc(100)), entry(25, Buffer.alloc(56, 1)), entry(9)),
]);
