import { describe, expect, it } from 'vitest';
import { showContextOf } from '../../../src/control/show/context.ts';
import { find, NotFoundError } from '../../../src/control/show/find.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { contextOfScript, SHOWN_SCRIPT } from '../../support/shownLedger.ts';

const context = await contextOfScript(SHOWN_SCRIPT);

const SHOP = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
const LUNCH = '36MyahnEkT5wxFtZ7Q1pvR64nAvUxtaTiYGLuVvfX3FiRe7HbCNUBGihr2Zqwr25ZxjQcpVTu3e5W7jKFgFiu6AZ';
const TICK = '592MJyawmsQ3CKe3BfMqoBhHe3BJsL9cqWNtfGZyue3YQVdjr8sUz5TZmU94CnCefUW5rARSUVpCrcuP3MeKJp7d';

/** What is found, as a text. */
function found(word: string): string {
  const thing = find(word, context);
  if (thing.kind === 'account') return `account ${thing.address}`;
  if (thing.kind === 'slot') return `slot ${thing.slot}`;
  return thing.kind === 'send' ? 'send' : `transaction ${thing.transaction.signature}`;
}

function refusal(word: string): string {
  try {
    return found(word);
  } catch (error) {
    if (error instanceof NotFoundError) return error.message;
    throw error;
  }
}

describe('a word is found', () => {
  it.each([
    ['102', 'slot 102'],
    ['101', 'slot 101'],
    ['$shop', `account ${SHOP}`],
    ['shop', `account ${SHOP}`],
    ['$bob', 'account 5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY'],
    ['$ata(bob,usdc)', 'account WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V'],
    ['ata(bob,usdc)', 'account WWdBph7tL9wmPyz1nYvXHCQJKx8kGdmd1JrfFBAd12V'],
    ['$ata(issuer,usdc)', 'account 3RgnKczhMA1A8Df3Kx6mHYmKnq6hhFkdz2chF9DqxSLF'],
    ['$pda($swap,"vault")', 'account 31Pkwv4VRMJ1yFx1uz7uQVZ91KRP9De6TgtJ7mgZXaGu'],
    ['$token', 'account TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    [SHOP, `account ${SHOP}`],
    ['11111111111111111111111111111111', 'account 11111111111111111111111111111111'],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'account MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
    [LUNCH, `transaction ${LUNCH}`],
    ['lunch', `transaction ${LUNCH}`],
    ['tick', `transaction ${TICK}`],
    ['36My', `transaction ${LUNCH}`],
    ['36MyahnE…', `transaction ${LUNCH}`],
    ['2XepUvFX', `account ${SHOP}`],
  ])('%s', (word, thing) => {
    expect(found(word)).toBe(thing);
  });
});

describe('a word that is not found is refused, with what was meant', () => {
  const NOTHING = (word: string) => `the ledger has nothing that is called \`${word}\``;
  const UNKNOWN = (name: string) => `the ledger has no account that is called \`${name}\``;

  it.each([
    ['99', 'the ledger has no slot 99: its slots are 100 to 104'],
    ['105', 'the ledger has no slot 105: its slots are 100 to 104'],
    ['$shpo', `${UNKNOWN('$shpo')}; did you mean $shop?`],
    ['$treasury', UNKNOWN('$treasury')],
    ['$tokn', `${UNKNOWN('$tokn')}; did you mean $token?`],
    ['$lunch', `${UNKNOWN('$lunch')}; did you mean lunch?`],
    ['$ata(alcie,usdc)', `${UNKNOWN('$alcie')}; did you mean $alice?`],
    ['$ata(alice)', '$ata(…) takes an owner, a mint and, if need be, a token program (as in $ata(alice,usdc))'],
    ['$ata(', '"$ata(" is not an address (write $name, $ata(owner,mint) or $pda(program,seed,…))'],
    ['shopp', `${NOTHING('shopp')}; did you mean $shop?`],
    ['Shopp', `${NOTHING('Shopp')}; did you mean $shop?`],
    ['$shopp', `${UNKNOWN('$shopp')}; did you mean $shop?`],
    ['alcie', `${NOTHING('alcie')}; did you mean $alice?`],
    ['tokn', `${NOTHING('tokn')}; did you mean $token?`],
    ['$lunhc', `${UNKNOWN('$lunhc')}; did you mean lunch?`],
    ['lunhc', `${NOTHING('lunhc')}; did you mean lunch?`],
    ['elsewhere', NOTHING('elsewhere')],
    ['36M', NOTHING('36M')],
    [LUNCH.replace('kT5w', 'kT6w'), `the ledger has no transaction ${LUNCH.replace('kT5w', 'kT6w')}`],
    [
      'SysvarRent11111111111111111111111111111111z',
      'the ledger has no account SysvarRent11111111111111111111111111111111z, and no transaction names it',
    ],
  ])('%s', (word, message) => {
    expect(refusal(word)).toBe(message);
  });

  it('several that begin with it', async () => {
    const cluster = await contextOfScript('slots: [{slot: 1}]', '{"cluster": "localnet"}');
    expect(() => find('Memo', cluster)).toThrow(
      new NotFoundError(
        'several signatures and addresses begin with `Memo`: Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo, MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr, Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
      ),
    );
  });

  it('a ledger without slots', async () => {
    const { state } = await loadSources([{ name: 'ledger.json', text: '{"processed": 1}' }]);
    const empty = await showContextOf(state);
    expect(() => find('1', empty)).toThrow(new NotFoundError('the ledger has no slots'));
  });
});
