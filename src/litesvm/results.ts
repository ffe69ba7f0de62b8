import type { TransactionMetadata } from 'litesvm';
import { addressOf } from '../model/address.ts';
import type { InnerInstruction, InnerInstructions, ReturnData } from '../model/meta.ts';

/** What the instructions called, those that called nothing left out. */
export function innerOf(meta: TransactionMetadata, numKeys: number): readonly InnerInstructions[] {
  return meta.innerInstructions().flatMap((called, index) => {
    const instructions = called.map(formOf).filter((form) => isWithin(form, numKeys));
    return instructions.length === 0 ? [] : [{ index, instructions }];
  });
}

type Called = ReturnType<TransactionMetadata['innerInstructions']>[number][number];

function formOf(called: Called) {
  const instruction = called.instruction();
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: Uint8Array.from(instruction.accounts()),
    data: Uint8Array.from(instruction.data()),
    stackHeight: called.stackHeight(),
  } satisfies InnerInstruction;
}

/** LiteSVM may count accounts of loaders behind those of the transaction; no answer could show them. */
function isWithin({ accounts, programIdIndex }: ReturnType<typeof formOf>, numKeys: number): boolean {
  return programIdIndex < numKeys && accounts.every((index) => index < numKeys);
}

/** Undefined: nothing was returned, which LiteSVM shows as no bytes of nobody. */
export function returnDataOf(meta: TransactionMetadata): ReturnData | undefined {
  const returned = meta.returnData();
  const data = Uint8Array.from(returned.data());
  return data.length === 0 ? undefined : { programId: addressOf(returned.programId()), data };
}
