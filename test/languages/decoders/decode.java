// Decodes answers with Jackson, which refuses members that a record does not have, members that are missing, null, and values of another
// kind, but for what the annotations below allow.
//
// The records have the members that the documentation of the methods names. They are written here because solanaj, the client of
// examples/java, which decodes with Jackson too, ignores unknown members: its types have half of them (no apiVersion, space or
// logMessages), and fractions for lamports.
//
// Reads a file of lines {"method", "text"}, and writes {"decoded", "failures", "methodsWithoutClass"} as JSON.

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

class Decode {
    /** A member that may be null. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface OrNull {}

    /** A member that may be missing. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface OrAbsent {}

    /** A list whose items may be null. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface ItemsOrNull {}

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, texts -> {
                for (var shape : List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean))
                    texts.setCoercion(shape, CoercionAction.Fail);
            })
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasRequiredMarker(AnnotatedMember member) {
                    return !member.hasAnnotation(OrAbsent.class);
                }

                @Override
                public JsonSetter.Value findSetterInfo(Annotated member) {
                    var isOptional = member.hasAnnotation(OrNull.class) || member.hasAnnotation(OrAbsent.class);
                    var hasOptionalItems = member.hasAnnotation(ItemsOrNull.class);
                    return JsonSetter.Value.construct(isOptional ? Nulls.SET : null, hasOptionalItems ? Nulls.SET : null);
                }
            })
            .build();

    static <T> T read(JsonNode node, Class<? extends T> type) throws JsonProcessingException {
        return JSON.treeToValue(node, type);
    }

    record Reply(String jsonrpc, long id, @OrAbsent JsonNode result, @OrAbsent JsonNode error) {}

    record RpcError(int code, String message, @OrAbsent JsonNode data) {}

    record Context(long slot, String apiVersion) {}

    record Response<T>(Context context, T value) {}

    record OptionalResponse<T>(Context context, @OrNull T value) {}

    record ResponseOfOptionals<T>(Context context, @ItemsOrNull List<T> value) {}

    // accounts

    enum Encoding {
        base58,
        base64,
        @JsonProperty("base64+zstd")
        zstd
    }

    sealed interface Data {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Data of(JsonNode node) throws JsonProcessingException {
            if (node.isTextual()) return new Base58(node.textValue());
            return read(node, node.isArray() ? Encoded.class : ParsedData.class);
        }
    }

    record Base58(String text) implements Data {}

    record Encoded(String text, Encoding encoding) implements Data, Transaction {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Encoded of(List<String> parts) {
            if (parts.size() != 2) throw new IllegalArgumentException("not a text and its encoding: " + parts);
            return new Encoded(parts.get(0), JSON.convertValue(parts.get(1), Encoding.class));
        }
    }

    record ParsedData(String program, JsonNode parsed, long space) implements Data {}

    record Account(long lamports, String owner, Data data, boolean executable, BigInteger rentEpoch, long space) {}

    record KeyedAccount(String pubkey, Account account) {}

    record Balance(String address, long lamports) {}

    record TokenAmount(String amount, int decimals, @OrNull Double uiAmount, String uiAmountString) {}

    record TokenHolder(String address, String amount, int decimals, @OrNull Double uiAmount, String uiAmountString) {}

    record Supply(long total, long circulating, long nonCirculating, List<String> nonCirculatingAccounts) {}

    // transactions

    record Confirmed(
            long slot,
            @OrNull Long blockTime,
            long transactionIndex,
            @OrAbsent Version version,
            Transaction transaction,
            @OrNull Meta meta) {}

    record Version(int number) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Version of(JsonNode node) {
            if (node.isInt()) return new Version(node.intValue());
            if (node.asText().equals("legacy")) return new Version(-1);
            throw new IllegalArgumentException("neither a number nor legacy: " + node);
        }
    }

    sealed interface Transaction {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Transaction of(JsonNode node) throws JsonProcessingException {
            if (node.isArray()) return read(node, Encoded.class);
            return read(node, node.has("message") ? Signed.class : AccountsOf.class);
        }
    }

    record Signed(List<String> signatures, Message message) implements Transaction {}

    record AccountsOf(List<String> signatures, List<ParsedKey> accountKeys) implements Transaction {}

    sealed interface Message {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Message of(JsonNode node) throws JsonProcessingException {
            return read(node, node.has("header") ? RawMessage.class : ParsedMessage.class);
        }
    }

    record RawMessage(
            Header header,
            List<String> accountKeys,
            String recentBlockhash,
            List<Compiled> instructions,
            @OrAbsent List<Lookup> addressTableLookups,
            @OrAbsent TransactionConfig transactionConfig)
            implements Message {}

    record ParsedMessage(
            List<ParsedKey> accountKeys,
            String recentBlockhash,
            List<Instruction> instructions,
            @OrAbsent List<Lookup> addressTableLookups,
            @OrAbsent TransactionConfig transactionConfig)
            implements Message {}

    record Header(int numRequiredSignatures, int numReadonlySignedAccounts, int numReadonlyUnsignedAccounts) {}

    record ParsedKey(String pubkey, boolean signer, boolean writable, KeySource source) {}

    enum KeySource {
        transaction,
        lookupTable
    }

    record Lookup(String accountKey, List<Integer> writableIndexes, List<Integer> readonlyIndexes) {}

    record TransactionConfig(
            @OrNull Long computeUnitLimit,
            @OrNull Long heapSize,
            @OrNull Long loadedAccountsDataSizeLimit,
            @OrNull Long priorityFee) {}

    sealed interface Instruction {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Instruction of(JsonNode node) throws JsonProcessingException {
            if (node.has("programIdIndex")) return read(node, Compiled.class);
            return read(node, node.has("parsed") ? Parsed.class : PartlyDecoded.class);
        }
    }

    record Compiled(int programIdIndex, List<Integer> accounts, String data, @OrNull Integer stackHeight)
            implements Instruction {}

    record PartlyDecoded(String programId, List<String> accounts, String data, @OrNull Integer stackHeight)
            implements Instruction {}

    record Parsed(String program, String programId, JsonNode parsed, @OrNull Integer stackHeight) implements Instruction {}

    record InnerInstructions(int index, List<Instruction> instructions) {}

    record Meta(
            @OrNull JsonNode err,
            Status status,
            long fee,
            List<Long> preBalances,
            List<Long> postBalances,
            @OrAbsent List<InnerInstructions> innerInstructions,
            @OrAbsent List<String> logMessages,
            @OrNull List<TokenBalance> preTokenBalances,
            @OrNull List<TokenBalance> postTokenBalances,
            @OrAbsent List<Reward> rewards,
            @OrAbsent LoadedAddresses loadedAddresses,
            @OrAbsent ReturnData returnData,
            @OrAbsent Long computeUnitsConsumed,
            @OrAbsent Long costUnits) {}

    record Status(@OrAbsent @JsonProperty("Ok") JsonNode ok, @OrAbsent @JsonProperty("Err") JsonNode err) {}

    record TokenBalance(int accountIndex, String mint, TokenAmount uiTokenAmount, String owner, String programId) {}

    record LoadedAddresses(List<String> writable, List<String> readonly) {}

    record ReturnData(String programId, Encoded data) {}

    record SignatureStatus(
            long slot, @OrNull Long confirmations, @OrNull JsonNode err, Status status, Commitment confirmationStatus) {}

    enum Commitment {
        processed,
        confirmed,
        finalized
    }

    record SignatureInfo(
            String signature,
            long slot,
            long transactionIndex,
            @OrNull JsonNode err,
            @OrNull String memo,
            @OrNull Long blockTime,
            Commitment confirmationStatus) {}

    record Simulation(
            @OrNull JsonNode err,
            @OrNull List<String> logs,
            @OrNull @ItemsOrNull List<Account> accounts,
            @OrNull Long unitsConsumed,
            @OrNull Long loadedAccountsDataSize,
            @OrNull ReturnData returnData,
            @OrNull List<InnerInstructions> innerInstructions,
            @OrNull Blockhash replacementBlockhash,
            @OrNull Long fee,
            @OrNull List<Long> preBalances,
            @OrNull List<Long> postBalances,
            @OrNull List<TokenBalance> preTokenBalances,
            @OrNull List<TokenBalance> postTokenBalances,
            @OrNull LoadedAddresses loadedAddresses) {}

    // blocks and the cluster

    record Block(
            String blockhash,
            String previousBlockhash,
            long parentSlot,
            @OrNull Long blockHeight,
            @OrNull Long blockTime,
            @OrAbsent List<BlockTransaction> transactions,
            @OrAbsent List<String> signatures,
            @OrAbsent List<Reward> rewards,
            @OrAbsent Long numRewardPartitions) {}

    record BlockTransaction(Transaction transaction, @OrNull Meta meta, @OrAbsent Version version) {}

    record Reward(
            String pubkey,
            long lamports,
            long postBalance,
            @OrNull RewardType rewardType,
            @OrNull Integer commission,
            @OrAbsent Integer commissionBps) {}

    enum RewardType {
        Fee,
        Rent,
        Voting,
        Staking,
        DeactivatedStake
    }

    record BlockCommitment(@OrNull List<Long> commitment, long totalStake) {}

    record BlockProduction(Map<String, List<Long>> byIdentity, SlotRange range) {}

    record SlotRange(long firstSlot, long lastSlot) {}

    record Blockhash(String blockhash, long lastValidBlockHeight) {}

    record ClusterNode(
            String pubkey,
            @OrNull String gossip,
            @OrNull String tvu,
            @OrNull String tpu,
            @OrNull String tpuQuic,
            @OrNull String tpuForwards,
            @OrNull String tpuForwardsQuic,
            @OrAbsent String tpuVote,
            @OrNull String serveRepair,
            @OrNull String rpc,
            @OrNull String pubsub,
            @OrNull String version,
            @OrNull String clientId,
            @OrNull Long featureSet,
            @OrNull Integer shredVersion) {}

    record EpochInfo(
            long epoch,
            long slotIndex,
            long slotsInEpoch,
            long absoluteSlot,
            long blockHeight,
            @OrNull Long transactionCount) {}

    record EpochSchedule(
            long slotsPerEpoch,
            long leaderScheduleSlotOffset,
            boolean warmup,
            long firstNormalEpoch,
            long firstNormalSlot) {}

    record Identity(String identity) {}

    record InflationGovernor(double initial, double terminal, double taper, double foundation, double foundationTerm) {}

    record InflationRate(double total, double validator, double foundation, long epoch) {}

    record InflationReward(
            long epoch,
            long effectiveSlot,
            long amount,
            long postBalance,
            @OrNull Integer commission,
            @OrAbsent Integer commissionBps) {}

    /** Of each address that was asked for, or null. */
    record InflationRewards(List<InflationReward> rewards) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static InflationRewards of(JsonNode nodes) throws JsonProcessingException {
            var rewards = new ArrayList<InflationReward>();
            for (var node : nodes) rewards.add(read(node, InflationReward.class));
            return new InflationRewards(rewards);
        }
    }

    record PerformanceSample(
            long slot, long numTransactions, long numNonVoteTransactions, long numSlots, int samplePeriodSecs) {}

    record PrioritizationFee(long slot, long prioritizationFee) {}

    record SnapshotSlots(long full, @OrNull Long incremental) {}

    record NodeVersion(
            @JsonProperty("solana-core") String solanaCore, @JsonProperty("feature-set") @OrNull Long featureSet) {}

    record VoteAccounts(List<VoteAccount> current, List<VoteAccount> delinquent) {}

    record VoteAccount(
            String votePubkey,
            String nodePubkey,
            long activatedStake,
            int commission,
            int inflationRewardsCommissionBps,
            boolean epochVoteAccount,
            List<List<Long>> epochCredits,
            long lastVote,
            long rootSlot) {}

    static final Map<String, TypeReference<?>> RESULTS = Map.ofEntries(
            Map.entry("getAccountInfo", new TypeReference<OptionalResponse<Account>>() {}),
            Map.entry("getBalance", new TypeReference<Response<Long>>() {}),
            Map.entry("getBlock", new TypeReference<Block>() {}),
            Map.entry("getBlockCommitment", new TypeReference<BlockCommitment>() {}),
            Map.entry("getBlockHeight", new TypeReference<Long>() {}),
            Map.entry("getBlockProduction", new TypeReference<Response<BlockProduction>>() {}),
            Map.entry("getBlockTime", new TypeReference<Long>() {}),
            Map.entry("getBlocks", new TypeReference<List<Long>>() {}),
            Map.entry("getBlocksWithLimit", new TypeReference<List<Long>>() {}),
            Map.entry("getClusterNodes", new TypeReference<List<ClusterNode>>() {}),
            Map.entry("getEpochInfo", new TypeReference<EpochInfo>() {}),
            Map.entry("getEpochSchedule", new TypeReference<EpochSchedule>() {}),
            Map.entry("getFeeForMessage", new TypeReference<OptionalResponse<Long>>() {}),
            Map.entry("getFirstAvailableBlock", new TypeReference<Long>() {}),
            Map.entry("getGenesisHash", new TypeReference<String>() {}),
            Map.entry("getHealth", new TypeReference<String>() {}),
            Map.entry("getHighestSnapshotSlot", new TypeReference<SnapshotSlots>() {}),
            Map.entry("getIdentity", new TypeReference<Identity>() {}),
            Map.entry("getInflationGovernor", new TypeReference<InflationGovernor>() {}),
            Map.entry("getInflationRate", new TypeReference<InflationRate>() {}),
            Map.entry("getInflationReward", new TypeReference<InflationRewards>() {}),
            Map.entry("getLargestAccounts", new TypeReference<Response<List<Balance>>>() {}),
            Map.entry("getLatestBlockhash", new TypeReference<Response<Blockhash>>() {}),
            Map.entry("getLeaderSchedule", new TypeReference<Map<String, List<Long>>>() {}),
            Map.entry("getMaxRetransmitSlot", new TypeReference<Long>() {}),
            Map.entry("getMaxShredInsertSlot", new TypeReference<Long>() {}),
            Map.entry("getMinimumBalanceForRentExemption", new TypeReference<Long>() {}),
            Map.entry("getMultipleAccounts", new TypeReference<ResponseOfOptionals<Account>>() {}),
            Map.entry("getProgramAccounts", new TypeReference<List<KeyedAccount>>() {}),
            Map.entry("getRecentPerformanceSamples", new TypeReference<List<PerformanceSample>>() {}),
            Map.entry("getRecentPrioritizationFees", new TypeReference<List<PrioritizationFee>>() {}),
            Map.entry("getSignatureStatuses", new TypeReference<ResponseOfOptionals<SignatureStatus>>() {}),
            Map.entry("getSignaturesForAddress", new TypeReference<List<SignatureInfo>>() {}),
            Map.entry("getSlot", new TypeReference<Long>() {}),
            Map.entry("getSlotLeader", new TypeReference<String>() {}),
            Map.entry("getSlotLeaders", new TypeReference<List<String>>() {}),
            Map.entry("getStakeMinimumDelegation", new TypeReference<Response<Long>>() {}),
            Map.entry("getSupply", new TypeReference<Response<Supply>>() {}),
            Map.entry("getTokenAccountBalance", new TypeReference<Response<TokenAmount>>() {}),
            Map.entry("getTokenAccountsByDelegate", new TypeReference<Response<List<KeyedAccount>>>() {}),
            Map.entry("getTokenAccountsByOwner", new TypeReference<Response<List<KeyedAccount>>>() {}),
            Map.entry("getTokenLargestAccounts", new TypeReference<Response<List<TokenHolder>>>() {}),
            Map.entry("getTokenSupply", new TypeReference<Response<TokenAmount>>() {}),
            Map.entry("getTransaction", new TypeReference<Confirmed>() {}),
            Map.entry("getTransactionCount", new TypeReference<Long>() {}),
            Map.entry("getVersion", new TypeReference<NodeVersion>() {}),
            Map.entry("getVoteAccounts", new TypeReference<VoteAccounts>() {}),
            Map.entry("isBlockhashValid", new TypeReference<Response<Boolean>>() {}),
            Map.entry("minimumLedgerSlot", new TypeReference<Long>() {}),
            Map.entry("requestAirdrop", new TypeReference<String>() {}),
            Map.entry("sendTransaction", new TypeReference<String>() {}),
            Map.entry("simulateTransaction", new TypeReference<Response<Simulation>>() {}));

    static final TypeReference<?> ERROR = new TypeReference<RpcError>() {};

    static final TypeReference<?> WITH_CONTEXT = new TypeReference<Response<List<KeyedAccount>>>() {};

    static final Set<String> OPTIONAL_RESULTS = Set.of("getBlockTime", "getLeaderSchedule", "getTransaction");

    record Answer(String method, String text) {}

    record Refused(String method, String text, String failure) {}

    static void decode(Answer answer) throws IOException {
        var reply = JSON.readValue(answer.text(), Reply.class);
        var hasFailed = reply.error() != null;
        if (!reply.jsonrpc().equals("2.0") || hasFailed == (reply.result() != null))
            throw new IllegalArgumentException("not one of result and error, or not version 2.0");
        var part = hasFailed ? reply.error() : reply.result();
        if (part.isNull() && (hasFailed || !OPTIONAL_RESULTS.contains(answer.method())))
            throw new IllegalArgumentException("null in place of a result or an error");
        var isWithContext = answer.method().equals("getProgramAccounts") && part.isObject();
        var type = isWithContext ? WITH_CONTEXT : RESULTS.get(answer.method());
        JSON.readerFor(hasFailed ? ERROR : type).readValue(part);
    }

    public static void main(String[] args) throws Exception {
        var decoded = 0;
        var failures = new ArrayList<Refused>();
        var without = new TreeSet<String>();
        for (var line : Files.readAllLines(Path.of(args[0]))) {
            var answer = JSON.readValue(line, Answer.class);
            if (!RESULTS.containsKey(answer.method())) {
                without.add(answer.method());
                continue;
            }
            try {
                decode(answer);
                decoded++;
            } catch (IOException | IllegalArgumentException exception) {
                failures.add(new Refused(answer.method(), answer.text(), exception.getMessage()));
            }
        }
        var report = Map.of("decoded", decoded, "failures", failures, "methodsWithoutClass", without);
        System.out.println(JSON.writeValueAsString(report));
    }
}
