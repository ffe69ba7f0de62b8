import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../../../src/codec/bytes.ts';
import type { AccountNames } from '../../../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../../../src/runtime/accounts/changes.ts';
import { withExtensions } from '../../../../src/runtime/accounts/tokenBytes.ts';
import { noResults } from '../../../../src/runtime/invocation.ts';
import { invoke } from '../../../../src/runtime/invoke.ts';
import { ProgramError } from '../../../../src/runtime/programError.ts';
import { type Account, emptyAccount } from '../../../../src/solana/account.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../../src/solana/address.ts';
import type { Instruction } from '../../../../src/solana/instruction.ts';
import { type ExtensionEntry, readExtension } from '../../../../src/solana/programs/splToken/extensions.ts';
import {
  tokenGroup,
  tokenGroupMember,
  tokenMetadata,
} from '../../../../src/solana/programs/splToken/extensionValues.ts';
import { mintBytes, tokenAccountBytes } from '../../../../src/solana/programs/splToken/layout.ts';
import { byPrograms, byRuntime } from '../../../support/liteSvmToken.ts';
import { namedAddress } from '../../../support/transactions.ts';

/** Metadata, groups and permissions to burn in the mint: what instructions do and refuse, in rows that litesvm confirms. */

const NAMES = 'alice bob gold silver iron coal tin lead vast broken purse';
const WORDS = new Map(NAMES.split(' ').map((name) => [namedAddress(name), `$${name}`]));
const NAMED: AccountNames = {
  show: (address) => `\`${WORDS.get(address) ?? address}\``,
  textOf: (address) => WORDS.get(address) ?? address,
  similarText: () => undefined,
  holderOf: () => undefined,
};

const at = (name: string): Address => (name === 'system' ? SYSTEM_PROGRAM : namedAddress(name));
const key = (name: string): Uint8Array => decodeBase58(at(name));

const METADATA = {
  updateAuthority: at('alice'),
  mint: at('gold'),
  name: 'Gold',
  symbol: 'AU',
  uri: 'https://gold.example',
  additionalMetadata: [
    ['color', 'yellow'],
    ['weight', '1'],
  ] as const,
};
const GROUP = { updateAuthority: at('alice'), mint: at('gold'), size: 1n, maxSize: 2n };

const metadata = (changes: Partial<typeof METADATA> = {}): ExtensionEntry => ({
  type: 19,
  value: tokenMetadata.encode({ ...METADATA, ...changes }),
});
const group = (changes: Partial<typeof GROUP> = {}): ExtensionEntry => ({
  type: 21,
  value: tokenGroup.encode({ ...GROUP, ...changes }),
});
const pointers = [18, 20, 22].map((type) => ({ type, value: new Uint8Array(64).fill(1) }));
const none = null as unknown as Address;

function mint(name: string, extensions: readonly ExtensionEntry[], authority: Address | null = at('alice')): Account {
  const base = mintBytes({ decimals: 1, supply: 100n, mintAuthority: authority });
  const data = withExtensions(base, 'mint', extensions);
  return { ...emptyAccount(at(name)), owner: TOKEN_2022_PROGRAM, lamports: 10n ** 9n, data };
}

const HELD = { mint: at('coal'), owner: at('alice'), amount: 50n };
const ACCOUNTS: readonly Account[] = [
  { ...emptyAccount(at('alice')), lamports: 10n ** 9n },
  mint('gold', [...pointers, metadata(), group()]),
  mint('silver', pointers),
  mint('iron', []),
  mint('coal', [{ type: 28, value: key('bob') }]),
  mint('tin', [{ type: 28, value: key('system') }]),
  mint('lead', [...pointers, metadata({ updateAuthority: none }), group({ updateAuthority: none })], null),
  mint('vast', [...pointers, metadata({ uri: 'x'.repeat(1000) }), group({ size: 2n })]),
  mint('broken', [...pointers, { type: 19, value: new Uint8Array(79) }, group({ size: 2n ** 64n - 1n })]),
  {
    ...emptyAccount(at('purse')),
    owner: TOKEN_2022_PROGRAM,
    lamports: rentExemption(165),
    data: tokenAccountBytes(HELD),
  },
];

const of = (text: string): ByteWriter => new ByteWriter().append(sha256(text).subarray(0, 8));
const ofMetadata = (text: string) => of(`spl_token_metadata_interface:${text}`);
const ofGroup = (text: string) => of(`spl_token_group_interface:${text}`);

function texts(to: ByteWriter, ...all: readonly string[]): ByteWriter {
  for (const text of all) to.u32(Buffer.byteLength(text)).append(Buffer.from(text));
  return to;
}

const INITIALIZE = () => texts(ofMetadata('initialize_account'), 'Silver', 'AG', '');
/** @param field by its tag, or a key */
const updateField = (field: number | string, value: string) => {
  const writer = ofMetadata('updating_field');
  return texts(typeof field === 'number' ? writer.u8(field) : texts(writer.u8(3), field), value);
};
const removeKey = (name: string, idempotent = 0) => texts(ofMetadata('remove_key_ix').u8(idempotent), name);
const setAuthority = (name: string) => ofMetadata('update_the_authority').append(key(name));
const emit = (...range: readonly (number | null)[]) => {
  const writer = ofMetadata('emitter');
  for (const bound of range) bound === null ? writer.u8(0) : writer.u8(1).u64(BigInt(bound));
  return writer;
};
const initializeGroup = (name: string) => ofGroup('initialize_token_group').append(key(name)).u64(3n);
const setMaxSize = (size: bigint) => ofGroup('update_group_max_size').u64(size);
const setGroupAuthority = (name: string) => ofGroup('update_authority').append(key(name));
const JOIN = () => ofGroup('initialize_member');
const burn = (amount: bigint) => new ByteWriter().u8(46).u8(1).u64(amount);
const burnChecked = (amount: bigint, decimals: number) => new ByteWriter().u8(46).u8(2).u64(amount).u8(decimals);

/** @param accounts `gold:w alice:s`: w for writable, s for signer */
function instructionOf(accounts: string, data: ByteWriter): Instruction {
  const metas = accounts.split(' ').map((word) => {
    const [name, rights = ''] = word.split(':') as [string, string?];
    return { address: at(name), isSigner: rights.includes('s'), isWritable: rights.includes('w') };
  });
  return { program: TOKEN_2022_PROGRAM, accounts: metas, data: data.bytes() };
}

function newChanges(): Changes {
  const before = new BankAccounts(undefined, new Map(ACCOUNTS.map((account) => [account.address, account])));
  const moment = { slot: 5n, epoch: 0n, unixTimestamp: 0n, parentHash: new Uint8Array(32) };
  return new Changes(before, moment, NAMED, new Set(), rentExemption);
}

/** What the instruction leaves, which litesvm confirms. */
function carryOut(accounts: string, data: ByteWriter) {
  const instruction = instructionOf(accounts, data);
  expect(byRuntime(ACCOUNTS, [instruction])).toEqual(byPrograms(ACCOUNTS, [instruction]));
  const changes = newChanges();
  const results = noResults();
  let error: unknown;
  try {
    invoke(instruction, changes, results);
  } catch (thrown) {
    error = thrown;
  }
  return { changes, results, error };
}

function done(accounts: string, data: ByteWriter): (name: string) => Uint8Array {
  const { changes, error } = carryOut(accounts, data);
  if (error !== undefined) throw error;
  return (name) => changes.get(at(name))!.data;
}

const metadataOf = (data: Uint8Array) => readExtension(data, 19, tokenMetadata);
const groupOf = (data: Uint8Array) => readExtension(data, 21, tokenGroup);
const lengthOf = (name: string) => ACCOUNTS.find(({ address }) => address === at(name))!.data.length;

describe('metadata', () => {
  test('is added to a mint, which grows by it', () => {
    const after = done('silver:w bob silver alice:s', INITIALIZE())('silver');
    const more = { updateAuthority: at('bob'), mint: at('silver'), additionalMetadata: [] };
    expect(metadataOf(after)).toEqual({ name: 'Silver', symbol: 'AG', uri: '', ...more });
    expect(after.length).toBe(lengthOf('silver') + 4 + 64 + 4 + 6 + 4 + 2 + 4 + 4);
  });

  test.each<[string, ByteWriter, object, growth: number]>([
    ['the name', updateField(0, 'Aurum'), { name: 'Aurum' }, 1],
    ['the symbol', updateField(1, ''), { symbol: '' }, -2],
    ['the address', updateField(2, METADATA.uri), {}, 0],
    [
      'a pair',
      updateField('color', 'red'),
      {
        additionalMetadata: [
          ['color', 'red'],
          ['weight', '1'],
        ],
      },
      -3,
    ],
    [
      'a new pair',
      updateField('name', 'é'),
      { additionalMetadata: [...METADATA.additionalMetadata, ['name', 'é']] },
      14,
    ],
    ['a pair that is gone', removeKey('color'), { additionalMetadata: [['weight', '1']] }, -19],
    ['a pair that never was', removeKey('size', 1), {}, 0],
    ['its authority', setAuthority('bob'), { updateAuthority: at('bob') }, 0],
    ['no authority', setAuthority('system'), { updateAuthority: null }, 0],
  ])('is changed: %s; what follows it moves', (_, data, changes, growth) => {
    const after = done('gold:w alice:s', data)('gold');
    expect(metadataOf(after)).toEqual({ ...METADATA, ...changes });
    expect(groupOf(after)).toEqual(GROUP);
    expect(after.length).toBe(lengthOf('gold') + growth);
  });

  test('is returned, in whole or in part', () => {
    const bytes = Buffer.from(tokenMetadata.encode(METADATA));
    const returned = (...range: readonly (number | null)[]) => {
      const { returnData } = carryOut('gold', emit(...range)).results;
      return returnData && Buffer.from(returnData.data);
    };
    expect(returned(null, null)).toEqual(bytes);
    expect(returned(64, 72)).toEqual(bytes.subarray(64, 72));
    expect(returned(null, 32)).toEqual(Buffer.from(key('alice')));
    expect(returned(70, null)).toEqual(bytes.subarray(70));
    expect(returned(5, 5)).toEqual(Buffer.alloc(0));
    expect(returned(5, 4)).toBeUndefined();
    expect(returned(0, bytes.length + 1)).toBeUndefined();
  });
});

describe('groups', () => {
  test('begin empty', () => {
    const after = done('silver:w silver alice:s', initializeGroup('bob'))('silver');
    expect(groupOf(after)).toEqual({ updateAuthority: at('bob'), mint: at('silver'), size: 0n, maxSize: 3n });
    expect(after.length).toBe(lengthOf('silver') + 4 + 80);
  });

  test.each<[string, ByteWriter, object]>([
    ['size', setMaxSize(1n), { maxSize: 1n }],
    ['authority', setGroupAuthority('bob'), { updateAuthority: at('bob') }],
    ['end of it', setGroupAuthority('system'), { updateAuthority: null }],
  ])('get another %s', (_, data, changes) => {
    expect(groupOf(done('gold:w alice:s', data)('gold'))).toEqual({ ...GROUP, ...changes });
  });

  test('count their members', () => {
    const dataOf = done('silver:w silver alice:s gold:w alice:s', JOIN());
    const member = readExtension(dataOf('silver'), 23, tokenGroupMember);
    expect(member).toEqual({ mint: at('silver'), group: at('gold'), memberNumber: 2n });
    expect(groupOf(dataOf('gold'))).toEqual({ ...GROUP, size: 2n });
  });
});

test.each([
  ['as they are', burn(20n)],
  ['with decimals', burnChecked(20n, 1)],
])('tokens are burned with permission: %s', (_, data) => {
  const dataOf = done('purse:w coal:w bob:s alice:s', data);
  expect([dataOf('purse')[64], dataOf('coal')[36]]).toEqual([30, 80]);
});

test('a permission to burn is set up before the mint', () => {
  const blank = { ...ACCOUNTS[1]!, data: new Uint8Array(166 + 36) };
  const instruction = instructionOf('gold:w', new ByteWriter().u8(46).u8(0).append(key('bob')));
  const ours = byRuntime([blank], [instruction]);
  expect(ours).toEqual(byPrograms([blank], [instruction]));
  expect(ours.accounts[at('gold')]).toMatch(
    new RegExp(`${'00'.repeat(166)}1c002000${Buffer.from(key('bob')).toString('hex')}$`),
  );
});

const SELF = 'must be initialized in the mint itself.';
const CODES = { metadata: 901_952_957, group: 3_406_457_176 };
const ofMint = (code: number) => ({ Custom: code });
const UNKNOWN = ['Error: Unknown'];

type Refusal = readonly [
  accounts: string,
  data: ByteWriter,
  err: unknown,
  message: string,
  hint: string | undefined,
  lines: readonly string[],
];

test.each<Refusal>([
  [
    'silver:w bob iron alice:s',
    INITIALIZE(),
    ofMint(3),
    'the metadata of `$iron` cannot be in `$silver`',
    undefined,
    [`Metadata for a mint ${SELF}`, 'Error: Account not associated with this Mint'],
  ],
  [
    'silver:w bob silver alice',
    INITIALIZE(),
    'MissingRequiredSignature',
    '`$alice` does not sign',
    undefined,
    ['Error: MissingRequiredSignature'],
  ],
  [
    'silver:w bob silver bob:s',
    INITIALIZE(),
    { Custom: CODES.metadata + 2 },
    '`$bob` may not change `$silver`',
    '`$alice` may',
    UNKNOWN,
  ],
  [
    'lead:w bob lead alice:s',
    INITIALIZE(),
    { Custom: CODES.metadata + 2 },
    '`$lead` has no mint authority any more',
    undefined,
    UNKNOWN,
  ],
  [
    'iron:w bob iron alice:s',
    INITIALIZE(),
    ofMint(51),
    '`$iron` does not have the metadata-pointer extension',
    undefined,
    [
      'A mint with metadata must have the metadata-pointer extension initialized',
      'Mint or account is initialized to an invalid combination of extensions',
    ],
  ],
  [
    'silver:w system silver alice:s',
    INITIALIZE(),
    'InvalidArgument',
    'an address of zeros stands for no address',
    undefined,
    ['Error: InvalidArgument'],
  ],
  [
    'gold:w bob gold alice:s',
    INITIALIZE(),
    ofMint(22),
    '`$gold` has the extension 19 already at slot 5',
    undefined,
    ['Error: Extension already initialized on this account'],
  ],
  [
    'gold:w alice',
    updateField(0, 'x'),
    'MissingRequiredSignature',
    '`$alice` does not sign',
    undefined,
    ['Error: MissingRequiredSignature'],
  ],
  [
    'gold:w bob:s',
    updateField(0, 'x'),
    { Custom: CODES.metadata + 3 },
    '`$bob` may not change the metadata of `$gold`',
    '`$alice` may',
    UNKNOWN,
  ],
  [
    'lead:w alice:s',
    updateField(0, 'x'),
    { Custom: CODES.metadata + 4 },
    'the metadata of `$lead` has no update authority any more',
    undefined,
    UNKNOWN,
  ],
  [
    'silver:w alice:s',
    updateField(0, 'x'),
    'InvalidAccountData',
    '`$silver` does not have the extension 19 at slot 5',
    undefined,
    ['Error: InvalidAccountData'],
  ],
  [
    'broken:w alice:s',
    updateField(0, 'x'),
    'BorshIoError',
    'the metadata of `$broken` does not read at slot 5',
    undefined,
    ['Error: BorshIoError'],
  ],
  [
    'gold:w alice:s',
    removeKey('size'),
    { Custom: CODES.metadata + 5 },
    'the metadata of `$gold` has no key "size"',
    undefined,
    UNKNOWN,
  ],
  [
    'gold:w alice:s',
    removeKey('size', 2),
    ofMint(12),
    'the data is not an instruction of the token program',
    undefined,
    ['Error: Invalid instruction'],
  ],
  [
    'silver:w iron alice:s',
    initializeGroup('bob'),
    ofMint(3),
    'the group of `$iron` cannot be in `$silver`',
    undefined,
    [`Group configurations for a mint ${SELF}`, 'Error: Account not associated with this Mint'],
  ],
  [
    'silver:w silver bob:s',
    initializeGroup('bob'),
    { Custom: CODES.group + 3 },
    '`$bob` may not change `$silver`',
    '`$alice` may',
    UNKNOWN,
  ],
  [
    'iron:w iron alice:s',
    initializeGroup('bob'),
    ofMint(51),
    '`$iron` does not have the group-pointer extension',
    undefined,
    [
      'A mint with group configurations must have the group-pointer extension initialized',
      'Mint or account is initialized to an invalid combination of extensions',
    ],
  ],
  [
    'gold:w gold alice:s',
    initializeGroup('bob'),
    ofMint(22),
    '`$gold` has the extension 21 already at slot 5',
    undefined,
    ['Error: Extension already initialized on this account'],
  ],
  [
    'gold:w alice:s',
    setMaxSize(0n),
    { Custom: CODES.group },
    'the group `$gold` has 1 member, more than 0',
    undefined,
    UNKNOWN,
  ],
  [
    'gold:w bob:s',
    setMaxSize(9n),
    { Custom: CODES.group + 4 },
    '`$bob` may not change the group of `$gold`',
    '`$alice` may',
    UNKNOWN,
  ],
  [
    'lead:w alice:s',
    setGroupAuthority('bob'),
    { Custom: CODES.group + 2 },
    'the group of `$lead` has no update authority any more',
    undefined,
    UNKNOWN,
  ],
  [
    'silver:w iron alice:s gold:w alice:s',
    JOIN(),
    ofMint(3),
    'the group member of `$iron` cannot be in `$silver`',
    undefined,
    [`Group member configurations for a mint ${SELF}`, 'Error: Account not associated with this Mint'],
  ],
  [
    'iron:w iron alice:s gold:w alice:s',
    JOIN(),
    ofMint(51),
    '`$iron` does not have the group-member-pointer extension',
    undefined,
    [
      'A mint with group member configurations must have the group-member-pointer extension initialized',
      'Mint or account is initialized to an invalid combination of extensions',
    ],
  ],
  [
    'gold:w gold alice:s gold:w alice:s',
    JOIN(),
    { Custom: CODES.group + 5 },
    '`$gold` is the group itself, and cannot be a member of it',
    undefined,
    UNKNOWN,
  ],
  [
    'silver:w silver alice:s vast:w alice:s',
    JOIN(),
    { Custom: CODES.group + 1 },
    'the group `$vast` has 2 members, at most 2 allowed',
    undefined,
    UNKNOWN,
  ],
  [
    'silver:w silver alice:s broken:w alice:s',
    JOIN(),
    'ArithmeticOverflow',
    'the group `$broken` has 18446744073709551615 members',
    undefined,
    ['Error: ArithmeticOverflow'],
  ],
  [
    'silver:w silver alice:s alice:w alice:s',
    JOIN(),
    'IncorrectProgramId',
    `\`$alice\` belongs to \`${SYSTEM_PROGRAM}\` at slot 5, not to \`${TOKEN_2022_PROGRAM}\``,
    undefined,
    ['Error: IncorrectProgramId'],
  ],
  [
    'purse:w coal:w bob alice:s',
    burn(1n),
    'MissingRequiredSignature',
    '`$bob` does not sign',
    undefined,
    ['Error: MissingRequiredSignature'],
  ],
  [
    'purse:w coal:w alice:s alice:s',
    burn(1n),
    'InvalidAccountData',
    '`$alice` may not permit to burn `$coal`',
    '`$bob` may',
    ['Error: InvalidAccountData'],
  ],
  [
    'purse:w silver:w bob:s alice:s',
    burn(1n),
    ofMint(12),
    '`$silver` is burned without permission',
    'a node would refuse it: give with `err` how the transaction fails',
    ['Error: Invalid instruction'],
  ],
  [
    'purse:w tin:w bob:s alice:s',
    burn(1n),
    ofMint(12),
    '`$tin` is burned without permission',
    'a node would refuse it: give with `err` how the transaction fails',
    ['Permissioned burn authority is None; use the standard burn', 'Error: Invalid instruction'],
  ],
  [
    'purse:w coal:w bob:s alice:s',
    burnChecked(1n, 2),
    ofMint(18),
    '`$coal` has 1 decimals, not 2',
    undefined,
    ['Error: decimals different from the Mint decimals'],
  ],
  [
    'purse:w coal:w alice:s',
    new ByteWriter().u8(8).u64(1n),
    ofMint(12),
    '`$coal` is burned with permission only',
    'a node would refuse it: give with `err` how the transaction fails',
    ['Error: Invalid instruction'],
  ],
])('refuses %s: $2', (accounts, data, err, message, hint, lines) => {
  const { error, results } = carryOut(accounts, data);
  expect(error).toBeInstanceOf(ProgramError);
  const { err: given, message: said, hint: advised } = error as ProgramError;
  expect({ err: given, message: said, hint: advised }).toEqual({ err, message, hint });
  expect(results.logs.lines.slice(-1 - lines.length, -1)).toEqual(lines.map((line) => `Program log: ${line}`));
});

describe('the program stops', () => {
  const ended = (what: string) => `Program ${TOKEN_2022_PROGRAM} failed: ${what}`;

  test('where it returns more than a program can', () => {
    const { error, results } = carryOut('vast', emit(null, null));
    const message = '1120 bytes are more than the 1024 that a program can return';
    expect((error as ProgramError).err).toBe('ProgramFailedToComplete');
    expect((error as ProgramError).message).toBe(message);
    expect(results.logs.lines.slice(1)).toEqual([
      'Program log: TokenMetadataInstruction: Emit',
      ended('Return data too large (1120 > 1024)'),
    ]);
  });

  test('where a text needs more memory than it has, whether it is there or not', () => {
    const { error, results } = carryOut('silver:w bob silver alice:s', ofMetadata('initialize_account').u32(40_000));
    expect((error as ProgramError).err).toBe('ProgramFailedToComplete');
    expect((error as ProgramError).message).toBe('the program has no memory for a text of 40000 bytes');
    expect(results.logs.lines.slice(1)).toEqual([
      'Program log: Error: memory allocation failed, out of memory',
      ended('SBF program panicked'),
    ]);
  });

  test('not yet where a text is only cut off', () => {
    const { error } = carryOut('silver:w bob silver alice:s', ofMetadata('initialize_account').u32(30_000));
    expect((error as ProgramError).err).toEqual({ Custom: 12 });
  });
});

test('an account does not grow by more than one instruction may add', () => {
  const run = (bytes: number) => {
    const changes = newChanges();
    const text = 'x'.repeat(METADATA.name.length + bytes);
    invoke(instructionOf('gold:w alice:s', updateField(0, text)), changes, noResults());
    return changes.growth;
  };
  expect(run(10_240)).toBe(10_240);
  expect(() => run(10_241)).toThrow(
    new ProgramError('InvalidRealloc', 'an account grows by 10240 bytes at most in one instruction'),
  );
});

test('what shrinks gives room to what grows later', () => {
  const changes = newChanges();
  invoke(instructionOf('gold:w alice:s', updateField(0, '')), changes, noResults());
  expect(changes.growth).toBe(-4);
  changes.growth = 20 * 1024 * 1024 - 1;
  expect(() => invoke(instructionOf('gold:w alice:s', updateField(0, 'xy')), changes, noResults())).toThrow(
    new ProgramError(
      'MaxAccountsDataAllocationsExceeded',
      `\`$gold\` cannot grow to ${lengthOf('gold') - 2} bytes in this transaction`,
    ),
  );
});
