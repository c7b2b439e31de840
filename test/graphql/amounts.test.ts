import { expect, test } from 'vitest';
import { type ApiResponse, depositFields, type Json } from '../harness.ts';
import { graphql, graphqlGet } from '../support/graphql.ts';
import { NumberText } from '../support/number-text.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const WHOLE = 'mutation ($input: CreateDepositInput!) { createDeposit(input: $input) { data { amount } } }';
const LIST = 'query ($f: TransactionFilter) { transactions(filter: $f) { nodes { id } } }';

/** Sends one amount in every place of a request that can hold an amount. */
function sendEverywhere(amount: string): Promise<ApiResponse[]> {
  const { amount: _, ...others } = depositFields();
  const fields = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const create = (value: string) =>
    `createDeposit(input: { ${fields.join(', ')}, amount: ${value} }) { data { amount } }`;
  const sum = new NumberText(amount);
  return Promise.all([
    graphql(service(), `mutation { ${create(amount)} }`),
    graphql(service(), `mutation ($sum: Amount! = ${amount}) { ${create('$sum')} }`),
    graphql(service(), `mutation ($sum: Amount!) { ${create('$sum')} }`, { variables: { sum } }),
    graphql(service(), WHOLE, { variables: { input: { ...others, amount: sum } } }),
  ]);
}

const filterBy = (amount: string) =>
  graphqlGet(service(), { query: LIST, variables: `{"f":{"minAmount":${amount}}}` });

function expectRefused({ json, text }: ApiResponse, field: string): void {
  expect(json.errors, text).toHaveLength(1);
  expect(json.errors[0].extensions.error.fields).toEqual([
    {
      path: field,
      code: 'not_an_amount',
      params: { minimum: 0.01, maximum: 1_000_000_000 },
      message: `${field} must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5.`,
    },
  ]);
}

test.each(['1e2', '5E0', '0.1e1', '10.100', '100.50000000000000000001', '10.000000000000000000001'])(
  'an amount spelled %s is refused in every place',
  async (amount) => {
    for (const response of await sendEverywhere(amount)) expectRefused(response, 'amount');
    expectRefused(await filterBy(amount), 'minAmount');
  },
);

test.each([
  ['10.10', 10.1],
  ['10.0', 10],
  ['10.00', 10],
])('an amount spelled %s is accepted in every place', async (amount, responded) => {
  const amounts = (await sendEverywhere(amount)).map(
    ({ json }: Json) => json.data?.createDeposit.data.amount,
  );
  expect(amounts).toEqual(Array(4).fill(responded));
  expect((await filterBy(amount)).json.errors).toBeUndefined();
});
