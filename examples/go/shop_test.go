package shop

import (
	"context"
	"sync"
	"testing"

	"github.com/gagliardetto/solana-go"
)

const sol = solana.LAMPORTS_PER_SOL

var (
	alice = wallet("alice")
	bob   = wallet("bob").PublicKey()
	ctx   = context.Background()
)

var shared = sync.OnceValue(func() string { return start("serve", "../shop", "--dialect", "agave") })

// ledgerOf gives each test a ledger of its own: whatever a test does to it, the others do not see it, so all run side by side.
func ledgerOf(t *testing.T) string {
	t.Parallel()
	return fork(t, shared())
}

func TestBalance(t *testing.T) {
	expectBalance(t, New(ledgerOf(t), alice), 5*sol)
}

func TestPaymentIsConfirmed(t *testing.T) {
	shop := New(ledgerOf(t), alice)
	expectOutcome(t, must(shop.Pay(ctx, bob, 2*sol)), Paid)
	expectBalance(t, shop, 3*sol-5000)
}

func TestRateLimit(t *testing.T) {
	url := ledgerOf(t)
	request(url, "stillnode_addFault", object{
		"match": object{"method": "sendTransaction", "times": 2},
		"then":  object{"http": object{"status": 429}},
	})
	expectOutcome(t, must(New(url, alice).Pay(ctx, bob, sol)), Paid)
	request(url, "stillnode_verify", object{"method": "sendTransaction", "times": 3})
}

func TestLostPaymentExpires(t *testing.T) {
	url := ledgerOf(t)
	request(url, "stillnode_onSend", object{"then": "drop"})
	shop := New(url, alice)
	outcome := make(chan Outcome)
	go func() { outcome <- must(shop.Pay(ctx, bob, 2*sol)) }()
	request(url, "stillnode_waitForSend")
	// a blockhash lives for 150 blocks
	request(url, "stillnode_advance", 151)
	expectOutcome(t, <-outcome, Expired)
	expectBalance(t, shop, 5*sol)
}

func TestEachTestHasALedgerOfItsOwn(t *testing.T) {
	for _, amount := range []uint64{1, 2, 3, 4} {
		t.Run("", func(t *testing.T) {
			shop := New(ledgerOf(t), alice)
			expectOutcome(t, must(shop.Pay(ctx, bob, amount*sol)), Paid)
			expectBalance(t, shop, (5-amount)*sol-5000)
		})
	}
}

type object = map[string]any

func expectBalance(t *testing.T, shop Shop, expected uint64) {
	t.Helper()
	if lamports := must(shop.Balance(ctx)); lamports != expected {
		t.Errorf("the balance is %d, not %d", lamports, expected)
	}
}

func expectOutcome(t *testing.T, outcome, expected Outcome) {
	t.Helper()
	if outcome != expected {
		t.Errorf("the outcome is %s, not %s", outcome, expected)
	}
}
