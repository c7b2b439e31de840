import { createGraphqlClient } from '../../src/client/index.ts';
import { graphql } from './gql/index.ts';

const Volume = graphql(`
  query Volume($from: DateTime!, $to: DateTime!) {
    stats(groupBy: day, from: $from, to: $to) {
      key
      createdCount
      createdAmount
      successfulAmount
    }
    transactions(first: 20, filter: { status: pending }) {
      nodes {
        transactionId
        type
        amount
        name
        createdAt
      }
    }
  }
`);

const service = createGraphqlClient({
  url: 'http://127.0.0.1:3000',
  appKey: 'demo-operator',
  secret: 'demo-operator-secret',
});
const to = new Date();
const from = new Date(to.getTime() - 7 * 86_400_000);
const { stats, transactions } = await service.request(Volume, {
  from: from.toISOString(),
  to: to.toISOString(),
});
console.log(JSON.stringify({ stats, pending: transactions.nodes }));
