import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { type ShowContext, showContextOf } from '../../../src/control/show/context.ts';
import { find } from '../../../src/control/show/find.ts';
import { ledgerContent } from '../../../src/control/show/ledgerContent.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { loadLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { memberText, shownText } from '../../support/shownLedger.ts';

const SIGNATURE = '36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ';
const HASH = 'A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq';

async function contextOfFiles(files: Readonly<Record<string, unknown>>): Promise<ShowContext> {
  const sources = Object.entries(files).map(([name, value]) => ({ name, text: JSON.stringify(value) }));
  return showContextOf((await loadSources(sources)).state);
}

const BLOCK = { blockhash: HASH, previousBlockhash: HASH, parentSlot: 4, blockTime: null, blockHeight: null };

it('a block recorded with signatures alone', async () => {
  const context = await contextOfFiles({ '5.json': { ...BLOCK, signatures: [SIGNATURE] } });
  expect(await shownText(context, '5')).toBe(`blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
lastSlot: 5
leftOut:
  accounts: 0
  described: 0
  rewards: 0
  transactions: 0
parentSlot: 4
previousBlockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
slot: 5
status: finalized
tips:
  - processed
  - confirmed
  - finalized
transactionCount: 1
transactions:
  - index: 0
    signature: 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
    slot: 5
    status: finalized
`);
  expect(await shownText(context, SIGNATURE)).toBe(`index: 0
signature: 36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
slot: 5
status: finalized
version: legacy
`);
});

it('a block recorded without transactions', async () => {
  const context = await contextOfFiles({ '5.json': BLOCK });
  expect(await shownText(context)).toBe(`summary:
  accounts: 0
  apiVersion: "${DEFAULT_VERSION.release}"
  blocks: 1
  confirmed: 5
  dropped: 0
  failed: 0
  finalized: 5
  firstAvailable: 5
  firstSlot: 5
  lastSlot: 5
  processed: 5
  skipped: 0
  transactions: 0
leftOut:
  accounts: 0
  described: 0
  names: 0
  signatures: 0
  slots: 0
  transactions: 0
slots:
  - blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
    lastSlot: 5
    parentSlot: 4
    slot: 5
    status: finalized
    tips:
      - processed
      - confirmed
      - finalized
`);
});

it('an account recorded in several slots, and closed in the last one', async () => {
  const recorded = (slot: number, value: unknown) => ({
    request: { method: 'getAccountInfo', params: [HASH] },
    response: { context: { slot }, value },
  });
  const account = {
    lamports: 5,
    data: ['', 'base64'],
    owner: '1'.repeat(32),
    executable: false,
    rentEpoch: 0,
    space: 0,
  };
  const context = await contextOfFiles({
    'a.json': recorded(5, account),
    'b.json': recorded(7, { ...account, lamports: 6 }),
    'c.json': recorded(9, null),
  });
  expect(memberText(await shownText(context, HASH), 'states')).toBe(`states:
  - account:
      data:
        - ""
        - base64
      executable: false
      lamports: 5
      owner: "11111111111111111111111111111111"
      rentEpoch: 0
      space: 0
  - account:
      data:
        - ""
        - base64
      executable: false
      lamports: 6
      owner: "11111111111111111111111111111111"
      rentEpoch: 0
      space: 0
    slot: 7
    status: finalized
  - slot: 9
    status: finalized
`);
  expect(stringifyJson(await itemJson(find(HASH, context), context))).toBe(
    '{"account":null,"address":"A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq","described":null,"facts":null,"idl":null,"kind":null,"leftOut":{"described":0,"states":0,"transactions":0},"name":null,"ownerName":null,"states":[{"account":{"data":["","base64"],"executable":false,"lamports":5,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0},"described":null,"slot":null,"status":null},{"account":{"data":["","base64"],"executable":false,"lamports":6,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0},"described":null,"slot":7,"status":"finalized"},{"account":null,"described":null,"slot":9,"status":"finalized"}],"transactions":[]}',
  );
});

it('a token account whose mint is not there', async () => {
  const data = Buffer.alloc(165);
  data.fill(1, 0, 32);
  data.fill(2, 32, 64);
  data.writeBigUInt64LE(1500n, 64);
  data[108] = 2;
  const account = {
    lamports: 5,
    data: [data.toString('base64'), 'base64'],
    owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    executable: false,
    rentEpoch: 0,
    space: 165,
  };
  const context = await contextOfFiles({ 'a.json': { pubkey: HASH, account } });
  expect(memberText(await shownText(context), 'accounts')).toBe(`accounts:
  - address: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
    facts:
      amount: "1500"
      isFrozen: true
      mint: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi
      owner: 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR
    kind: token
    lamports: 5
    owner: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
    space: 165
`);
});

it('a transaction in two slots is the one that is on the chain', async () => {
  const block = { ...BLOCK, signatures: [SIGNATURE] };
  const context = await contextOfFiles({ '5.json': block, '6.json': block });
  const { slot, status } = await itemJson(find(SIGNATURE, context), context);
  expect({ slot, status }).toEqual({ slot: 6n, status: 'finalized' });
});

it('tips among slots that were skipped', async () => {
  const tips = { processed: 9, confirmed: 7, finalized: 5, firstAvailable: 4 };
  const context = await contextOfFiles({ '5.json': BLOCK, 'ledger.json': tips });
  const text = await shownText(context);
  expect(memberText(text, 'slots')).toBe(`slots:
  - blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
    lastSlot: 5
    parentSlot: 4
    slot: 5
    status: finalized
    tips:
      - finalized
  - lastSlot: 9
    slot: 6
    status: skipped
    tips:
      - processed
      - confirmed
`);
  expect(memberText(text, 'summary')).toBe(`summary:
  accounts: 0
  apiVersion: "${DEFAULT_VERSION.release}"
  blocks: 1
  confirmed: 7
  dropped: 0
  failed: 0
  finalized: 5
  firstAvailable: 4
  firstSlot: 5
  lastSlot: 5
  processed: 9
  skipped: 4
  transactions: 0
`);
});

it('slots that no tip has reached, and slots that are cleaned up', async () => {
  const blocks = { '5.json': BLOCK, '6.json': { ...BLOCK, parentSlot: 5 }, '7.json': { ...BLOCK, parentSlot: 6 } };
  const context = await contextOfFiles({ ...blocks, 'ledger.json': { processed: 6, firstAvailable: 6 } });
  const { slots } = await ledgerContent(context);
  expect(slots.map(({ blockhash, slot, status, tips }) => ({ blockhash, slot, status, tips }))).toEqual([
    { blockhash: HASH, slot: 5n, status: 'cleanedUp', tips: [] },
    { blockhash: HASH, slot: 6n, status: 'finalized', tips: ['processed', 'confirmed', 'finalized'] },
    { blockhash: HASH, slot: 7n, status: 'ahead', tips: [] },
  ]);
});

it('a transaction whose lookup tables nobody recorded: its instructions as they are in the message', async () => {
  const { state } = await loadLedger(['ledger-fixtures/scripted/lookupTable.ledger.yaml']);
  const whole = [...state.history.transactions()].find(({ version }) => version === 0)!;
  if (whole.kind !== 'wire') throw new Error('it has no bytes');
  const transaction = [Buffer.from(whole.wire).toString('base64'), 'base64'];
  const context = await contextOfFiles({ 'a.json': { slot: 5, blockTime: null, transaction, meta: null, version: 0 } });
  expect(await shownText(context, whole.signature)).toBe(`balances:
  - address: 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
  - address: "11111111111111111111111111111111"
    name: $system
  - address: 6JxACoJE3TJ4aYwh8vHVKmMY5yjWCC7Ge9SPYRNtUyii
priorityFee: 0
programs:
  - $system
  - 6JxACoJE3TJ4aYwh8vHVKmMY5yjWCC7Ge9SPYRNtUyii
signature: 3dzAij8Zfg5qpBymz2HaKnqkqDAAGTwTeZtJUbgJVv95aruc9nsmDs2HLHUJUYMr3y2ogNyHcA6eBiJECuFiPg6r
slot: 5
status: finalized
transaction:
  message:
    accountKeys:
      - 2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
      - "11111111111111111111111111111111"
      - 6JxACoJE3TJ4aYwh8vHVKmMY5yjWCC7Ge9SPYRNtUyii
    addressTableLookups:
      - accountKey: 8tG1QQYmSHL6ap9vD7EXtNwuUJzShu4Q7PUa1QzcanrG
        readonlyIndexes:
          - 2
        writableIndexes:
          - 1
    header:
      numReadonlySignedAccounts: 0
      numReadonlyUnsignedAccounts: 2
      numRequiredSignatures: 1
    instructions:
      - accounts:
          - 0
          - 3
        data: 3Bxs3zzLZLuLQEYX
        programIdIndex: 1
        stackHeight: 1
      - accounts:
          - 0
          - 4
        data: 3yaxpa
        programIdIndex: 2
        stackHeight: 1
    recentBlockhash: B8TZ5hfxyAk43KXjoiAZCEBJUC2bDx848cfNXDqJjWp1
  signatures:
    - 3dzAij8Zfg5qpBymz2HaKnqkqDAAGTwTeZtJUbgJVv95aruc9nsmDs2HLHUJUYMr3y2ogNyHcA6eBiJECuFiPg6r
version: 0
`);
});

it('an instruction that names its program by index among parsed ones, as the contract shows it', async () => {
  const SYSTEM = '1'.repeat(32);
  const BUDGET = 'ComputeBudget111111111111111111111111111111';
  const limit = { accounts: [], data: 'HnkkG7', programIdIndex: 2, stackHeight: null };
  const transfer = { info: { lamports: 1 }, type: 'transfer' };
  const message = {
    accountKeys: [HASH, SYSTEM, BUDGET].map((pubkey) => ({ pubkey, signer: pubkey === HASH, writable: false })),
    instructions: [limit, { parsed: transfer, program: 'system', programId: SYSTEM, stackHeight: null }],
    recentBlockhash: HASH,
  };
  const transaction = { message, signatures: [SIGNATURE] };
  const context = await contextOfFiles({ 'a.json': { slot: 5, blockTime: null, transaction, meta: null } });
  const text = await shownText(context);
  expect(memberText(text, 'transactions')).toContain('  - programs:\n      - $computeBudget\n      - $system\n');
  expect(await shownText(context, SIGNATURE)).toContain(`
    instructions:
      - data: HnkkG7
        programIdIndex: 2
      - parsed:
          info:
            lamports: 1
          type: transfer
        program: system
        programId: "11111111111111111111111111111111"
`);
});

describe('accounts recorded as jsonParsed', () => {
  const recorded = (pubkey: string, owner: string, data: object) => ({
    pubkey,
    account: { lamports: 5, data, owner, executable: false, rentEpoch: 0 },
  });
  const of = (program: string, type: string, info: object, space: number) => ({
    program,
    parsed: { type, info },
    space,
  });
  const MINT = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
  const STAKED = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
  const VOTER = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq';
  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  const extensions = [{ extension: 'immutableOwner' }];
  const files = {
    'mint.json': recorded(
      MINT,
      TOKEN_2022,
      of('spl-token-2022', 'mint', { decimals: 2, supply: '500', extensions }, 170),
    ),
    'token.json': recorded(
      HASH,
      TOKEN_2022,
      of(
        'spl-token-2022',
        'account',
        {
          mint: MINT,
          owner: STAKED,
          state: 'frozen',
          tokenAmount: { amount: '150', uiAmountString: '1.5' },
          extensions,
        },
        170,
      ),
    ),
    'stake.json': recorded(STAKED, 'Stake11111111111111111111111111111111111111', of('stake', 'initialized', {}, 200)),
    'vote.json': recorded(
      VOTER,
      'Vote111111111111111111111111111111111111111',
      of('vote', 'vote', { nodePubkey: STAKED, commission: 7, votes: [{ slot: 8 }, { slot: 9 }] }, 3762),
    ),
  };

  it('are shown by what was recorded', async () => {
    const context = await contextOfFiles(files);
    expect(memberText(await shownText(context), 'accounts')).toBe(`accounts:
  - address: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi
    facts:
      decimals: 2
      supply: "500"
    kind: mint
    lamports: 5
    owner: TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
    space: 170
  - address: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
    facts:
      amount: "150"
      isFrozen: true
      mint: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi
      owner: 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR
      uiAmount: "1.5"
    kind: token
    lamports: 5
    owner: TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
    space: 170
  - address: 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR
    facts:
      stake: null
      staker: null
      voter: null
      withdrawer: null
    kind: stake
    lamports: 5
    owner: Stake11111111111111111111111111111111111111
    space: 200
  - address: GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq
    facts:
      commission: 7
      lastVote: 9
      nodePubkey: 8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR
    kind: vote
    lamports: 5
    owner: Vote111111111111111111111111111111111111111
    space: 3762
`);
    expect(await itemJson(find(HASH, context), context)).toMatchObject({
      kind: 'token',
      facts: { amount: '150', isFrozen: true, mint: MINT, owner: STAKED, uiAmount: '1.5' },
      account: { data: files['token.json'].account.data, space: 170 },
    });
  });
});
