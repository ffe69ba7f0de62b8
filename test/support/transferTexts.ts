import type { JsonText } from '../../src/codec/jsonText.ts';
import type { DialectName } from '../../src/dialect.ts';
import { namedBlockhash, namedSignature, PAYER, RECIPIENT } from './transactions.ts';

/** What the default transaction of the test ledger looks like in answers, written out from the reference. */

const SYSTEM = '11111111111111111111111111111111';

/** Encoding `json`, legacy. */
export function transferText(name: string, dialect: DialectName): JsonText {
  const stackHeight = dialect === 'agave' ? 1 : null;
  return (
    `{"message":{"accountKeys":["${PAYER}","${RECIPIENT}","${SYSTEM}"],` +
    '"header":{"numReadonlySignedAccounts":0,"numReadonlyUnsignedAccounts":1,"numRequiredSignatures":1},' +
    `"instructions":[{"accounts":[0,1],"data":"3Bxs4ffTu9T19DNF","programIdIndex":2,"stackHeight":${stackHeight}}],` +
    `"recentBlockhash":"${namedBlockhash('recent')}"},"signatures":["${namedSignature(name)}"]}`
  );
}

interface MetaTextOptions {
  readonly dialect: DialectName;
  /** default: as without maxSupportedTransactionVersion */
  readonly loadedAddresses?: boolean;
  readonly rewards?: JsonText;
}

/** The metadata that goes with it. */
export function transferMetaText({ dialect, loadedAddresses, rewards }: MetaTextOptions): JsonText {
  const isAgave = dialect === 'agave';
  const loaded = (loadedAddresses ?? isAgave) ? '"loadedAddresses":{"readonly":[],"writable":[]},' : '';
  return (
    `{"computeUnitsConsumed":150,${isAgave ? '"costUnits":1481,' : ''}"err":null,"fee":5000,"innerInstructions":[],` +
    `${loaded}"logMessages":[],"postBalances":[1000000,1000000,1000000],"postTokenBalances":[],` +
    '"preBalances":[1000000,1000000,1000000],"preTokenBalances":[],' +
    `"rewards":${rewards ?? (isAgave ? '[]' : 'null')},"status":{"Ok":null}}`
  );
}
