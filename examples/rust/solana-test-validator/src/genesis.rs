use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt::Display,
    fs,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    str::FromStr,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use solana_account::{Account, AccountSharedData};
use solana_epoch_schedule::EpochSchedule;
use solana_fee_calculator::FeeRateGovernor;
use solana_inflation::Inflation;
use solana_keypair::Keypair;
use solana_pubkey::Pubkey;
use solana_rent::Rent;
use solana_rpc_client::rpc_client::RpcClient;
use solana_signer::Signer;

use crate::{
    AccountInfo, TestValidator,
    account_file::{account_json, find_file, read_account, write_account},
    node::{Node, TemporaryFolder},
};

type Failure = Box<dyn Error>;

const LOADER: &str = "BPFLoaderUpgradeab1e11111111111111111111111";
const RENT_SYSVAR: &str = "SysvarRent111111111111111111111111111111111";
const SYSVAR_OWNER: &str = "Sysvar1111111111111111111111111111111111111";

/// A program of the genesis.
#[derive(Clone)]
pub struct UpgradeableProgramInfo {
    pub program_id: Pubkey,
    /// The upgradeable loader: stillnode adds no programs of others.
    pub loader: Pubkey,
    pub upgrade_authority: Pubkey,
    pub program_path: PathBuf,
}

/// The settings of a node, and the accounts that it begins with.
#[derive(Default)]
pub struct TestValidatorGenesis {
    pub rent: Rent,
    /// Has no effect: there is no archive of the genesis.
    pub max_genesis_archive_unpacked_size: Option<u64>,
    /// Has no effect: transactions come by RPC.
    pub enable_scheduler_bindings: bool,
    fee_rate_governor: FeeRateGovernor,
    ledger_path: Option<PathBuf>,
    epoch_schedule: Option<EpochSchedule>,
    inflation: Option<Inflation>,
    features: BTreeSet<Pubkey>,
    accounts: BTreeMap<Pubkey, Value>,
    programs: Vec<UpgradeableProgramInfo>,
    clones: Vec<(&'static str, Pubkey)>,
    clone_url: Option<String>,
    /// flags of `stillnode test-validator` with their values
    flags: BTreeMap<&'static str, String>,
}

/// Settings.
impl TestValidatorGenesis {
    /// The same as the default: each node has free ports of its own.
    pub fn default_for_tests() -> Self {
        Self::default()
    }

    /// Whether a node has used this folder.
    pub fn ledger_exists(ledger_path: &Path) -> bool {
        ledger_path.join("vote-account-keypair.json").exists()
    }

    /// Keeps the ledger in a folder, or continues the one that is there.
    pub fn ledger_path<P: Into<PathBuf>>(&mut self, ledger_path: P) -> &mut Self {
        self.ledger_path = Some(ledger_path.into());
        self
    }

    pub fn fee_rate_governor(&mut self, fee_rate_governor: FeeRateGovernor) -> &mut Self {
        self.fee_rate_governor = fee_rate_governor;
        self
    }

    pub fn rent(&mut self, rent: Rent) -> &mut Self {
        self.rent = rent;
        self
    }

    pub fn epoch_schedule(&mut self, epoch_schedule: EpochSchedule) -> &mut Self {
        self.epoch_schedule = Some(epoch_schedule);
        self
    }

    pub fn inflation(&mut self, inflation: Inflation) -> &mut Self {
        self.inflation = Some(inflation);
        self
    }

    pub fn ticks_per_slot(&mut self, ticks_per_slot: u64) -> &mut Self {
        self.flag("ticks-per-slot", ticks_per_slot)
    }

    pub fn warp_slot(&mut self, warp_slot: u64) -> &mut Self {
        self.flag("warp-slot", warp_slot)
    }

    pub fn rpc_port(&mut self, rpc_port: u16) -> &mut Self {
        self.flag("rpc-port", rpc_port)
    }

    pub fn bind_ip_addr(&mut self, bind_ip_addr: IpAddr) -> &mut Self {
        self.flag("bind-address", bind_ip_addr)
    }

    /// Takes away the accounts of features, and what depends on them.
    pub fn deactivate_features(&mut self, deactivate_list: &[Pubkey]) -> &mut Self {
        self.features.extend(deactivate_list);
        self
    }

    pub fn activate_alpenglow(&mut self) -> &mut Self {
        self.flags.insert("alpenglow", String::new());
        self
    }

    /// Has no effect: the node has a faucet of its own, and all methods of RPC.
    pub fn faucet_addr(&mut self, _: Option<SocketAddr>) -> &mut Self {
        self
    }

    /// Has no effect: the node has all methods of RPC, the whole history, and a faucet.
    pub fn rpc_config<C>(&mut self, _: C) -> &mut Self {
        self
    }

    /// Has no effect: the node has all subscriptions but that of votes.
    pub fn pubsub_config<C>(&mut self, _: C) -> &mut Self {
        self
    }

    /// Has no effect: there is no gossip.
    pub fn gossip_host(&mut self, _: IpAddr) -> &mut Self {
        self
    }

    /// Has no effect: there is no gossip.
    pub fn gossip_port(&mut self, _: u16) -> &mut Self {
        self
    }

    /// Has no effect: free ports are taken from the whole range.
    pub fn port_range(&mut self, _: (u16, u16)) -> &mut Self {
        self
    }

    /// Panics: stillnode does not model this limit.
    #[track_caller]
    pub fn compute_unit_limit(&mut self, _: u64) -> &mut Self {
        panic!(
            "compute_unit_limit: stillnode does not model this limit; ask for compute units in the transaction"
        )
    }

    /// Panics: stillnode does not vote.
    #[track_caller]
    pub fn tower_storage<T>(&mut self, _: T) -> &mut Self {
        panic!("tower_storage: stillnode does not vote, so that nothing would be stored")
    }

    fn flag(&mut self, name: &'static str, value: impl Display) -> &mut Self {
        self.flags.insert(name, value.to_string());
        self
    }
}

/// Accounts and programs.
impl TestValidatorGenesis {
    pub fn add_account(&mut self, address: Pubkey, account: AccountSharedData) -> &mut Self {
        self.accounts.insert(address, account_json(account));
        self
    }

    pub fn add_accounts<T>(&mut self, accounts: T) -> &mut Self
    where
        T: IntoIterator<Item = (Pubkey, AccountSharedData)>,
    {
        for (address, account) in accounts {
            self.add_account(address, account);
        }
        self
    }

    pub fn add_accounts_from_json_files(
        &mut self,
        accounts: &[AccountInfo],
    ) -> Result<&mut Self, String> {
        for AccountInfo { address, filename } in accounts {
            let path = find_file(filename).ok_or_else(|| format!("Unable to locate {filename}"))?;
            let (address_in_file, account) = read_account(&path)?;
            self.accounts
                .insert(address.unwrap_or(address_in_file), account);
        }
        Ok(self)
    }

    pub fn add_accounts_from_directories<T, P>(&mut self, dirs: T) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = P>,
        P: AsRef<Path> + Display,
    {
        for folder in dirs {
            let problem = |error| format!("Cannot read directory {folder}: {error}");
            for entry in fs::read_dir(&folder).map_err(problem)? {
                let path = entry.map_err(problem)?.path();
                if path.is_file() && path.extension().is_some_and(|end| end == "json") {
                    let (address, account) = read_account(&path)?;
                    self.accounts.insert(address, account);
                }
            }
        }
        Ok(self)
    }

    /// Adds an account whose data are those of a file.
    #[track_caller]
    pub fn add_account_with_file_data(
        &mut self,
        address: Pubkey,
        lamports: u64,
        owner: Pubkey,
        filename: &str,
    ) -> &mut Self {
        let path = find_file(filename).unwrap_or_else(|| panic!("Unable to locate {filename}"));
        let data = fs::read(&path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        self.add_data(address, lamports, owner, data)
    }

    #[track_caller]
    pub fn add_account_with_base64_data(
        &mut self,
        address: Pubkey,
        lamports: u64,
        owner: Pubkey,
        data_base64: &str,
    ) -> &mut Self {
        let data = BASE64_STANDARD
            .decode(data_base64)
            .unwrap_or_else(|error| panic!("Failed to base64 decode: {error}"));
        self.add_data(address, lamports, owner, data)
    }

    fn add_data(
        &mut self,
        address: Pubkey,
        lamports: u64,
        owner: Pubkey,
        data: Vec<u8>,
    ) -> &mut Self {
        let account = Account {
            lamports,
            data,
            owner,
            executable: false,
            rent_epoch: 0,
        };
        self.add_account(address, account.into())
    }

    /// Adds the program in `PROGRAM_NAME.so`, which is looked for as `find_file` of solana-program-test does. It cannot be upgraded.
    #[track_caller]
    pub fn add_program(&mut self, program_name: &str, program_id: Pubkey) -> &mut Self {
        let program_path = find_file(&format!("{program_name}.so"))
            .unwrap_or_else(|| panic!("Unable to locate program {program_name}"));
        self.programs.push(UpgradeableProgramInfo {
            program_id,
            loader: key(LOADER),
            upgrade_authority: Pubkey::default(),
            program_path,
        });
        self
    }

    pub fn add_upgradeable_programs_with_path(
        &mut self,
        programs: &[UpgradeableProgramInfo],
    ) -> &mut Self {
        self.programs.extend_from_slice(programs);
        self
    }
}

/// Copies of accounts of another node. They are made at the start, which fails where one is missing.
impl TestValidatorGenesis {
    pub fn clone_accounts<T>(
        &mut self,
        addresses: T,
        rpc_client: &RpcClient,
        skip_missing: bool,
    ) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = Pubkey>,
    {
        let flag = if skip_missing { "maybe-clone" } else { "clone" };
        self.clone_by(flag, addresses, rpc_client)
    }

    /// The same as `clone_accounts`: the slot of program data is 0 in each copy.
    pub fn clone_programdata_accounts<T>(
        &mut self,
        addresses: T,
        rpc_client: &RpcClient,
        skip_missing: bool,
    ) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = Pubkey>,
    {
        self.clone_accounts(addresses, rpc_client, skip_missing)
    }

    pub fn clone_upgradeable_programs<T>(
        &mut self,
        addresses: T,
        rpc_client: &RpcClient,
    ) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = Pubkey>,
    {
        self.clone_by("clone-upgradeable-program", addresses, rpc_client)
    }

    pub fn deep_clone_address_lookup_table_accounts<T>(
        &mut self,
        addresses: T,
        rpc_client: &RpcClient,
    ) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = Pubkey>,
    {
        self.clone_by("deep-clone-address-lookup-table", addresses, rpc_client)
    }

    /// An error: the features are those of a localnet.
    pub fn clone_feature_set(&mut self, _: &RpcClient) -> Result<&mut Self, String> {
        Err("clone_feature_set: stillnode does not copy features; STILLNODE_GATES=mainnet has those of mainnet".into())
    }

    fn clone_by<T>(
        &mut self,
        flag: &'static str,
        addresses: T,
        rpc_client: &RpcClient,
    ) -> Result<&mut Self, String>
    where
        T: IntoIterator<Item = Pubkey>,
    {
        let url = rpc_client.url();
        match &self.clone_url {
            Some(other) if *other != url => {
                return Err(format!(
                    "--{flag}: stillnode copies from one node, and {other} is another one than {url}"
                ));
            }
            _ => self.clone_url = Some(url),
        }
        self.clones
            .extend(addresses.into_iter().map(|address| (flag, address)));
        Ok(self)
    }
}

/// Starts.
impl TestValidatorGenesis {
    pub fn start_with_mint_address<S>(
        &self,
        mint_address: Pubkey,
        _socket_addr_space: S,
    ) -> Result<TestValidator, Failure> {
        let folder = TemporaryFolder::new()?;
        let accounts = folder.0.join("accounts");
        fs::create_dir(&accounts)?;
        for (address, account) in &self.accounts_with_rent()? {
            write_account(&accounts, address, account)?;
        }
        let ledger = self
            .ledger_path
            .clone()
            .unwrap_or_else(|| folder.0.join("ledger"));
        let mut arguments = self.arguments()?;
        let own = [
            ("mint", mint_address.to_string()),
            ("account-dir", path_text(&accounts)?),
            ("ledger", path_text(&ledger)?),
        ];
        arguments.extend(own.map(|(name, value)| format!("--{name}={value}")));
        let ready = folder.0.join("ready.json");
        let node = Node::start(&arguments, &ready, self.ledger_path.is_some())?;
        TestValidator::new(node, ledger, folder)
    }

    pub fn start_with_socket_addr_space<S>(
        &self,
        socket_addr_space: S,
    ) -> (TestValidator, Keypair) {
        let mint = Keypair::new();
        match self.start_with_mint_address(mint.pubkey(), socket_addr_space) {
            Ok(validator) => (validator, mint),
            Err(error) => panic!("Test validator failed to start: {error}"),
        }
    }

    pub fn start(&self) -> (TestValidator, Keypair) {
        self.start_with_socket_addr_space(())
    }

    pub async fn start_async_with_mint_address<S>(
        &self,
        mint_keypair: &Keypair,
        socket_addr_space: S,
    ) -> Result<TestValidator, Failure> {
        self.start_with_mint_address(mint_keypair.pubkey(), socket_addr_space)
    }

    pub async fn start_async_with_socket_addr_space<S>(
        &self,
        socket_addr_space: S,
    ) -> (TestValidator, Keypair) {
        self.start_with_socket_addr_space(socket_addr_space)
    }

    pub async fn start_async(&self) -> (TestValidator, Keypair) {
        self.start()
    }

    /// A rent that is not the default is an account.
    fn accounts_with_rent(&self) -> Result<BTreeMap<Pubkey, Value>, Failure> {
        let mut accounts = self.accounts.clone();
        if self.rent != Rent::default() {
            let data = bincode::serialize(&self.rent)?;
            let account = Account {
                lamports: self.rent.minimum_balance(data.len()).max(1),
                data,
                owner: key(SYSVAR_OWNER),
                executable: false,
                rent_epoch: 0,
            };
            accounts
                .entry(key(RENT_SYSVAR))
                .or_insert_with(|| account_json(account.into()));
        }
        Ok(accounts)
    }

    fn arguments(&self) -> Result<Vec<String>, Failure> {
        let mut arguments = vec!["--quiet".to_string()];
        let mut flag = |name: &str, values: &[String]| {
            arguments.push(format!("--{name}"));
            arguments.extend_from_slice(values);
        };
        if !self.flags.contains_key("rpc-port") {
            flag("rpc-port", &["0".into()]);
        }
        for (name, value) in &self.flags {
            let values = if value.is_empty() {
                &[][..]
            } else {
                std::slice::from_ref(value)
            };
            flag(name, values);
        }
        if let Some(schedule) = &self.epoch_schedule {
            flag("slots-per-epoch", &[slots_per_epoch(schedule)?]);
        }
        if let Some(inflation) = &self.inflation {
            flag("inflation-fixed", &[fixed_rate(inflation)?]);
        }
        check_fee(&self.fee_rate_governor)?;
        for feature in &self.features {
            flag("deactivate-feature", &[feature.to_string()]);
        }
        for program in &self.programs {
            if program.loader != key(LOADER) {
                return Err(format!(
                    "UpgradeableProgramInfo.loader: stillnode adds programs of {LOADER} only"
                )
                .into());
            }
            flag(
                "upgradeable-program",
                &[
                    program.program_id.to_string(),
                    path_text(&program.program_path)?,
                    program.upgrade_authority.to_string(),
                ],
            );
        }
        if let Some(url) = &self.clone_url {
            flag("url", std::slice::from_ref(url));
        }
        for (name, address) in &self.clones {
            flag(name, &[address.to_string()]);
        }
        Ok(arguments)
    }
}

fn slots_per_epoch(schedule: &EpochSchedule) -> Result<String, Failure> {
    let slots = schedule.slots_per_epoch;
    if *schedule == EpochSchedule::custom(slots, slots, false) {
        return Ok(slots.to_string());
    }
    Err("epoch_schedule: stillnode has schedules without a warmup only, whose leaders are known an epoch before".into())
}

fn fixed_rate(inflation: &Inflation) -> Result<String, Failure> {
    let rate = inflation.initial;
    if *inflation == Inflation::new_fixed(rate) {
        return Ok(rate.to_string());
    }
    Err("inflation: stillnode has `Inflation::new_fixed` only".into())
}

/// A signature costs 5000 lamports. Before Agave 4.1 it costs nothing where the governor says 0.
fn check_fee(governor: &FeeRateGovernor) -> Result<(), Failure> {
    let is_older = matches!(
        (
            env!("CARGO_PKG_VERSION_MAJOR"),
            env!("CARGO_PKG_VERSION_MINOR")
        ),
        ("1" | "2" | "3", _) | ("4", "0")
    );
    if is_older && governor.target_lamports_per_signature == 0 {
        return Err("fee_rate_governor: stillnode charges 5000 lamports for each signature".into());
    }
    Ok(())
}

fn path_text(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().map(str::to_string);
    text.ok_or_else(|| format!("{} is not Unicode", path.display()).into())
}

fn key(address: &str) -> Pubkey {
    Pubkey::from_str(address).expect("it is an address")
}
