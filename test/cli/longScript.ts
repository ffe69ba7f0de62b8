/** It would take minutes to load. */
export const LONG_SCRIPT: string = JSON.stringify({
  accounts: { $alice: { sol: 500_000 } },
  slots: [{ slot: 9, transactions: [{ memo: 'hi', payer: '$alice', repeat: 10_000_000 }] }],
});
/** Loaded before the command: says when the first transaction is signed. */
export const TELL_FIRST_SIGNATURE: string = `const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');
const { sign } = crypto;
crypto.sign = (...args) => {
  process.stderr.write('signing\\n');
  crypto.sign = sign;
  syncBuiltinESMExports();
  return sign(...args);
};
syncBuiltinESMExports();
`;
