import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, fields, i8, type TypeOf, u8, u64 } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import type { Address } from '../../address.ts';
import { keyIfAny } from '../../pubkey.ts';
import { type InstructionRow, nameAccounts, row, signedBy, signedRow } from '../instructionRow.ts';
import { aeCiphertext, elgamalCiphertext, elgamalPubkey, optionalElgamalPubkey, podBool } from './layout.ts';
import { exactRow, exactSignedRow, harvestRow, splitSources } from './tokenInstructionRow.ts';

/**
 * Instructions with zero-knowledge proofs. For each proof an instruction says where it is: a number of instructions away (i8), or,
 * with 0, in a context state account. Up to 4.2 the node guesses the accounts that follow by position, and its answers show these
 * guesses: if an authority after an offset that is not 0 is a multisig, its first accounts are shown as `...RecordAccount`. From 4.3 on
 * the offsets determine the accounts.
 *
 * Source   spl-token-2022-interface 2.1, 3.1 `extension/confidential_<name>/instruction.rs`; agave 4.1, 4.3
 *          `extension/confidential_<name>.rs`
 * @module
 */

/** The naming of the accounts of proofs: by position or by offset. */
type ProofNaming = NodeVersion['confidentialProofs'];

/** The data of an instruction with a single proof. */
type ProofArgs = JsonObject & { readonly proofInstructionOffset: number };

interface SingleProofRow {
  readonly type: string;
  readonly accounts: readonly string[];
  readonly args: Decoder<ProofArgs>;
  readonly signer: string;
}

/** An instruction with one proof, whose account is between the named ones and the authority. */
function singleProofRow(naming: ProofNaming, { type, accounts: names, args, signer }: SingleProofRow): InstructionRow {
  return {
    type,
    minAccounts: names.length + 2,
    args,
    isExact: true,
    info: (accounts, shownArgs: ProofArgs) => {
      const named = nameAccounts(accounts, names);
      return {
        ...named,
        ...shownArgs,
        ...proofAndAuthority(naming, accounts, names.length, shownArgs, 'recordAccount', signer),
      };
    },
  };
}

/**
 * The account of the only proof, which is at `index`, then the authority; up to 4.2 an additional account between them is shown as a record account.
 */
function proofAndAuthority(
  naming: ProofNaming,
  accounts: readonly Address[],
  index: number,
  { proofInstructionOffset }: ProofArgs,
  recordKey: string,
  signer: string,
): JsonObject {
  const proof = accounts[index];
  const next = index + 1;
  if (proofInstructionOffset === 0) return { proofContextStateAccount: proof, ...signedBy(accounts, next, signer) };
  const instructionsSysvar = proof;
  if (naming === 'byOffset' || accounts.length <= next + 1)
    return { instructionsSysvar, ...signedBy(accounts, next, signer) };
  return { instructionsSysvar, [recordKey]: accounts[next], ...signedBy(accounts, next + 1, signer) };
}

interface ProofsRow<K extends string> {
  readonly type: K;
  readonly accounts: readonly string[];
  /** absent: the named ones and the owner */
  readonly minAccounts?: number;
  /** the members before the offsets */
  readonly args: Decoder<JsonObject>;
  /** proofs in the order of their offsets in the data */
  readonly proofs: readonly string[];
  /** names of accounts where the node guesses them; absent: they have the same order */
  readonly guessedAccounts?: readonly string[];
  /** name of an authority before the signer, and that of the signer; absent: only `owner` */
  readonly authorities?: readonly [besides: string | undefined, signer: string];
}

const OWNER_ALONE = [undefined, 'owner'] as const;

/** An instruction of an owner with several proofs. */
function proofsRow<const K extends string>(
  naming: ProofNaming,
  {
    type,
    accounts: names,
    minAccounts = names.length + 1,
    args,
    proofs,
    guessedAccounts = proofs,
    authorities: [besides, signer] = OWNER_ALONE,
  }: ProofsRow<K>,
): InstructionRow & { readonly type: K } {
  const keysOf = naming === 'byOffset' ? neededAccountKeys : guessedAccountKeys;
  const proofAccounts = naming === 'byOffset' ? proofs : guessedAccounts;
  const authorityCount = besides === undefined ? 1 : 2;
  const offsetDecoders = Object.fromEntries(proofs.map((proof) => [`${proof}InstructionOffset`, i8]));
  return {
    type,
    minAccounts,
    args: fields({ shownArgs: args, offsets: fields(offsetDecoders) }),
    isExact: true,
    info: (accounts, { shownArgs, offsets }: { readonly shownArgs: JsonObject; readonly offsets: JsonObject }) => {
      const keys = [...names, ...keysOf(proofAccounts, offsets)];
      // where accounts are missing, the last ones are still those of the authorities
      const end = Math.min(keys.length, accounts.length - authorityCount);
      const named = nameAccounts(accounts, keys.slice(0, end));
      const authority = besides === undefined ? {} : { [besides]: accounts[end] };
      return {
        ...named,
        ...shownArgs,
        ...offsets,
        ...authority,
        ...signedBy(accounts, end + authorityCount - 1, signer),
      };
    },
  };
}

/** The keys of the accounts after the named ones: the sysvar if any proof is in an instruction, then one for each proof. */
function guessedAccountKeys(proofs: readonly string[], offsets: JsonObject): readonly string[] {
  const isInAccount = (proof: string): boolean => offsets[`${proof}InstructionOffset`] === 0;
  const keys = proofs.map((proof) => `${proof}${isInAccount(proof) ? 'ContextStateAccount' : 'RecordAccount'}`);
  return proofs.every(isInAccount) ? keys : ['instructionsSysvar', ...keys];
}

/**
 * The keys of the accounts that the offsets need: the sysvar if any proof is in an instruction, then one for each proof in an account.
 */
function neededAccountKeys(proofs: readonly string[], offsets: JsonObject): readonly string[] {
  const inAccounts = proofs.filter((proof) => offsets[`${proof}InstructionOffset`] === 0);
  const keys = inAccounts.map((proof) => `${proof}ContextStateAccount`);
  return inAccounts.length === proofs.length ? keys : ['instructionsSysvar', ...keys];
}

/** The new balance or supply, shown under `key`, and two ciphertexts of the amount for the auditor, which are not shown. */
function movedBalance(key: string): Decoder<JsonObject> {
  return fields({ [key]: aeCiphertext, _low: elgamalCiphertext, _high: elgamalCiphertext }) as Decoder<JsonObject>;
}

const MOVING_PROOFS = ['equalityProof', 'ciphertextValidityProof', 'rangeProof'];
const rotation = fields({ newSupplyElGamalPubkey: elgamalPubkey, proofInstructionOffset: i8 });

/** Instructions by sub tag. */
const mintBurnRows = (naming: ProofNaming): readonly InstructionRow[] => [
  exactRow('initializeConfidentialMintBurnMint', ['mint'], {
    supplyElGamalPubkey: elgamalPubkey,
    decryptableSupply: aeCiphertext,
  }),
  {
    type: 'rotateConfidentialMintBurnSupplyElGamalPubkey',
    minAccounts: 3,
    args: rotation,
    isExact: true,
    info: (accounts, args: TypeOf<typeof rotation>) => {
      const inAccount = naming === 'byOffset' ? 'proofContextStateAccount' : 'proofAccount';
      const proofKey = args.proofInstructionOffset === 0 ? inAccount : 'instructionsSysvar';
      return { mint: accounts[0], [proofKey]: accounts[1], ...args, ...signedBy(accounts, 2, 'owner') };
    },
  },
  exactSignedRow('updateConfidentialMintBurnDecryptableSupply', ['mint'], 'owner', {
    newDecryptableSupply: aeCiphertext,
  }),
  proofsRow(naming, {
    type: 'confidentialMint',
    accounts: ['destination', 'mint'],
    args: movedBalance('newDecryptableSupply'),
    proofs: MOVING_PROOFS,
  }),
  proofsRow(naming, {
    type: 'confidentialBurn',
    // the account that is burned from; the node calls it destination
    accounts: ['destination', 'mint'],
    args: movedBalance('newDecryptableAvailableBalance'),
    proofs: MOVING_PROOFS,
  }),
  signedRow('applyPendingBurn', ['mint'], 'owner'),
];

const mintSettings = { autoApproveNewAccounts: podBool, auditorElGamalPubkey: optionalElgamalPubkey };
/** Unlike in all other instructions, the amount is a number here. */
const amountAndDecimals = { amount: u64, decimals: u8 };

type Names = Pick<NodeVersion, 'confidentialAccounts' | 'confidentialProofs'>;

/**
 * Instructions by sub tag. The accounts of deposit and withdraw have the names of the node, which up to 4.1 differ from how the program
 * reads them (it has no separate destination).
 */
function transferRows({ confidentialAccounts, confidentialProofs: naming }: Names): readonly InstructionRow[] {
  const owned = confidentialAccounts === 'account' ? ['account', 'mint'] : ['source', 'destination', 'mint'];
  return [
    exactRow('initializeConfidentialTransferMint', ['mint'], { authority: keyIfAny, ...mintSettings }),
    exactRow('updateConfidentialTransferMint', ['mint', 'confidentialTransferMintAuthority'], mintSettings),
    singleProofRow(naming, {
      type: 'configureConfidentialTransferAccount',
      accounts: ['account', 'mint'],
      args: fields({
        decryptableZeroBalance: aeCiphertext,
        maximumPendingBalanceCreditCounter: u64,
        proofInstructionOffset: i8,
      }),
      signer: 'owner',
    }),
    row('approveConfidentialTransferAccount', ['account', 'mint', 'confidentialTransferAuditorAuthority']),
    singleProofRow(naming, {
      type: 'emptyConfidentialTransferAccount',
      accounts: ['account'],
      args: fields({ proofInstructionOffset: i8 }),
      signer: 'owner',
    }),
    exactSignedRow('depositConfidentialTransfer', owned, 'owner', amountAndDecimals),
    proofsRow(naming, {
      type: 'withdrawConfidentialTransfer',
      accounts: owned,
      minAccounts: owned.length + 2,
      args: fields({ ...amountAndDecimals, newDecryptableAvailableBalance: aeCiphertext }),
      proofs: ['equalityProof', 'rangeProof'],
    }),
    proofsRow(naming, {
      type: 'confidentialTransfer',
      accounts: ['source', 'mint', 'destination'],
      args: movedBalance('newSourceDecryptableAvailableBalance'),
      proofs: MOVING_PROOFS,
    }),
    exactSignedRow('applyPendingConfidentialTransferBalance', ['account'], 'owner', {
      expectedPendingBalanceCreditCounter: u64,
      newDecryptableAvailableBalance: aeCiphertext,
    }),
    signedRow('enableConfidentialTransferConfidentialCredits', ['account'], 'owner'),
    signedRow('disableConfidentialTransferConfidentialCredits', ['account'], 'owner'),
    signedRow('enableConfidentialTransferNonConfidentialCredits', ['account'], 'owner'),
    signedRow('disableConfidentialTransferNonConfidentialCredits', ['account'], 'owner'),
    proofsRow(naming, {
      type: 'confidentialTransferWithFee',
      accounts: ['source', 'mint', 'destination'],
      args: movedBalance('newSourceDecryptableAvailableBalance'),
      proofs: [
        'equalityProof',
        'transferAmountCiphertextValidityProof',
        'feeSigmaProof',
        'feeCiphertextValidityProof',
        'rangeProof',
      ],
      // the program takes the two fee proofs in the order of the data; the guess names them the other way round
      guessedAccounts: [
        'equalityProof',
        'transferAmountCiphertextValidityProof',
        'feeCiphertextValidityProof',
        'feeSigmaProof',
        'rangeProof',
      ],
    }),
    row('configureConfidentialAccountWithRegistry', ['account', 'mint', 'registry']),
  ];
}

const proofAndBalance = fields({ proofInstructionOffset: i8, newDecryptableAvailableBalance: aeCiphertext });
const withdrawal = fields({ numSources: u8, proof: proofAndBalance });

/** Instructions by sub tag. */
const transferFeeRows = (naming: ProofNaming): readonly InstructionRow[] => [
  exactRow('initializeConfidentialTransferFeeConfig', ['mint'], {
    authority: keyIfAny,
    withdrawWithheldAuthorityElGamalPubkey: elgamalPubkey,
  }),
  singleProofRow(naming, {
    type: 'withdrawWithheldConfidentialTransferTokensFromMint',
    accounts: ['mint', 'feeRecipient'],
    args: proofAndBalance,
    signer: 'withdrawWithheldAuthority',
  }),
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromAccounts',
    minAccounts: 4,
    args: withdrawal,
    isExact: true,
    info: (accounts, { numSources, proof }: TypeOf<typeof withdrawal>) => {
      const [leading, sourceAccounts] = splitSources(accounts, numSources, 4);
      const named = nameAccounts(leading, ['mint', 'feeRecipient']);
      const proven = proofAndAuthority(naming, leading, 2, proof, 'proofAccount', 'withdrawWithheldAuthority');
      return { ...named, sourceAccounts, ...proof, ...proven };
    },
  },
  harvestRow('harvestWithheldConfidentialTransferTokensToMint'),
  // the account is a mint; the key is the node's
  signedRow('enableConfidentialTransferFeeHarvestToMint', ['account'], 'owner'),
  signedRow('disableConfidentialTransferFeeHarvestToMint', ['account'], 'owner'),
];

/** Instructions by tag, then by sub tag. */
export function confidentialRows(names: Names): Readonly<Record<number, readonly InstructionRow[]>> {
  const { confidentialProofs: naming } = names;
  return { 27: transferRows(names), 37: transferFeeRows(naming), 42: mintBurnRows(naming) };
}

/** A confidential burn that another authority has to permit. */
export function permissionedConfidentialBurn({ confidentialProofs: naming }: Names) {
  return proofsRow(naming, {
    type: 'permissionedConfidentialBurn',
    accounts: ['account', 'mint'],
    minAccounts: 4,
    args: movedBalance('newDecryptableAvailableBalance'),
    proofs: MOVING_PROOFS,
    authorities: ['permissionedBurnAuthority', 'authority'],
  });
}
