import { addressOf, type JudgedNode, keyOf } from './judgedNode.ts';

/** What a session asks after its transactions: their forms, the cluster, mistakes, and the accounts of a new cluster. */

const [ALICE, BOB] = ['alice', 'bob'].map(addressOf) as [string, string];
const MINT = addressOf('mint');
const SYSTEM = '11111111111111111111111111111111';
const FAR_SLOT = 99_999_999;

export async function askEverything(node: JudgedNode): Promise<void> {
  await askTransactions(node);
  await askBlocks(node);
  await askAccounts(node);
  for (const method of PLAIN) await node.ask(`plain ${method}`, method);
  for (const [method, params] of questionsWith(node.signatures))
    await node.ask(`${method} ${JSON.stringify(params).slice(0, 60)}`, method, params);
  await askGenesis(node);
}

async function askTransactions(node: JudgedNode): Promise<void> {
  for (const [label, signature] of node.signatures) {
    for (const encoding of ['json', 'jsonParsed', 'base58', 'base64'])
      await node.ask(`${label}: getTransaction ${encoding}`, 'getTransaction', [
        signature,
        { encoding, maxSupportedTransactionVersion: 0 },
      ]);
    const history = { searchTransactionHistory: true };
    await node.ask(`${label}: status`, 'getSignatureStatuses', [[signature], history]);
  }
}

const SHOWN_BLOCKS = ['transfer with budget and memo', 'token transferChecked', 'v0 with table', 'too poor, landed'];

async function askBlocks(node: JudgedNode): Promise<void> {
  const version0 = { maxSupportedTransactionVersion: 0 };
  for (const label of SHOWN_BLOCKS) {
    const { slot } = await node.value('getTransaction', node.signatures.get(label), version0);
    for (const transactionDetails of ['full', 'accounts', 'signatures', 'none'])
      for (const encoding of transactionDetails === 'full' ? ['json', 'jsonParsed', 'base58', 'base64'] : ['json'])
        for (const rewards of [true, false])
          await node.ask(`${label}: getBlock ${transactionDetails} ${encoding} ${rewards}`, 'getBlock', [
            slot,
            { encoding, transactionDetails, rewards, ...version0 },
          ]);
    await node.ask(`${label}: getBlock without version`, 'getBlock', [slot]);
    await node.ask(`${label}: block time`, 'getBlockTime', [slot]);
    await node.ask(`${label}: commitment`, 'getBlockCommitment', [slot]);
  }
}

async function askAccounts(node: JudgedNode): Promise<void> {
  const signature = (label: string) => node.signatures.get(label)!;
  const ofAddress = 'getSignaturesForAddress';
  await node.ask('signatures of alice', ofAddress, [ALICE, { limit: 5 }]);
  await node.ask('signatures of bob, before', ofAddress, [BOB, { before: signature('token transferChecked') }]);
  const unknown = [...signature('transfer')].reverse().join('');
  await node.ask('signatures until unknown', ofAddress, [BOB, { until: unknown }]);
  for (const encoding of ['base58', 'base64', 'base64+zstd', 'jsonParsed', undefined])
    await node.ask(`alice ${encoding}`, 'getAccountInfo', [ALICE, ...(encoding === undefined ? [] : [{ encoding }])]);
  await node.ask('slice', 'getAccountInfo', [MINT, { encoding: 'base64', dataSlice: { offset: 4, length: 32 } }]);
  const several = [ALICE, addressOf('nobody'), MINT];
  await node.ask('multiple', 'getMultipleAccounts', [several, { encoding: 'jsonParsed' }]);
}

/** Asked without parameters. */
const PLAIN = [
  ...['getVersion', 'getGenesisHash', 'getIdentity', 'getEpochInfo', 'getEpochSchedule', 'getInflationGovernor'],
  ...['getInflationRate', 'getSupply', 'getClusterNodes', 'getVoteAccounts', 'getLeaderSchedule', 'getBlockProduction'],
  ...['getHighestSnapshotSlot', 'getFirstAvailableBlock', 'minimumLedgerSlot', 'getLargestAccounts'],
  ...['getRecentPrioritizationFees', 'getStakeMinimumDelegation', 'getMaxRetransmitSlot', 'getMaxShredInsertSlot'],
  ...['getTransactionCount', 'getBlockHeight', 'getSlot', 'getSlotLeader', 'getHealth', 'getLatestBlockhash'],
  ...['getAgGenesisCert', 'getRecentPerformanceSamples', 'getBlocks', 'getSlotLeaders', 'getInflationReward', 'nope'],
  ...[
    'getFees',
    'getTokenSupply',
    'getBalance',
    'getAccountInfo',
    'getBlock',
    'getTransaction',
    'getSignatureStatuses',
  ],
  ...['getSignaturesForAddress', 'getProgramAccounts', 'getMultipleAccounts', 'sendTransaction', 'simulateTransaction'],
  ...['requestAirdrop', 'isBlockhashValid', 'getFeeForMessage', 'getMinimumBalanceForRentExemption'],
  ...['getTokenAccountsByOwner', 'getBlocksWithLimit', 'getBlockTime', 'getBlockCommitment', 'rpc.discover'],
  ...['validatorExit', 'getSnapshotSlot'],
];

function questionsWith(signatures: ReadonlyMap<string, string>): readonly (readonly [string, readonly unknown[]])[] {
  const transfer = signatures.get('transfer');
  const filters = (...list: readonly unknown[]) => [ALICE, { filters: list }];
  return [
    ['getBlocks', [1, 10]],
    ['getBlocks', [0]],
    ['getBlocks', [10, 1]],
    ['getBlocksWithLimit', [2, 3]],
    ['getSlotLeaders', [0, 4]],
    ['getSlotLeaders', [0, 0]],
    ['getSlotLeaders', [0, 6000]],
    ['getRecentPerformanceSamples', [2]],
    ['getRecentPerformanceSamples', [721]],
    ['getInflationReward', [[ALICE], { epoch: 0 }]],
    ['getRecentPrioritizationFees', [[ALICE]]],
    ['getMinimumBalanceForRentExemption', [0]],
    ['getMinimumBalanceForRentExemption', [165]],
    ['getMinimumBalanceForRentExemption', [-1]],
    ['getSupply', [{ excludeNonCirculatingAccountsList: true }]],
    ['getVoteAccounts', [{ votePubkey: ALICE }]],
    ['getLeaderSchedule', [null, { identity: ALICE }]],
    ['getLeaderSchedule', [FAR_SLOT]],
    ['getBlock', [0]],
    ['getBlock', [FAR_SLOT]],
    ['getBlock', ['1']],
    ['getBlock', [5, { encoding: 'nope' }]],
    ['getBlock', [5, { commitment: 'processed' }]],
    ['getBlockTime', [FAR_SLOT]],
    ['getTransaction', ['1111']],
    ['getTransaction', [transfer, 'jsonParsed']],
    ['getTransaction', [transfer, { encoding: 'base64+zstd' }]],
    ['getTransaction', [signatures.get('v0 with table')]],
    ['getTransaction', [transfer, { encoding: 'base58', maxSupportedTransactionVersion: 1 }]],
    ['getSignatureStatuses', [['x']]],
    ['getSignatureStatuses', [Array(257).fill(transfer)]],
    ['getSignatureStatuses', [[transfer], {}]],
    ['getSignaturesForAddress', ['x']],
    ['getSignaturesForAddress', [BOB, { limit: 0 }]],
    ['getSignaturesForAddress', [BOB, { limit: 1001 }]],
    ['getAccountInfo', ['x']],
    ['getAccountInfo', [ALICE, { encoding: 'base58', commitment: 'nope' }]],
    ['getAccountInfo', [ALICE, { minContextSlot: FAR_SLOT }]],
    ['getMultipleAccounts', [Array(101).fill(ALICE)]],
    ['getProgramAccounts', ['x']],
    ['getProgramAccounts', [SYSTEM, { filters: [{ dataSize: 80 }], encoding: 'jsonParsed' }]],
    ['getProgramAccounts', [ALICE, { withContext: true }]],
    ['getProgramAccounts', filters({ memcmp: { offset: 0, bytes: '0' } })],
    ['getProgramAccounts', filters(...Array(5).fill({ dataSize: 1 }))],
    ['getProgramAccounts', filters({ memcmp: { offset: 0, bytes: '*', encoding: 'base64' } })],
    ['getTokenAccountsByOwner', [ALICE, { mint: BOB }]],
    ['getTokenSupply', [ALICE]],
    ['getTokenAccountBalance', [ALICE]],
    ['sendTransaction', ['x']],
    ['sendTransaction', ['AAAA', { encoding: 'base64' }]],
    ['sendTransaction', ['*', { encoding: 'base64' }]],
    ['simulateTransaction', ['AAAA', { encoding: 'base64', sigVerify: true, replaceRecentBlockhash: true }]],
    ['isBlockhashValid', [ALICE]],
    ['isBlockhashValid', ['x']],
    ['getFeeForMessage', ['AQ==']],
    ['requestAirdrop', [BOB, 0]],
    ['requestAirdrop', ['x', 1]],
    ['getLargestAccounts', [{ filter: 'circulating' }]],
    ['getBlockProduction', [{ range: { firstSlot: 1, lastSlot: 3 } }]],
    ['getBlockProduction', [{ identity: ALICE }]],
    ['getStakeMinimumDelegation', [{ commitment: 'processed' }]],
    ['getInflationRate', [1]],
    ['getEpochInfo', [{ commitment: 'processed', minContextSlot: 1 }]],
  ];
}

/** Sysvars, programs and features of a new cluster. */
const GENESIS_ACCOUNTS = [
  ...['SysvarC1ock11111111111111111111111111111111', 'SysvarEpochSchedu1e111111111111111111111111'],
  ...['SysvarFees111111111111111111111111111111111', 'Sysvar1nstructions1111111111111111111111111'],
  ...['SysvarRecentB1ockHashes11111111111111111111', 'SysvarRent111111111111111111111111111111111'],
  ...['SysvarRewards111111111111111111111111111111', 'SysvarS1otHashes111111111111111111111111111'],
  ...['SysvarS1otHistory11111111111111111111111111', 'SysvarStakeHistory1111111111111111111111111'],
  ...['SysvarEpochRewards1111111111111111111111111', 'SysvarLastRestartS1ot1111111111111111111111'],
  SYSTEM,
  ...['Vote111111111111111111111111111111111111111', 'Stake11111111111111111111111111111111111111'],
  ...['Config1111111111111111111111111111111111111', 'ComputeBudget111111111111111111111111111111'],
  ...['AddressLookupTab1e1111111111111111111111111', 'BPFLoader2111111111111111111111111111111111'],
  ...['BPFLoaderUpgradeab1e11111111111111111111111', 'BPFLoader1111111111111111111111111111111111'],
  ...['LoaderV411111111111111111111111111111111111', 'NativeLoader1111111111111111111111111111111'],
  ...['Ed25519SigVerify111111111111111111111111111', 'KeccakSecp256k11111111111111111111111111111'],
  ...['Secp256r1SigVerify1111111111111111111111111', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ...['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
  ...['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'],
  ...['So11111111111111111111111111111111111111112', 'Feature111111111111111111111111111111111111'],
  ...['ZkE1Gama1Proof11111111111111111111111111111', 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL'],
  'VoteAccount1nitia1izeV211111111111111111111',
];

async function askGenesis(node: JudgedNode): Promise<void> {
  const slice = (length: number) => ({ encoding: 'base64', dataSlice: { offset: 0, length } });
  for (const address of GENESIS_ACCOUNTS) {
    await node.ask(`account ${address} jsonParsed`, 'getAccountInfo', [address, { encoding: 'jsonParsed' }]);
    await node.ask(`account ${address} base64`, 'getAccountInfo', [address, slice(48)]);
  }
  const [{ votePubkey }] = (await node.value('getVoteAccounts')).current;
  const parsed = { encoding: 'jsonParsed' };
  const ofProgram = 'getProgramAccounts';
  await node.ask('vote account', 'getAccountInfo', [votePubkey, parsed]);
  await node.ask('config accounts', ofProgram, ['Config1111111111111111111111111111111111111', parsed]);
  await node.ask('stake accounts', ofProgram, ['Stake11111111111111111111111111111111111111', parsed]);
  await node.ask('vote accounts', ofProgram, ['Vote111111111111111111111111111111111111111', slice(8)]);
}

/** The wallet that sends while sockets listen, and the one that is paid. */
export const WATCHED: { readonly payer: ReturnType<typeof keyOf>; readonly payee: string } = {
  payer: keyOf('alice'),
  payee: BOB,
};
