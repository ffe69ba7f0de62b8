package shop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.p2p.solanaj.core.Account;
import org.p2p.solanaj.utils.TweetNaclFast;

/** A stillnode for tests, or a fork of one. Copy this file, with the name of your package. */
record StillNode(String url) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** Starts `stillnode ARGUMENTS` on a free port, unless STILLNODE_URL has a node. It ends with this process, also if that is killed. */
  static StillNode start(String... arguments) throws Exception {
    var env = System.getenv();
    if (env.containsKey("STILLNODE_URL")) return new StillNode(env.get("STILLNODE_URL"));
    var ready = Path.of(System.getProperty("java.io.tmpdir"), "stillnode-" + UUID.randomUUID() + ".json");
    var command = new ArrayList<>(List.of(env.getOrDefault("STILLNODE_BIN", "stillnode")));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--port", "0", "--quiet", "--until-stdin-ends", "--ready-file", ready.toString()));
    var node = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    while (!Files.exists(ready)) {
      if (!node.isAlive()) throw new IllegalStateException("stillnode ended with " + node.exitValue());
      Thread.sleep(20);
    }
    return new StillNode(JSON.readTree(ready.toFile()).get("url").asText());
  }

  /** Calls a method, control methods included. */
  JsonNode request(String method, Object... params) throws Exception {
    var body = JSON.writeValueAsString(Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    var call = HttpRequest.newBuilder(URI.create(url)).header("content-type", "application/json");
    var reply = JSON.readTree(CLIENT.send(call.POST(HttpRequest.BodyPublishers.ofString(body)).build(), BodyHandlers.ofString()).body());
    if (reply.has("error")) throw new IllegalStateException(method + ": " + reply.get("error").get("message").asText());
    return reply.get("result");
  }

  /** A ledger for one test: a fork of this one. */
  StillNode fork() throws Exception {
    return new StillNode(request("stillnode_fork").get("url").asText());
  }

  /** The key pair of the wallet $NAME of a script. */
  static Account wallet(String name) throws Exception {
    var seed = MessageDigest.getInstance("SHA-256").digest(("stillnode key " + name).getBytes("UTF-8"));
    return new Account(TweetNaclFast.Signature.keyPair_fromSeed(seed).getSecretKey());
  }
}
