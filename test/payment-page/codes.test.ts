import { describe, expect, test, vi } from 'vitest';
import { epcText } from '../../src/transactions/domain/epc-code.ts';
import { startTestService } from '../harness.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { readPaymentPage } from '../support/payment-text.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { readCode } from '../support/qr-reader.ts';

describe('QR codes', () => {
  test('a SEPA transfer has the form of EPC069-12', () => {
    const iban = 'DE89 3704 0044 0532 0130 00';
    expect(
      epcText({ holder: 'Ege GmbH', iban, amountMinor: 12_345, reference: 'RF18539007547034' })?.split('\n'),
    ).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Ege GmbH',
      'DE89370400440532013000',
      'EUR123.45',
      '',
      'RF18539007547034',
    ]);
    const plain = epcText({ holder: 'Ö'.repeat(90), iban, amountMinor: 1, reference: null })?.split('\n');
    expect(plain?.[5]).toBe('Ö'.repeat(70));
    expect(plain?.at(-1)).toBe('EUR0.01');
    const unstructured = epcText({ holder: 'Ege', iban, amountMinor: 50_000, reference: '7DXR6K7J' });
    expect(unstructured?.split('\n').slice(6)).toEqual([
      'DE89370400440532013000',
      'EUR500.00',
      '',
      '',
      '7DXR6K7J',
    ]);
  });

  test('a SEPA transfer has at most 331 bytes: a name of long characters is cut between two of them', () => {
    const iban = 'MT84MALT011000012345MTLCAST001S';
    const reference = 'RF18539007547034';
    const text = epcText({ holder: '𝔄'.repeat(70), iban, amountMinor: 99_999_999_999, reference }) ?? '';
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
    expect(Buffer.byteLength(text)).toBeGreaterThan(327);
    expect(text.split('\n')[5]).toMatch(/^(𝔄)+$/u);
    expect(text).toContain('EUR999999999.99');
  });

  test.each([
    ['an account outside of SEPA', 'TR330006100519786457841326', 100],
    ['an account that needs a BIC', 'CH9300762011623852957', 100],
    ['an amount that the form has no room for', 'DE89370400440532013000', 100_000_000_000],
  ])('%s has no SEPA code', (_what, iban, amountMinor) => {
    expect(epcText({ holder: 'Ege', iban, amountMinor, reference: null })).toBeUndefined();
  });

  test('a payment in EUR has both codes, and its SEPA code is read back as it was written', async () => {
    await using euro = await startTestService({ env: { CURRENCY: 'EUR' } });
    const bank = await createBank(euro, { withAccount: false });
    const iban = 'DE89370400440532013000';
    await createAccount(euro, { bankId: bank.id, accountName: 'Şirket GmbH', iban });
    const { path, token } = await createPayable(euro, { bankId: bank.id, amount: '12.5' });
    const { reference } = (await payerCall(euro, 'payments.get', { token })).json.result.data.data;
    const { html } = await readPaymentPage(euro, path);
    const read = (name: string) => {
      const [, code = ''] =
        new RegExp(`aria-label="${name}"[^<]*<path[^>]*/><path fill="#000" d="([^"]+)"`).exec(html) ?? [];
      return readCode(code);
    };
    expect(read('Scan with your banking app to pay')).toBe(
      `BCD\n002\n1\nSCT\n\nŞirket GmbH\n${iban}\nEUR12.50\n\n${reference}`,
    );
    expect(read('Open this page on your phone')).toBe(`https://pay.example.com${path}`);
  });

  test('a page that is loaded again makes no format of numbers anew', async () => {
    await using service = await startTestService();
    const { path } = await createPayable(service);
    const made = vi.spyOn(Intl, 'NumberFormat');
    // A locale of which no other test has a page.
    await readPaymentPage(service, path, 'en-NZ');
    expect(made).toHaveBeenCalled();
    made.mockClear();
    await readPaymentPage(service, path, 'en-NZ');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  test('a long address of the service still fits into the code of the page', async () => {
    const url = `https://pay.example.com/${'a'.repeat(400)}`;
    await using far = await startTestService({ env: { PUBLIC_URL: url } });
    const { path } = await createPayable(far);
    const response = await fetch(`${far.url}${path.slice(path.indexOf('/pay/'))}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('class="code"');
  });
});
