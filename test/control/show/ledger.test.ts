import { expect, it } from 'vitest';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('everything: accounts, names, slots, a summary, transactions', async () => {
  expect(await shownText(context)).toBe(`summary:
  accounts: 8
  apiVersion: "${DEFAULT_VERSION.release}"
  blocks: 4
  confirmed: 102
  dropped: 1
  failed: 1
  finalized: 100
  firstAvailable: 100
  firstSlot: 100
  genesisHash: 9Nn3VZiddGr65sZm1hdRXmTffZhZxqB2GRCRzTsXhtmx
  identity: EuJDCiXoXsP1MRHPwcyJnV5CHjz6MhqfkJsWxHrKLYNF
  lastSlot: 104
  processed: 104
  skipped: 1
  transactions: 6
accounts:
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    kind: wallet
    lamports: 1000000010
    name: $shop
    owner: "11111111111111111111111111111111"
    space: 0
  - address: BjLhc3LU8eiym77DcawrX9sRofRbbtPNbysYvA8TSKRp
    kind: wallet
    lamports: 1000000000
    name: $issuer
    owner: "11111111111111111111111111111111"
    space: 0
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    kind: wallet
    lamports: 3997935710
    name: $alice
    owner: "11111111111111111111111111111111"
    space: 0
  - address: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
    facts:
      decimals: 6
      mintAuthority: BjLhc3LU8eiym77DcawrX9sRofRbbtPNbysYvA8TSKRp
      supply: "12500000"
      uiSupply: "12.5"
    kind: mint
    lamports: 1461600
    name: $usdc
    owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    space: 82
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
  - address: 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP
    facts:
      programData: null
    kind: program
    lamports: 890880
    name: $swap
    owner: BPFLoader2111111111111111111111111111111111
    space: 0
  - address: "11111111111111111111111111111111"
    facts:
      programData: null
    kind: program
    lamports: 1
    name: $system
    owner: NativeLoader1111111111111111111111111111111
    space: 14
leftOut:
  accounts: 0
  described: 0
  names: 0
  signatures: 0
  slots: 0
  transactions: 0
names:
  $alice: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
  $ata(alice,usdc): 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
  $ata(bob,usdc): WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
  $bob: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
  $issuer: BjLhc3LU8eiym77DcawrX9sRofRbbtPNbysYvA8TSKRp
  $shop: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
  $swap: 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP
  $usdc: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
  $validator: EuJDCiXoXsP1MRHPwcyJnV5CHjz6MhqfkJsWxHrKLYNF
  $validatorVote: djYRh5sXVe9t4KJKcAVTmUSoSLw1vZ4hVM56yn9g3gu
signatures:
  lunch:
    - 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
  tick:
    - 592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d
    - 58BMEjMLLaWCfGDuMRbgNeM45kJ8TbVeUvkcgGXPfL7xXvwssox3fbqDVqBXrHF99mEqAn5j5mGuySBDLUTi6Ph8
slots:
  - blockHeight: 100
    blockTime: 1760000000
    blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
    lastSlot: 100
    parentSlot: 99
    slot: 100
    status: finalized
    tips:
      - finalized
    transactionCount: 1
  - lastSlot: 101
    slot: 101
    status: skipped
  - blockHeight: 101
    blockTime: 1760000000
    blockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
    lastSlot: 102
    parentSlot: 100
    slot: 102
    status: confirmed
    tips:
      - confirmed
    transactionCount: 3
  - blockHeight: 102
    blockTime: 1760000001
    blockhash: 4eKeG2yLq4gqBEPmheQZQYgVd6i1qyvYfKUWBP8vWWfB
    lastSlot: 103
    parentSlot: 102
    slot: 103
    status: dropped
    transactionCount: 1
  - blockHeight: 102
    blockTime: 1760000001
    blockhash: 51j86TahzzmJ9ihwM1EKxHockEgDkEHh4TDBvHD4SFcS
    lastSlot: 104
    parentSlot: 102
    slot: 104
    status: processed
    tips:
      - processed
    transactionCount: 1
transactions:
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
  - index: 2
    programs:
      - $associatedToken
      - $token
    signature: 55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
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
