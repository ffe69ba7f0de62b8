import { requestAirdrop } from './methods/requestAirdrop.ts';
import { sendTransaction } from './methods/sendTransaction.ts';
import { simulateTransaction } from './methods/simulateTransaction.ts';
import type { SendMethod } from './sendMethod.ts';

/** Every method that takes a transaction, in the order of the OpenRPC document. */
const TABLE = [sendTransaction, simulateTransaction, requestAirdrop] as readonly SendMethod[];

/** By name. */
export const SEND_METHODS: ReadonlyMap<string, SendMethod> = new Map(TABLE.map((method) => [method.name, method]));
