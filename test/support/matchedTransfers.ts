import { PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import {
  ata,
  createNode,
  keypair,
  type LedgerBuilder,
  type LedgerNode,
  ledger,
  rawTokens,
  sol,
  tokens,
} from '../../src/index.ts';
import { type Address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';
import { tokenInstructions } from '../../src/solana/programs/splToken/baseInstructions.ts';
import { keyOf, keypairOf } from './web3Sender.ts';

/** Transfers of SOL and tokens that are sent to a node, for matches. @module */

/** The mint `levy` keeps 1 % of a transfer, from epoch 1 on 2 %. */
export const TRANSFER_LEDGER: LedgerBuilder = ledger()
  .wallet('alice', sol(50))
  .wallet('bob', sol(5))
  .wallet('carol', sol(5))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .mint('gold', { decimals: 2, authority: 'alice' })
  .mint('levy', {
    decimals: 2,
    authority: 'alice',
    program: 'token2022',
    extensions: {
      transferFeeConfig: {
        olderTransferFee: { epoch: 0, maximumFee: 1000, transferFeeBasisPoints: 100 },
        newerTransferFee: { epoch: 1, maximumFee: 1000, transferFeeBasisPoints: 200 },
      },
    },
  })
  .tokenAccount('alice', tokens(1000, 'usdc'))
  .tokenAccount('bob', tokens(1000, 'usdc'))
  .tokenAccount('carol', tokens(0, 'usdc'))
  .tokenAccount('carol', tokens(0, 'gold'))
  .tokenAccount('alice', tokens(1000, 'gold'))
  .tokenAccount('bob', tokens(1000, 'gold'))
  .tokenAccount('alice', tokens(1000, 'levy'))
  .tokenAccount('bob', tokens(1000, 'levy'))
  .tokenAccount('alice', rawTokens(500, 'usdc'), { address: 'till' })
  .block(100);

export function transferNode(): Promise<LedgerNode> {
  return createNode({ ledger: TRANSFER_LEDGER });
}

type Addresses = Pick<LedgerNode, 'address' | 'request'>;

/** Sends instructions that alice pays for, without a preflight; other signatures are missing. */
export async function sendInstructions(node: Addresses, instructions: readonly Instruction[]): Promise<string> {
  const { value } = (await node.request('getLatestBlockhash')) as { readonly value: { readonly blockhash: string } };
  const transaction = new Transaction({ feePayer: keyOf('alice'), recentBlockhash: value.blockhash });
  transaction.add(...instructions.map(web3Instruction));
  transaction.partialSign(keypairOf('alice'));
  const wire = transaction.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64');
  return node.request('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
}

function web3Instruction({ accounts, data, program }: Instruction): TransactionInstruction {
  const keys = accounts.map(({ address, ...rights }) => ({ pubkey: new PublicKey(address), ...rights }));
  return new TransactionInstruction({ programId: new PublicKey(program), keys, data: Buffer.from(data) });
}

export interface TokenTransfer {
  readonly mint: 'usdc' | 'gold' | 'levy';
  /** a wallet, whose associated account it is, or an account */
  readonly from: string;
  readonly to: string;
  /** smallest units */
  readonly amount: bigint;
  readonly authority?: string;
}

const DECIMALS = { usdc: 6, gold: 2, levy: 2 };
const WALLETS: readonly string[] = ['alice', 'bob', 'carol', 'dave'];

/** `transferChecked`, or `transfer`. */
export function tokenTransfer(
  { address }: Pick<LedgerNode, 'address'>,
  { amount, from, mint, to, authority = from }: TokenTransfer,
  isChecked = true,
): Instruction {
  const accountOf = (name: string) =>
    address(WALLETS.includes(name) ? ata(keypair(name).address, mint) : name) as Address;
  const accounts = { source: accountOf(from), destination: accountOf(to), authority: address(authority) as Address };
  const { transfer, transferChecked } = tokenInstructions(mint === 'levy' ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM);
  if (!isChecked) return transfer.build(accounts, { amount });
  return transferChecked.build({ ...accounts, mint: address(mint) as Address }, { amount, decimals: DECIMALS[mint] });
}
