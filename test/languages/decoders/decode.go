// Decodes answers with the types of solana-go; a member that a type does not have is an error, but for those that solana-go 1.14 lacks.
//
// Reads a file of lines {"method", "text"}, and writes {"decoded", "failures", "methodsWithoutClass"} as JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"

	"github.com/gagliardetto/solana-go"
	"github.com/gagliardetto/solana-go/rpc"
)

// Types of results; of several the first that fits counts.
var results = map[string][]func() any{
	"getAccountInfo":                    {of[*rpc.GetAccountInfoResult]},
	"getBalance":                        {of[*rpc.GetBalanceResult]},
	"getBlock":                          {of[*rpc.GetBlockResult]},
	"getBlockCommitment":                {of[*rpc.GetBlockCommitmentResult]},
	"getBlockHeight":                    {of[uint64]},
	"getBlockProduction":                {of[*rpc.GetBlockProductionResult]},
	"getBlockTime":                      {of[*solana.UnixTimeSeconds]},
	"getBlocks":                         {of[rpc.BlocksResult]},
	"getBlocksWithLimit":                {of[rpc.BlocksResult]},
	"getClusterNodes":                   {of[[]*rpc.GetClusterNodesResult]},
	"getEpochInfo":                      {of[*rpc.GetEpochInfoResult]},
	"getEpochSchedule":                  {of[*rpc.GetEpochScheduleResult]},
	"getFeeForMessage":                  {of[*rpc.GetFeeForMessageResult]},
	"getFirstAvailableBlock":            {of[uint64]},
	"getGenesisHash":                    {of[solana.Hash]},
	"getHealth":                         {of[string]},
	"getHighestSnapshotSlot":            {of[*rpc.GetHighestSnapshotSlotResult]},
	"getIdentity":                       {of[*rpc.GetIdentityResult]},
	"getInflationGovernor":              {of[*rpc.GetInflationGovernorResult]},
	"getInflationRate":                  {of[*rpc.GetInflationRateResult]},
	"getInflationReward":                {of[[]*rpc.GetInflationRewardResult]},
	"getLargestAccounts":                {of[*rpc.GetLargestAccountsResult]},
	"getLatestBlockhash":                {of[*rpc.GetLatestBlockhashResult]},
	"getLeaderSchedule":                 {of[rpc.GetLeaderScheduleResult]},
	"getMaxRetransmitSlot":              {of[uint64]},
	"getMaxShredInsertSlot":             {of[uint64]},
	"getMinimumBalanceForRentExemption": {of[uint64]},
	"getMultipleAccounts":               {of[*rpc.GetMultipleAccountsResult]},
	"getProgramAccounts":                {of[rpc.GetProgramAccountsResult], of[withContext[rpc.GetProgramAccountsResult]]},
	"getRecentPerformanceSamples":       {of[[]*rpc.GetRecentPerformanceSamplesResult]},
	"getRecentPrioritizationFees":       {of[[]rpc.PriorizationFeeResult]},
	"getSignatureStatuses":              {of[*rpc.GetSignatureStatusesResult]},
	"getSignaturesForAddress":           {of[[]*rpc.TransactionSignature]},
	"getSlot":                           {of[uint64]},
	"getSlotLeader":                     {of[solana.PublicKey]},
	"getSlotLeaders":                    {of[[]solana.PublicKey]},
	"getSupply":                         {of[*rpc.GetSupplyResult]},
	"getTokenAccountBalance":            {of[*rpc.GetTokenAccountBalanceResult]},
	"getTokenAccountsByDelegate":        {of[*rpc.GetTokenAccountsResult]},
	"getTokenAccountsByOwner":           {of[*rpc.GetTokenAccountsResult]},
	"getTokenLargestAccounts":           {of[*rpc.GetTokenLargestAccountsResult]},
	"getTokenSupply":                    {of[*rpc.GetTokenSupplyResult]},
	"getTransaction":                    {of[*rpc.GetTransactionResult]},
	"getTransactionCount":               {of[uint64]},
	"getVersion":                        {of[*rpc.GetVersionResult]},
	"getVoteAccounts":                   {of[*rpc.GetVoteAccountsResult]},
	"isBlockhashValid":                  {of[*rpc.IsValidBlockhashResult]},
	"minimumLedgerSlot":                 {of[uint64]},
	"requestAirdrop":                    {of[solana.Signature]},
	"sendTransaction":                   {of[solana.Signature]},
	"simulateTransaction":               {},
}

// Types of results of jsonParsed and of simulations, which lack half of the members: unknown ones are no error there.
var partialResults = map[string]func() any{
	"getBlock":            of[*rpc.GetParsedBlockResult],
	"getTransaction":      of[*rpc.GetParsedTransactionResult],
	"simulateTransaction": of[*rpc.SimulateTransactionResponse],
}

// Members of nodes since 1.16 for which solana-go 1.14 has no place.
var lacking = map[string]bool{
	"apiVersion": true, "clientId": true, "costUnits": true, "inflationRewardsCommissionBps": true,
	"numNonVoteTransactions": true, "serveRepair": true, "tpuForwards": true, "tpuForwardsQuic": true, "tpuVote": true, "transactionIndex": true, "tvu": true,
}

// Removes from a value what solana-go lacks.
func prune(value any) any {
	switch part := value.(type) {
	case map[string]any:
		for name, member := range part {
			if lacking[name] {
				delete(part, name)
			} else {
				part[name] = prune(member)
			}
		}
	case []any:
		for i, item := range part {
			part[i] = prune(item)
		}
	}
	return value
}

func pruned(text []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		panic(err)
	}
	shorter, err := json.Marshal(prune(value))
	if err != nil {
		panic(err)
	}
	return shorter
}

type withContext[T any] struct {
	rpc.RPCContext
	Value T `json:"value"`
}

func of[T any]() any { return new(T) }

type answer struct {
	Method string `json:"method"`
	Text   string `json:"text"`
}

type failure struct {
	answer
	Failure string `json:"failure"`
}

type reply struct {
	Jsonrpc string          `json:"jsonrpc"`
	ID      uint64          `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func strictly(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(value)
}

func decode(each answer) error {
	var whole reply
	if err := strictly([]byte(each.Text), &whole); err != nil || whole.Error != nil {
		return err
	}
	result := pruned(whole.Result)
	failures := []error{}
	for _, make := range results[each.Method] {
		err := strictly(result, make())
		if err == nil {
			return nil
		}
		failures = append(failures, err)
	}
	if partial := partialResults[each.Method]; partial != nil {
		err := json.Unmarshal(result, partial())
		if err == nil {
			return nil
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	decoded, failures, without := 0, []failure{}, map[string]bool{}
	for lines.Scan() {
		var each answer
		if err := json.Unmarshal(lines.Bytes(), &each); err != nil {
			panic(err)
		}
		if results[each.Method] == nil {
			without[each.Method] = true
		} else if err := decode(each); err != nil {
			failures = append(failures, failure{each, err.Error()})
		} else {
			decoded++
		}
	}
	names := []string{}
	for name := range without {
		names = append(names, name)
	}
	sort.Strings(names)
	text, _ := json.Marshal(map[string]any{"decoded": decoded, "failures": failures, "methodsWithoutClass": names})
	fmt.Println(string(text))
}
