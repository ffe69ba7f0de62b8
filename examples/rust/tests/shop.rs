mod support;

use std::{sync::LazyLock, thread};

use serde_json::json;
use shop::{Outcome, Shop};
use solana_signer::Signer;
use support::{fork, request, start, wallet};

const SOL: u64 = 1_000_000_000;

static SHARED: LazyLock<String> =
    LazyLock::new(|| start(&["serve", "../shop", "--dialect", "agave"]));

/// A ledger for each test: whatever a test does to it, the others do not see it, so all run side by side.
fn ledger() -> (String, Shop) {
    let url = fork(&SHARED);
    let shop = Shop::new(&url, wallet("alice"));
    (url, shop)
}

#[test]
fn a_balance() {
    assert_eq!(ledger().1.balance().unwrap(), 5 * SOL);
}

#[test]
fn a_payment_is_confirmed() {
    let (_, shop) = ledger();
    assert_eq!(
        shop.pay(&wallet("bob").pubkey(), 2 * SOL).unwrap(),
        Outcome::Paid
    );
    assert_eq!(shop.balance().unwrap(), 3 * SOL - 5000);
}

#[test]
fn a_rate_limit() {
    let (url, shop) = ledger();
    let limit = json!({"match": {"method": "sendTransaction", "times": 2}, "then": {"http": {"status": 429}}});
    request(&url, "stillnode_addFault", json!([limit]));
    assert_eq!(
        shop.pay(&wallet("bob").pubkey(), SOL).unwrap(),
        Outcome::Paid
    );
    request(
        &url,
        "stillnode_verify",
        json!([{"method": "sendTransaction", "times": 3}]),
    );
}

#[test]
fn a_lost_payment_expires() {
    let (url, shop) = ledger();
    request(&url, "stillnode_onSend", json!([{"then": "drop"}]));
    thread::scope(|scope| {
        let outcome = scope.spawn(|| shop.pay(&wallet("bob").pubkey(), 2 * SOL).unwrap());
        request(&url, "stillnode_waitForSend", json!([]));
        // a blockhash lives for 150 blocks
        request(&url, "stillnode_advance", json!([151]));
        assert_eq!(outcome.join().unwrap(), Outcome::Expired);
    });
    assert_eq!(shop.balance().unwrap(), 5 * SOL);
}

#[test]
fn each_test_has_a_ledger_of_its_own() {
    thread::scope(|scope| {
        for amount in 1..5 {
            scope.spawn(move || {
                let (_, shop) = ledger();
                assert_eq!(
                    shop.pay(&wallet("bob").pubkey(), amount * SOL).unwrap(),
                    Outcome::Paid
                );
                assert_eq!(shop.balance().unwrap(), (5 - amount) * SOL - 5000);
            });
        }
    });
}
