/**
 * Instructions of SPL Token, Token-2022, the token metadata interface and the associated token program.
 *
 * Source   spl-token-interface 2.0, spl-token-2022-interface 2.1, spl-token-metadata-interface 0.8
 */
import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { f64, instruction, key, payer, readonly, signer, text, u16, u64, writable } from './instruction.mjs';
import { sha256 } from './keys.mjs';

export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112';

export async function associatedToken(owner, mint, program) {
  const seeds = [owner, program, mint].map((address) => getAddressEncoder().encode(address));
  const [address] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN, seeds });
  return address;
}

export const createAssociatedToken = (funder, address, owner, mint, program) =>
  instruction(
    ASSOCIATED_TOKEN,
    [payer(funder), writable(address), readonly(owner), readonly(mint), readonly(SYSTEM), readonly(program)],
    0,
  );

/** The instructions that both programs know, for one of them. */
export function tokenInstructions(program) {
  const build = (accounts, ...parts) => instruction(program, accounts, ...parts);
  return {
    transfer: (from, to, owner, amount) => build([writable(from), writable(to), signer(owner)], 3, u64(amount)),
    approve: (from, delegate, owner, amount) =>
      build([writable(from), readonly(delegate), signer(owner)], 4, u64(amount)),
    mintTo: (mint, to, authority, amount) => build([writable(mint), writable(to), signer(authority)], 7, u64(amount)),
    burn: (from, mint, owner, amount) => build([writable(from), writable(mint), signer(owner)], 8, u64(amount)),
    closeAccount: (from, to, owner) => build([writable(from), writable(to), signer(owner)], 9),
    freeze: (account, mint, authority) => build([writable(account), readonly(mint), signer(authority)], 10),
    thaw: (account, mint, authority) => build([writable(account), readonly(mint), signer(authority)], 11),
    transferChecked: (from, mint, to, owner, amount, decimals) =>
      build([writable(from), readonly(mint), writable(to), signer(owner)], 12, u64(amount), decimals),
    syncNative: (account) => build([writable(account)], 17),
    initializeAccount3: (account, mint, owner) => build([writable(account), readonly(mint)], 18, key(owner)),
    initializeMultisig2: (multisig, signers, required) =>
      build([writable(multisig), ...signers.map(readonly)], 19, required),
    initializeMint2: (mint, decimals, authority) =>
      build([writable(mint)], 20, decimals, key(authority), 1, key(authority)),
    amountToUiAmount: (mint, amount) => build([readonly(mint)], 23, u64(amount)),
  };
}

const on2022 = (accounts, ...parts) => instruction(TOKEN_2022, accounts, ...parts);

export const extensions = {
  mintCloseAuthority: (mint, authority) => on2022([writable(mint)], 25, 1, key(authority)),
  transferFeeConfig: (mint, authority, basisPoints, maximumFee) =>
    on2022([writable(mint)], 26, 0, 1, key(authority), 1, key(authority), u16(basisPoints), u64(maximumFee)),
  transferCheckedWithFee: (from, mint, to, owner, amount, decimals, fee) =>
    on2022([writable(from), readonly(mint), writable(to), signer(owner)], 26, 1, u64(amount), decimals, u64(fee)),
  harvestWithheldToMint: (mint, sources) => on2022([writable(mint), ...sources.map(writable)], 26, 4),
  defaultAccountState: (mint, state) => on2022([writable(mint)], 28, 0, state),
  reallocate: (account, owner, types) =>
    on2022([writable(account), payer(owner), readonly(SYSTEM), signer(owner)], 29, ...types.map(u16)),
  requireMemo: (account, owner) => on2022([writable(account), signer(owner)], 30, 0),
  interestBearing: (mint, authority, rate) => on2022([writable(mint)], 33, 0, key(authority), u16(rate)),
  cpiGuard: (account, owner) => on2022([writable(account), signer(owner)], 34, 0),
  permanentDelegate: (mint, delegate) => on2022([writable(mint)], 35, key(delegate)),
  metadataPointer: (mint, authority, metadata) => on2022([writable(mint)], 39, 0, key(authority), key(metadata)),
  scaledUiAmount: (mint, authority, multiplier) => on2022([writable(mint)], 43, 0, key(authority), f64(multiplier)),
};

const discriminator = (name) => sha256(`spl_token_metadata_interface:${name}`).subarray(0, 8);

/** Metadata that lives in the mint's own account. */
export const initializeMetadata = (mint, authority, name, symbol, uri) =>
  on2022(
    [writable(mint), readonly(authority), readonly(mint), signer(authority)],
    discriminator('initialize_account'),
    text(name),
    text(symbol),
    text(uri),
  );

export const setMetadataField = (mint, authority, field, value) =>
  on2022([writable(mint), signer(authority)], discriminator('updating_field'), 3, text(field), text(value));
