/**
 * Token balances of the accounts of a transaction.
 *
 * Source   agave 4.1 svm transaction_balances; spl-generic-token account layout
 */
import { getAddressDecoder } from '@solana/kit';
import { Float } from './json.mjs';
import { TOKEN, TOKEN_2022 } from './tokens.mjs';

const ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
const ACCOUNT_TYPE = 2;
const MINT_DECIMALS = 44;

const isTokenProgram = (address) => address === TOKEN || address === TOKEN_2022;

/** Empty unless the transaction names a token program; accounts that it invokes are left out. */
export function tokenBalances(svm, addresses, message) {
  if (!addresses.some(isTokenProgram)) return [];
  const invoked = new Set(programIndexes(message));
  return addresses.flatMap((address, accountIndex) => {
    const account = svm.getAccount(address);
    if (invoked.has(accountIndex) || isTokenProgram(address) || !account.exists) return [];
    return isTokenAccount(account) ? [tokenBalance(svm, account, accountIndex)] : [];
  });
}

/** A v1 message keeps the program's index in the instruction's header. */
function programIndexes({ instructions, instructionHeaders }) {
  if (instructionHeaders !== undefined) return instructionHeaders.map(({ programAccountIndex }) => programAccountIndex);
  return instructions.map(({ programAddressIndex }) => programAddressIndex);
}

function isTokenAccount({ programAddress, data }) {
  const isBare = data.length === ACCOUNT_BYTES;
  const isExtended =
    data.length > ACCOUNT_BYTES && data.length !== MULTISIG_BYTES && data[ACCOUNT_BYTES] === ACCOUNT_TYPE;
  const isInitialized = data[108] > 0;
  return isInitialized && ((isBare && isTokenProgram(programAddress)) || (isExtended && programAddress === TOKEN_2022));
}

function tokenBalance(svm, { data, programAddress }, accountIndex) {
  const address = (offset) => getAddressDecoder().decode(data.subarray(offset, offset + 32));
  const mint = address(0);
  const amount = Buffer.from(data).readBigUInt64LE(64);
  const decimals = svm.getAccount(mint).data[MINT_DECIMALS];
  return {
    accountIndex,
    mint,
    owner: address(32),
    programId: programAddress,
    uiTokenAmount: uiAmount(amount, decimals),
  };
}

/** Plain decimals; a zero loses its `uiAmount` on the way through the node's storage. */
function uiAmount(amount, decimals) {
  const digits = `${amount}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return {
    amount: `${amount}`,
    decimals,
    uiAmount: amount === 0n ? null : new Float(Number(amount) / 10 ** decimals),
    uiAmountString: fraction === '' ? whole : `${whole}.${fraction}`,
  };
}
