import { expect, it } from 'vitest';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('everything: slots, transactions, accounts by kind, names without an account', async () => {
  expect(await shownText(context)).toBe(`4 blocks, 6 transactions (1 failed), 8 accounts
slots: 100 to 104, 1 skipped, 1 dropped, first available 100
tips: processed 104, confirmed 102, finalized 100
cluster: genesis 9Nn3VZiddGr65sZm1hdRXmTffZhZxqB2GRCRzTsXhtmx, node 4.3.0

slots (5)
  slot  status     tip        transactions  block time            blockhash
  100   finalized  finalized             1  2025-10-09T08:53:20Z  A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
  101   skipped
  102   confirmed  confirmed             3  2025-10-09T08:53:20Z  57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
  103   dropped                          1  2025-10-09T08:53:21Z  4eKeG2yLq4gqBEPmheQZQYgVd6i1qyvYfKUWBP8vWWfB
  104   processed  processed             1  2025-10-09T08:53:21Z  51j86TahzzmJ9ihwM1EKxHockEgDkEHh4TDBvHD4SFcS

transactions (6)
  slot  signature                                                                                 name           status     programs                 memo        error
  100   36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ  lunch                     $system $memo            [6] thanks
  102   592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d  tick           confirmed  $system
  102   58BMEjMLLaWCfGDuMRbgNeM45kJ8TbVeUvkcgGXPfL7xXvwssox3fbqDVqBXrHF99mEqAn5j5mGuySBDLUTi6Ph8  tick (copy 1)  confirmed  $system
  102   55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm                 confirmed  $associatedToken $token
  103   43QgmzcJALkHZSxmMXuUggkcF2Y5UVPxtkz9oNyYn4BEp4r9cgdeiaK6rqvyGPd1iq865HpDQbATbqPxLaQv4kPN                 dropped    $system
  104   5Djs1f67rHgRsMMCu1tBzgjbmcdaRrA35WZWm1NxtkGCFsUigmtAnnL3woiMtiNemPcjyWTK1WsyM1JanSjspSgv                 processed  $system $swap                        {"InstructionError":[1,{"Custom":6001}]}

wallets (3)
  address                                       name            SOL
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  $shop    1.00000001
  BjLhc3LU8eiym77DcawrX9sRofRbbtPNbysYvA8TSKRp  $issuer           1
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice   3.99793571

mints (1)
  address                                       name         SOL  supply  decimals  mintAuthority
  9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C  $usdc  0.0014616    12.5         6  $issuer

token accounts (2)
  address                                       name                     SOL  amount  mint   owner
  49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG  $ata(alice,usdc)  0.00203928   10.25  $usdc  $alice
  WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V   $ata(bob,usdc)    0.00203928    2.25  $usdc  $bob

programs (2)
  address                                       name             SOL
  6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP  $swap     0.00089088
  11111111111111111111111111111111              $system  0.000000001

names without an account (3)
  address                                       name
  5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY  $bob
  EuJDCiXoXsP1MRHPwcyJnV5CHjz6MhqfkJsWxHrKLYNF  $validator
  djYRh5sXVe9t4KJKcAVTmUSoSLw1vZ4hVM56yn9g3gu   $validatorVote
`);
});

it('on a terminal signatures and addresses are short', async () => {
  expect(await shownText(context, undefined, { isWide: false })).toBe(`4 blocks, 6 transactions (1 failed), 8 accounts
slots: 100 to 104, 1 skipped, 1 dropped, first available 100
tips: processed 104, confirmed 102, finalized 100
cluster: genesis 9Nn3VZiddGr65sZm1hdRXmTffZhZxqB2GRCRzTsXhtmx, node 4.3.0

slots (5)
  slot  status     tip        transactions  block time            blockhash
  100   finalized  finalized             1  2025-10-09T08:53:20Z  A1V4e2t3…
  101   skipped
  102   confirmed  confirmed             3  2025-10-09T08:53:20Z  57BABBDe…
  103   dropped                          1  2025-10-09T08:53:21Z  4eKeG2yL…
  104   processed  processed             1  2025-10-09T08:53:21Z  51j86Tah…

transactions (6)
  slot  signature  name           status     programs                 memo        error
  100   36MyahnE…  lunch                     $system $memo            [6] thanks
  102   592MJyaw…  tick           confirmed  $system
  102   58BMEjML…  tick (copy 1)  confirmed  $system
  102   55WCeCaJ…                 confirmed  $associatedToken $token
  103   43QgmzcJ…                 dropped    $system
  104   5Djs1f67…                 processed  $system $swap                        {"InstructionError":[1,{"Custom":6001}]}

wallets (3)
  address    name            SOL
  2XepUvFX…  $shop    1.00000001
  BjLhc3LU…  $issuer           1
  2zn4Jc4b…  $alice   3.99793571

mints (1)
  address    name         SOL  supply  decimals  mintAuthority
  9sw39tid…  $usdc  0.0014616    12.5         6  $issuer

token accounts (2)
  address    name                     SOL  amount  mint   owner
  49wCtXUm…  $ata(alice,usdc)  0.00203928   10.25  $usdc  $alice
  WWdBph7t…  $ata(bob,usdc)    0.00203928    2.25  $usdc  $bob

programs (2)
  address    name             SOL
  6TY4zmFV…  $swap     0.00089088
  11111111…  $system  0.000000001

names without an account (3)
  address    name
  5efE2ndi…  $bob
  EuJDCiXo…  $validator
  djYRh5sX…  $validatorVote
`);
});
