import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { schema } from '../../schema/index.ts';
import type { Json } from '../harness.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The GraphQL request of an operation, and its response translated into the form of the other surfaces. */
export interface GraphqlCall {
  /** A document with one field under the alias `answer`. */
  readonly document: string;
  readonly variables: (input: Input) => Input;
  readonly read: (response: Json, input: Input) => Json;
}

/** Fields that are null in GraphQL and left out on the other surfaces. */
const LEFT_OUT =
  'hash alreadyPending bankAccountName bankAccountIban url accountName iban appKey actorAppKey actorName test'.split(
    ' ',
  );

const OF_WITHDRAWAL = ['payoutNumber', 'claim', 'payment', 'claimHistory'];

function readTransaction(transaction: Json): Json {
  const ofOtherType =
    transaction.type === 'withdrawal' ? ['sentAt', 'expiresAt', 'reference', 'payer'] : OF_WITHDRAWAL;
  // Only the desk can read appKeys and these fields.
  const ofDesk =
    transaction.appKey === null
      ? [...OF_WITHDRAWAL, 'blacklisted', 'planned', 'notes', 'payer', 'internalReason', 'seenBy']
      : [];
  const leftOut = [...LEFT_OUT, ...ofOtherType, ...ofDesk];
  const entries = Object.entries(transaction);
  return Object.fromEntries(entries.filter(([key, value]) => value !== null || !leftOut.includes(key)));
}

/** How objects of a type are converted to the form of the other surfaces. All other types are the same. */
const READERS: Readonly<Record<string, (object: Json) => Json>> = {
  Transaction: readTransaction,
  Deposit: readTransaction,
  Withdrawal: readTransaction,
  Event: readTransaction,
  CallbackAttempt: readTransaction,
  KeyHolder: ({ test, ...holder }) => (test === null ? holder : { ...holder, test }),
};

function read(type: GraphQLOutputType, value: Json): Json {
  if (value === null || value === undefined) return value;
  const given = getNullableType(type);
  if (isListType(given)) return value.map((one: Json) => read(given.ofType, one));
  if (!isObjectType(given)) return value;
  const fields = given.getFields();
  const entries = Object.entries(value).map(([name, one]) => [name, read(fields[name]!.type, one)] as const);
  const object = Object.fromEntries(entries);
  return READERS[given.name]?.(object) ?? object;
}

/** Lists have neither notes nor the history of claims. */
const OF_ONE = ['notes', 'claimHistory'];

/** Selects all fields of a type, except the ids of nodes. @param without fields that are not selected. */
function select(type: GraphQLOutputType, without: readonly string[] = []): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) => !without.includes(field.name) && getNamedType(field.type).name !== 'ID',
  );
  // In a list the history of claims would cost too much, and deposits have none.
  const below = named.name.endsWith('Envelope')
    ? []
    : named.name === 'FoundTransaction'
      ? OF_ONE
      : ['claimHistory'];
  return `{ ${fields.map((field) => `${field.name} ${select(field.type, below)}`).join(' ')} }`;
}

const DETAIL = select(schema.getType('Transaction') as GraphQLOutputType);
const ROW = select(schema.getType('Transaction') as GraphQLOutputType, OF_ONE);

/** The call of a field whose arguments are the fields of the input, or one argument `input`. */
function callOf(
  kind: 'query' | 'mutation',
  { name, args, type }: GraphQLField<unknown, unknown>,
): GraphqlCall {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const isOne = args.length === 1 && args[0]?.name === 'input';
  const isEnvelope = getNamedType(type).name.endsWith('Envelope');
  return {
    document: `${kind} ${declared && `(${declared})`} { answer: ${name}${given && `(${given})`} ${select(type)} }`,
    variables: (input) => (isOne ? { input } : input),
    read(response) {
      const answer = read(type, response);
      return isEnvelope ? answer.data : answer;
    },
  };
}

function derive(
  kind: 'query' | 'mutation',
  fields: Readonly<Record<string, GraphQLField<unknown, unknown>>>,
) {
  return Object.values(fields).flatMap((field) => {
    const { operation } = field.extensions;
    return typeof operation === 'string' ? [[operation, callOf(kind, field)] as const] : [];
  });
}

const DEFAULT_LIMIT = 50;

const listTransactions: GraphqlCall = {
  document: `query ($filter: TransactionFilter, $first: Int, $after: String, $last: Int, $before: String) {
    answer: transactions(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes ${ROW}
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
    answer: queueTotals(filter: $filter) { waiting sent deposits withdrawals inPayouts }
  }`,
  variables: (filter) => ({ filter }),
  // Merchants do not get it.
  read: ({ inPayouts, ...totals }) => (inPayouts === null ? totals : { ...totals, inPayouts }),
};

const sumTransactions: GraphqlCall = {
  document: `query ($filter: TransactionFilter) {
    answer: transactionSums(filter: $filter) {
      groups { type status currency count amount finalAmount } isComplete
    }
  }`,
  variables: (filter) => ({ filter }),
  read: (sums) => sums,
};

const getTransaction: GraphqlCall = {
  document: `query ($id: String, $processId: String, $appKey: String) {
    answer: transaction(id: $id, processId: $processId, appKey: $appKey) ${DETAIL}
  }`,
  variables: ({ transactionId, ...rest }) => ({ id: transactionId, ...rest }),
  read: readTransaction,
};

/** Transactions as Relay nodes, which have their own ids: all of them together, and the first one alone. */
const getTransactions: GraphqlCall = {
  document: `query ($ids: [ID!]!, $id: ID!) {
    answer: nodes(ids: $ids) { ... on Transaction ${DETAIL} }
    first: node(id: $id) { ... on Transaction ${DETAIL} }
  }`,
  variables({ transactionIds }) {
    const ids = (transactionIds as string[]).map(toNodeId);
    return { ids, id: ids[0] };
  },
  read: (nodes) => nodes.map((node: Json) => node && readTransaction(node)),
};

function toNodeId(transactionId: string): string {
  return Buffer.from(`Transaction:${transactionId}`).toString('base64');
}

/** Every operation except the subscription. Four have arguments of GraphQL's own. */
export const GRAPHQL_CALLS: Readonly<Record<string, GraphqlCall>> = {
  ...Object.fromEntries([
    ...derive('query', schema.getQueryType()?.getFields() ?? {}),
    ...derive('mutation', schema.getMutationType()?.getFields() ?? {}),
  ]),
  getTransaction,
  getTransactions,
  listTransactions,
  readQueueTotals,
  sumTransactions,
};
