import type { OperationName } from '../../src/operations/permissions.ts';
import type { Json } from '../harness.ts';
import { statementCalls } from './graphql-statements.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The GraphQL request of an operation, and its response translated into the form of the other surfaces. */
export interface GraphqlCall {
  /** A document with one field under the alias `answer`. */
  readonly document: string;
  readonly variables: (input: Input) => Input;
  readonly read: (response: Json, input: Input) => Json;
}

const VIEW = 'hash transactionId bankId bank amount type status name userName userId processId convertedName';
const DEPOSIT = `${VIEW} bankAccountName bankAccountIban url`;
const WITHDRAWAL = `${VIEW} accountName iban`;
const CLAIM = `claim { holder holderAppKey claimedAt expiresAt isLive sentAt isMine }
  payment { accountId iban bankReference } blacklisted`;
const PAYER = 'payer { name iban }';
const ROW = `${DEPOSIT} accountName iban reference statusReason endedAs isLate finalAmount createdAt updatedAt sequence appKey sentAt
  expiresAt test ${CLAIM} ${PAYER}`;
/** Lists have neither notes nor the history of claims. */
const NOTED = `${ROW} notes { text author createdAt }`;
const DETAIL = `${NOTED} claimHistory { holder claimedAt endedAt end sentAt }`;
const CLIENT = 'appKey name role callbackUrl ipAllowlist requiresTimedSign test disabledAt createdAt';
const BANK =
  'bankId name active deposit { minAmount maxAmount } withdrawal { minAmount maxAmount } createdAt';
const ACCOUNT = 'accountId bankId accountName iban dailyLimit usedToday active createdAt';
const ENTRY = 'entryId kind value appKey reason createdAt';
const COUNTS =
  'key name createdCount createdAmount pendingCount successfulCount successfulAmount unsuccessfulCount expiredCount cancelledCount rejectedCount reversedCount secondsToSettle';
const EVENT = `${VIEW} bankAccountName bankAccountIban accountName iban reference statusReason sequence appKey eventId
  occurredAt previousStatus change actor actorAppKey actorName internalReason seenBy callback callbackDueInSeconds
  heldForSeconds test payment { accountId iban bankReference } ${PAYER}`;
const AUDIT = `position occurredAt actorKind actor actorName address operation targetKind target before after requestId
  previousHash hash`;
const ATTEMPT = 'eventId transactionId startedAt durationMs status error answer appKey';

/** Fields that are null in GraphQL and left out on the other surfaces. */
const LEFT_OUT =
  'hash alreadyPending bankAccountName bankAccountIban url accountName iban appKey actorAppKey actorName test'.split(
    ' ',
  );

const OF_WITHDRAWAL = ['claim', 'payment', 'claimHistory'];

function readTransaction(transaction: Json): Json {
  if (transaction === null) return null;
  const ofOtherType =
    transaction.type === 'withdrawal' ? ['sentAt', 'expiresAt', 'reference', 'payer'] : OF_WITHDRAWAL;
  // Only the desk reads appKeys, and these.
  const ofDesk =
    transaction.appKey === null
      ? [...OF_WITHDRAWAL, 'blacklisted', 'notes', 'payer', 'heldForSeconds', 'internalReason', 'seenBy']
      : [];
  const leftOut = [...LEFT_OUT, ...ofOtherType, ...ofDesk];
  const entries = Object.entries(transaction);
  return Object.fromEntries(entries.filter(([key, value]) => value !== null || !leftOut.includes(key)));
}

const readKeyHolder = ({ test, ...holder }: Json): Json => (test === null ? holder : { ...holder, test });

const same = <T>(value: T) => value;

/** A field with the operation's input as its argument. */
function inputCall(field: string, type: string, selection: string): GraphqlCall {
  return {
    document: `mutation ($input: ${type}!) { answer: ${field}(input: $input) { ${selection} } }`,
    variables: (input) => ({ input }),
    read: same,
  };
}

function createCall(field: string, type: string, selection: string): GraphqlCall {
  return {
    ...inputCall(field, type, `data { ${selection} } status responseTime app_version`),
    read: ({ data }) => readTransaction(data),
  };
}

/** A field with the fields of the operation's input as its arguments. */
function plainCall(document: string): GraphqlCall {
  return { document, variables: same, read: same };
}

const DEFAULT_LIMIT = 50;

const listTransactions: GraphqlCall = {
  document: `query ($filter: TransactionFilter, $first: Int, $after: String, $last: Int, $before: String) {
    answer: transactions(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes { ${ROW} }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`,
  variables({ limit, after, before, backwards, ...filter }) {
    const size = backwards === true ? { last: limit ?? DEFAULT_LIMIT } : { first: limit };
    return { filter, after, before, ...size };
  },
  read({ nodes, pageInfo }, { backwards }) {
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
    const [goesOn, cursor] = backwards === true ? [hasPreviousPage, startCursor] : [hasNextPage, endCursor];
    return { items: nodes.map(readTransaction), nextCursor: goesOn ? cursor : null };
  },
};

const readQueueTotals: GraphqlCall = {
  document: `query ($filter: TransactionFilter) {
    answer: queueTotals(filter: $filter) { waiting sent deposits withdrawals }
  }`,
  variables: (filter) => ({ filter }),
  read: same,
};

const getTransaction: GraphqlCall = {
  document: `query ($id: String, $processId: String, $appKey: String) {
    answer: transaction(id: $id, processId: $processId, appKey: $appKey) { ${DETAIL} }
  }`,
  variables: ({ transactionId, ...rest }) => ({ id: transactionId, ...rest }),
  read: readTransaction,
};

/** Transactions as Relay nodes, which have their own ids: all of them together, and the first one alone. */
const getTransactions: GraphqlCall = {
  document: `query ($ids: [ID!]!, $id: ID!) {
    answer: nodes(ids: $ids) { ... on Transaction { ${DETAIL} } }
    first: node(id: $id) { ... on Transaction { ${DETAIL} } }
  }`,
  variables({ transactionIds }) {
    const ids = (transactionIds as string[]).map(toNodeId);
    return { ids, id: ids[0] };
  },
  read: (nodes) => nodes.map(readTransaction),
};

function toNodeId(transactionId: string): string {
  return Buffer.from(`Transaction:${transactionId}`).toString('base64');
}

const readStatistics: GraphqlCall = {
  document: `query ($input: StatisticsInput!) { answer: stats(input: $input) { ${COUNTS} } }`,
  variables: (input) => ({ input }),
  read: same,
};

function transitionCall(field: string, type: string): GraphqlCall {
  return {
    ...inputCall(field, type, `data { ${DETAIL} } status responseTime app_version`),
    read: ({ data }) => readTransaction(data),
  };
}

/** A mutation whose arguments are the fields of the input, with the envelope of a transaction. */
function deskCall(field: string, declared: string): GraphqlCall {
  const args = [...declared.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join(', ');
  return {
    document: `mutation (${declared}) {
      answer: ${field}(${args}) { data { ${DETAIL} } status responseTime app_version }
    }`,
    variables: same,
    read: ({ data }) => readTransaction(data),
  };
}

const settleTransactions: GraphqlCall = {
  document: `mutation ($items: [SettleItem!]!, $holdSeconds: Int) {
    answer: settleTransactions(items: $items, holdSeconds: $holdSeconds) {
      transactionId transaction { ${DETAIL} }
      error { type message lastChange { change actor name occurredAt } }
    }
  }`,
  variables: same,
  read: (results) => results.map((one: Json) => ({ ...one, transaction: readTransaction(one.transaction) })),
};

const readPage = ({ items, nextCursor }: Json): Json => ({ items: items.map(readTransaction), nextCursor });

const listEvents: GraphqlCall = {
  document: `query ($transactionId: String, $appKey: String, $after: String, $limit: Int) {
    answer: events(transactionId: $transactionId, appKey: $appKey, after: $after, limit: $limit) {
      items { ${EVENT} } nextCursor
    }
  }`,
  variables: same,
  read: readPage,
};

const listCallbackAttempts: GraphqlCall = {
  document: `query ($transactionId: String, $eventId: String, $appKey: String, $after: String, $limit: Int) {
    answer: callbackAttempts(
      transactionId: $transactionId, eventId: $eventId, appKey: $appKey, after: $after, limit: $limit
    ) { items { ${ATTEMPT} } nextCursor }
  }`,
  variables: same,
  read: readPage,
};

const TEMPLATE = 'id text kind seenBy';
const POLICY = `appKey name isOwn otherPayer underpaidTolerance underpaidTolerancePerMille underpaidBeyond
  overpaidTolerance overpaidTolerancePerMille overpaidBeyond late updatedAt`;
const CHANGED_POLICY = `policy { ${POLICY} } rematchedLines`;

/** Every operation except the subscription. */
export const GRAPHQL_CALLS: Readonly<Partial<Record<OperationName, GraphqlCall>>> = {
  createDeposit: createCall('createDeposit', 'CreateDepositInput', `${DEPOSIT} alreadyPending`),
  createWithdrawal: createCall('createWithdrawal', 'CreateWithdrawalInput', WITHDRAWAL),
  getTransaction,
  getTransactions,
  listTransactions,
  readQueueTotals,
  readStatistics,
  settleTransaction: transitionCall('settleTransaction', 'SettleTransactionInput'),
  rejectTransaction: transitionCall('rejectTransaction', 'RejectTransactionInput'),
  reverseTransaction: transitionCall('reverseTransaction', 'ReverseTransactionInput'),
  correctTransaction: transitionCall('correctTransaction', 'CorrectTransactionInput'),
  cancelTransaction: transitionCall('cancelTransaction', 'CancelTransactionInput'),
  settleTestTransaction: transitionCall('settleTestTransaction', 'SettleTestTransactionInput'),
  rejectTestTransaction: transitionCall('rejectTestTransaction', 'RejectTestTransactionInput'),
  reverseTestTransaction: transitionCall('reverseTestTransaction', 'ReverseTestTransactionInput'),
  expireTestTransaction: transitionCall('expireTestTransaction', 'ExpireTestTransactionInput'),
  undoTransition: deskCall('undoTransition', '$transactionId: String!, $sequence: Int!'),
  settleTransactions,
  claimWithdrawal: deskCall('claimWithdrawal', '$transactionId: String!, $takeOverFrom: String'),
  releaseWithdrawal: deskCall('releaseWithdrawal', '$transactionId: String!'),
  markWithdrawalSent: deskCall('markWithdrawalSent', '$transactionId: String!'),
  clearBlacklistMark: deskCall('clearBlacklistMark', '$transactionId: String!, $reason: String!'),
  addNote: deskCall('addNote', '$transactionId: String!, $text: String!'),
  listEvents,
  listCallbackAttempts,
  redeliverCallback: {
    ...plainCall(
      `mutation ($eventId: String!) { answer: redeliverCallback(eventId: $eventId) { ${EVENT} } }`,
    ),
    read: readTransaction,
  },
  redeliverFailedCallbacks: plainCall(
    'mutation ($appKey: String!) { answer: redeliverFailedCallbacks(appKey: $appKey) { count } }',
  ),
  readCallbackSummary: plainCall(`query {
    answer: callbackSummary { items { appKey name waiting failed lastError lastFailedAt } }
  }`),
  listFailedCallbacks: plainCall(`query ($appKey: String!, $after: String, $limit: Int) {
    answer: failedCallbacks(appKey: $appKey, after: $after, limit: $limit) {
      items {
        eventId transactionId type name amount change status occurredAt lastError lastFailedAt lastAnswer
      }
      nextCursor
    }
  }`),
  // The candidates are deposits, of which nobody has claimed any.
  ...statementCalls(NOTED, readTransaction),
  listMatchPolicies: plainCall(`query { answer: matchPolicies { ${POLICY} } }`),
  updateMatchPolicy: inputCall('updateMatchPolicy', 'UpdateMatchPolicyInput', CHANGED_POLICY),
  removeMatchPolicy: plainCall(
    `mutation ($appKey: String, $desk: Boolean) { answer: removeMatchPolicy(appKey: $appKey, desk: $desk) { ${CHANGED_POLICY} } }`,
  ),
  listReasonTemplates: plainCall(`query { answer: reasonTemplates { ${TEMPLATE} } }`),
  saveReasonTemplate: inputCall('saveReasonTemplate', 'SaveReasonTemplateInput', TEMPLATE),
  removeReasonTemplate: plainCall('mutation ($id: String!) { answer: removeReasonTemplate(id: $id) { id } }'),
  listAvailableBanks: plainCall(`query ($type: TransactionType) {
    answer: banks(type: $type) {
      _id name deposit { minAmount maxAmount } withdrawal { minAmount maxAmount } currency
    }
  }`),
  whoAmI: {
    ...plainCall('query { answer: whoAmI { appKey name role timeZone test } }'),
    read: readKeyHolder,
  },
  signIn: {
    ...plainCall('mutation { answer: signIn { appKey name role timeZone test } }'),
    read: readKeyHolder,
  },
  listAudit:
    plainCall(`query ($actor: String, $actorKind: AuditActorKind, $operation: String, $target: String,
    $from: DateTime, $to: DateTime, $after: String, $limit: Int) {
    answer: audit(actor: $actor, actorKind: $actorKind, operation: $operation, target: $target,
      from: $from, to: $to, after: $after, limit: $limit) { items { ${AUDIT} } nextCursor }
  }`),
  listLastChanges: plainCall(
    'query ($transactionIds: [String!]!) { answer: lastChanges(transactionIds: $transactionIds) { change actor name occurredAt } }',
  ),
  listFilterChoices: plainCall(
    'query { answer: filterChoices { accounts { accountId bankId accountName iban active } clients { appKey name } } }',
  ),
  listClients: plainCall(`query { answer: clients { ${CLIENT} } }`),
  createClient: inputCall('createClient', 'CreateClientInput', `client { ${CLIENT} } secret`),
  rotateSecret: inputCall('rotateSecret', 'RotateSecretInput', `client { ${CLIENT} } previousSecretEndsAt`),
  updateClient: inputCall('updateClient', 'UpdateClientInput', CLIENT),
  listBanks: plainCall(`query { answer: allBanks { ${BANK} } }`),
  addBank: inputCall('addBank', 'AddBankInput', BANK),
  updateBank: inputCall('updateBank', 'UpdateBankInput', BANK),
  listAccounts: plainCall(`query ($bankId: String) { answer: bankAccounts(bankId: $bankId) { ${ACCOUNT} } }`),
  addAccount: inputCall('addBankAccount', 'AddAccountInput', ACCOUNT),
  updateAccount: inputCall('updateBankAccount', 'UpdateAccountInput', ACCOUNT),
  listBlacklist: plainCall(`query { answer: blacklist { ${ENTRY} } }`),
  addToBlacklist: inputCall('addToBlacklist', 'AddToBlacklistInput', `entry { ${ENTRY} } added pendingCount`),
  removeFromBlacklist: plainCall(
    'mutation ($entryId: String!) { answer: removeFromBlacklist(entryId: $entryId) { entryId } }',
  ),
  forgetPerson: plainCall(
    `mutation ($userId: String!, $appKey: String) {
      answer: forgetPerson(userId: $userId, appKey: $appKey) { appKey userId forgotten left { transactionId reason } }
    }`,
  ),
};
