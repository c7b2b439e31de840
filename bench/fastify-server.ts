/**
 * The same deposits in handwritten code: Fastify, prepared statements, and a durable commit for each request. It
 * checks the same rules as the service, except blacklists and rate limits, and writes no log.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import createApp, { type FastifyError, type FastifyRequest } from 'fastify';
import slugify from 'slugify';
import { type DepositRow, openStore } from './fastify-store.ts';

const PORT = Number(process.env.PORT);
const CLIENT = { id: '6575078b9e6bb1554a50b7b1', appKey: 'demo-merchant' };
const SECRET = createSecretKey('demo-merchant-secret', 'utf8');
const SECRETS = new Map([[CLIENT.appKey, SECRET]]);
const SIGN_BYTES = 32;
const AMOUNT_MAX_MINOR = 100_000_000_000;

/** Text that is not blank and has no control characters (Unicode category Cc). */
const text = (maxLength: number) => ({
  type: 'string',
  maxLength,
  pattern: '^(?=.*\\S)\\P{Cc}+$',
});
const FORM = {
  type: 'object',
  required: ['bankId', 'processId', 'amount', 'userId', 'userName', 'name'],
  properties: {
    bankId: text(128),
    processId: text(128),
    amount: { type: 'string', pattern: '^\\d{1,32}(\\.\\d{1,2})?$' },
    userId: text(128),
    userName: text(200),
    name: text(200),
  },
};
const STRING = { type: 'string' };
/** The schema lets Fastify generate code that serializes the response. */
const RESPONSE = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        hash: STRING,
        transactionId: STRING,
        bankId: STRING,
        bank: STRING,
        amount: { type: 'number' },
        type: STRING,
        bankAccountName: STRING,
        bankAccountIban: STRING,
        status: STRING,
        name: STRING,
        userName: STRING,
        userId: STRING,
        processId: STRING,
        convertedName: STRING,
        url: STRING,
        alreadyPending: { type: 'boolean' },
      },
    },
    status: { type: 'integer' },
    responseTime: STRING,
    app_version: STRING,
  },
};

type Form = Readonly<Record<keyof typeof FORM.properties, string>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Time of arrival, of `performance.now()`. */
    startedAtMs: number;
    /** The received bytes, which the signature covers. */
    rawBody: Buffer;
  }
}

/** An error that is reported to the caller. */
class Refusal extends Error {
  readonly type: string;
  readonly statusCode: number;

  constructor(type: string, statusCode: number, message: string = type) {
    super(message);
    this.type = type;
    this.statusCode = statusCode;
  }
}

const NO_BODY = Buffer.alloc(0);

const store = openStore(process.env.DATABASE_URL ?? '', CLIENT);
const app = createApp({ forceCloseConnections: true, bodyLimit: 65_536 });
// The properties are declared so that V8 gives all requests the same shape.
app.decorateRequest('startedAtMs', 0);
app.decorateRequest('rawBody');

app.addHook('onRequest', (request, _reply, done) => {
  request.startedAtMs = performance.now();
  request.rawBody = NO_BODY;
  done();
});

app.removeAllContentTypeParsers();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'buffer' },
  (request, body: Buffer, done) => {
    request.rawBody = body;
    const pairs = new URLSearchParams(body.toString('utf8'));
    const form = Object.fromEntries(pairs);
    const isRepeated = Object.keys(form).length < pairs.size;
    done(isRepeated ? new Refusal('error_validation', 400, 'a field was given more than once') : null, form);
  },
);

app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
  const status = error.statusCode ?? 500;
  const type = error instanceof Refusal ? error.type : status < 500 ? 'error_validation' : 'error_internal';
  const message = status < 500 ? error.message : type;
  return reply.code(status).send({ data: null, status, error: { type, message }, ...trailer(request) });
});

app.get('/healthz', () => ({ status: 'ok' }));

app.post<{ Body: Form }>(
  '/v1/transactions/deposit',
  {
    // The signature is checked before the fields, so that errors about fields go to known clients only.
    preValidation: (request, _reply, done) => done(checkSign(request)),
    schema: { body: FORM, response: { 200: RESPONSE } },
  },
  (request, reply) => {
    const { amount, ...fields } = request.body;
    const amountMinor = toMinor(amount);
    const convertedName = slugOf(fields.name);
    const outcome = store.create({ ...fields, clientId: CLIENT.id, amountMinor, convertedName });
    if ('refusal' in outcome) throw new Refusal(outcome.refusal, outcome.status);
    const data = view(outcome.deposit, outcome.alreadyPending);
    return reply.send({ data, status: 200, ...trailer(request) });
  },
);

/** Checks the credentials of a request. @returns the refusal; undefined when they are valid. */
function checkSign(request: FastifyRequest): Refusal | undefined {
  const { appkey, sign } = request.headers;
  if (typeof appkey !== 'string' || typeof sign !== 'string')
    return new Refusal('error_missing_credentials', 401);
  const secret = SECRETS.get(appkey);
  if (!secret) return new Refusal('error_site_not_found', 404);
  const given = Buffer.from(sign, 'base64');
  const expected = createHmac('sha256', secret).update(request.rawBody).digest();
  const isValid = given.length === SIGN_BYTES && timingSafeEqual(given, expected);
  return isValid ? undefined : new Refusal('error_invalid_sign', 403);
}

function toMinor(amount: string): number {
  const [units = '', cents = ''] = amount.split('.');
  const minor = Number(units + cents.padEnd(2, '0'));
  if (minor >= 1 && minor <= AMOUNT_MAX_MINOR) return minor;
  throw new Refusal('error_validation', 400, 'amount must be from 0.01 to 1000000000');
}

function slugOf(name: string): string {
  const slug = slugify(name, { lower: true, strict: true });
  return slug === '' ? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-') : slug;
}

function view(deposit: DepositRow, alreadyPending: boolean) {
  const { id, bank_id: bankId, amount_minor: amountMinor } = deposit;
  const amount = amountMinor / 100;
  return {
    hash: createHmac('sha256', SECRET).update(`${id}${bankId}${amount}`).digest('base64'),
    transactionId: id,
    bankId,
    bank: deposit.bank_name,
    amount,
    type: 'deposit',
    bankAccountName: deposit.account_name,
    bankAccountIban: deposit.iban,
    status: deposit.status,
    name: deposit.name,
    userName: deposit.user_name,
    userId: deposit.user_id,
    processId: deposit.process_id,
    convertedName: deposit.converted_name,
    url: paymentUrl(id, deposit.pay_token),
    ...(alreadyPending && { alreadyPending }),
  };
}

function paymentUrl(id: string, payToken: string): string {
  const token = Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(payToken, 'base64url')]);
  return `http://localhost:${PORT}/pay/${token.toString('base64url')}`;
}

function trailer({ startedAtMs }: FastifyRequest) {
  const elapsedMs = Math.round((performance.now() - startedAtMs) * 100) / 100;
  return { responseTime: `${elapsedMs}ms`, app_version: '1.0.0' };
}

process.once('SIGTERM', () => {
  app.close().then(() => {
    store.close();
    process.exit(0);
  });
});
await app.listen({ host: '127.0.0.1', port: PORT });
