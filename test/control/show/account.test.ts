import { expect, it } from 'vitest';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('an account: its data decoded, its states in time, what names it', async () => {
  expect(await shownText(context, '$ata(alice,usdc)')).toBe(`49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
name: $ata(alice,usdc)
kind: token
owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ($token)
lamports: 2039280 (0.00203928 SOL)
executable: false
rentEpoch: 18446744073709551615
space: 165

data:
  program: spl-token
  type: account
  info:
    isNative: false
    mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
    owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
    state: initialized
    tokenAmount:
      amount: 10250000
      decimals: 6
      uiAmount: 10.25
      uiAmountString: 10.25

states in time (2)
  from the beginning: 0.00203928 SOL, 165 bytes
    amount: 12.5
    mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
    owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
  from slot 102 (confirmed): 0.00203928 SOL, 165 bytes
    amount: 10.25
    mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
    owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)

transactions (1)
  slot  signature                                                                                 status     programs
  102   55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm  confirmed  $associatedToken $token
`);
});

it('an account without data', async () => {
  expect(await shownText(context, '$shop')).toBe(`2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
name: $shop
kind: wallet
owner: 11111111111111111111111111111111 ($system)
lamports: 1000000010 (1.00000001 SOL)
executable: false
rentEpoch: 18446744073709551615
space: 0

states in time (3)
  from slot 100: 1 SOL, 0 bytes
  from slot 102 (confirmed): 1.00000001 SOL, 0 bytes
  from slot 103 (dropped): 2.00000001 SOL, 0 bytes

transactions (5)
  slot  signature                                                                                 name           status     programs       memo        error
  100   36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ  lunch                     $system $memo  [6] thanks
  102   592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d  tick           confirmed  $system
  102   58BMEjMLLaWCfGDuMRbgNeM45kJ8TbVeUvkcgGXPfL7xXvwssox3fbqDVqBXrHF99mEqAn5j5mGuySBDLUTi6Ph8  tick (copy 1)  confirmed  $system
  103   43QgmzcJALkHZSxmMXuUggkcF2Y5UVPxtkz9oNyYn4BEp4r9cgdeiaK6rqvyGPd1iq865HpDQbATbqPxLaQv4kPN                 dropped    $system
  104   5Djs1f67rHgRsMMCu1tBzgjbmcdaRrA35WZWm1NxtkGCFsUigmtAnnL3woiMtiNemPcjyWTK1WsyM1JanSjspSgv                 processed  $system $swap              {"InstructionError":[1,{"Custom":6001}]}
`);
});

it('a name that no account has: its address is the first line all the same', async () => {
  expect(await shownText(context, '$bob')).toBe(`5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
name: $bob
no account at the processed tip

transactions (1)
  slot  signature                                                                                 status     programs
  102   55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm  confirmed  $associatedToken $token
`);
});
