import { type Logo, readLogo } from '../../src/banks/domain/logo.ts';
import type { createClock, TestService } from '../harness.ts';
import { createBank, createClient, type TestClient } from './entities.ts';
import {
  cancel,
  createPayable,
  type PayableDeposit,
  payerCall,
  reject,
  reverse,
  settle,
} from './payments.ts';
import { drawPng } from './pictures.ts';
import { importHere } from './reconciliation.ts';
import { camtOf } from './statements/bank-files.ts';

export const MINUTE_MS = 60_000;
export const LOGO = readLogo(drawPng({ width: 96, height: 64 })) as Logo;

/** The status of each kind of link, and the heading of its page in both languages. */
export const PAGE_STATES = {
  pending: [200, 'Demo merchant', 'Demo merchant'],
  soon: [200, 'Demo merchant', 'Demo merchant'],
  branded: [200, 'Lale Oyun', 'Lale Oyun'],
  sent: [200, 'Demo merchant', 'Demo merchant'],
  'branded-sent': [200, 'Lale Oyun', 'Lale Oyun'],
  part: [200, 'Demo merchant', 'Demo merchant'],
  'part-sent': [200, 'Demo merchant', 'Demo merchant'],
  'part-arrived': [200, 'Demo merchant', 'Demo merchant'],
  asked: [200, 'Cancel this payment?', 'Bu ödeme iptal edilsin mi?'],
  successful: [200, 'Payment received', 'Ödeme alındı'],
  'branded-successful': [200, 'Payment received', 'Ödeme alındı'],
  less: [200, 'Less money arrived than was asked for', 'İstenenden az para geldi'],
  more: [200, 'Payment received', 'Ödeme alındı'],
  unsuccessful: [200, 'Payment not completed', 'Ödeme tamamlanmadı'],
  'sent-unsuccessful': [200, 'Payment not completed', 'Ödeme tamamlanmadı'],
  reversed: [200, 'Payment reversed', 'Ödeme onayı geri alındı'],
  expired: [410, 'The time to pay is over', 'Ödeme süresi doldu'],
  late: [410, 'We have not found your transfer yet', 'Ödemeniz henüz hesabımıza ulaşmadı'],
  cancelled: [410, 'Payment cancelled', 'Ödeme iptal edildi'],
  'sent-cancelled': [410, 'Payment cancelled', 'Ödeme iptal edildi'],
  wrong: [404, 'This payment link does not work', 'Bu ödeme bağlantısı çalışmıyor'],
} as const;

export type PageState = keyof typeof PAGE_STATES;

/** Creates a merchant with a brand and a way back. */
export async function createBranded(service: TestService, color = '#7b2d8e'): Promise<TestClient> {
  const merchant = await createClient(service, { name: 'Lale Oyun Ltd.' });
  await service.dependencies.clients.update(merchant.appKey, {
    returnHosts: ['shop.example.com'],
    returnUrl: 'https://shop.example.com/orders',
    brandName: 'Lale Oyun',
    brandColor: color,
    brandLogo: LOGO,
  });
  return merchant;
}

async function markSent(service: TestService, deposit: PayableDeposit): Promise<PayableDeposit> {
  await payerCall(service, 'payments.markSent', { token: deposit.token, method: 'POST' });
  return deposit;
}

/** The money that has arrived, in hundredths, for payments of 12,500.50 that wait for the rest or for the desk. */
const PARTS = {
  part: [1_000_000],
  'part-sent': [1_000_000],
  'part-arrived': [1_000_000, 250_050],
} as const satisfies Partial<Record<PageState, readonly number[]>>;

/** Creates payments of which a part has arrived, with lines of statements. @returns the paths of their pages. */
async function makeParts(
  service: TestService,
  make: () => Promise<PayableDeposit>,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> {
  const date = new Date(nowMs).toISOString().slice(0, 10);
  const paths: Record<string, string> = {};
  for (const [state, parts] of Object.entries(PARTS)) {
    const deposit = await make();
    const found = await service.dependencies.db.read('findTransaction', deposit.transactionId);
    if (found?.type !== 'deposit') throw new Error('a deposit is missing');
    const { reference, bankAccountIban: iban } = found;
    const lines = parts.map((amountMinor) => ({
      amountMinor,
      date,
      name: 'ADA YILMAZ',
      text: reference ?? '',
    }));
    await importHere(service, camtOf({ iban, lines, id: state }), `${state}.xml`);
    await service.statementMatcher.matchNow();
    if (state === 'part-sent') await markSent(service, deposit);
    paths[state] = deposit.path;
  }
  return paths;
}

/** Creates one payment in each state. @returns the paths of their pages. */
export async function makeStates(
  service: TestService,
  clock: ReturnType<typeof createClock>,
): Promise<Readonly<Record<PageState, string>>> {
  const name = 'Ada Yılmaz';
  const make = () => createPayable(service, { amount: '12500.5', name });
  const merchant = await createBranded(service);
  const bank = await createBank(service, { name: 'Ege Bankası' });
  const makeBranded = () => createPayable(service, { amount: '1250.5', name, bankId: bank.id }, merchant);
  const expired = await make();
  const late = await markSent(service, await makeBranded());
  clock.advance(2 * 24 * 60 * MINUTE_MS);
  const soon = await make();
  await service.sweeper.sweep();
  // Half a minute is left, while all others are new.
  clock.advance(29.5 * MINUTE_MS);
  const paths: Record<string, string> = { late: late.path, soon: soon.path, expired: expired.path };
  const endings = {
    pending: () => undefined,
    sent: (deposit) => markSent(service, deposit),
    successful: (deposit) => settle(service, deposit),
    less: (deposit) => settle(service, deposit, { finalAmount: '12000' }),
    more: (deposit) => settle(service, deposit, { finalAmount: '12600.75' }),
    unsuccessful: (deposit) => reject(service, deposit),
    'sent-unsuccessful': async (deposit) => reject(service, await markSent(service, deposit)),
    reversed: async (deposit) => {
      await settle(service, deposit);
      await reverse(service, deposit);
    },
    cancelled: (deposit) => cancel(service, deposit),
    'sent-cancelled': async (deposit) => cancel(service, await markSent(service, deposit)),
  } as const satisfies Readonly<Record<string, (deposit: PayableDeposit) => unknown>>;
  for (const [state, end] of Object.entries(endings)) {
    const deposit = await make();
    await end(deposit);
    paths[state] = deposit.path;
  }
  const branded = await makeBranded();
  const brandedSuccessful = await makeBranded();
  await settle(service, brandedSuccessful);
  const wrong = branded.path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  return {
    ...paths,
    ...(await makeParts(service, make, clock.nowMs())),
    branded: branded.path,
    'branded-successful': brandedSuccessful.path,
    'branded-sent': (await markSent(service, await makeBranded())).path,
    asked: `${branded.path}?confirm=cancel`,
    wrong,
  } as Readonly<Record<PageState, string>>;
}
