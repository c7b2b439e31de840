import type { OperationName } from '../../src/operations/permissions.ts';
import type { Json } from '../harness.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As in graphql-calls.ts. */
interface StatementCall {
  readonly document: string;
  readonly variables: (input: Fields) => Fields;
  readonly read: (response: Json) => Json;
}

const FILE = `fileId name format profileId sizeBytes lineCount addedCount importedAt importedBy matchedAt accountIds
  statementCount heldCount`;
const SUMS = `opening closing credits debits movement deposits payouts fees otherDebits unknown waiting held putAway lineCount
  pending pendingCount otherCurrencyCount believed believedDeposits believedWithdrawals believedCount drift unexplained`;
const STATEMENT =
  'statementId fileId accountId kind bankStatementId sequenceNumber opening closing firstDate lastDate lineCount heldReason releaseReason';
const LINE = `lineId statementId fileId accountId place bookingDate valueDate direction amount currency isPending isReversal isCollective returnReason
  counterpartyName ultimateName counterpartyIban remittance structuredReference endToEndId bankReference transactionCode state
  stateAt transactionId`;
const REASON = 'code detail lineIds transactionIds';
const PREVIEWED = `place bookingDate valueDate direction amount currency isPending isReversal isCollective returnReason
  counterpartyName counterpartyIban remittance endToEndId bankReference transactionCode balanceAfter isNew state rule
  evidence { ${REASON} } transactionId candidateIds`;
const PREVIEW = `format profileId columns { name role } isRepeat skippedAccounts problems { code place message }
  statements { accountId kind bankStatementId sequenceNumber opening closing firstDate lastDate lineCount heldReason heldPlace }
  lineCount newCount isDecided outcomes { state count } lines { ${PREVIEWED} }`;
const PROFILE = 'profileId title isBuiltIn profile';
const DECISION = `decisionId state rule evidence { ${REASON} } transactionId actor note decidedAt undoneAt undoReason`;

/** What a confirm says of the transaction. */
const CONFIRMED = {
  types:
    '$transactionId: String!, $sequence: Int, $acceptDifference: Boolean, $holdSeconds: Int, $reason: String',
  values: `transactionId: $transactionId, sequence: $sequence, acceptDifference: $acceptDifference,
    holdSeconds: $holdSeconds, reason: $reason`,
};

/**
 * The calls about bank statements. `importStatementFile` and `previewStatementFile` are none of them: they take bytes, which only
 * a body of REST and the command line carry.
 * @param row the fields of a transaction, which `readTransaction` translates.
 */
export function statementCalls(
  row: string,
  readTransaction: (transaction: Json) => Json,
): Partial<Record<OperationName, StatementCall>> {
  const call = (document: string, read: StatementCall['read'] = (answer) => answer): StatementCall => ({
    document,
    variables: (input) => input,
    read,
  });
  const detail = `{
    line { ${LINE} } candidates { transaction { ${row} } reasons { ${REASON} } rank paidByLineIds otherLineIds sumWithOthers }
    decisions { ${DECISION} } together { ${LINE} }
  }`;
  const readDetail = ({ candidates, ...rest }: Json): Json => ({
    ...rest,
    candidates: candidates.map(({ transaction, ...one }: Json) => ({
      ...one,
      transaction: readTransaction(transaction),
    })),
  });
  return {
    importStatementText:
      call(`mutation ($name: String!, $content: String!, $accountId: String, $profileId: String, $isPasted: Boolean) {
      answer: importStatementText(
        name: $name, content: $content, accountId: $accountId, profileId: $profileId, isPasted: $isPasted
      ) { file { ${FILE} } isRepeat accounts skippedAccounts statements { ${STATEMENT} } }
    }`),
    listAccountDays: call(`query ($accountId: String!, $fromDay: String, $toDay: String) {
      answer: accountDays(accountId: $accountId, fromDay: $fromDay, toDay: $toDay) {
        accountId currency fromDay toDay
        days { day isOpeningStated isClosingStated difference gap ${SUMS} } total { ${SUMS} }
      }
    }`),
    previewStatementText:
      call(`mutation ($name: String!, $content: String!, $accountId: String, $profileId: String, $isPasted: Boolean) {
      answer: previewStatementText(
        name: $name, content: $content, accountId: $accountId, profileId: $profileId, isPasted: $isPasted
      ) { ${PREVIEW} }
    }`),
    listBankProfiles: call(`query { answer: bankProfiles { ${PROFILE} } }`),
    getBankProfile: call(
      `query ($profileId: String!) { answer: bankProfile(profileId: $profileId) { ${PROFILE} } }`,
    ),
    saveBankProfile: call(
      `mutation ($profile: String!) { answer: saveBankProfile(profile: $profile) { ${PROFILE} } }`,
    ),
    removeBankProfile: call(
      `mutation ($profileId: String!) { answer: removeBankProfile(profileId: $profileId) { profileId } }`,
    ),
    tryBankProfile: call(`mutation ($profile: String!, $content: String!, $isPasted: Boolean) {
      answer: tryBankProfile(profile: $profile, content: $content, isPasted: $isPasted) {
        columns { name role } problems { code place message } lineCount lines { ${PREVIEWED} }
      }
    }`),
    listStatementFiles: call(`query ($fileId: String, $after: String, $limit: Int) {
      answer: statementFiles(fileId: $fileId, after: $after, limit: $limit) { items { ${FILE} } nextCursor }
    }`),
    listStatements: call(`query ($fileId: String, $isHeld: Boolean, $after: String, $limit: Int) {
      answer: bankStatements(fileId: $fileId, isHeld: $isHeld, after: $after, limit: $limit) {
        items { ${STATEMENT} } nextCursor
      }
    }`),
    releaseStatement: call(`mutation ($statementId: String!, $reason: String!) {
      answer: releaseStatement(statementId: $statementId, reason: $reason) { statementId }
    }`),
    listStatementLines:
      call(`query ($state: String, $accountId: String, $fileId: String, $fromDay: String, $toDay: String,
      $after: String, $limit: Int) {
      answer: statementLines(
        state: $state, accountId: $accountId, fileId: $fileId, fromDay: $fromDay, toDay: $toDay,
        after: $after, limit: $limit
      ) { items { ${LINE} } nextCursor }
    }`),
    countStatementLines: call('query { answer: statementLineCounts { state count sum } }'),
    getStatementLine: call(
      `query ($lineId: String!) { answer: statementLine(lineId: $lineId) ${detail} }`,
      readDetail,
    ),
    confirmStatementLine: call(
      `mutation ($lineId: String!, ${CONFIRMED.types}) {
        answer: confirmStatementLine(lineId: $lineId, ${CONFIRMED.values}) ${detail}
      }`,
      readDetail,
    ),
    confirmStatementLines: call(
      `mutation ($lineIds: [String!]!, ${CONFIRMED.types}) {
        answer: confirmStatementLines(lineIds: $lineIds, ${CONFIRMED.values}) ${detail}
      }`,
      readDetail,
    ),
    putAwayStatementLine: call(
      `mutation ($lineId: String!, $note: String!) {
        answer: putAwayStatementLine(lineId: $lineId, note: $note) ${detail}
      }`,
      readDetail,
    ),
    undoStatementLine: call(
      `mutation ($lineId: String!, $decisionId: String, $reason: String!) {
        answer: undoStatementLine(lineId: $lineId, decisionId: $decisionId, reason: $reason) ${detail}
      }`,
      readDetail,
    ),
  };
}
