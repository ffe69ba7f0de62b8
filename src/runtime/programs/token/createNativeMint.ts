import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { TOKEN_2022_PROGRAM } from '../../../model/address.ts';
import { MINT_BYTES, mintBytes } from '../../accounts/layouts.ts';
import { type AccountMeta, writableAccount, writableSigner } from '../../instruction.ts';
import type { TokenCall } from './call.ts';
import { tokenError } from './tokenErrors.ts';

const ASSIGN = 1;
const TRANSFER = 2;
const ALLOCATE = 8;

/**
 * The mint of wrapped SOL of Token-2022, which anybody may create once.
 *
 * Source   spl-token-2022 10.0 `process_create_native_mint`
 */
export function createNativeMint(call: TokenCall): void {
  const [payer, mint] = [call.next(), call.next()];
  call.next();
  if (mint.address !== call.nativeMint)
    throw tokenError('InvalidMint', `${call.show(mint)} is not the native mint of Token-2022`);
  const { accounts } = call;
  const lacking = accounts.minimumBalance(MINT_BYTES) - mint.lamports;
  const own = [writableSigner(mint.address)];
  const callSystem = (metas: readonly AccountMeta[], data: ByteWriter) =>
    call.callSystem(metas, data.bytes(), mint.address);
  const transfer = new ByteWriter(12).u32(TRANSFER).u64(lacking > 0n ? lacking : 0n);
  callSystem([writableSigner(payer.address), writableAccount(mint.address)], transfer);
  callSystem(own, new ByteWriter(12).u32(ALLOCATE).u64(BigInt(MINT_BYTES)));
  callSystem(own, new ByteWriter(36).u32(ASSIGN).append(decodeBase58(TOKEN_2022_PROGRAM)));
  accounts.set({ ...accounts.loaded(mint.address), data: mintBytes({ decimals: 9, supply: 0n }) });
}
