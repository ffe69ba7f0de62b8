import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { type ShowContext, showContextOf } from '../../../src/control/show/context.ts';
import { find } from '../../../src/control/show/find.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { loadLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import { shownText } from '../../support/shownLedger.ts';

const SIGNATURE = '36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ';
const HASH = 'A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq';

async function contextOfFiles(files: Readonly<Record<string, unknown>>): Promise<ShowContext> {
  const sources = Object.entries(files).map(([name, value]) => ({ name, text: JSON.stringify(value) }));
  return showContextOf((await loadSources(sources)).state);
}

const BLOCK = { blockhash: HASH, previousBlockhash: HASH, parentSlot: 4, blockTime: null, blockHeight: null };

it('a block recorded with signatures alone', async () => {
  const context = await contextOfFiles({ '5.json': { ...BLOCK, signatures: [SIGNATURE] } });
  expect(await shownText(context, '5')).toBe(`slot 5
status: finalized; tip of processed and confirmed and finalized
blockhash: A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
parent: slot 4, A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq

transactions (1)
  slot  signature                                                                                 programs
  5     36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ  ?
`);
  expect(
    await shownText(context, SIGNATURE),
  ).toBe(`36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ
slot: 5, at 0 (finalized)
result: not recorded
version: legacy
`);
});

it('a block recorded without transactions', async () => {
  const context = await contextOfFiles({ '5.json': BLOCK });
  expect(await shownText(context)).toBe(`1 block, 0 transactions, 0 accounts
slots: 5, first available 5
tips: processed 5, confirmed 5, finalized 5
cluster: node 4.3.0

slots (1)
  slot  status     tip                            blockhash
  5     finalized  processed confirmed finalized  A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
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
  expect(await shownText(context, HASH)).toBe(`A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
no account at the processed tip

states in time (3)
  from the beginning: 0.000000005 SOL, 0 bytes
  from slot 7: 0.000000006 SOL, 0 bytes
  from slot 9: no account
`);
  expect(stringifyJson(await itemJson(find(HASH, context), context))).toBe(
    '{"account":null,"address":"A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq","described":null,"facts":null,"idl":null,"kind":null,"leftOut":{"described":0,"states":0,"transactions":0},"name":null,"states":[{"account":{"data":["","base64"],"executable":false,"lamports":5,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0},"described":null,"slot":null,"status":null},{"account":{"data":["","base64"],"executable":false,"lamports":6,"owner":"11111111111111111111111111111111","rentEpoch":0,"space":0},"described":null,"slot":7,"status":"finalized"},{"account":null,"described":null,"slot":9,"status":"finalized"}],"transactions":[]}',
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
  expect(await shownText(context)).toBe(`0 blocks, 0 transactions, 1 account
slots: none
tips: processed 0, confirmed 0, finalized 0
cluster: node 4.3.0

token accounts (1)
  address                                               SOL      amount  mint                                         owner                                        state
  A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq  0.000000005  1500 units  4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi  8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR  frozen
`);
});

it('a transaction in two slots is the one that is on the chain', async () => {
  const block = { ...BLOCK, signatures: [SIGNATURE] };
  const context = await contextOfFiles({ '5.json': block, '6.json': block });
  expect(await shownText(context, SIGNATURE)).toBe(`${SIGNATURE}
slot: 6, at 0 (finalized)
result: not recorded
version: legacy
`);
});

it('tips among slots that were skipped', async () => {
  const tips = { processed: 9, confirmed: 7, finalized: 5, firstAvailable: 4 };
  const context = await contextOfFiles({ '5.json': BLOCK, 'ledger.json': tips });
  expect(await shownText(context)).toBe(`1 block, 0 transactions, 0 accounts
slots: 5, 4 skipped, first available 4
tips: processed 9, confirmed 7, finalized 5
cluster: node 4.3.0

slots (2)
  slot    status     tip                  blockhash
  5       finalized  finalized            A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq
  6 to 9  skipped    processed confirmed
`);
});

it('slots that no tip has reached, and slots that are cleaned up', async () => {
  const blocks = { '5.json': BLOCK, '6.json': { ...BLOCK, parentSlot: 5 }, '7.json': { ...BLOCK, parentSlot: 6 } };
  const context = await contextOfFiles({ ...blocks, 'ledger.json': { processed: 6, firstAvailable: 6 } });
  expect((await shownText(context)).split('\n\n')[1]).toBe(`slots (3)
  slot  status      tip                            blockhash
  5     cleaned up                                 ${HASH}
  6     finalized   processed confirmed finalized  ${HASH}
  7     ahead                                      ${HASH}
`);
});

it('a transaction whose lookup tables nobody recorded: its instructions as they are in the message', async () => {
  const { state } = await loadLedger(['ledger-fixtures/scripted/lookupTable.ledger.yaml']);
  const whole = [...state.history.transactions()].find(({ version }) => version === 0)!;
  if (whole.kind !== 'wire') throw new Error('it has no bytes');
  const transaction = [Buffer.from(whole.wire).toString('base64'), 'base64'];
  const context = await contextOfFiles({ 'a.json': { slot: 5, blockTime: null, transaction, meta: null, version: 0 } });
  expect(await shownText(context, whole.signature)).toBe(`${whole.signature}
slot: 5 (finalized)
result: not recorded
version: 0
blockhash: B8TZ5hfxyAk43KXjoiAZCEBJUC2bDx848cfNXDqJjWp1

instructions
  1. $system
     accounts:
       - 0
       - 3
     data: 3Bxs3zzLZLuLQEYX
  2. 6JxACoJE3TJ4aYwh8vHVKmMY5yjWCC7Ge9SPYRNtUyii
     accounts:
       - 0
       - 4
     data: 3yaxpa

accounts
  address                                       name
  2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt
  11111111111111111111111111111111              $system
  6JxACoJE3TJ4aYwh8vHVKmMY5yjWCC7Ge9SPYRNtUyii
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
  expect(await shownText(context)).toContain(`${SIGNATURE}  $computeBudget $system\n`);
  expect(await shownText(context, SIGNATURE)).toContain(`
instructions
  1. $computeBudget
     accounts: []
     data: HnkkG7
  2. system transfer
     lamports: 1
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
    expect((await shownText(context)).split('\n').slice(5).join('\n')).toBe(`mints (1)
  address                                              SOL     supply  decimals
  4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi  0.000000005  500 units         2

token accounts (1)
  address                                               SOL  amount  mint                                         owner                                        state
  A1V4e2t34nkJU2vLV4pa43wYza8wPPDjSZGvGndgukFq  0.000000005     1.5  4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi  8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR  frozen

stake accounts (1)
  address                                              SOL
  8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR  0.000000005

vote accounts (1)
  address                                              SOL  nodePubkey                                   commission  lastVote
  GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq  0.000000005  8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR  7           9
`);
    expect(await itemJson(find(HASH, context), context)).toMatchObject({
      kind: 'token',
      facts: { amount: '150', isFrozen: true, mint: MINT, owner: STAKED, uiAmount: '1.5' },
      account: { data: files['token.json'].account.data, space: 170 },
    });
  });
});
