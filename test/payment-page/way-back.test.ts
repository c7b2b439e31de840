import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, call, createClock, DEPOSIT, depositFields, OPERATOR, startTestService } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { MINUTE_MS } from '../support/payment-states.ts';
import {
  cancel,
  createPayable,
  openPaymentPage,
  type PayableDeposit,
  payerCall,
  reject,
  settle,
} from '../support/payments.ts';
import { expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

const SHOP = 'https://shop.example.com/orders/7?step=done#paid';
let merchant: TestClient;

const clients = () => service().dependencies.clients;
const pageOf = async (path: string) => (await openPaymentPage(service(), path)).text;
const create = (changes: Readonly<Record<string, string>>) => createPayable(service(), changes, merchant);

beforeAll(async () => {
  merchant = await createClient(service(), { name: 'Lale Oyun', returnHosts: ['shop.example.com'] });
});

test.each([
  ['successful', settle],
  ['unsuccessful', reject],
] as const)('at the end of a %s payment a link leads back to the merchant', async (_outcome, end) => {
  const deposit = await create({ returnUrl: SHOP });
  await end(service(), deposit);
  expect(await pageOf(deposit.path)).toContain(
    `href="${SHOP}" rel="noreferrer"><span>Back to <bdi>Lale Oyun</bdi></span>`,
  );
});

test('every end of a payment leads back, also where nobody paid', async () => {
  const clock = createClock();
  await using timed = await startTestService({ platform: clock });
  const shop = await createClient(timed, { name: 'Lale Oyun', returnHosts: ['shop.example.com'] });
  const make = () => createPayable(timed, { returnUrl: SHOP }, shop);
  const post = ({ token }: PayableDeposit, name: string) =>
    payerCall(timed, `payments.${name}`, { token, method: 'POST' });
  const sent = async () => {
    const deposit = await make();
    await post(deposit, 'markSent');
    return deposit;
  };
  const expired = await make();
  const late = await sent();
  clock.advance(2 * 24 * 60 * MINUTE_MS);
  const overdue = await make();
  clock.advance(31 * MINUTE_MS);
  const cancelled = await make();
  await post(cancelled, 'cancel');
  const sentCancelled = await sent();
  await post(sentCancelled, 'cancel');
  const less = await make();
  await settle(timed, less, { finalAmount: '499' });
  const rejected = await sent();
  await reject(timed, rejected);
  for (const { path } of [expired, late, overdue, cancelled, sentCancelled, less, rejected])
    expect((await openPaymentPage(timed, path)).text).toContain(`href="${SHOP}"`);
});

test('a payer who has sent the money can go back meanwhile; one who has not is kept at the payment', async () => {
  const deposit = await create({ returnUrl: SHOP });
  expect(await pageOf(deposit.path)).not.toContain('shop.example.com');
  await payerCall(service(), 'payments.markSent', { token: deposit.token, method: 'POST' });
  expect(await pageOf(deposit.path)).toContain(`href="${SHOP}"`);
});

test('the default of the merchant serves deposits that name no way back, in Turkish too', async () => {
  const other = await createClient(service(), {
    name: 'Lale Oyun',
    returnHosts: ['shop.example.com'],
    returnUrl: 'https://shop.example.com/',
  });
  const deposit = await createPayable(service(), {}, other);
  await settle(service(), deposit);
  const text = await pageOf(`${deposit.path}?lang=tr`);
  expect(text).toMatch(/href="https:\/\/shop\.example\.com\/"[^>]*><span><bdi>Lale Oyun<\/bdi> sitesine dön/);
});

test('without a way back the page links to no other site', async () => {
  const deposit = await createPayable(service());
  await cancel(service(), deposit);
  expect(await pageOf(deposit.path)).not.toMatch(/href="https?:/);
});

test('a host that the merchant lost since gets no payers', async () => {
  const { appKey } = merchant;
  await clients().update(appKey, { returnHosts: ['shop.example.com', 'old.example.com'] });
  const deposit = await create({ returnUrl: 'https://old.example.com/' });
  await settle(service(), deposit);
  expect(await pageOf(deposit.path)).toContain('old.example.com');
  await clients().update(appKey, { returnHosts: ['shop.example.com'] });
  expect(await pageOf(deposit.path)).not.toContain('old.example.com');
});

describe.each(SURFACES)('$name', (surface) => {
  const send = (returnUrl: string) => {
    const input = { ...depositFields(), amount: 500, returnUrl };
    return surface.run(service(), { operation: 'createDeposit', input, as: merchant });
  };

  test.each([
    ['http://shop.example.com/', 'must be an https URL'],
    ['shop.example.com', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['https://evil.example/', 'is on a host that is not allowed'],
    ['https://shop.example.com.evil.example/', 'is on a host that is not allowed'],
    ['https://shop.example.com:8443/', 'is on a host that is not allowed'],
    ['https://shop.example.com./', 'is on a host that is not allowed'],
    ['https://xn--shp-4tb.example.com/', 'is on a host that is not allowed'],
    ['https://sh\u043ep.example.com/', 'is on a host that is not allowed'],
    ['https://evil.example/https://shop.example.com/', 'is on a host that is not allowed'],
    ['https://evil.example#@shop.example.com/', 'is on a host that is not allowed'],
    ['//shop.example.com/', 'must be an https URL'],
    ['https:shop.example.com', 'must be an https URL'],
    ['JavaScript://shop.example.com/%0aalert(1)', 'must be an https URL'],
    ['data:text/html,<script>alert(1)</script>', 'must be an https URL'],
    ['https://shop.example.com%00.evil.example/', 'must be an https URL'],
    ['https://shop.example.com/%00', 'must be an https URL'],
    ['https://shop.example.com/%0d%0aset-cookie:a=b', 'must be an https URL'],
    ['https://evil.example\\@shop.example.com/', 'must be an https URL'],
    ['https://shop.example.com\\@evil.example/', 'must be an https URL'],
    ['https://user:word@shop.example.com/', 'must hold no user name'],
    ['https://user@shop.example.com/', 'must hold no user name'],
    ['https://shop.example.com@evil.example/', 'must hold no user name'],
    ['https://shop.example.com/ a', 'must be an https URL'],
    ['https://shop.example.com/\u0000', 'must be an https URL'],
    [`https://shop.example.com/${'a'.repeat(2000)}`, 'must have at most 2000 characters'],
    ['', 'must be an https URL'],
    [
      `https://${String.fromCodePoint(...Array.from({ length: 2_500 }, (_, index) => 0x4e00 + index))}/`,
      'must have at most',
    ],
  ])('refuses returnUrl %j and names the field', async (returnUrl, problem) => {
    const { status, error } = await send(returnUrl);
    expect([status, error?.type, error?.fields]).toEqual([400, 'error_validation', ['returnUrl']]);
    expect(error?.message).toContain(`returnUrl ${problem}`);
  });
});

test('a repeat has the same returnUrl in any spelling; another one is a conflict', async () => {
  const fields = depositFields({ returnUrl: 'https://shop.example.com' });
  const send = (changes = {}) => call(service(), DEPOSIT, { body: { ...fields, ...changes }, as: merchant });
  const { json: first } = await send();
  const { json: again } = await send({ returnUrl: 'HTTPS://SHOP.example.com:443/' });
  expect(again.data.transactionId).toBe(first.data.transactionId);
  const conflict = await send({ returnUrl: 'https://shop.example.com/else' });
  expectFailure(conflict, 'error_process_id_conflict');
});

test('an operator who acts for a merchant needs a host of that merchant', async () => {
  const body = depositFields({ returnUrl: SHOP });
  const as = { ...OPERATOR };
  const send = (appKey: string) =>
    call(service(), DEPOSIT, { as, sign: 'timed', body: { ...body, onBehalfOf: appKey } });
  expectInvalid(await send('demo-merchant'), 'returnUrl');
  expect((await send(merchant.appKey)).status).toBe(200);
});

test('a forgotten person is not named by a way back either', async () => {
  const deposit = await create({ userId: 'forgotten', returnUrl: 'https://shop.example.com/ada' });
  await payerCall(service(), 'payments.cancel', { token: deposit.token, method: 'POST' });
  const stored = () => service().dependencies.db.read('findTransaction', deposit.transactionId);
  expect(await stored()).toMatchObject({ returnUrl: 'https://shop.example.com/ada' });
  const graphql = SURFACES.find(({ name }) => name === 'graphql')!;
  const input = { userId: 'forgotten' };
  expect((await graphql.run(service(), { operation: 'forgetPerson', input, as: ADMIN })).status).toBe(200);
  expect(await stored()).toMatchObject({ returnUrl: null, name: '[forgotten]' });
  expect(await pageOf(deposit.path)).not.toContain('[forgotten]');
});
