import { expect, it } from 'vitest';
import { contextOfScript, SHOWN_SCRIPT, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

it('a transaction that has a name: instructions decoded, balances, logs', async () => {
  expect(
    await shownText(context, 'lunch'),
  ).toBe(`36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
name: lunch
slot: 100, at 0 (finalized)
time: 2025-10-09T08:53:20Z
result: ok
version: legacy
fee: 5000 lamports
compute units: 1150
blockhash: B8TZ5hfxyAk43KXjoiAZCEBJUC2bDx848cfNXDqJjWp1
memo: [6] thanks

instructions
  1. system transfer
     destination: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S ($shop)
     lamports: 1000000000
     source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
  2. spl-memo
     thanks

accounts
  address                                       name     rights            SOL before        after     change
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice   signer writable            5     3.999995  -1.000005
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  $shop    writable                   0            1         +1
  11111111111111111111111111111111              $system                   0.000000001  0.000000001
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr   $memo                               0            0

logs
  Program 11111111111111111111111111111111 invoke [1]
  Program 11111111111111111111111111111111 success
  Program MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr invoke [1]
  Program log: Memo (len 6): "thanks"
  Program MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr success
`);
});

it('a transaction that failed, with an instruction that no parser takes', async () => {
  expect(
    await shownText(context, '5Djs1f67'),
  ).toBe(`5Djs1f67rHgRsMMCu1tBzgjbmcdaRrA35WZWm1NxtkGCFsUigmtAnnL3woiMtiNemPcjyWTK1WsyM1JanSjspSgv
slot: 104, at 0 (processed)
time: 2025-10-09T08:53:21Z
result: failed: {"InstructionError":[1,{"Custom":6001}]}
version: legacy
fee: 5000 lamports
compute units: 1150
blockhash: 57BABBDe9TKwwhWsK7sHoWcck5raN9Fv5512mk454G9T

instructions
  1. system transfer
     destination: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S ($shop)
     lamports: 2000000000
     source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
  2. $swap
     accounts:
       - 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
       - 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S ($shop)
     data: 42dd

accounts
  address                                       name     rights            SOL before        after     change
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice   signer writable   3.99794071   3.99793571  -0.000005
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  $shop    writable          1.00000001   1.00000001
  11111111111111111111111111111111              $system                   0.000000001  0.000000001
  6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP  $swap                      0.00089088   0.00089088

logs
  Program 11111111111111111111111111111111 invoke [1]
  Program 11111111111111111111111111111111 success
  Program 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP invoke [1]
  Program 6TY4zmFVkYYv1zJn6riXyzJfSA3Z9TZ7BPjbJgMR5FnP failed: custom program error: 0x1771
`);
});

it('a transaction that moves tokens', async () => {
  expect(
    await shownText(context, '55WCeCaJ'),
  ).toBe(`55WCeCaJzvfFZNGbdu4TFQJJ2KLnCNdyjJfxUaSYEgswjugPsZzAfMdFHwCwPyjzEfqQ56jLdK2mQitwQ8CritUm
slot: 102, at 2 (confirmed)
time: 2025-10-09T08:53:20Z
result: ok
version: legacy
fee: 5000 lamports
compute units: 5150
blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq

instructions
  1. spl-associated-token-account create
     account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V ($ata(bob,usdc))
     mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
     source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
     systemProgram: 11111111111111111111111111111111 ($system)
     tokenProgram: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ($token)
     wallet: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY ($bob)
     1.1 spl-token getAccountDataSize
         extensionTypes:
           - immutableOwner
         mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
     1.2 system createAccount
         lamports: 2039280
         newAccount: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V ($ata(bob,usdc))
         owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ($token)
         source: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
         space: 165
     1.3 spl-token initializeImmutableOwner
         account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V ($ata(bob,usdc))
     1.4 spl-token initializeAccount3
         account: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V ($ata(bob,usdc))
         mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
         owner: 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY ($bob)
  2. spl-token transferChecked
     authority: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt ($alice)
     destination: WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V ($ata(bob,usdc))
     mint: 9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C ($usdc)
     source: 49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG ($ata(alice,usdc))
     tokenAmount:
       amount: 2250000
       decimals: 6
       uiAmount: 2.25
       uiAmountString: 2.25

accounts
  address                                       name              rights            SOL before        after       change
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt  $alice            signer writable   3.99998499   3.99794071  -0.00204428
  WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V   $ata(bob,usdc)    writable                   0   0.00203928  +0.00203928
  49wCtXUmNsc9LXoG6AAPMDfFkcqHbzxFQ1ympsAJ8wWG  $ata(alice,usdc)  writable          0.00203928   0.00203928
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL  $associatedToken                             0            0
  5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY  $bob                                         0            0
  9sw39tidtU1nZCS9bvUFBUJ3fwxQkjN8thN9StszPm3C  $usdc                                0.0014616    0.0014616
  11111111111111111111111111111111              $system                            0.000000001  0.000000001
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA   $token                                       0            0

token balances
  account           mint   owner   before  after  change
  $ata(bob,usdc)    $usdc  $bob             2.25   +2.25
  $ata(alice,usdc)  $usdc  $alice    12.5  10.25   -2.25

logs
  Program ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL invoke [1]
  Program log: Create
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
  Program return: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA pQAAAAAAAAA=
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
  Program 11111111111111111111111111111111 invoke [2]
  Program 11111111111111111111111111111111 success
  Program log: Initialize the associated token account
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [2]
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
  Program ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL success
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA invoke [1]
  Program TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA success
`);
});
