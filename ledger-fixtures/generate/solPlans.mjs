/**
 * Transactions of the native programs and of the memo program. A plan is
 * `{ what, instructions, payer?, version?, lookupTables?, config?, fails?, isVote? }`; alice pays unless someone else is named.
 */
import {
  AddressLookupTableProgram,
  Authorized,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeProgram,
  SystemProgram,
  VoteInit,
  VoteProgram,
} from '@solana/web3.js';
import { LAMPORTS_PER_BYTE, timeOf } from './clusterClock.mjs';
import { createLookupTable, DERIVED } from './derived.mjs';
import { fromWeb3, instruction } from './instruction.mjs';
import { KEY } from './keys.mjs';
import { loader, MEMO, MEMO_V1, memo, towerSync, UPGRADEABLE_LOADER } from './natives.mjs';
import { SYSTEM } from './tokens.mjs';

export const SOL = 1_000_000_000;
const ACCOUNT_OVERHEAD_BYTES = 128;
const BUFFER_HEADER_BYTES = 37;
const PROGRAM_BYTES = 36;
const CHUNK_BYTES = 900;
/** of the identity, on the rewards of who stakes with it */
export const COMMISSION_PERCENT = 7;

const { alice, bob, carol, dave, erin, identity, program, programBuffer, spareBuffer } = KEY;
const publicKeys = Object.entries(KEY).map(([name, address]) => [name, new PublicKey(address)]);
const PUBLIC = Object.fromEntries(publicKeys);

export const transferSol = (fromPubkey, toPubkey, lamports) =>
  fromWeb3(
    SystemProgram.transfer({ fromPubkey: new PublicKey(fromPubkey), toPubkey: new PublicKey(toPubkey), lamports }),
  );

/** A rent-exempt account of alice's making; `spare` bytes are paid for and not allocated yet. */
export function createAccount(name, owner, space, spare = 0) {
  const lamports = (ACCOUNT_OVERHEAD_BYTES + space + spare) * LAMPORTS_PER_BYTE;
  const keys = { fromPubkey: PUBLIC.alice, newAccountPubkey: PUBLIC[name] };
  return fromWeb3(SystemProgram.createAccount({ ...keys, lamports, space, programId: new PublicKey(owner) }));
}

export const transferPlan = (what, from, to, lamports) => ({
  what,
  payer: from,
  instructions: [transferSol(from, to, lamports)],
});

export const memoPlans = [
  {
    what: 'two memos and a transfer to carol, who is new',
    instructions: [
      memo(MEMO, 'still water', [alice]),
      memo(MEMO_V1, 'runs deep \u{1f30a}'),
      transferSol(alice, carol, 2 * SOL),
    ],
  },
];

export const failingPlans = [
  {
    what: 'fails: a transfer of more than carol has',
    fails: true,
    instructions: [transferSol(alice, bob, 1000), transferSol(carol, alice, 5000 * SOL)],
  },
  {
    what: 'fails: an instruction that the system program does not know',
    fails: true,
    payer: bob,
    instructions: [instruction(SYSTEM, [], 255, 255, 255, 255)],
  },
];

export const noncePlans = {
  create: {
    what: 'create a nonce account',
    instructions: [
      createAccount('nonceAccount', SYSTEM, NONCE_ACCOUNT_LENGTH),
      fromWeb3(SystemProgram.nonceInitialize({ noncePubkey: PUBLIC.nonceAccount, authorizedPubkey: PUBLIC.alice })),
    ],
  },
  advance: {
    what: 'advance the nonce',
    instructions: [
      fromWeb3(SystemProgram.nonceAdvance({ noncePubkey: PUBLIC.nonceAccount, authorizedPubkey: PUBLIC.alice })),
    ],
  },
};

function createStake(name, lamports, lockup) {
  const keys = { fromPubkey: PUBLIC.alice, stakePubkey: PUBLIC[name] };
  const authorized = new Authorized(PUBLIC.alice, PUBLIC.alice);
  return StakeProgram.createAccount({ ...keys, authorized, lockup, lamports }).instructions.map(fromWeb3);
}

const delegateStake = StakeProgram.delegate({
  stakePubkey: PUBLIC.stakeAccount,
  authorizedPubkey: PUBLIC.alice,
  votePubkey: PUBLIC.voteAccount,
});

export const stakePlans = [
  {
    what: 'create the vote account',
    payer: identity,
    instructions: VoteProgram.createAccount({
      fromPubkey: PUBLIC.identity,
      votePubkey: PUBLIC.voteAccount,
      voteInit: new VoteInit(PUBLIC.identity, PUBLIC.identity, PUBLIC.identity, COMMISSION_PERCENT),
      lamports: (ACCOUNT_OVERHEAD_BYTES + VoteProgram.space) * LAMPORTS_PER_BYTE,
    }).instructions.map(fromWeb3),
  },
  {
    what: 'create a stake account and delegate it',
    instructions: [
      ...createStake('stakeAccount', 10 * SOL, new Lockup(0, 0, PublicKey.default)),
      ...delegateStake.instructions.map(fromWeb3),
    ],
  },
  {
    what: 'create a stake account with a lockup',
    instructions: createStake('lockedStake', 3 * SOL, new Lockup(1893456000, 0, PUBLIC.bob)),
  },
];

/** A vote for all blocks from the vote account's creation to `lastSlot`. */
export function votePlan(firstSlot, lastSlot) {
  const slots = Array.from({ length: lastSlot - firstSlot + 1 }, (_, i) => firstSlot + i);
  const instructions = [towerSync(KEY.voteAccount, identity, slots, timeOf(lastSlot))];
  return { what: `vote for slot ${lastSlot}`, payer: identity, instructions, isVote: true };
}

/** A buffer written in chunks that fit a transaction, as many as the code needs. */
export function bufferPlans(code) {
  const numChunks = Math.ceil(code.length / CHUNK_BYTES);
  const writes = Array.from({ length: numChunks }, (_, i) => ({
    what: `write code, part ${i + 1} of ${numChunks}`,
    instructions: [
      loader.write(programBuffer, alice, i * CHUNK_BYTES, code.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES)),
    ],
  }));
  const space = BUFFER_HEADER_BYTES + code.length;
  return [
    {
      what: 'create a buffer for the code of a program, and a second one that stays',
      instructions: [
        createAccount('programBuffer', UPGRADEABLE_LOADER, space),
        loader.initializeBuffer(programBuffer, alice),
        createAccount('spareBuffer', UPGRADEABLE_LOADER, BUFFER_HEADER_BYTES + 3),
        loader.initializeBuffer(spareBuffer, alice),
        loader.write(spareBuffer, alice, 0, Buffer.of(1, 2, 3)),
      ],
    },
    ...writes,
  ];
}

export const deployPlan = (code) => ({
  what: 'deploy the program',
  instructions: [
    createAccount('program', UPGRADEABLE_LOADER, PROGRAM_BYTES),
    loader.deploy(alice, DERIVED.programData, program, programBuffer, alice, code.length),
  ],
});

export const callPlan = {
  what: 'call the deployed program',
  instructions: [memo(program, 'from the copy', [alice])],
};

export const tablePlan = {
  what: 'create and extend the lookup table',
  instructions: [
    createLookupTable,
    fromWeb3(
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: new PublicKey(DERIVED.lookupTable),
        authority: PUBLIC.alice,
        payer: PUBLIC.alice,
        addresses: [bob, carol, DERIVED.aliceToken, DERIVED.bobToken, KEY.tokenMint].map((text) => new PublicKey(text)),
      }),
    ),
  ],
};

export const v1Plan = {
  what: 'v1: transfer 0.25 SOL from dave to erin, with a priority fee',
  payer: dave,
  version: 1,
  config: {
    priorityFeeLamports: 1234n,
    computeUnitLimit: 30_000,
    loadedAccountsDataSizeLimit: 1_048_576,
    heapSize: 65_536,
  },
  instructions: [transferSol(dave, erin, 0.25 * SOL)],
};
