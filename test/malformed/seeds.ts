import { exampleOf } from '../../src/operations/examples.ts';
import { OPERATIONS } from '../support/operations.ts';
import { SURFACES, type SurfaceRequest } from '../support/surfaces.ts';

/** A good request of one surface, of which malformed ones are made. */
export interface Seed {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly text: string;
}

/** Stands for the payment page of a real deposit. */
export const PAYMENT_PATH = '/pay/token';

export const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const STATEMENT = ':20:A\r\n:25:TR640099900000999000001001\r\n:28C:1/1\r\n:60F:C261119TRY0,\r\n-\r\n';
const LIST = '{ transactions(first: 2, filter: { status: pending }) { nodes { transactionId amount } } }';
const WATCH = 'subscription { transactionChanged(filter: { status: pending }) { transactionId amount } }';

/** The text of a call without a body is its query. */
function seedOf({ method, target, body, contentType = '' }: SurfaceRequest): Seed {
  if (method === 'POST') return { method, target, contentType, text: body ?? '' };
  const [path = '', text = ''] = target.split('?');
  return { method, target: path, contentType, text };
}

/** The example of each operation, over every surface that has it. */
const OF_OPERATIONS = OPERATIONS.flatMap((operation) =>
  SURFACES.filter(({ offers }) => offers(operation.name)).map((surface) =>
    seedOf(surface.requestOf(operation.name, exampleOf(operation))),
  ),
);

const get = (target: string, text: string): Seed => ({ method: 'GET', target, contentType: '', text });
const post = (target: string, contentType: string, text: string): Seed => ({
  method: 'POST',
  target,
  contentType,
  text,
});

/** What no surface of the tests sends: files of other types, queries in a URL, streams, and the payer. */
const OTHERS: readonly Seed[] = [
  ...['application/octet-stream', 'application/xml', 'text/csv'].map((type) =>
    post(
      '/v1/statements?name=a&profileId=generic',
      type,
      type === 'application/xml' ? `<Document>${STATEMENT}</Document>` : STATEMENT,
    ),
  ),
  post('/graphql', JSON_TYPE, JSON.stringify({ query: WATCH })),
  get('/graphql', `query=${encodeURIComponent(LIST)}`),
  ...['transactions.onChange', 'payments.get', 'payments.onChange'].map((name) =>
    get(`/trpc/${name}`, `input=${encodeURIComponent(JSON.stringify({ status: 'pending' }))}`),
  ),
  ...['markSent', 'cancel'].map((name) => post(`/trpc/payments.${name}`, JSON_TYPE, '{}')),
  post(PAYMENT_PATH, FORM, 'action=cancel&lang=tr'),
  get(PAYMENT_PATH, 'confirm=cancel&lang=tr'),
];

/** Good requests, over every surface. */
export const SEEDS: readonly Seed[] = [...OF_OPERATIONS, ...OTHERS];
