import type { TransactionMetadata } from 'litesvm';
import { addressOf } from '../../solana/address.ts';
import type { InnerInstruction, InnerInstructions, ReturnData } from '../../solana/meta.ts';

/** The inner instructions; instructions without any are left out. */
export function innerOf(meta: TransactionMetadata, numKeys: number): readonly InnerInstructions[] {
  return meta.innerInstructions().flatMap((called, index) => {
    const instructions = called.map(innerInstructionOf).filter((form) => isWithin(form, numKeys));
    return instructions.length === 0 ? [] : [{ index, instructions }];
  });
}

type Called = ReturnType<TransactionMetadata['innerInstructions']>[number][number];

function innerInstructionOf(called: Called) {
  const instruction = called.instruction();
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: Uint8Array.from(instruction.accounts()),
    data: Uint8Array.from(instruction.data()),
    stackHeight: called.stackHeight(),
  } satisfies InnerInstruction;
}

/**
 * Whether all indexes are those of the transaction. LiteSVM may count accounts of loaders after them, which no answer could show.
 */
function isWithin({ accounts, programIdIndex }: ReturnType<typeof innerInstructionOf>, numKeys: number): boolean {
  return programIdIndex < numKeys && accounts.every((index) => index < numKeys);
}

/** LiteSVM shows missing return data as zero bytes without a program. */
export function returnDataOf(meta: TransactionMetadata): ReturnData | undefined {
  const returned = meta.returnData();
  const data = Uint8Array.from(returned.data());
  return data.length === 0 ? undefined : { programId: addressOf(returned.programId()), data };
}
