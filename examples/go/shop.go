// Package shop is a small service that pays. It knows nothing of stillnode, only the URL of a node.
package shop

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gagliardetto/solana-go"
	"github.com/gagliardetto/solana-go/programs/system"
	"github.com/gagliardetto/solana-go/rpc"
	"github.com/gagliardetto/solana-go/rpc/jsonrpc"
)

// Outcome of a payment.
type Outcome string

const (
	Paid    Outcome = "paid"
	Failed  Outcome = "failed"
	Expired Outcome = "expired"
)

// Shop pays from its wallet.
type Shop struct {
	client *rpc.Client
	wallet solana.PrivateKey
}

// New is a shop over the node at a URL.
func New(url string, wallet solana.PrivateKey) Shop { return Shop{rpc.New(url), wallet} }

// Balance is the lamports of the shop.
func (s Shop) Balance(ctx context.Context) (uint64, error) {
	result, err := s.client.GetBalance(ctx, s.wallet.PublicKey(), rpc.CommitmentFinalized)
	if err != nil {
		return 0, err
	}
	return result.Value, nil
}

// Pay pays, and waits for the outcome.
func (s Shop) Pay(ctx context.Context, receiver solana.PublicKey, lamports uint64) (Outcome, error) {
	latest, err := s.client.GetLatestBlockhash(ctx, rpc.CommitmentFinalized)
	if err != nil {
		return "", err
	}
	payer := s.wallet.PublicKey()
	payment := system.NewTransferInstruction(lamports, payer, receiver).Build()
	transaction, err := solana.NewTransaction(
		[]solana.Instruction{payment}, latest.Value.Blockhash, solana.TransactionPayer(payer))
	if err != nil {
		return "", err
	}
	if _, err := transaction.Sign(func(solana.PublicKey) *solana.PrivateKey { return &s.wallet }); err != nil {
		return "", err
	}
	signature, err := s.send(ctx, transaction)
	if err != nil {
		return "", err
	}
	return s.outcome(ctx, signature, latest.Value.LastValidBlockHeight)
}

// send sends, and sends again as long as the node says that there are too many requests.
func (s Shop) send(ctx context.Context, transaction *solana.Transaction) (solana.Signature, error) {
	for {
		signature, err := s.client.SendTransaction(ctx, transaction)
		var failure *jsonrpc.HTTPError
		if !errors.As(err, &failure) || failure.Code != http.StatusTooManyRequests {
			return signature, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (s Shop) outcome(ctx context.Context, signature solana.Signature, lastHeight uint64) (Outcome, error) {
	for {
		// first the height, then the status: a block up to that height would have the payment
		height, err := s.client.GetBlockHeight(ctx, rpc.CommitmentFinalized)
		if err != nil {
			return "", err
		}
		statuses, err := s.client.GetSignatureStatuses(ctx, false, signature)
		if err != nil && !errors.Is(err, rpc.ErrNotFound) {
			return "", err
		}
		if err == nil && statuses.Value[0] != nil {
			status := statuses.Value[0]
			switch {
			case status.Err != nil:
				return Failed, nil
			case status.ConfirmationStatus == rpc.ConfirmationStatusFinalized:
				return Paid, nil
			}
		} else if height > lastHeight {
			return Expired, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}
