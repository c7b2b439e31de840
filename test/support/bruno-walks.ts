/** A call of a walk, and what its response must have. */
interface Step {
  readonly name: string;
  readonly method: 'get' | 'post';
  /** The path with its query. Ids are variables that earlier responses have set. */
  readonly target: string;
  readonly body?: object;
  /** Parts of the response with their assertions, as Bruno writes them: `eq pending`. */
  readonly asserts: Readonly<Record<string, string>>;
}

/** A chain of calls. Each uses what earlier calls have created. */
export interface Walk {
  /** The environment, whose key makes the calls. */
  readonly key: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

const NEW_DEPOSIT = {
  bankId: '507f1f77bcf86cd799439011',
  processId: 'order-{{$guid}}',
  amount: 500,
  userId: 'user-{{$guid}}',
  userName: 'ada',
  name: 'Ada Yılmaz',
};
const ON_BEHALF = { onBehalfOf: 'demo-merchant' };
const TRANSACTION = '/v1/transactions/{{transactionId}}';

const who = (key: string, role: string): Step => ({
  name: 'Who am I?',
  method: 'get',
  target: '/v1/who-am-i',
  asserts: { 'res.body.data.appKey': `eq ${key}`, 'res.body.data.role': `eq ${role}` },
});

const create = (body: object): Step => ({
  name: 'Create a deposit',
  method: 'post',
  target: '/v1/transactions/deposit',
  body,
  asserts: { 'res.body.data.status': 'eq pending', 'res.body.data.url': 'isDefined' },
});

const read = (status: string, sequence: number): Step => ({
  name: `Read it: ${status}`,
  method: 'get',
  target: TRANSACTION,
  asserts: { 'res.body.data.status': `eq ${status}`, 'res.body.data.sequence': `eq ${sequence}` },
});

const decide = (verb: string, target: string, body: object, status: string): Step => ({
  name: `${verb} it`,
  method: 'post',
  target,
  body,
  asserts: { 'res.body.data.status': `eq ${status}` },
});

const EVENTS: Step = {
  name: 'Its events',
  method: 'get',
  target: '/v1/events?transactionId={{transactionId}}',
  asserts: { 'res.body.data.items': 'length 1', 'res.body.data.items[0].sequence': 'eq 2' },
};

/** A key without a callbackUrl has no attempts. */
const ATTEMPTS: Step = {
  name: 'Attempts to deliver its callback',
  method: 'get',
  target: '/v1/callback-attempts?transactionId={{transactionId}}',
  asserts: { 'res.body.data.items': 'isArray' },
};

function desk(key: string, role: string): Walk {
  const settle = decide('Settle', `${TRANSACTION}/settle`, { sequence: 1 }, 'successful');
  const steps = [who(key, role), create({ ...NEW_DEPOSIT, ...ON_BEHALF }), read('pending', 1), settle];
  return {
    key,
    name: `A deposit at the desk, as ${key}`,
    steps: [...steps, read('successful', 2), EVENTS, ATTEMPTS],
  };
}

/** One walk for each demo key of a service outside production. */
export const WALKS: readonly Walk[] = [
  {
    key: 'demo-test',
    name: 'A test deposit, as demo-test',
    steps: [
      who('demo-test', 'merchant'),
      create(NEW_DEPOSIT),
      read('pending', 1),
      decide('Settle', '/v1/test/transactions/{{transactionId}}/settle', {}, 'successful'),
      read('successful', 2),
      EVENTS,
      ATTEMPTS,
    ],
  },
  {
    key: 'demo-merchant',
    name: 'A deposit that is cancelled, as demo-merchant',
    steps: [
      who('demo-merchant', 'merchant'),
      create(NEW_DEPOSIT),
      read('pending', 1),
      decide('Cancel', `${TRANSACTION}/cancel`, {}, 'unsuccessful'),
      read('unsuccessful', 2),
      EVENTS,
      ATTEMPTS,
    ],
  },
  desk('demo-operator', 'operator'),
  desk('demo-admin', 'admin'),
];
