package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shop.Shop.Outcome.EXPIRED;
import static shop.Shop.Outcome.PAID;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.p2p.solanaj.core.Account;
import org.p2p.solanaj.core.PublicKey;

/** Each test has an instance of this class and a ledger of its own, so all run side by side (junit-platform.properties). */
class ShopTest {
  private static final long SOL = 1_000_000_000;

  private static StillNode shared;
  private static Account alice;
  private static PublicKey bob;

  private StillNode node;
  private Shop shop;

  @BeforeAll
  static void start() throws Exception {
    shared = StillNode.start("serve", "../shop", "--dialect", "agave");
    alice = StillNode.wallet("alice");
    bob = StillNode.wallet("bob").getPublicKey();
  }

  @BeforeEach
  void fork() throws Exception {
    node = shared.fork();
    shop = new Shop(node.url(), alice);
  }

  @AfterEach
  void drop() throws Exception {
    shared.request("stillnode_dropFork", node.url().replaceFirst(".*/", ""));
  }

  @Test
  void hasABalance() throws Exception {
    assertEquals(5 * SOL, shop.balance());
  }

  @Test
  void confirmsAPayment() throws Exception {
    assertEquals(PAID, shop.pay(bob, 2 * SOL));
    assertEquals(3 * SOL - 5000, shop.balance());
  }

  @Test
  void sendsAgainAfterARateLimit() throws Exception {
    node.request(
        "stillnode_addFault",
        Map.of("match", Map.of("method", "sendTransaction", "times", 2), "then", Map.of("http", Map.of("status", 429))));
    assertEquals(PAID, shop.pay(bob, SOL));
    node.request("stillnode_verify", Map.of("method", "sendTransaction", "times", 3));
  }

  @Test
  void noticesALostPayment() throws Exception {
    node.request("stillnode_onSend", Map.of("then", "drop"));
    var outcome = CompletableFuture.supplyAsync(() -> {
      try {
        return shop.pay(bob, 2 * SOL);
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
    });
    node.request("stillnode_waitForSend");
    // a blockhash lives for 150 blocks
    node.request("stillnode_advance", 151);
    assertEquals(EXPIRED, outcome.get());
    assertEquals(5 * SOL, shop.balance());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void hasALedgerOfItsOwn(long amount) throws Exception {
    assertEquals(PAID, shop.pay(bob, amount * SOL));
    assertEquals((5 - amount) * SOL - 5000, shop.balance());
  }
}
