import { beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../src/surfaces/pages/texts/texts.ts';
import { ADMIN, call, createClock } from '../harness.ts';
import { createBank, createClient } from '../support/entities.ts';
import { createBranded, makeStates, PAGE_STATES, type PageState } from '../support/payment-states.ts';
import { readPaymentPage } from '../support/payment-text.ts';
import { cancel, createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { leavesOf } from '../support/texts.ts';

const clock = createClock();
const service = useService({ platform: clock, env: { TIME_ZONE: 'Europe/Istanbul' } });

let paths: Readonly<Record<PageState, string>>;

beforeAll(async () => {
  paths = await makeStates(service(), clock);
});

const read = (state: PageState, language: string) => readPaymentPage(service(), paths[state], language);
const textOf = async (state: PageState, language: string) => (await read(state, language)).text;
const STATES = Object.keys(PAGE_STATES) as PageState[];

test.each(['en', 'tr'] as const)('in %s every state has its own page', async (language) => {
  for (const state of STATES) {
    const { status, html } = await read(state, language);
    const [code, english, turkish] = PAGE_STATES[state];
    expect([status, /<html lang="(..)">/.exec(html)?.[1]], state).toEqual([code, language]);
    const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1];
    expect(heading, state).toContain(language === 'en' ? english : turkish);
    expect(html, state).toMatch(/<title>[^<]+<\/title>/);
  }
});

describe('what to do stands on the page', () => {
  test('in Turkish: whose name is typed, from whose account, and what is written into the description', async () => {
    const text = await textOf('branded', 'tr-TR');
    expect(text).toMatch(/İşyeri\s+Lale Oyun/);
    expect(text).toMatch(/Alıcı adı \(hesap sahibi\)\s+Collections/);
    expect(text).not.toMatch(/^\s*Alıcı$/m);
    expect(text).toContain('Bu hesap Lale Oyun adına tahsilat yapar.');
    expect(text).toContain('Tam bu tutarı Ada Yılmaz adına kayıtlı bir hesaptan tek seferde gönderin.');
    expect(text).toMatch(/Açıklama \(referans\)\s+[2-9A-Y]{8}/);
    expect(text).toContain('Açıklama alanına yalnızca bu kodu yazın.');
  });

  test('in English equally', async () => {
    const text = await textOf('branded', 'en-GB');
    expect(text).toMatch(/Merchant\s+Lale Oyun/);
    expect(text).toMatch(/Recipient name \(account holder\)\s+Collections/);
    expect(text).toContain('This account collects payments for Lale Oyun.');
    expect(text).toContain(
      'Send exactly this amount from an account in the name of Ada Yılmaz, in one transfer.',
    );
    expect(text).toContain('Write only this in the description (açıklama) of the transfer.');
  });

  test('in English to a reader of neither language', async () => {
    expect((await read('pending', 'de-DE')).html).toContain('<html lang="en">');
  });

  test('in the language that was chosen, which its forms keep', async () => {
    const { html } = await readPaymentPage(service(), `${paths.pending}?lang=tr`, 'en-GB');
    expect(html).toContain('Parayı gönderdim');
    expect(html).toMatch(/href="\?lang=tr"[^>]*aria-current="true"/);
    const [forms, kept] = [/<form method="(?:post|get)"/g, /<input type="hidden" name="lang" value="tr">/g];
    expect(html.match(kept)?.length).toBe(html.match(forms)?.length);
  });

  test('with an amount in the number format of the reader', async () => {
    expect(await textOf('pending', 'tr-TR')).toMatch(/Tutar\s+12\.500,50\s+TL/);
    expect(await textOf('pending', 'en-US')).toMatch(/Amount\s+TRY\s+12,500\.50/);
  });

  test('with an IBAN in groups of four, of which a narrow page shows 12 and 14 characters', async () => {
    const { html } = await read('pending', 'en-GB');
    const parts = [...html.matchAll(/<span class="part">([^<]+)<\/span>/g)].map(([, part = '']) => part);
    expect(parts.join(' ')).toMatch(/^TR\d\d( \d{4}){5} \d\d$/);
    expect(parts.map((part) => part.replaceAll(' ', '').length)).toEqual([12, 14]);
  });

  test('a merchant that holds the account itself is not told apart from the holder', async () => {
    const merchant = await createClient(service(), { name: 'COLLECTIONS' });
    const bank = await createBank(service());
    const { path } = await createPayable(service(), { bankId: bank.id }, merchant);
    expect((await readPaymentPage(service(), path)).text).not.toContain('collects payments for');
  });

  test('a name in another script keeps the text around it in order', async () => {
    const name = 'محمد علي (دبي)';
    const { path } = await createPayable(service(), { name }, await createBranded(service()));
    const { html } = await readPaymentPage(service(), path);
    expect(html).toContain(`<strong><bdi>${name}</bdi></strong>`);
  });

  test('what becomes of money from the account of somebody else is said as the policy of the merchant is', async () => {
    expect(await textOf('pending', 'en-GB')).toContain('is checked by hand first, and can be returned');
    const sent = {
      as: ADMIN,
      json: { appKey: 'demo-merchant', otherPayer: 'accept' },
      sign: 'timed',
      nowMs: clock.nowMs(),
    } as const;
    expect((await call(service(), '/v1/match-policies', sent)).status).toBe(200);
    expect(await textOf('pending', 'en-GB')).toContain('we can find the money only by the reference');
  });
});

describe('who has said that the money was sent', () => {
  test.each(['sent', 'branded-sent'] as const)(
    '%s: sees no time that runs out, and may close the page',
    async (state) => {
      const { text, html } = await read(state, 'en-GB');
      expect(text).toContain('We are looking for your transfer');
      expect(text).toMatch(/FAST, and transfers within a bank, usually arrive within minutes/);
      expect(text).toContain('You can close this page.');
      expect(text).not.toMatch(/Time left/i);
      expect(html).not.toContain('role="timer"');
      expect(text).toContain('I have not sent it: cancel payment');
    },
  );

  test.each(['late', 'sent-unsuccessful', 'sent-cancelled'] as const)(
    '%s: is never told not to send money, and gets the numbers to quote',
    async (state) => {
      for (const [language, forbidden] of [
        ['en-GB', /do not send/i],
        ['tr-TR', /göndermeyin/i],
      ] as const) {
        const text = await textOf(state, language);
        expect(text).not.toMatch(forbidden);
        expect(text).toMatch(/[2-9A-Y]{8}[\s\S]*[0-9a-f]{24}[\s\S]*process-/);
      }
    },
  );
});

describe('the end of a payment', () => {
  test('does not show the account', async () => {
    for (const state of STATES.filter((one) => PAGE_STATES[one][0] === 410))
      expect((await read(state, 'en-GB')).html, state).not.toMatch(/TR\d\d/);
  });

  test('that was reversed does not say that it never went through', async () => {
    for (const [language, forbidden] of [
      ['en-GB', /did not go through|do not send/i],
      ['tr-TR', /gerçekleşmedi|göndermeyin/i],
    ] as const) {
      const text = await textOf('reversed', language);
      expect(text).not.toMatch(forbidden);
      expect(text).not.toContain('words among operators');
      expect(text).toMatch(/[0-9a-f]{24}[\s\S]*process-/);
    }
  });

  test('says what is missing, and what is too much', async () => {
    expect(await textOf('less', 'en-GB')).toMatch(
      /TRY\s500\.50 is missing[\s\S]*Received\s+TRY\s12,000\.00\s+Asked for\s+TRY\s12,500\.50\s+Missing\s+TRY\s500\.50/,
    );
    expect(await textOf('more', 'tr-TR')).toMatch(
      /İstenenden 100,25\sTL fazla geldi[\s\S]*Fazla\s+100,25\sTL/,
    );
    const exact = await textOf('successful', 'en-GB');
    expect(exact).not.toMatch(/Missing|Overpaid|Asked for|0\.00/);
    expect(exact).toMatch(/you can close this page\.\n/);
  });

  test('has the date in the time zone of the service', async () => {
    expect(await textOf('successful', 'en-GB')).toMatch(/Confirmed on\s+22 Nov 2026, 15:\d\d\s(GMT\+3|TRT)/);
  });
});

test('names are shown as text and not as markup, also in the way back', async () => {
  const name = `</title></main><img src="x" alt='"'>&amp;`;
  const escaped = '&lt;/title&gt;&lt;/main&gt;&lt;img src=&quot;x&quot; alt=&#39;&quot;&#39;&gt;&amp;amp;';
  const merchant = await createBranded(service());
  const brand = { brandName: `Shop ${name}`, brandLogo: null };
  await service().dependencies.clients.update(merchant.appKey, brand);
  const bank = await createBank(service(), { name: `Bank ${name}` });
  const deposit = await createPayable(service(), { bankId: bank.id }, merchant);
  const { html } = await readPaymentPage(service(), deposit.path);
  expect(html).toMatch(new RegExp(`<title>[^<]*Shop ${escaped}`));
  expect(html).toContain(`<bdi>Shop ${escaped}</bdi></h1>`);
  expect(html).toContain(`Bank ${escaped}`);
  await cancel(service(), deposit, merchant);
  const ended = (await readPaymentPage(service(), deposit.path)).html;
  expect(ended).toContain(`Back to <bdi>Shop ${escaped}</bdi>`);
  for (const page of [html, ended]) expect(page).not.toContain('<img');
});

const CURRENCIES = ['TRY', 'EUR'];

/** Every text of a language with its path. Those that depend on the currency are there for each. */
function textsOf(language: keyof typeof TEXTS): [path: string, text: string][] {
  return leavesOf(TEXTS[language]).flatMap(({ path, value }) =>
    typeof value === 'function'
      ? CURRENCIES.map((currency): [string, string] => [`${path} ${currency}`, value(currency)])
      : [[path, String(value)]],
  );
}

const holes = (text: string) => text.split('{}').length - 1;

test('both languages have the same texts, with a place for the same name, amount or time', () => {
  const english = textsOf('en');
  const turkish = new Map(textsOf('tr'));
  expect([...turkish.keys()]).toEqual(english.map(([path]) => path));
  for (const [path, text] of english) {
    const other = turkish.get(path) ?? '';
    expect(other.trim(), path).not.toBe('');
    expect([path, holes(other)]).toEqual([path, holes(text)]);
    expect(holes(text), path).toBeLessThanOrEqual(1);
  }
});

test('one thing has one Turkish word, that of banking apps', () => {
  // The holder of the account is "alıcı"; the merchant is "işyeri", and never the seller or the shop.
  for (const [path, text] of textsOf('tr'))
    expect(text, path).not.toMatch(/satıcı|mağaza|firma|tüccar|mercant|banka havalesi|eft yap|ücret/i);
  const { accountName, merchant } = TEXTS.tr;
  expect([accountName, merchant]).toEqual(['Alıcı adı (hesap sahibi)', 'İşyeri']);
});

test('no text promises that money is safe, or will be paid back or matched', () => {
  const promises =
    /\bsafe\b|guarantee|\bwill be\b|not lost|güvende|garanti|kaybolmaz|iade edilir|eşleştirilir/i;
  for (const language of ['en', 'tr'] as const)
    for (const [path, text] of textsOf(language)) expect(text, path).not.toMatch(promises);
});
