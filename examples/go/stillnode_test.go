package shop

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gagliardetto/solana-go"
)

// A stillnode for tests. Copy this file, with the name of your package.

// start starts `stillnode ARGUMENTS` on a free port, unless STILLNODE_URL has a node. It ends with this process, also if that is killed.
func start(arguments ...string) (url string) {
	if url = os.Getenv("STILLNODE_URL"); url != "" {
		return url
	}
	ready := filepath.Join(os.TempDir(), fmt.Sprintf("stillnode-%d-%d.json", os.Getpid(), time.Now().UnixNano()))
	arguments = append(arguments, "--port", "0", "--quiet", "--until-stdin-ends", "--ready-file", ready)
	command := exec.Command(cmp.Or(os.Getenv("STILLNODE_BIN"), "stillnode"), arguments...)
	command.Stderr = os.Stderr
	must(command.StdinPipe())
	must(0, command.Start())
	go func() { panic(command.Wait()) }()
	for {
		if text, err := os.ReadFile(ready); err == nil {
			var address struct{ URL string }
			must(0, json.Unmarshal(text, &address))
			return address.URL
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// fork makes a ledger for one test: a fork of the ledger at a URL.
func fork(t *testing.T, url string) string {
	var made struct{ Name, URL string }
	must(0, json.Unmarshal(request(url, "stillnode_fork"), &made))
	t.Cleanup(func() { request(url, "stillnode_dropFork", made.Name) })
	return made.URL
}

// request calls a method, control methods included.
func request(url, method string, params ...any) json.RawMessage {
	body := must(json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
	reply := must(http.Post(url, "application/json", bytes.NewReader(body)))
	defer reply.Body.Close()
	var answer struct{ Result, Error json.RawMessage }
	must(0, json.NewDecoder(reply.Body).Decode(&answer))
	if answer.Error != nil {
		panic(method + ": " + string(answer.Error))
	}
	return answer.Result
}

// wallet is the key pair of the wallet $NAME of a script.
func wallet(name string) solana.PrivateKey {
	seed := sha256.Sum256([]byte("stillnode key " + name))
	return solana.PrivateKey(ed25519.NewKeyFromSeed(seed[:]))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
