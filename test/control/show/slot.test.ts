import { expect, it } from 'vitest';
import { showContextOf } from '../../../src/control/show/context.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { codeBlocks, readText } from '../../docs/tables.ts';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('a slot with its block, and what was written in it', async () => {
  expect(await shownText(context, '102')).toBe(`accounts:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    kind: wallet
    lamports: 3997940710
    name: $alice
    owner: "11111111111111111111111111111111"
    space: 0
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    kind: wallet
    lamports: 1000000010
    name: $shop
    owner: "11111111111111111111111111111111"
    space: 0
  - address: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
    facts:
      amount: "10250000"
      isFrozen: false
      mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
      owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
      uiAmount: "10.25"
    kind: token
    lamports: 2039280
    name: $ata(alice,usdc)
    owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    space: 165
  - address: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
    facts:
      amount: "2250000"
      isFrozen: false
      mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
      owner: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
      uiAmount: "2.25"
    kind: token
    lamports: 2039280
    name: $ata(bob,usdc)
    owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    space: 165
blockHeight: 101
blockTime: 1760000000
blockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
lastSlot: 102
leftOut:
  accounts: 0
  described: 0
  rewards: 0
  transactions: 0
parentSlot: 100
previousBlockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
slot: 102
status: confirmed
tips:
  - confirmed
transactionCount: 3
transactions:
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
  - index: 2
    programs:
      - $associatedToken
      - $token
    signature: 55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
    slot: 102
    status: confirmed
`);
});

it('a slot that was dropped', async () => {
  expect(await shownText(context, '103')).toBe(`accounts:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    kind: wallet
    lamports: 2997935710
    name: $alice
    owner: "11111111111111111111111111111111"
    space: 0
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    kind: wallet
    lamports: 2000000010
    name: $shop
    owner: "11111111111111111111111111111111"
    space: 0
blockHeight: 102
blockTime: 1760000001
blockhash: 4eKeG2yLq4gqBEPmheQZQYgVd6i1qyvYfKUWBP8vWWfB
lastSlot: 103
leftOut:
  accounts: 0
  described: 0
  rewards: 0
  transactions: 0
parentSlot: 102
previousBlockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
slot: 103
status: dropped
transactionCount: 1
transactions:
  - index: 0
    programs:
      - $system
    signature: 43QgmzcJALkHZSxmMXuUggkcF2Y5UVPxtkz9oNyYn4BEp4r9cgdeiaK6rqvyGPd1iq865HpDQbATbqPxLaQv4kPN
    slot: 103
    status: dropped
`);
});

it('a slot that was skipped', async () => {
  expect(await shownText(context, '101')).toBe(`lastSlot: 101
leftOut:
  accounts: 0
  described: 0
  rewards: 0
  transactions: 0
slot: 101
status: skipped
`);
});

it('the example of the page', async () => {
  const sample = await showContextOf((await loadLedger([SAMPLE_LEDGER])).state);
  const [example] = codeBlocks('yaml', readText('docs/show.md'));
  expect(await shownText(sample, '305')).toContain(example);
});
