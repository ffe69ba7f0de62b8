import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { readOption } from '../../bincode.ts';
import { type InstructionRow, nameAccounts, row } from '../../instructionRow.ts';
import { tokenAmountAndFee } from './amounts.ts';
import { harvestRow, signedBy, signedRow, splitSources } from './row.ts';

/**
 * By sub tag. Bytes behind the data are ignored.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFeeInstruction::unpack`; agave 4.1 `extension/transfer_fee.rs`
 */
export const TRANSFER_FEE_ROWS: readonly InstructionRow[] = [
  row('initializeTransferFeeConfig', ['mint'], newConfig),
  signedRow('transferCheckedWithFee', ['source', 'mint', 'destination'], 'authority', tokenAmountAndFee),
  signedRow('withdrawWithheldTokensFromMint', ['mint', 'feeRecipient'], 'withdrawWithheldAuthority'),
  {
    type: 'withdrawWithheldTokensFromAccounts',
    minAccounts: 3,
    info: (accounts, data) => {
      const [leading, sourceAccounts] = splitSources(accounts, data.u8(), 3, data.offset);
      const named = nameAccounts(leading, ['mint', 'feeRecipient']);
      return { ...named, sourceAccounts, ...signedBy(leading, 2, 'withdrawWithheldAuthority') };
    },
  },
  harvestRow('harvestWithheldTokensToMint'),
  {
    type: 'setTransferFee',
    minAccounts: 2,
    info: (accounts, data) => ({
      mint: accounts[0],
      ...fee(data),
      // the small t is the node's
      ...signedBy(accounts, 1, 'transferFeeConfigAuthority', 'multisigtransferFeeConfigAuthority'),
    }),
  },
];

function newConfig(data: ByteReader): JsonObject {
  return {
    transferFeeConfigAuthority: readOption(data, readAddress),
    withdrawWithheldAuthority: readOption(data, readAddress),
    ...fee(data),
  };
}

function fee(data: ByteReader): JsonObject {
  return { transferFeeBasisPoints: data.u16(), maximumFee: data.u64() };
}
