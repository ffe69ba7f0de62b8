import type { Difference } from './compare.ts';

/**
 * What differs between two nodes by nature, each with its reason. Anything else that differs is a fault of this project, or belongs
 * here with a reason of its own.
 */

interface Natural {
  readonly reason: string;
  /** method and path; see `Difference` */
  readonly where: RegExp;
  /** undefined: whatever is asked */
  readonly label?: RegExp;
  /** default: values only */
  readonly kinds?: readonly Difference['kind'][];
}

const ANY_LENGTH = ['value', 'length'] as const;

const NATURAL: readonly Natural[] = [
  {
    reason: 'the two sessions reach other slots',
    where:
      /(?:\b(?:slot|contextSlot|lastSlot|recentSlot|lastExtendedSlot|parentSlot|blockHeight|lastValidBlockHeight|absoluteSlot|slotIndex|lastVote|rootSlot|root|parent|transactionCount|activationEpoch|unixTimestamp|nextSlot|bits)|getSlot result|getBlockHeight result|getTransactionCount result|getMax(?:Retransmit|ShredInsert)Slot result|getBlockTime result)$/,
  },
  {
    reason: 'the two sessions reach other slots',
    where:
      /^(?:getBlocks result|getBlockCommitment result\.commitment|.*\.(?:lockouts|votes)|.*data\.parsed\.info)(?:\[\](?:\.\w+)?)?$/,
    kinds: ANY_LENGTH,
  },
  {
    reason: 'votes get credits by the slot',
    where: /epochCredits(?:\[\]){0,2}(?:\.\w+)?$|creditsObserved$/,
    kinds: ANY_LENGTH,
  },
  {
    reason: 'the validator has voted, and been paid, once more for each slot',
    where: /^getLargestAccounts result\.value\[\]\.lamports$|^getSupply result\.value\.(?:circulating|total)$/,
  },
  {
    reason: 'the validator has voted, and been paid, once more for each slot',
    where: /^getBlock result\.(?:rewards\[\]\.postBalance|transactions\[\]\.meta\.(?:pre|post)Balances\[\])$/,
  },
  {
    reason: 'the vote is the first transaction of a block, but a validator on a busy machine leaves it out of some',
    where: /^get(?:Transaction result|SignaturesForAddress result\[\])\.transactionIndex$/,
  },
  { reason: 'a vote names more slots in another slot', where: /^getBlock result\.transactions\[\]\.meta\.costUnits$/ },
  {
    reason: 'times are those of the machine',
    where: /(?:blockTime|[tT]imestamp|Timestamp)$/,
  },
  {
    reason: 'hashes and signatures follow from the genesis, which is made anew',
    where: /(?:[bB]lockhash|signatures?(?:\[\])?|\bhash|blockId|getGenesisHash result|nonce|shredVersion)$/,
  },
  {
    reason: 'signatures are those of transactions with other blockhashes',
    where: /^(?:sendTransaction|requestAirdrop) result$|^isBlockhashValid/,
  },
  {
    reason: 'bytes with hashes, slots or signatures in them',
    where: /^(?:getBlock|getTransaction) result\.(?:transactions\[\]\.)?transaction\[\]$|instructions\[\]\.data$/,
  },
  {
    reason: 'bytes of an account with a hash, a time, a slot or a key of the validator',
    where: /^get\w+ result(?:\.value|\[\]\.account)\.data\[\]$/,
    label: /^account Sysvar|^vote accounts|nonce account|^program data account/,
  },
  {
    reason: 'the keys of the validator, the faucet and the genesis are made anew',
    where:
      /(?:\[\]\.pubkey|\[\]\.address|identity|nodePubkey|votePubkey|blsPubkeyCompressed|voter|authorizedVoter|authorizedWithdrawer|Collector|voteAccount|voteAuthority|staker|withdrawer|accountKeys\[\]|info\.source|getSlotLeaders? result(?:\[\])?|result\.value\.pubkey)$/,
  },
  {
    reason: 'the keys of the validator, the faucet and the genesis are made anew',
    where: /<address>$/,
    kinds: ['missing', 'surplus'],
    label: /getLeaderSchedule|getBlockProduction/,
  },
  {
    reason: 'accounts are in the order of their keys, and that of the vote account is made anew',
    where: /(?:(?:pre|post)Balances\[\]|instructions\[\]\.(?:accounts\[\]|programIdIndex))$/,
    label: /^delegate: /,
  },
  {
    reason: 'the address of a lookup table follows from the slot, and so does how long it is searched for',
    where:
      /(?:accountKey|lookupTableAccount|lookupTable|bumpSeed|info\.(?:account|destination|newAccount)|unitsConsumed|computeUnitsConsumed|costUnits|logs|logMessages)$/,
    label: /^(?:table|v0 with table)\b/,
  },
  {
    reason: 'whether the table is final by then depends on how fast slots pass',
    where: /^getAccountInfo result\.value$/,
    kinds: ['type'],
    label: /^table account$/,
  },
  { reason: 'nodes give these accounts in no order', where: /^getSupply result\.value\.nonCirculatingAccounts\[\]$/ },
  {
    reason: 'ports are those that are free',
    where: /^getClusterNodes result\[\]\.(?:rpc|pubsub|gossip|tvu|tpu\w*|serveRepair)$/,
  },
  {
    reason: 'a node samples once a minute, and slots pass faster in a session of this project',
    where: /^getRecentPerformanceSamples result$/,
    kinds: ['length'],
  },
  {
    reason: 'another release',
    where: /(?:apiVersion|solana-core|feature-set|featureSet|getClusterNodes result\[\]\.version)$/,
  },
  {
    reason: 'this project describes its methods',
    where: /^rpc\.discover /,
    kinds: ['missing', 'surplus'],
  },
  {
    reason:
      'the real node was started with votes on sockets and without blocks on them; here it is the other way round',
    where: /^socket/,
    kinds: ['missing', 'surplus', 'unasked'],
    label: /^(?:socket reply (?:vote|block)Subscribe|notification (?:vote|block)Notification)/,
  },
  {
    reason: 'which slot a socket hears of first is a matter of time',
    where: /^socket (?:params\.result(?:\.stats\.\w+|\.value\.(?:account\.lamports|pubkey|account\.data\[\]))?)$/,
    label: /^notification/,
  },
  {
    reason: 'whether a signature that is read backwards is one',
    where: /^getSignaturesForAddress error\.(?:code|message)$/,
    label: /^signatures until unknown$/,
  },
  {
    reason: 'the genesis block, which has no fees, is as far down as the session is old',
    where: /feeCalculator\.lamportsPerSignature$/,
  },
  { reason: 'each node counts its subscriptions', where: /^socket (?:result|params\.subscription)$/ },
];

/** The reason why a difference is none of a node; undefined: it is one. */
export function natureOf({ kind, label, where }: Difference): string | undefined {
  const natural = NATURAL.find(
    (one) => one.where.test(where) && (one.label?.test(label) ?? true) && (one.kinds ?? ['value']).includes(kind),
  );
  return natural?.reason;
}
