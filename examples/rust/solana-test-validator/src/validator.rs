use std::{
    error::Error,
    net::SocketAddr,
    path::PathBuf,
    thread::{self, sleep},
    time::Duration,
};

use solana_commitment_config::CommitmentConfig;
use solana_keypair::{Keypair, read_keypair_file};
use solana_pubkey::Pubkey;
use solana_rent::Rent;
use solana_rpc_client::{nonblocking, rpc_client::RpcClient};
use solana_signer::Signer;

use crate::{
    TestValidatorGenesis,
    node::{Node, TemporaryFolder},
};

const PAUSE: Duration = Duration::from_millis(50);
/// The pauses of ten slots.
const MOST_PAUSES: usize = 80;

/// A node in place of a test validator. It ends when this is dropped.
pub struct TestValidator {
    node: Node,
    vote_account_address: Pubkey,
    /// deleted after the node has ended
    _folder: TemporaryFolder,
}

impl TestValidator {
    /// A node with the rent of one lamport a byte.
    pub fn start_with_config<S>(
        mint_address: Pubkey,
        faucet_addr: Option<SocketAddr>,
        socket_addr_space: S,
    ) -> Self {
        TestValidatorGenesis::default()
            .rent(low_rent())
            .faucet_addr(faucet_addr)
            .start_with_mint_address(mint_address, socket_addr_space)
            .expect("the node starts")
    }

    /// The same as `start_with_config`, for asynchronous tests.
    pub async fn async_start_with_config<S>(
        mint_keypair: &Keypair,
        faucet_addr: Option<SocketAddr>,
        socket_addr_space: S,
    ) -> Self {
        Self::start_with_config(mint_keypair.pubkey(), faucet_addr, socket_addr_space)
    }

    /// The URL of HTTP.
    pub fn rpc_url(&self) -> String {
        self.node.url.clone()
    }

    /// The URL of WebSockets.
    pub fn rpc_pubsub_url(&self) -> String {
        format!("{}/", self.node.ws_url)
    }

    /// The address of the vote account of the node.
    pub fn vote_account_address(&self) -> Pubkey {
        self.vote_account_address
    }

    /// A client, with the commitment processed.
    pub fn get_rpc_client(&self) -> RpcClient {
        RpcClient::new_with_commitment(self.rpc_url(), CommitmentConfig::processed())
    }

    /// An asynchronous client, with the commitment processed.
    pub fn get_async_rpc_client(&self) -> nonblocking::rpc_client::RpcClient {
        nonblocking::rpc_client::RpcClient::new_with_commitment(
            self.rpc_url(),
            CommitmentConfig::processed(),
        )
    }

    /// Waits until the node ends, which another program has to do.
    pub fn join(mut self) {
        self.node.wait();
    }

    /// Panics: there is no TPU.
    #[track_caller]
    pub fn tpu_quic(&self) -> &SocketAddr {
        panic!("tpu_quic: stillnode has no TPU; send by RPC (`--use-rpc`)")
    }

    /// Panics: there is no gossip.
    #[track_caller]
    pub fn gossip(&self) -> &SocketAddr {
        panic!("gossip: stillnode has no gossip")
    }

    pub(crate) fn new(
        node: Node,
        ledger: PathBuf,
        folder: TemporaryFolder,
    ) -> Result<Self, Box<dyn Error>> {
        let vote_account = read_keypair_file(ledger.join("vote-account-keypair.json"))?;
        let validator = Self {
            node,
            vote_account_address: vote_account.pubkey(),
            _folder: folder,
        };
        validator.wait_for_first_slot();
        Ok(validator)
    }

    /// Programs of the genesis can be called in the slot after it. The client has a thread of its own, because a blocking one panics in
    /// asynchronous tests.
    fn wait_for_first_slot(&self) {
        thread::scope(|scope| {
            scope.spawn(|| {
                let client = self.get_rpc_client();
                for _ in 0..MOST_PAUSES {
                    match client.get_slot() {
                        Ok(0) => sleep(PAUSE),
                        _ => break,
                    }
                }
            });
        });
    }
}

/// The rent of one lamport a byte, from its bytes: its fields have other names in older versions.
fn low_rent() -> Rent {
    let bytes = bincode::serialize(&(1_u64, 1.0_f64, 50_u8)).expect("numbers have bytes");
    bincode::deserialize(&bytes).expect("these are the bytes of a rent")
}
