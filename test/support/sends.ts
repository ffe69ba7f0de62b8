import type { TransactionInstruction } from '@solana/web3.js';
import type { JsonText } from '../../src/codec/jsonText.ts';
import { EXTENSIONS } from '../../src/extensions/index.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { InProcessNode } from '../../src/node/inProcessNode.ts';
import { Listeners } from '../../src/node/listeners.ts';
import { LedgerService } from '../../src/rpc/ledgerService.ts';
import type { SendMatch, SendOutcome } from '../../src/runtime/sendRule.ts';
import type { Account } from '../../src/solana/account.ts';
import type { Address } from '../../src/solana/address.ts';
import { errorText } from './answers.ts';
import { CONTROLS } from './controls.ts';
import { keyOf, legacyBytes, type Signing } from './sentTransactions.ts';
import { type AccountSpec, callText, type LedgerSpec, THREE_TIPS, testLedger } from './testNode.ts';
import { namedAddress, namedBlockhash } from './transactions.ts';

/** Nodes that transactions are sent to. */

/** lamports that an account without data needs */
export const RENT = 890_880n;
/** of alice, who pays for what is sent */
export const ALICE_LAMPORTS = 1_000_000_000n;
export const FEE = 5000n;

export const ALICE: Address = keyOf('alice');
/** Whom transfers go to; he has no key. */
export const BOB: Address = namedAddress('bob');
export const WALLETS: readonly AccountSpec[] = [
  { address: ALICE, lamports: ALICE_LAMPORTS },
  { address: BOB, lamports: 1_000_000n },
];
/** Known at every commitment of THREE_TIPS. */
export const HASH = namedBlockhash('5');

export interface SendNode {
  readonly node: LedgerNode;
  readonly live: LiveLedger;
  /** The text of the result of a call, or of its error. */
  call(method: string, params: string): Promise<JsonText>;
  /** The text of what sendTransaction answers; `config` is more members, as JSON text. */
  send(bytes: Uint8Array, config?: string): Promise<JsonText>;
  simulate(bytes: Uint8Array, config?: string): Promise<JsonText>;
  airdrop(to: Address, lamports: bigint | number, config?: string): Promise<JsonText>;
  /** The first rule that fits decides; later ones stand behind. */
  rule(then: SendOutcome, match?: SendMatch, times?: number): Promise<void>;
  account(address: Address, commitment?: 'processed' | 'confirmed' | 'finalized'): Account | undefined;
  lamports(address: Address, commitment?: 'processed' | 'confirmed' | 'finalized'): bigint;
}

/** Over blocks 5, 6 and 7 with a tip each, and two wallets, unless the spec says otherwise. */
export function sendNode(spec: LedgerSpec = {}): SendNode {
  return sendNodeOver(LiveLedger.create(testLedger({ ...THREE_TIPS, accounts: WALLETS, ...spec })));
}

export function sendNodeOver(live: LiveLedger): SendNode {
  const counts = { files: 0, blocks: 0, transactions: 0, accounts: 0 };
  const service = new LedgerService(live, { dialect: 'agave', controls: CONTROLS, extensions: EXTENSIONS });
  const node = new InProcessNode(service.serve(live), {
    listeners: new Listeners(live, undefined),
    close: async () => undefined,
    report: () => ({ warnings: [], counts }),
  });
  const call: SendNode['call'] = (method, params) => callText(node, method, params);
  const give = (method: string, bytes: Uint8Array, config: string) =>
    call(method, `["${base64(bytes)}",{"encoding":"base64"${config && `,${config}`}}]`);
  const account: SendNode['account'] = (address, commitment = 'processed') => {
    const { accounts, chains } = live.version.state;
    return accounts.at(chains[commitment]).get(address);
  };
  return {
    node,
    live,
    call,
    send: (bytes, config = '') => give('sendTransaction', bytes, config),
    simulate: (bytes, config = '') => give('simulateTransaction', bytes, config),
    airdrop: (to, lamports, config = '') => call('requestAirdrop', `["${to}",${lamports}${config && `,{${config}}`}]`),
    rule: async (then, match = {}, times) => void (await addRule(live, then, match, times)),
    account,
    lamports: (address, commitment) => account(address, commitment)?.lamports ?? 0n,
  };
}

function addRule(live: LiveLedger, then: SendOutcome, match: SendMatch, times: number | undefined) {
  return live.changeSends((sends) => {
    const lastRule = sends.lastRule + 1;
    const added = {
      id: `rule-${lastRule}`,
      json: { then: then.kind },
      rule: { match, then, times },
      matches: 0,
      hits: 0,
    };
    return { ...sends, lastRule, rules: [...sends.rules, added] };
  });
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Signed by alice, under the blockhash that every commitment knows. */
export function signed(instructions: readonly TransactionInstruction[], signing: Signing = {}): Uint8Array {
  return legacyBytes(HASH, instructions, signing);
}

/** The first signature is behind its number. */
export const withBadSignature = (bytes: Uint8Array): Uint8Array => bytes.with(1, bytes[1]! ^ 1);

/** What is filled in of the data of a preflight that fails. */
export interface KnownOfFailure {
  readonly fee?: number;
  readonly size?: number;
  readonly logs?: readonly string[];
  readonly returnData?: JsonText;
  readonly units?: number;
}

/** @param err JSON text */
export function preflightText(message: string, err: JsonText, known: KnownOfFailure = {}): JsonText {
  const { fee = null, logs = [], returnData = 'null', size = 0, units = 0 } = known;
  const data = [
    `{"accounts":null,"err":${err},"fee":${fee},"innerInstructions":null,"loadedAccountsDataSize":${size},`,
    `"loadedAddresses":null,"logs":${JSON.stringify(logs)},"postBalances":null,"postTokenBalances":null,`,
    `"preBalances":null,"preTokenBalances":null,"replacementBlockhash":null,"returnData":${returnData},"unitsConsumed":${units}}`,
  ].join('');
  return errorText(-32002, `Transaction simulation failed: ${message}`, data);
}

export const BAD_SIGNATURE: JsonText = preflightText(
  'Transaction did not pass signature verification',
  '"SignatureFailure"',
);
export const NO_BLOCKHASH: JsonText = preflightText('Blockhash not found', '"BlockhashNotFound"');
export const PROCESSED_ALREADY: JsonText = preflightText(
  'This transaction has already been processed',
  '"AlreadyProcessed"',
);
