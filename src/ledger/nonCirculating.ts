import { ByteReader } from '../codec/bytes.ts';
import { type Address, address, CLOCK_SYSVAR, compareAddresses } from '../solana/address.ts';
import { pubkey } from '../solana/pubkey.ts';
import { type Clock, decodeClock } from '../solana/sysvarBytes.ts';
import type { AccountsAt } from './accounts/accountsAt.ts';
import type { Supply } from './cluster.ts';

/**
 * Addresses of mainnet-beta that a node counts as not circulating, on whatever cluster it runs.
 *
 * Source   agave 4.1 runtime non_circulating_supply.rs
 * @module
 */

function addresses(text: string): readonly Address[] {
  return text.trim().split(/\s+/).map(address);
}

/** What they hold does not circulate. */
export const NON_CIRCULATING: readonly Address[] = addresses(`
  14FUT96s9swbmH7ZjpDvfEDywnAYy9zaNhv4xvezySGu 2WWb1gRzuXDd5viZLQF7pNRR6Y7UiyeaPpaL35X6j3ve 3ZrsTmNM6AkMcqFfv3ryfhQ2jMfqP64RQbqVyAaxqhrQ
  3bTGcGB9F98XxnrBNftmmm48JGfPgi5sYxDEKiCjQYk3 3fV2GaDKa3pZxyDcpMh5Vrh2FVAMUiWUKbYmnBFv8As3 3iPvAS4xdhYr6SkhVDHCLr7tJjMAFK4wvvHWJxFQVg15
  3itU5ME8L6FDqtMiRoUiT1F7PwbkTtHBbW51YWD5jtjm 3jnknRabs7G2V9dKhxd2KP85pNWXKXiedYnYxtySnQMs 3o6xgkJ9sTmDeQWyfj3sxwon18fXJB9PV5LDc8sfgR4a
  4pV47TiPzZ7SSBPHmgUvSLmH9mMSe8tjyPhQZGbi1zPC 4sxwau4mdqZ8zEJsfryXq4QFYnMJSCp3HWuZQod8WU5k 4vuWt1oHRqLMhf8Nv1zyEXZsYaeK7dipwrfKLoYU9Riq
  5D5NxsNVTgXHyVziwV7mDFwVDS6voaBsyyGxUbhQrhNW 5PLJZLJiRR9vf7d1JCCg7UuWjtyN9nkab9uok6TqSyuP 5XdtyEDREHJXXW1CTtCsVjJRjBapAwK78ZquzvnNVRrV
  5khMKAcvmsFaAhoKkdg3u5abvKsmjUQNmhTNP624WB1F 5q54XjQ7vDx4y6KphPeE97LUNiYGtP55spjvXAWPGBuf 5smrYwb1Hr2T8XMnvsqccTgXxuqQs14iuE8RbHFYf2Cf
  63DtkW7zuARcd185EmHAkfF44bDcC2SiTSEj2spLP3iA 6nN69B4uZuESZYxr9nrLDjmKRtjDZQXrehwkfQTKw62U 6o5v1HC7WhBnLfRHp8mQTtCP2khdXXjhuyGyYEoy2Suy
  6yKHERk8rsbmJxvMpPuwPs1ct3hRiP7xaJF2tvnGU6nK 6zw7em7uQdmMpuS9fGz8Nq9TLHa5YQhEKKwPjo5PwDK4 7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2
  7Y8smnoUrYKGGuDq2uaFKVxJYhojgg7DVixHyAtGTYEV 7cvkjYAkUYs4W8XcXsca7cBrEGFeSUjeZmKoNBvEwyri 7xJ9CLtEAcEShw9kW2gSoZkRWL566Dg12cvgzANJwbTr
  8CUUMKYNGxdgYio5CLHRHyzMEhhVRMcqefgE6dLqnVRK 8DE8fqPfv1fp9DHyGyDFFaMjpopMgDeXspzoi9jpBJjC 8UVjvYyoqP6sqcctTso3xpCdCfgTMiv3VRh7vraC2eJk
  8W58E8JVJjH1jCy5CeHJQgvwFXTyAVyesuXRZGbcSUGG 8ndGYFjav6NDXvzYcxs449Aub3AxYv4vYpk89zRDwgj7 8pNBEppa1VcFAsx4Hzq9CpdXUXZjUXbvQwLX2K7QsCwb
  8rT45mqpuDBR1vcnDc9kwP9DrZAXDR4ZeuKWw3u1gTGa 8vqrX3H2BYLaXVintse3gorPEM4TgTwTFZNN1Fm9TdYs 9S2M3UYPpnPZTBtbcUvehYmiWFK3kBhwfzV2iWuwvaVy
  9hknftBZAQL4f48tWfk3bUEV5YSLcYYtDRqNmpNnhCWG 9huDUZfxoJ7wGMTffUE7vh1xePqef7gyrLJu9NApncqA 9xbcBZoGYFnfJZe81EDuDYKUm8xGkjzW8z4EgnVhNvsv
  AG3m2bAibcY8raMt4oXEGqRHwX4FWKPPJVjZxn1LySDX AVYpwVou2BhdLivAwLxKPALZQsY7aZNkNmGbP2fZw7RU Ab1UcdsFXZVnkSt1Z3vcYU65GQk5MvCbs54SviaiaqHb
  AsrYX4FeLXnZcrjcZmrASY2Eq1jvEeQfwxtNTxS5zojA AzHQ8Bia1grVVbcGyci7wzueSWkgvu7YZVZ4B9rkL5P6 AzVV9ZZDxTgW4wWfJmsG6ytaHpQGSe1yz76Nyy84VbQF
  BUjkdqUuH5Lz9XzcMcR4DdEMnFG6r8QzUMBm16Rfau96 BUnRE27mYXN9p8H1Ay24GXhJC88q2CuwLoNU2v2CrW4W BhvLngiqqKeZ8rpxch2uGjeCiC88zzewoWPRuoxpp1aS
  Br3aeVGapRb2xTq17RU2pYZCoJpWA7bq6TKBCcYtMSmt BsKsunvENxAraBrL77UfAn1Gi7unVEmQAdCbhsjUN6tU BuCEvc9ze8UoAQwwsQLy8d447C8sA4zeVtVpc6m5wQeS
  C7C8odR8oashR5Feyrq2tJKaXL18id1dSj2zbkDGL2C2 CHmdL15akDcJgBkY6BP3hzs98Dqr6wbdDC5p8odvtSbq CND6ZjRTzaCFVdX7pSSWgjTfHZuhxqFDoUBqWBJguNoA
  CQDYc4ET2mbFhVpgj41gXahL6Exn5ZoPcGAzSHuYxwmE CTvhdUVf8KNyMbyEdnvRrBCHJjBKtQwkbj6zwoqcEssG CUageMFi49kzoDqtdU8NvQ4Bq3sbtJygjKDAXJ45nmAi
  CVgyXrbEd1ctEuvq11QdpnCQVnPit8NLdhyqXQHLprM2 CWeRmXme7LmbaUWTZWFLt6FMnpzLCHaQLuR2TdgFn4Lq CY7X5o3Wi2eQhTocLmUS6JSWyx1NinBfW7AXRrkRCpi8
  CakcnaRDHka2gXyfbEd2d3xsvkJkqsLw2akB3zsN1D2S CsUqV42gVQLJwQsKyjWHqGkfHarxn9hcY4YeSjgaaeTd CuatS6njAcfkFHnvai7zXCs7syA9bykXWsDCJEWfhjHG
  CzAHrrrHKx9Lxf6wdCMrsZkLvk74c7J2vGv8VYPUmY6v DE1bawNcRJB9rVm3buyMVfr8mBEoyyu73NBovf2oXJsJ DQQGPtj7pphPHCLzzBuEyDDQByUcKGrsJdsH7SP3hAug
  DUS1KxwUhUyDKB4A81E8vdnTe3hSahd92Abtn9CXsEcj Dc2oHxFXQaC2QfLStuU7txtD3U5HZ82MrCSGDooWjbsv DrKzW5koKSZp4mg4BdHLwr72MMXscd2kTiWgckCvvPXz
  E8jcgWvrvV7rwYHJThwfiBeQ8VAH4FgNEEMG9aAuCMAq EAJJD6nDqtXcZ4DnQb19F9XEz8y8bRDHxbWbahatZNbL EMAY24PrS6rWfvpqffFCsTsFJypeeYYmtUc26wdh3Wup
  EMhn1U3TMimW3bvWYbPUvN2eZnCfsuBN4LGWhzzYhiWR Ep5Y58PaSyALPrdFxDVAdfKtVdP55vApvsWjb3jSmXsG Es13uD2p64UVPFpEWfDtd6SERdoNR2XVgqBQBZcZSLqW
  Eyr9P5XsjK2NUKNCnfu39eqpGoiLFgVAv1LSQgMZCwiQ EziVYi3Sv5kJWxmU77PnbrT8jmkVuqwdiFLLzZpLVEn7 F9MWFw8cnYVwsRq8Am1PGfFL3cQUZV37mbGoxZftzLjN
  FR84wZQy3Y3j2gWz6pgETUiUoJtreMEuWfbg6573UCj9 Fg12tB1tz8w6zJSQ4ZAGotWoCztdMJF9hqK8R11pakog Fgyh8EeYGZtbW8sS33YmNQnzx54WXPrJ5KWNPkCfWPot
  FiWYY85b58zEEcPtxe3PuqzWPjqBJXqdwgZeqSBmT9Cn FwfaykN7ACnsEUDHANzGHqTGQZMcGnUSsahAHUqbdPrz GEWSkfWgHkpiLbeKaAnwvqnECGdRNf49at5nFccVey7c
  GK2zqSsXLA2rwVZk347RYhh6jJpRsCA69FjLW93ZGi3B GK8R4uUmrawcREZ5xJy5dAzVV5V7aFvYg77id37pVTK GLUmCeJpXB8veNcchPwibkRYwCwvQbKodex5mEjrgToi
  GNiz4Mq886bTNDT3pijGsu2gbw6it7sqrwncro45USeB GdnSyH3YtwcxFvQrVVJMm1JhTS4QVX7MFsX56uJLUfiZ GhsotwFMH6XUrRLJCxcx62h7748N2Uq8mf87hUGkmPhg
  GmyW1nqYcrw7P7JqrcyP9ivU9hYNbrgZ1r5SYJJH41Fs GpYnVDgB7dzvwSgsjQFeHznjG6Kt1DLBFYrKxjGU1LuD GpxpMVhrBBBEYbEJxdR62w3daWz444V7m6dxYDZKH77D
  GumSE5HsMV5HCwBTv2D2D81yy9x17aDkvobkqAfTRgmo GvpCiTgq9dmEeojCDBivoLoZqc4AkbUDACpqPMwYLWKh H1rt8KvXkNhQExTRfkY8r9wjZbZ8yCih6J4wQ5Fz9HGP
  H3Ni7vG1CsmJZdTvxF7RkAf9UM5qk4RsohJsmPvtZNnu HCV5dGFJXRrJ3jhDYA4DCeb9TEDTwGGYXtT3wHksu2Zr HKJgYGTTYYR2ZkfJKHbn58w676fKueQXmvbtpyvrSM3N
  HQJtLqvEGGxgNYfRXUurfxV8E1swvCnsbC3456ik27HY HUAkU5psJXZuw54Lrg1ksbXzHv2fzczQ9sNbmisVMeJU HbZ5FfmKWNHC7uwk6TF1hVi6TCs7dtYfdjEcuPGgzFAg
  Hm9JW7of5i9dnrboS8pCUCSeoQUPh7JsP1rkbJnW7An4 HuqDWJodFhAEWh6aWdsDVUqsjRket5DYXMYyDYtD8hdN Hz9nydgN1k15wnwffKX7CSmZp4VFTnTwLXAEdomFGNXy
  JCwT5Ygmq3VeBEbDjL8s8E82Ra2rP9bq45QfZE7Xyaq7 Mc5XB47H3DKJHym5RLa9mPzWv5snERsF3KNv5AauXK8 P8aKfWQPeRnsZtpBrwWTYzyAoRk74KMz56xc6NEpC4J
  nGME7HgBT6tAJN1f6YuCCngpqT5cvSTndZUVLjQ4jwA xQadXQiUTCCFhfHjvQx1hyJK6KVWr1w2fD6DT3cdwj7
`);

/** Stake that one of them may withdraw does not circulate. */
export const NON_CIRCULATING_WITHDRAWERS: ReadonlySet<Address> = new Set(
  addresses(`
  3FFaheyqtyAXZSYxDzsr5CVKvJuvZD1WE1VEsBtDbRqB 4ZJhPQAgUseCsWhKvJLTmmRRUV74fdoTpQLNfKoekbPY 4e6KwQpyzGQPfgVr5Jn3g5jLjbXB4pKPa2jRLohEb1QA
  8CUUMKYNGxdgYio5CLHRHyzMEhhVRMcqefgE6dLqnVRK Bj3aQ2oFnZYfNR1njzRjmWizzuhvfcYLckh76cqsbuBM DwbVjia1mYeSGoJipzhaf4L5hfer2DJ1Ys681VzQm5YY
  FdGYQdiRky8NZzN9wZtczTBcWLYYRXrJ3LMDhqDPn5rM FjiEiVKyMGzSLpqoB27QypukUfyWHrwzPcGNtopzZVdh GeMGyvsTEsANVvcT5cme65Xq5MVU8fVVzMQ13KAZFNS2
  HXdYQ5gixrY2H6Y9gqsD8kPM2JQKSaRiohDQtLbZkRWE
`),
);

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');

/**
 * The supply as the sum over all accounts, so these must be all there.
 *
 * Source   agave 4.1 rpc.rs get_supply
 */
export function supplyOf(accounts: AccountsAt): Supply {
  const addresses = nonCirculatingAddresses(accounts);
  let total = 0n;
  for (const { lamports } of accounts.values()) total += lamports;
  let nonCirculating = 0n;
  for (const address of addresses) nonCirculating += accounts.get(address)?.lamports ?? 0n;
  return { circulating: total - nonCirculating, nonCirculating, nonCirculatingAccounts: [...addresses], total };
}

/**
 * Addresses whose lamports do not circulate: the node's own list, there or not, and stake that is locked up or in the hands
 * of certain withdrawers. The node has them in no order; here they ascend by their bytes.
 *
 * Source   agave 4.1 runtime non_circulating_supply.rs
 */
export function nonCirculatingAddresses(accounts: AccountsAt): ReadonlySet<Address> {
  const clock = decodeClock(accounts.get(CLOCK_SYSVAR)?.data) ?? BEGINNING;
  const stakes = accounts.ownedBy(STAKE_PROGRAM, []).filter(({ data }) => isNonCirculatingStake(data, clock));
  return new Set([...NON_CIRCULATING, ...stakes.map((stake) => stake.address)].sort(compareAddresses));
}

/** As in the node, no time has passed for a ledger without a Clock sysvar. */
const BEGINNING: Clock = { epoch: 0n, unixTimestamp: 0n };

/** Bytes that a stake account needs by its u32 tag: one without a delegation, one with. Any other holds no stake. */
const STAKE_BYTES: readonly (number | undefined)[] = [undefined, 124, 197];
const WITHDRAWER_OFFSET = 44;

/** After the withdrawer: the lockup's Unix seconds (i64) and epoch (u64), both of them to be reached. */
function isNonCirculatingStake(data: Uint8Array, clock: Clock): boolean {
  const needed = data.length < 4 ? undefined : STAKE_BYTES[new ByteReader(data).u32()];
  if (needed === undefined || data.length < needed) return false;
  const reader = new ByteReader(data, WITHDRAWER_OFFSET);
  const withdrawer = pubkey.read(reader);
  const isLocked = reader.i64() > clock.unixTimestamp || reader.u64() > clock.epoch;
  return isLocked || NON_CIRCULATING_WITHDRAWERS.has(withdrawer);
}
