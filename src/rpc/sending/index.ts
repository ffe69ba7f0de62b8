import { requestAirdrop } from './requestAirdrop.ts';
import type { SendMethod } from './sendMethod.ts';
import { sendTransaction } from './sendTransaction.ts';
import { simulateTransaction } from './simulateTransaction.ts';

/** Every method that takes a transaction, in the order of the OpenRPC document. */
const TABLE = [sendTransaction, simulateTransaction, requestAirdrop] as readonly SendMethod[];

/** The methods by name. */
export const SEND_METHODS: ReadonlyMap<string, SendMethod> = new Map(TABLE.map((method) => [method.name, method]));
