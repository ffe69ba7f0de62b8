import { expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { showContextOf } from '../../../src/control/show/context.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { contextOfScript, memberText, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';
import { THREE_TIPS, testAccount, testLedger, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('an account: its data decoded, its states in time, what names it', async () => {
  expect(await shownText(context, '$ata(alice,usdc)')).toBe(`account:
  data:
    parsed:
      info:
        isNative: false
        mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
        owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
        state: initialized
        tokenAmount:
          amount: "10250000"
          decimals: 6
          uiAmount: 10.25
          uiAmountString: "10.25"
      type: account
    program: spl-token
    space: 165
  executable: false
  lamports: 2039280
  owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
  rentEpoch: 18446744073709551615
  space: 165
address: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
facts:
  amount: "10250000"
  isFrozen: false
  mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
  owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
  uiAmount: "10.25"
kind: token
leftOut:
  described: 0
  states: 0
  transactions: 0
name: $ata(alice,usdc)
ownerName: $token
states:
  - account:
      data:
        parsed:
          info:
            isNative: false
            mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
            owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
            state: initialized
            tokenAmount:
              amount: "12500000"
              decimals: 6
              uiAmount: 12.5
              uiAmountString: "12.5"
          type: account
        program: spl-token
        space: 165
      executable: false
      lamports: 2039280
      owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
      rentEpoch: 18446744073709551615
      space: 165
  - account:
      data:
        parsed:
          info:
            isNative: false
            mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
            owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
            state: initialized
            tokenAmount:
              amount: "10250000"
              decimals: 6
              uiAmount: 10.25
              uiAmountString: "10.25"
          type: account
        program: spl-token
        space: 165
      executable: false
      lamports: 2039280
      owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
      rentEpoch: 18446744073709551615
      space: 165
    slot: 102
    status: confirmed
transactions:
  - index: 2
    programs:
      - $associatedToken
      - $token
    signature: 55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
    slot: 102
    status: confirmed
`);
});

it('an account without data: its states and its transactions', async () => {
  const text = await shownText(context, '$shop');
  expect(memberText(text, 'account')).toBe(`account:
  data:
    - ""
    - base64
  executable: false
  lamports: 1000000010
  owner: "11111111111111111111111111111111"
  rentEpoch: 18446744073709551615
  space: 0
`);
  expect(memberText(text, 'states')).toBe(`states:
  - account:
      data:
        - ""
        - base64
      executable: false
      lamports: 1000000000
      owner: "11111111111111111111111111111111"
      rentEpoch: 18446744073709551615
      space: 0
    slot: 100
    status: finalized
  - account:
      data:
        - ""
        - base64
      executable: false
      lamports: 1000000010
      owner: "11111111111111111111111111111111"
      rentEpoch: 18446744073709551615
      space: 0
    slot: 102
    status: confirmed
  - account:
      data:
        - ""
        - base64
      executable: false
      lamports: 2000000010
      owner: "11111111111111111111111111111111"
      rentEpoch: 18446744073709551615
      space: 0
    slot: 103
    status: dropped
`);
  expect(memberText(text, 'transactions')).toBe(`transactions:
  - copy: 0
    index: 0
    memo: "[6] thanks"
    name: lunch
    programs:
      - $system
      - $memo
    signature: 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
    slot: 100
    status: finalized
  - copy: 0
    index: 0
    name: tick
    programs:
      - $system
    signature: 592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d
    slot: 102
    status: confirmed
  - copy: 1
    index: 1
    name: tick
    programs:
      - $system
    signature: 58BMEjMLLaWCfGDuMRbgNeM45kJ8TbVeUvkcgGXPfL7xXvwssox3fbqDVqBXrHF99mEqAn5j5mGuySBDLUTi6Ph8
    slot: 102
    status: confirmed
  - index: 0
    programs:
      - $system
    signature: 43QgmzcJALkHZSxmMXuUggkcF2Y5UVPxtkz9oNyYn4BEp4r9cgdeiaK6rqvyGPd1iq865HpDQbATbqPxLaQv4kPN
    slot: 103
    status: dropped
  - err:
      InstructionError:
        - 1
        - Custom: 6001
    index: 0
    programs:
      - $system
      - $swap
    signature: 5Djs1f67rHgRsMMCu1tBzgjbmcdaRrA35WZWm1NxtkGCFsUigmtAnnL3woiMtiNemPcjyWTK1WsyM1JanSjspSgv
    slot: 104
    status: processed
`);
});

it('a name that no account has: its address all the same', async () => {
  expect(await shownText(context, '$bob')).toBe(`address: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
leftOut:
  described: 0
  states: 0
  transactions: 0
name: $bob
transactions:
  - index: 2
    programs:
      - $associatedToken
      - $token
    signature: 55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
    slot: 102
    status: confirmed
`);
});

interface Shown {
  readonly account: { readonly data: readonly string[] };
  readonly states: readonly { readonly account: object }[];
}

it('more than 1,024 bytes that the account and its states share stand once', async () => {
  const large = namedAddress('large');
  const owner = namedAddress('owner');
  const data = Buffer.alloc(3000, 7);
  const node = testNode({ ...THREE_TIPS, accounts: [{ address: large, owner, data }] });
  const { account, states } = (await node.show(large)) as Shown;
  expect(account).toMatchObject({ data: [data.toString('base64'), 'base64'], space: 3000 });
  expect(states.map((state) => state.account)).toEqual([{ ...account, data: null }]);
});

it('beyond 16 MiB together the bytes of older states are left out', async () => {
  const large = namedAddress('large');
  const state = testLedger(THREE_TIPS);
  let { accounts } = state;
  for (const slot of [5, 6, 7])
    accounts = accounts.withWrites(
      [testAccount({ address: large, data: Buffer.alloc(7 * 2 ** 20, slot) })],
      BigInt(slot),
    );
  const shown = await itemJson({ kind: 'account', address: large }, await showContextOf({ ...state, accounts }));
  const { account, states } = JSON.parse(stringifyJson(shown));
  const bytes = (slot: number) => [Buffer.alloc(7 * 2 ** 20, slot).toString('base64'), 'base64'];
  expect(account.data).toEqual(bytes(7));
  expect(states.map((state: { slot: number; account: { data: unknown } }) => [state.slot, state.account.data])).toEqual(
    [
      [5, null],
      [6, bytes(6)],
      [7, null],
    ],
  );
});

it('bytes that are shorter stand in each state', async () => {
  const small = namedAddress('small');
  const node = testNode({ ...THREE_TIPS, accounts: [{ address: small, owner: small, data: Buffer.alloc(1024) }] });
  const { account, states } = (await node.show(small)) as Shown;
  expect(states[0]?.account).toEqual(account);
  expect(account.data[0]).toHaveLength(1368);
});
