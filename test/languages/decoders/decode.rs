//! Decodes answers with the types of the Rust client 4.4, encodes them again, and compares: a member that is lost, added or changed is a
//! failure, but for KNOWN.
//!
//! Reads a file of lines {"method", "text"}, and writes {"decoded", "failures", "methodsWithoutClass"} as JSON.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, from_str, from_value, json, to_value};
use solana_epoch_info::EpochInfo;
use solana_epoch_schedule::EpochSchedule;
use solana_hash::Hash;
use solana_pubkey::Pubkey;
use solana_rpc_client_types::error_object::RpcErrorObject;
use solana_rpc_client_types::response::*;
use solana_signature::Signature;
use solana_transaction_status_client_types::{EncodedConfirmedTransactionWithStatusMeta, TransactionStatus};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

/// A value that the client parses from text.
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Text).map_err(D::Error::custom)
    }
}

type Again = Result<Value, serde_json::Error>;

/// A value after it was decoded and encoded.
fn again<T: DeserializeOwned + Serialize>(value: &Value) -> Again {
    to_value(from_value::<T>(value.clone())?)
}

/// A result after it was decoded as the type of the client's method and encoded; none for a method that the client does not have.
fn result_again(method: &str, result: &Value) -> Option<Again> {
    let again = match method {
        "getAccountInfo" => again::<Response<Option<UiAccount>>>,
        "getBalance" | "getStakeMinimumDelegation" => again::<Response<u64>>,
        "getBlock" => again::<UiConfirmedBlock>,
        "getBlockCommitment" => again::<RpcBlockCommitment<[u64; 32]>>,
        "getBlockProduction" => again::<Response<RpcBlockProduction>>,
        "getBlockTime" => again::<Option<i64>>,
        "getBlocks" | "getBlocksWithLimit" => again::<Vec<u64>>,
        "getClusterNodes" => again::<Vec<RpcContactInfo>>,
        "getEpochInfo" => again::<EpochInfo>,
        "getEpochSchedule" => again::<EpochSchedule>,
        "getFeeForMessage" => again::<Response<Option<u64>>>,
        "getGenesisHash" => again::<Text<Hash>>,
        "getHealth" => again::<String>,
        "getHighestSnapshotSlot" => again::<RpcSnapshotSlotInfo>,
        "getIdentity" => again::<RpcIdentity>,
        "getInflationGovernor" => again::<RpcInflationGovernor>,
        "getInflationRate" => again::<RpcInflationRate>,
        "getInflationReward" => again::<Vec<Option<RpcInflationReward>>>,
        "getLargestAccounts" => again::<Response<Vec<RpcAccountBalance>>>,
        "getLatestBlockhash" => again::<Response<RpcBlockhash>>,
        "getLeaderSchedule" => again::<Option<RpcLeaderSchedule>>,
        "getMultipleAccounts" => again::<Response<Vec<Option<UiAccount>>>>,
        "getProgramAccounts" => again::<OptionalContext<Vec<RpcKeyedAccount>>>,
        "getRecentPerformanceSamples" => again::<Vec<RpcPerfSample>>,
        "getRecentPrioritizationFees" => again::<Vec<RpcPrioritizationFee>>,
        "getSignatureStatuses" => again::<Response<Vec<Option<TransactionStatus>>>>,
        "getSignaturesForAddress" => again::<Vec<RpcConfirmedTransactionStatusWithSignature>>,
        "getSlotLeader" => again::<Text<Pubkey>>,
        "getSlotLeaders" => again::<Vec<Text<Pubkey>>>,
        "getSupply" => again::<Response<RpcSupply>>,
        "getTokenAccountBalance" | "getTokenSupply" => again::<Response<UiTokenAmount>>,
        "getTokenAccountsByDelegate" | "getTokenAccountsByOwner" => again::<Response<Vec<RpcKeyedAccount>>>,
        "getTokenLargestAccounts" => again::<Response<Vec<RpcTokenAccountBalance>>>,
        // of a transaction that the node does not know, null is an error of the client
        "getTransaction" => again::<Option<EncodedConfirmedTransactionWithStatusMeta>>,
        "getVersion" => again::<RpcVersionInfo>,
        "getVoteAccounts" => again::<RpcVoteAccountStatus>,
        "isBlockhashValid" => again::<Response<bool>>,
        "requestAirdrop" | "sendTransaction" => again::<Text<Signature>>,
        "simulateTransaction" => again::<Response<RpcSimulateTransactionResult>>,
        "getBlockHeight"
        | "getFirstAvailableBlock"
        | "getMaxRetransmitSlot"
        | "getMaxShredInsertSlot"
        | "getMinimumBalanceForRentExemption"
        | "getSlot"
        | "getTransactionCount"
        | "minimumLedgerSlot" => again::<u64>,
        _ => return None,
    };
    Some(again(result))
}

/// The data of an error, which the client decodes for one code alone.
fn error_again(error: &Value) -> Again {
    let RpcErrorObject { code, .. } = from_value(error.clone())?;
    let mut again = error.clone();
    if code == -32002
        && let Some(data) = again.get_mut("data")
    {
        *data = self::again::<RpcSimulateTransactionResult>(data)?;
    }
    Ok(again)
}

/// What the types do by their serde attributes.
const KNOWN: [(&str, &str); 4] = [
    // UiTransactionStatusMeta: nodes leave them out with transactionDetails `accounts`, rewards with `rewards: false`; the type has
    // `default = "OptionSerializer::none"`, which is null
    ("getBlock", "adds result.transactions[].meta.innerInstructions"),
    ("getBlock", "adds result.transactions[].meta.logMessages"),
    ("getBlock", "adds result.transactions[].meta.rewards"),
    // RpcContactInfo: nodes of 4.5 do not have it; the type, of 4.4, has it as an Option without `skip_serializing_if`, which is null
    ("getClusterNodes", "adds result[].tpuVote"),
];

fn differences(before: &Value, after: &Value, path: &str, found: &mut BTreeSet<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, member) in before {
                let path = format!("{path}.{name}");
                match after.get(name) {
                    Some(other) => differences(member, other, &path, found),
                    None => drop(found.insert(format!("loses {path}"))),
                }
            }
            for name in after.keys().filter(|name| !before.contains_key(*name)) {
                found.insert(format!("adds {path}.{name}"));
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (item, other) in before.iter().zip(after) {
                differences(item, other, &format!("{path}[]"), found);
            }
        }
        _ if before == after => {}
        _ => drop(found.insert(format!("changes {path}"))),
    }
}

#[derive(Deserialize, Serialize)]
struct Answer {
    method: String,
    text: String,
}

fn main() {
    let file = std::env::args().nth(1).expect("the file of answers");
    let lines = std::fs::read_to_string(file).expect("a file that can be read");
    let mut decoded = 0;
    let mut failures = vec![];
    let mut without = BTreeSet::new();
    for line in lines.lines() {
        let Answer { method, text } = from_str(line).expect("an answer");
        let reply: Value = from_str(&text).expect("JSON");
        let part = if reply.get("error").is_some() { "error" } else { "result" };
        let again = if part == "error" {
            Some(error_again(&reply["error"]))
        } else {
            result_again(&method, &reply["result"])
        };
        let Some(again) = again else {
            without.insert(method);
            continue;
        };
        let failure = match again {
            Err(error) => error.to_string(),
            Ok(again) => {
                let mut found = BTreeSet::new();
                differences(&reply[part], &again, part, &mut found);
                found.retain(|difference| !KNOWN.contains(&(&method, difference)));
                found.into_iter().collect::<Vec<_>>().join(", ")
            }
        };
        if failure.is_empty() {
            decoded += 1;
        } else {
            failures.push(json!({ "method": method, "text": text, "failure": failure }));
        }
    }
    println!("{}", json!({ "decoded": decoded, "failures": failures, "methodsWithoutClass": without }));
}
