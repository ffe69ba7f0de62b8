package shop;

import java.io.IOException;
import java.util.List;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.p2p.solanaj.core.Account;
import org.p2p.solanaj.core.PublicKey;
import org.p2p.solanaj.core.Transaction;
import org.p2p.solanaj.programs.SystemProgram;
import org.p2p.solanaj.rpc.RpcClient;
import org.p2p.solanaj.rpc.RpcException;
import org.p2p.solanaj.rpc.types.config.Commitment;

/** A small service that pays. It knows nothing of stillnode, only the URL of a node. */
public final class Shop {
  /** The outcome of a payment. */
  public enum Outcome {
    PAID,
    FAILED,
    EXPIRED
  }

  private static final long PAUSE_MS = 50;
  private static final int TOO_MANY_REQUESTS = 429;

  private final RpcClient client;
  private final Account wallet;

  public Shop(String url, Account wallet) {
    this.client = new RpcClient(url, new OkHttpClient.Builder().addInterceptor(Shop::askAgain).build());
    this.wallet = wallet;
  }

  /** The lamports of the shop. */
  public long balance() throws RpcException {
    return client.getApi().getBalance(wallet.getPublicKey());
  }

  /** Pays, and waits for the outcome. */
  public Outcome pay(PublicKey receiver, long lamports) throws RpcException, InterruptedException {
    var latest = client.getApi().getLatestBlockhash(Commitment.FINALIZED).getValue();
    var transaction = new Transaction();
    transaction.addInstruction(SystemProgram.transfer(wallet.getPublicKey(), receiver, lamports));
    var signature = client.getApi().sendTransaction(transaction, List.of(wallet), latest.getBlockhash());
    while (true) {
      // first the height, then the status: a block up to that height would have the payment
      long height = client.getApi().getBlockHeight(Commitment.FINALIZED);
      var status = client.getApi().getSignatureStatuses(List.of(signature), false).getValue().get(0);
      if (status == null) {
        if (height > latest.getLastValidBlockHeight()) return Outcome.EXPIRED;
      } else if (status.getConfirmationStatus().equals("finalized")) {
        return client.getApi().getTransaction(signature).getMeta().getErr() == null ? Outcome.PAID : Outcome.FAILED;
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /** Sends a request again as long as the node says that there are too many. */
  private static Response askAgain(Interceptor.Chain chain) throws IOException {
    var response = chain.proceed(chain.request());
    while (response.code() == TOO_MANY_REQUESTS) {
      response.close();
      response = chain.proceed(chain.request());
    }
    return response;
  }
}
