import { expect, it } from 'vitest';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('a slot with its block, and what was written in it', async () => {
  expect(await shownText(context, '102')).toBe(`slot 102
status: confirmed; tip of confirmed
blockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
parent: slot 100, A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
height: 101
time: 2025-10-09T08:53:20Z

transactions (3)
  slot  signature                                                                                 name           status     programs
  102   592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d  tick           confirmed  $system
  102   58BMEjMLLaWCfGDuMRbgNeM45kJ8TbVeUvkcgGXPfL7xXvwssox3fbqDVqBXrHF99mEqAn5j5mGuySBDLUTi6Ph8  tick (copy 1)  confirmed  $system
  102   55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm                 confirmed  $associatedToken $token

accounts written (4)
  address                                       name                     SOL  kind    amount  mint   owner
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice            3.99794071  wallet
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  $shop             1.00000001  wallet
  49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG  $ata(alice,usdc)  0.00203928  token    10.25  $usdc  $alice
  WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V   $ata(bob,usdc)    0.00203928  token     2.25  $usdc  $bob
`);
});

it('a slot that was dropped', async () => {
  expect(await shownText(context, '103')).toBe(`slot 103
status: dropped
blockhash: 4eKeG2yLq4gqBEPmheQZQYgVd6i1qyvYfKUWBP8vWWfB
parent: slot 102, 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
height: 102
time: 2025-10-09T08:53:21Z

transactions (1)
  slot  signature                                                                                 status   programs
  103   43QgmzcJALkHZSxmMXuUggkcF2Y5UVPxtkz9oNyYn4BEp4r9cgdeiaK6rqvyGPd1iq865HpDQbATbqPxLaQv4kPN  dropped  $system

accounts written (2)
  address                                       name           SOL  kind
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice  2.99793571  wallet
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  $shop   2.00000001  wallet
`);
});

it('a slot that was skipped', async () => {
  expect(await shownText(context, '101')).toBe(`slot 101
status: skipped
`);
});
