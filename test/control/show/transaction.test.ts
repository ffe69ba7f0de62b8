import { expect, it } from 'vitest';
import { contextOfScript, memberText, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('a transaction that has a name: balances, logs, its instructions decoded', async () => {
  expect(await shownText(context, 'lunch')).toBe(`balances:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    after: 3999995000
    before: 5000000000
    name: $alice
    signer: true
    writable: true
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    after: 1000000000
    before: 0
    name: $shop
    signer: false
    writable: true
  - address: "11111111111111111111111111111111"
    after: 1
    before: 1
    name: $system
    signer: false
    writable: false
  - address: MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr
    after: 0
    before: 0
    name: $memo
    signer: false
    writable: false
blockTime: 1760000000
copy: 0
index: 0
memo: "[6] thanks"
meta:
  computeUnitsConsumed: 1150
  costUnits: 2482
  fee: 5000
  logMessages:
    - Program 11111111111111111111111111111111 invoke [1]
    - Program 11111111111111111111111111111111 success
    - Program MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr invoke [1]
    - 'Program log: Memo (len 6): "thanks"'
    - Program MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr success
  postBalances:
    - 3999995000
    - 1000000000
    - 1
    - 0
  preBalances:
    - 5000000000
    - 0
    - 1
    - 0
  status:
    Ok: null
name: lunch
priorityFee: 0
programs:
  - $system
  - $memo
signature: 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
slot: 100
status: finalized
transaction:
  message:
    accountKeys:
      - pubkey: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
        signer: true
        source: transaction
        writable: true
      - pubkey: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
        signer: false
        source: transaction
        writable: true
      - pubkey: "11111111111111111111111111111111"
        signer: false
        source: transaction
        writable: false
      - pubkey: MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr
        signer: false
        source: transaction
        writable: false
    instructions:
      - parsed:
          info:
            destination: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
            lamports: 1000000000
            source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
          type: transfer
        program: system
        programId: "11111111111111111111111111111111"
        stackHeight: 1
      - parsed: thanks
        program: spl-memo
        programId: MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr
        stackHeight: 1
    recentBlockhash: B8TZ5hfxyAk43KXjoiAZCEBJUC2bDx848cfNXDqJjWp1
  signatures:
    - 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
version: legacy
`);
});

it('a transaction that failed, with an instruction that no parser takes', async () => {
  const text = await shownText(context, '5Djs1f67');
  expect(memberText(text, 'balances')).toBe(`balances:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    after: 3997935710
    before: 3997940710
    name: $alice
    signer: true
    writable: true
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    after: 1000000010
    before: 1000000010
    name: $shop
    signer: false
    writable: true
  - address: "11111111111111111111111111111111"
    after: 1
    before: 1
    name: $system
    signer: false
    writable: false
  - address: 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP
    after: 890880
    before: 890880
    name: $swap
    signer: false
    writable: false
`);
  expect(memberText(text, 'err')).toBe(`err:
  InstructionError:
    - 1
    - Custom: 6001
`);
  expect(memberText(text, 'meta')).toBe(`meta:
  computeUnitsConsumed: 1150
  costUnits: 2481
  err:
    InstructionError:
      - 1
      - Custom: 6001
  fee: 5000
  logMessages:
    - Program 11111111111111111111111111111111 invoke [1]
    - Program 11111111111111111111111111111111 success
    - Program 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP invoke [1]
    - "Program 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP failed: custom program error: 0x1771"
  postBalances:
    - 3997935710
    - 1000000010
    - 1
    - 890880
  preBalances:
    - 3997940710
    - 1000000010
    - 1
    - 890880
  status:
    Err:
      InstructionError:
        - 1
        - Custom: 6001
`);
  expect(memberText(text, 'slot')).toBe(`slot: 104
`);
  expect(memberText(text, 'status')).toBe(`status: processed
`);
  expect(memberText(text, 'transaction')).toBe(`transaction:
  message:
    accountKeys:
      - pubkey: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
        signer: true
        source: transaction
        writable: true
      - pubkey: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
        signer: false
        source: transaction
        writable: true
      - pubkey: "11111111111111111111111111111111"
        signer: false
        source: transaction
        writable: false
      - pubkey: 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP
        signer: false
        source: transaction
        writable: false
    instructions:
      - parsed:
          info:
            destination: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
            lamports: 2000000000
            source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
          type: transfer
        program: system
        programId: "11111111111111111111111111111111"
        stackHeight: 1
      - accounts:
          - 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
          - 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
        data: 42dd
        programId: 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP
        stackHeight: 1
    recentBlockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T
  signatures:
    - 5Djs1f67rHgRsMMCu1tBzgjbmcdaRrA35WZWm1NxtkGCFsUigmtAnnL3woiMtiNemPcjyWTK1WsyM1JanSjspSgv
`);
});

it('a transaction that moves tokens', async () => {
  const text = await shownText(context, '55WCeCaJ');
  expect(memberText(text, 'balances')).toBe(`balances:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
    after: 3997940710
    before: 3999984990
    name: $alice
    signer: true
    writable: true
  - address: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
    after: 2039280
    before: 0
    name: $ata(bob,usdc)
    signer: false
    writable: true
  - address: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
    after: 2039280
    before: 2039280
    name: $ata(alice,usdc)
    signer: false
    writable: true
  - address: ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
    after: 0
    before: 0
    name: $associatedToken
    signer: false
    writable: false
  - address: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
    after: 0
    before: 0
    name: $bob
    signer: false
    writable: false
  - address: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
    after: 1461600
    before: 1461600
    name: $usdc
    signer: false
    writable: false
  - address: "11111111111111111111111111111111"
    after: 1
    before: 1
    name: $system
    signer: false
    writable: false
  - address: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    after: 0
    before: 0
    name: $token
    signer: false
    writable: false
`);
  expect(memberText(text, 'meta')).toBe(`meta:
  computeUnitsConsumed: 5150
  costUnits: 6780
  fee: 5000
  innerInstructions:
    - index: 0
      instructions:
        - parsed:
            info:
              extensionTypes:
                - immutableOwner
              mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
            type: getAccountDataSize
          program: spl-token
          programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
          stackHeight: 2
        - parsed:
            info:
              lamports: 2039280
              newAccount: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
              owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
              source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
              space: 165
            type: createAccount
          program: system
          programId: "11111111111111111111111111111111"
          stackHeight: 2
        - parsed:
            info:
              account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
            type: initializeImmutableOwner
          program: spl-token
          programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
          stackHeight: 2
        - parsed:
            info:
              account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
              mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
              owner: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
            type: initializeAccount3
          program: spl-token
          programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
          stackHeight: 2
  logMessages:
    - Program ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL invoke [1]
    - "Program log: Create"
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
    - "Program return: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA pQAAAAAAAAA="
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
    - Program 11111111111111111111111111111111 invoke [2]
    - Program 11111111111111111111111111111111 success
    - "Program log: Initialize the associated token account"
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
    - Program ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL success
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [1]
    - Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
  postBalances:
    - 3997940710
    - 2039280
    - 2039280
    - 0
    - 0
    - 1461600
    - 1
    - 0
  postTokenBalances:
    - accountIndex: 1
      mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
      owner: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
      programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
      uiTokenAmount:
        amount: "2250000"
        decimals: 6
        uiAmount: 2.25
        uiAmountString: "2.25"
    - accountIndex: 2
      mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
      owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
      programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
      uiTokenAmount:
        amount: "10250000"
        decimals: 6
        uiAmount: 10.25
        uiAmountString: "10.25"
  preBalances:
    - 3999984990
    - 0
    - 2039280
    - 0
    - 0
    - 1461600
    - 1
    - 0
  preTokenBalances:
    - accountIndex: 2
      mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
      owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
      programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
      uiTokenAmount:
        amount: "12500000"
        decimals: 6
        uiAmount: 12.5
        uiAmountString: "12.5"
  status:
    Ok: null
`);
  expect(memberText(text, 'slot')).toBe(`slot: 102
`);
  expect(memberText(text, 'status')).toBe(`status: confirmed
`);
  expect(memberText(text, 'tokenBalances')).toBe(`tokenBalances:
  - account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
    after: "2250000"
    decimals: 6
    mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
    owner: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
  - account: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
    after: "10250000"
    before: "12500000"
    decimals: 6
    mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
    owner: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
`);
  expect(memberText(text, 'transaction')).toBe(`transaction:
  message:
    accountKeys:
      - pubkey: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
        signer: true
        source: transaction
        writable: true
      - pubkey: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
        signer: false
        source: transaction
        writable: true
      - pubkey: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
        signer: false
        source: transaction
        writable: true
      - pubkey: ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
        signer: false
        source: transaction
        writable: false
      - pubkey: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
        signer: false
        source: transaction
        writable: false
      - pubkey: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
        signer: false
        source: transaction
        writable: false
      - pubkey: "11111111111111111111111111111111"
        signer: false
        source: transaction
        writable: false
      - pubkey: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
        signer: false
        source: transaction
        writable: false
    instructions:
      - parsed:
          info:
            account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
            mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
            source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
            systemProgram: "11111111111111111111111111111111"
            tokenProgram: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
            wallet: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY
          type: create
        program: spl-associated-token-account
        programId: ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
        stackHeight: 1
      - parsed:
          info:
            authority: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
            destination: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V
            mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C
            source: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG
            tokenAmount:
              amount: "2250000"
              decimals: 6
              uiAmount: 2.25
              uiAmountString: "2.25"
          type: transferChecked
        program: spl-token
        programId: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
        stackHeight: 1
    recentBlockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
  signatures:
    - 55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
`);
});
