import {
  getSignatureFromTransaction,
  SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED,
  SOLANA_ERROR__INVALID_NONCE,
} from '@solana/kit';
import {
  type Connection,
  sendAndConfirmTransaction,
  TransactionExpiredBlockheightExceededError,
  TransactionExpiredNonceInvalidError,
} from '@solana/web3.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AtEnd, folder, post, serve } from '../../cli/command.ts';
import { reasonOf } from '../../support/clients.ts';
import { nonceOf, sendAndConfirmByNonce, signedByNonce } from '../../support/kitNonces.ts';
import * as kit from '../../support/kitSender.ts';
import * as web3 from '../../support/web3Sender.ts';
import { connectionTo, noFailedCalls, passTime, stopTime } from '../../support/web3Socket.ts';

/** How clients wait for a transaction on `stillnode dev`, whose time passes by itself. */

noFailedCalls();

const LEVELS = ['processed', 'confirmed', 'finalized'] as const;
type Level = (typeof LEVELS)[number];

const LEDGER = {
  cluster: 'localnet',
  accounts: { $alice: { sol: 5 }, $bob: { sol: 1 }, $counter: { nonce: { authority: '$alice' } } },
};

interface Dev {
  readonly url: string;
  readonly wsUrl: string;
  control(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** The level of a transaction; null: unknown. */
  levelOf(signature: string): Promise<Level | null>;
}

async function startDev(consensus: string, atEnd: AtEnd): Promise<Dev> {
  const path = folder({ 'a.ledger.json': JSON.stringify(LEDGER) }, atEnd);
  const args = ['dev', '--port', '0', '--execute', 'none', '--consensus', consensus, '--slot-time', '100', path];
  const { output, url } = await serve(args, { STILLNODE_DIALECT: '' }, atEnd);
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const reply = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { error, result } = (await reply.json()) as { readonly error?: object; readonly result: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  return {
    url,
    wsUrl: / --ws (\S+)/.exec(output.stdout)![1]!,
    control: (method, ...params) => ask(`stillnode_${method}`, ...params),
    async levelOf(signature) {
      const { value } = (await ask('getSignatureStatuses', [signature])) as {
        readonly value: readonly [{ readonly confirmationStatus: Level } | null];
      };
      return value[0]?.confirmationStatus ?? null;
    },
  };
}

/** Lets most of the slots pass at once that a transaction waits for until it is finalized; time does the rest. */
async function shorten(dev: Dev, commitment: Level): Promise<void> {
  if (commitment !== 'finalized') return;
  await dev.control('waitForSend', {});
  await dev.control('advance', 28);
}

/** What the status may say of a transaction that a client has waited for: time goes on before it is asked for. */
function levelsFrom(commitment: Level, consensus: string): readonly Level[] {
  const levels = LEVELS.slice(LEVELS.indexOf(commitment));
  return consensus === 'tower' ? levels : levels.filter((level) => level !== 'confirmed');
}

describe.each(['tower', 'alpenglow'])('on `stillnode dev` under %s', (consensus) => {
  let dev: Dev;
  beforeAll(async () => {
    const ends: (() => void)[] = [];
    dev = await startDev(consensus, (end) => ends.push(end));
    return () => {
      for (const end of ends) end();
    };
  });
  beforeEach(async () => {
    await dev.control('reset');
  });

  describe('Kit', () => {
    it.each(LEVELS)('waits for a transaction until it is %s', async (commitment) => {
      const clients = kit.kitClients(dev);
      const transaction = await kit.signedOf(clients);
      await Promise.all([kit.sendAndConfirm(clients, transaction, { commitment }), shorten(dev, commitment)]);
      const level = await dev.levelOf(getSignatureFromTransaction(transaction));
      expect(levelsFrom(commitment, consensus)).toContain(level);
    });

    it.each(LEVELS)('waits for one that lives by a nonce until it is %s', async (commitment) => {
      const clients = kit.kitClients(dev);
      const transaction = await signedByNonce(await nonceOf(clients));
      await Promise.all([sendAndConfirmByNonce(clients, transaction, { commitment }), shorten(dev, commitment)]);
      const level = await dev.levelOf(getSignatureFromTransaction(transaction));
      expect(levelsFrom(commitment, consensus)).toContain(level);
    });

    it('waits for one that is dropped until its block height has passed', async () => {
      const clients = kit.kitClients(dev);
      await dev.control('onSend', { then: 'drop' });
      const transaction = await kit.signedOf(clients);
      const ending = reasonOf(kit.sendAndConfirm(clients, transaction));
      await dev.control('waitForSend', {});
      await dev.control('advance', 151);
      expect(kit.shownError(await ending)).toMatchObject({ context: { __code: SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED } });
      expect(await dev.levelOf(getSignatureFromTransaction(transaction))).toBeNull();
    });

    it('waits for one that is dropped until its nonce has gone on', async () => {
      const clients = kit.kitClients(dev);
      await dev.control('onSend', { then: 'drop', times: 1 });
      const nonce = await nonceOf(clients);
      const dropped = reasonOf(sendAndConfirmByNonce(clients, await signedByNonce(nonce)));
      await dev.control('waitForSend', {});
      await sendAndConfirmByNonce(clients, await signedByNonce(nonce, 2n));
      expect(kit.shownError(await dropped)).toMatchObject({
        context: { __code: SOLANA_ERROR__INVALID_NONCE, expectedNonceValue: nonce },
      });
    });
  });

  describe('web3.js', () => {
    const send = async (connection: Connection) => {
      const signed = await web3.signedOf(connection, undefined, 'confirmed');
      return { ...signed, signature: await connection.sendRawTransaction(signed.wire) };
    };

    it.each(LEVELS)('waits with a block height until %s', async (commitment) => {
      const connection = connectionTo(dev.url, 'confirmed');
      const { blockhash, lastValidBlockHeight, signature } = await send(connection);
      const waited = connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }, commitment);
      await shorten(dev, commitment);
      expect(await waited).toMatchObject({ value: { err: null } });
      expect(levelsFrom(commitment, consensus)).toContain(await dev.levelOf(signature));
    });

    it.each(LEVELS)('waits with a signature alone until %s', async (commitment) => {
      const connection = connectionTo(dev.url, 'confirmed');
      const { signature } = await send(connection);
      const waited = connection.confirmTransaction(signature, commitment);
      await shorten(dev, commitment);
      expect(await waited).toMatchObject({ value: { err: null } });
      expect(levelsFrom(commitment, consensus)).toContain(await dev.levelOf(signature));
    });

    it.each(LEVELS)('waits with a nonce until %s', async (commitment) => {
      const connection = connectionTo(dev.url, 'confirmed');
      const transaction = await web3.transferByNonce(connection, 1);
      const waited = sendAndConfirmTransaction(connection, transaction, [web3.keypairOf('alice')], { commitment });
      await shorten(dev, commitment);
      const signature = await waited;
      expect(levelsFrom(commitment, consensus)).toContain(await dev.levelOf(signature));
    });

    it('waits for one that is dropped until its block height has passed', async () => {
      const connection = connectionTo(dev.url, 'confirmed');
      await dev.control('onSend', { then: 'drop' });
      stopTime();
      const { blockhash, lastValidBlockHeight, signature } = await send(connection);
      const ending = reasonOf(connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }));
      await dev.control('advance', 151);
      expect(await passTime(ending)).toBeInstanceOf(TransactionExpiredBlockheightExceededError);
      expect(await dev.levelOf(signature)).toBeNull();
    });

    it('waits for one that is dropped until its nonce has gone on', async () => {
      const connection = connectionTo(dev.url, 'confirmed');
      await dev.control('onSend', { then: 'drop', times: 1 });
      stopTime();
      const alice = [web3.keypairOf('alice')];
      const [first, second] = [await web3.transferByNonce(connection, 1), await web3.transferByNonce(connection, 2)];
      const dropped = reasonOf(sendAndConfirmTransaction(connection, first, alice));
      await dev.control('waitForSend', {});
      await passTime(sendAndConfirmTransaction(connection, second, alice));
      expect(await passTime(dropped)).toBeInstanceOf(TransactionExpiredNonceInvalidError);
    });
  });
});
