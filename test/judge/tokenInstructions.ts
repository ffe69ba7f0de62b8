import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';

/** Instructions of the token programs, by the bytes that the programs read. */

export const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

type Right = 'r' | 'w' | 's' | 'sw';

function instruction(
  programId: PublicKey,
  keys: readonly (readonly [PublicKey, Right])[],
  data: readonly (number | Uint8Array)[],
): TransactionInstruction {
  return new TransactionInstruction({
    programId,
    keys: keys.map(([pubkey, right]) => ({ pubkey, isSigner: right.includes('s'), isWritable: right.includes('w') })),
    data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
  });
}

function u64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

export const MINT_BYTES = 82;
const DECIMALS = 6;

/** The instructions of one token program for one mint, whose authority owns the tokens. */
export class TokenInstructions {
  readonly program: PublicKey;
  readonly #mint: PublicKey;
  readonly #authority: PublicKey;

  constructor(program: PublicKey, mint: PublicKey, authority: PublicKey) {
    this.program = program;
    this.#mint = mint;
    this.#authority = authority;
  }

  accountOf(wallet: PublicKey): PublicKey {
    const seeds = [wallet, this.program, this.#mint].map((key) => key.toBytes());
    return PublicKey.findProgramAddressSync(seeds, ASSOCIATED)[0];
  }

  initializeMint(): TransactionInstruction {
    return instruction(this.program, [[this.#mint, 'w']], [20, DECIMALS, this.#authority.toBytes(), 0]);
  }

  /** @param mayExist whether an account that is there already is no error */
  createAccount(wallet: PublicKey, mayExist: boolean): TransactionInstruction {
    return instruction(
      ASSOCIATED,
      [
        [this.#authority, 'sw'],
        [this.accountOf(wallet), 'w'],
        [wallet, 'r'],
        [this.#mint, 'r'],
        [SystemProgram.programId, 'r'],
        [this.program, 'r'],
      ],
      mayExist ? [1] : [],
    );
  }

  mintTo(wallet: PublicKey, amount: number): TransactionInstruction {
    return this.#onOwn(
      [
        [this.#mint, 'w'],
        [this.accountOf(wallet), 'w'],
      ],
      [7, u64(amount)],
    );
  }

  transferChecked(wallet: PublicKey, amount: number): TransactionInstruction {
    const accounts = [
      [this.#own, 'w'],
      [this.#mint, 'r'],
      [this.accountOf(wallet), 'w'],
    ] as const;
    return this.#onOwn(accounts, [12, u64(amount), DECIMALS]);
  }

  approve(delegate: PublicKey, amount: number): TransactionInstruction {
    return this.#onOwn(
      [
        [this.#own, 'w'],
        [delegate, 'r'],
      ],
      [4, u64(amount)],
    );
  }

  burn(amount: number): TransactionInstruction {
    return this.#onOwn(
      [
        [this.#own, 'w'],
        [this.#mint, 'w'],
      ],
      [8, u64(amount)],
    );
  }

  get #own(): PublicKey {
    return this.accountOf(this.#authority);
  }

  #onOwn(accounts: readonly (readonly [PublicKey, Right])[], data: readonly (number | Uint8Array)[]) {
    return instruction(this.program, [...accounts, [this.#authority, 's']], data);
  }
}
