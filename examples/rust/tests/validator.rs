//! Tests that begin with a TestValidatorGenesis, as they would over the test validator of Agave.

use std::{
    env,
    error::Error,
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio, id},
    thread::sleep,
    time::Duration,
};

use serde_json::json;
use solana_account::AccountSharedData;
use solana_inflation::Inflation;
use solana_instruction::Instruction;
use solana_keypair::Keypair;
use solana_pubkey::Pubkey;
use solana_rpc_client::rpc_client::RpcClient;
use solana_signer::Signer;
use solana_system_interface::instruction::transfer;
use solana_test_validator::{TestValidator, TestValidatorGenesis, UpgradeableProgramInfo};
use solana_transaction::Transaction;

const SOL: u64 = 1_000_000_000;
const LOADER: Pubkey = Pubkey::from_str_const("BPFLoaderUpgradeab1e11111111111111111111111");
const MEMO: Pubkey = Pubkey::from_str_const("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const PAUSE: Duration = Duration::from_millis(50);

fn signed(client: &RpcClient, payer: &Keypair, instruction: Instruction) -> Transaction {
    let blockhash = client.get_latest_blockhash().unwrap();
    Transaction::new_signed_with_payer(&[instruction], Some(&payer.pubkey()), &[payer], blockhash)
}

#[test]
fn the_mint_pays_and_the_faucet_too() {
    let (validator, mint) = TestValidatorGenesis::default().start();
    let client = validator.get_rpc_client();
    let receiver = Pubkey::new_unique();
    let payment = transfer(&mint.pubkey(), &receiver, 2 * SOL);
    client
        .send_and_confirm_transaction(&signed(&client, &mint, payment))
        .unwrap();
    assert_eq!(
        client.get_balance(&mint.pubkey()).unwrap(),
        500_000_000 * SOL - 2 * SOL - 5000
    );
    let airdrop = client.request_airdrop(&receiver, SOL).unwrap();
    while !client.confirm_transaction(&airdrop).unwrap() {
        sleep(PAUSE);
    }
    assert_eq!(client.get_balance(&receiver).unwrap(), 3 * SOL);
}

#[test]
fn an_account_and_a_program_of_the_genesis() {
    // the code of a program that each node has stands for the one of a project
    let (other, _) = TestValidatorGenesis::default().start();
    let code = other.get_rpc_client().get_account_data(&MEMO).unwrap();
    let program_path = env::temp_dir().join(format!("program-{}.so", id()));
    fs::write(&program_path, code).unwrap();

    let (account, program_id) = (Pubkey::new_unique(), Pubkey::new_unique());
    let (validator, mint) = TestValidatorGenesis::default()
        .add_account(account, AccountSharedData::new(7 * SOL, 3, &program_id))
        .add_upgradeable_programs_with_path(&[UpgradeableProgramInfo {
            program_id,
            loader: LOADER,
            upgrade_authority: Pubkey::new_unique(),
            program_path: program_path.clone(),
        }])
        .start();
    fs::remove_file(program_path).unwrap();
    let client = validator.get_rpc_client();
    let added = client.get_account(&account).unwrap();
    assert_eq!(
        (added.lamports, added.data, added.owner),
        (7 * SOL, vec![0; 3], program_id)
    );
    assert_eq!(client.get_account(&program_id).unwrap().owner, LOADER);
    let call = Instruction::new_with_bytes(program_id, b"hello", vec![]);
    let simulated = client
        .simulate_transaction(&signed(&client, &mint, call))
        .unwrap()
        .value;
    assert_eq!(simulated.err, None);
    assert!(simulated.logs.unwrap().concat().contains("hello"));
}

#[test]
fn accounts_of_files_and_of_another_node() {
    let (filed, cloned) = (Pubkey::new_unique(), Pubkey::new_unique());
    let folder = env::temp_dir().join(format!("accounts-{}", id()));
    fs::create_dir(&folder).unwrap();
    let account = json!({"lamports": 5 * SOL, "data": ["AQID", "base64"], "owner": LOADER.to_string(), "executable": false, "rentEpoch": 0});
    let file = json!({"pubkey": filed.to_string(), "account": account});
    fs::write(folder.join("filed.json"), file.to_string()).unwrap();

    let (other, _) = TestValidatorGenesis::default()
        .add_account(cloned, AccountSharedData::new(6 * SOL, 0, &LOADER))
        .start();
    let mut genesis = TestValidatorGenesis::default();
    genesis
        .add_accounts_from_directories([folder.to_str().unwrap()])
        .unwrap()
        .clone_accounts([cloned], &other.get_rpc_client(), false)
        .unwrap();
    let (validator, _) = genesis.start();
    fs::remove_dir_all(folder).unwrap();
    let client = validator.get_rpc_client();
    assert_eq!(client.get_account_data(&filed).unwrap(), [1, 2, 3]);
    assert_eq!(client.get_balance(&cloned).unwrap(), 6 * SOL);

    let missing = Pubkey::new_unique();
    genesis
        .clone_accounts([missing], &other.get_rpc_client(), false)
        .unwrap();
    let outcome = genesis.start_with_mint_address(Pubkey::new_unique(), ());
    assert!(
        outcome
            .err()
            .unwrap()
            .to_string()
            .contains(&missing.to_string())
    );
}

#[test]
fn the_node_ends_with_its_value() {
    let (validator, _) = TestValidatorGenesis::default().start();
    let client = validator.get_rpc_client();
    client.get_health().unwrap();
    drop(validator);
    assert!(client.get_health().is_err());
}

#[test]
fn the_node_ends_with_its_process() {
    const URL: &str = "URL of the node: ";
    if env::var_os("VALIDATOR_OF_CHILD").is_some() {
        let (validator, _) = TestValidatorGenesis::default().start();
        println!("{URL}{}", validator.rpc_url());
        loop {
            sleep(PAUSE);
        }
    }
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["the_node_ends_with_its_process", "--exact", "--nocapture"])
        .env("VALIDATOR_OF_CHILD", "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut urls = lines.filter_map(|line| Some(line.unwrap().split_once(URL)?.1.to_string()));
    let client = RpcClient::new(urls.next().unwrap());
    client.get_health().unwrap();
    // SIGKILL
    child.kill().unwrap();
    child.wait().unwrap();
    while client.get_health().is_ok() {
        sleep(PAUSE);
    }
}

#[test]
fn folders_that_a_killed_process_has_left_do_no_harm() {
    // of a process that had the id of this one
    let left: Vec<_> = (0..50)
        .map(|number| env::temp_dir().join(format!("stillnode-validator-{}-{number}", id())))
        .filter(|folder| fs::create_dir(folder).is_ok())
        .collect();
    for folder in &left {
        fs::create_dir(folder.join("accounts")).unwrap();
    }
    let (validator, _) = TestValidatorGenesis::default().start();
    validator.get_rpc_client().get_health().unwrap();
    for folder in left {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_rent_of_one_lamport_a_byte() {
    let validator = TestValidator::start_with_config(Keypair::new().pubkey(), None, ());
    let client = validator.get_rpc_client();
    // an account has 128 bytes besides its data
    assert_eq!(
        client.get_minimum_balance_for_rent_exemption(10).unwrap(),
        138
    );
}

#[tokio::test]
async fn an_asynchronous_test_in_a_later_slot() {
    let (validator, mint) = TestValidatorGenesis::default()
        .warp_slot(1000)
        .start_async()
        .await;
    let client = validator.get_async_rpc_client();
    assert!(client.get_slot().await.unwrap() >= 1000);
    assert!(client.get_balance(&mint.pubkey()).await.unwrap() > 0);
}

#[test]
fn what_stillnode_cannot_do_is_an_error() {
    let problem = |genesis: &TestValidatorGenesis| -> String {
        let outcome: Result<_, Box<dyn Error>> =
            genesis.start_with_mint_address(Pubkey::new_unique(), ());
        outcome.err().unwrap().to_string()
    };
    assert_eq!(
        problem(TestValidatorGenesis::default().inflation(Inflation::full())),
        "inflation: stillnode has `Inflation::new_fixed` only"
    );
}

#[test]
#[should_panic(expected = "compute_unit_limit: stillnode does not model this limit")]
fn what_stillnode_does_not_model_panics() {
    TestValidatorGenesis::default().compute_unit_limit(1_000_000);
}
