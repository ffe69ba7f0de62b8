//! A stillnode for tests. Copy this file.

use std::{
    env, fs,
    mem::forget,
    path::Path,
    process::{Command, Stdio, id},
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    thread::sleep,
    time::Duration,
};

use reqwest::blocking::Client;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use solana_keypair::{Keypair, keypair_from_seed};

/// Starts `stillnode ARGUMENTS` on a free port, unless STILLNODE_URL has a node. It ends with this process, also if that is killed.
pub fn start(arguments: &[&str]) -> String {
    if let Ok(url) = env::var("STILLNODE_URL") {
        return url;
    }
    static STARTS: AtomicU32 = AtomicU32::new(0);
    let start = STARTS.fetch_add(1, Relaxed);
    let ready = env::temp_dir().join(format!("stillnode-{}-{start}.json", id()));
    let program = env::var("STILLNODE_BIN").unwrap_or("stillnode".into());
    let mut node = Command::new(program)
        .args(arguments)
        .args([
            "--port",
            "0",
            "--quiet",
            "--until-stdin-ends",
            "--ready-file",
        ])
        .arg(&ready)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("stillnode starts");
    while !Path::new(&ready).exists() {
        assert!(node.try_wait().unwrap().is_none(), "stillnode has ended");
        sleep(Duration::from_millis(20));
    }
    // its stdin stays open as long as this process lives
    forget(node);
    let address: Value = serde_json::from_slice(&fs::read(ready).unwrap()).unwrap();
    address["url"].as_str().unwrap().into()
}

/// Calls a method, control methods included.
pub fn request(url: &str, method: &str, params: Value) -> Value {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let reply: Value = Client::new()
        .post(url)
        .json(&body)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert!(reply.get("error").is_none(), "{method}: {}", reply["error"]);
    reply["result"].clone()
}

/// A ledger for one test: a fork of the ledger at a URL.
pub fn fork(url: &str) -> String {
    request(url, "stillnode_fork", json!([]))["url"]
        .as_str()
        .unwrap()
        .into()
}

/// The key pair of the wallet $NAME of a script.
pub fn wallet(name: &str) -> Keypair {
    keypair_from_seed(&Sha256::digest(format!("stillnode key {name}"))).unwrap()
}
