//! A small service that pays. It knows nothing of stillnode, only the URL of a node.

use std::{thread::sleep, time::Duration};

use reqwest::StatusCode;
use solana_commitment_config::CommitmentConfig;
use solana_keypair::Keypair;
use solana_pubkey::Pubkey;
use solana_rpc_client::rpc_client::RpcClient;
use solana_rpc_client_api::client_error::{Error, ErrorKind};
use solana_signature::Signature;
use solana_signer::Signer;
use solana_system_interface::instruction::transfer;
use solana_transaction::Transaction;

const PAUSE: Duration = Duration::from_millis(50);

/// The outcome of a payment.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Paid,
    Failed,
    Expired,
}

/// Pays from its wallet.
pub struct Shop {
    client: RpcClient,
    wallet: Keypair,
}

impl Shop {
    pub fn new(url: &str, wallet: Keypair) -> Self {
        let client = RpcClient::new_with_commitment(url.to_string(), CommitmentConfig::finalized());
        Self { client, wallet }
    }

    /// The lamports of the shop.
    pub fn balance(&self) -> Result<u64, Error> {
        self.client.get_balance(&self.wallet.pubkey())
    }

    /// Pays, and waits for the outcome.
    pub fn pay(&self, receiver: &Pubkey, lamports: u64) -> Result<Outcome, Error> {
        let finalized = CommitmentConfig::finalized();
        let (blockhash, last_height) = self
            .client
            .get_latest_blockhash_with_commitment(finalized)?;
        let payer = self.wallet.pubkey();
        let payment = transfer(&payer, receiver, lamports);
        let transaction = Transaction::new_signed_with_payer(
            &[payment],
            Some(&payer),
            &[&self.wallet],
            blockhash,
        );
        let signature = self.send(&transaction)?;
        loop {
            // first the height, then the status: a block up to that height would have the payment
            let height = self.client.get_block_height()?;
            match self
                .client
                .get_signature_status_with_commitment(&signature, finalized)?
            {
                Some(Ok(())) => return Ok(Outcome::Paid),
                Some(Err(_)) => return Ok(Outcome::Failed),
                None if height > last_height => return Ok(Outcome::Expired),
                None => sleep(PAUSE),
            }
        }
    }

    /// Sends, and sends again as long as the node says that there are too many requests. The client itself tries five times, half a
    /// second apart.
    fn send(&self, transaction: &Transaction) -> Result<Signature, Error> {
        loop {
            match self.client.send_transaction(transaction) {
                Err(error) if is_too_many(&error) => sleep(PAUSE),
                outcome => return outcome,
            }
        }
    }
}

fn is_too_many(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Reqwest(error) if error.status() == Some(StatusCode::TOO_MANY_REQUESTS))
}
