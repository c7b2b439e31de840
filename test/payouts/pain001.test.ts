import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BANK_FILE_PROFILES } from '../../src/payouts/files/built-in-profiles.ts';
import { wholeBankFile } from '../../src/payouts/files/write-file.ts';
import {
  batchOf,
  bytesOf,
  elements,
  isoProfile,
  payoutRow,
  TURKISH,
} from '../support/payouts/payout-batch.ts';

const two = batchOf([
  payoutRow(1, { amountMinor: 5 }),
  payoutRow(2, { amountMinor: 123_456_789, text: 'a & b <c>' }),
]);
const write = (settings: Record<string, unknown> = {}, batch = two) =>
  bytesOf(isoProfile(settings), batch).toString();
const one = (xml: string, ...names: readonly string[]) =>
  names.reduce((inner, name) => elements(inner, name)[0] ?? '', xml);

describe('a credit transfer file', () => {
  it('has the ids, sums, day and accounts of its batch', () => {
    const xml = write();
    expect(one(xml, 'GrpHdr')).toBe(
      '<MsgId>P000000042</MsgId><CreDtTm>2026-11-28T09:30:00Z</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>1234567.94</CtrlSum><InitgPty><Nm>Ornek Odeme A.S.</Nm></InitgPty>',
    );
    expect(one(xml, 'PmtInf').split('\n')[0]).toBe(
      '<PmtInfId>P000000042-G0001</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><CtrlSum>1234567.94</CtrlSum><ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt><Dbtr><Nm>Ornek Odeme A.S.</Nm></Dbtr><DbtrAcct><Id><IBAN>TR330006100519786457841326</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>',
    );
  });

  it('has ids, amount, payee and text of each payout', () => {
    expect(elements(write({ characters: 'latin' }), 'CdtTrfTxInf')[1]).toBe(
      '<PmtId><InstrId>666666666666666666666662</InstrId><EndToEndId>P000000042-000002</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1234567.89</InstdAmt></Amt><Cdtr><Nm>Ayşe Yılmaz 2</Nm></Cdtr><CdtrAcct><Id><IBAN>TR320010009999901234567890</IBAN></Id></CdtrAcct><RmtInf><Ustrd>a &amp; b &lt;c&gt;</Ustrd></RmtInf>',
    );
  });

  it('names the bank by its BIC where the profile says so', () => {
    expect(one(write({ agent: 'bic' }), 'DbtrAgt', 'FinInstnId')).toBe('<BICFI>TCZBTR2A</BICFI>');
    const old = write({ agent: 'bic', format: 'pain.001.001.03' });
    expect(one(old, 'DbtrAgt', 'FinInstnId')).toBe('<BIC>TCZBTR2A</BIC>');
  });

  it('leaves the bank out where the profile says so', () => {
    expect(one(write({ agent: 'omit' }), 'DbtrAgt')).toBe('<FinInstnId></FinInstnId>');
  });

  it('has booking, priority, service level and charges of the profile', () => {
    const xml = write({ batchBooking: false, priority: 'HIGH', serviceLevel: 'SEPA', charges: 'SLEV' });
    expect(one(xml, 'BtchBookg')).toBe('false');
    expect(one(xml, 'PmtTpInf')).toBe('<InstrPrty>HIGH</InstrPrty><SvcLvl><Cd>SEPA</Cd></SvcLvl>');
    expect(one(xml, 'ChrgBr')).toBe('SLEV');
  });

  it('has control sums only where the profile wants them', () => {
    const sums = (group: boolean, payment: boolean) => {
      const xml = write({ controlSum: { group, payment } });
      return [elements(one(xml, 'GrpHdr'), 'CtrlSum').length, elements(one(xml, 'PmtInf'), 'CtrlSum').length];
    };
    expect([sums(true, false), sums(false, true)]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('has groups of the size of the profile, each with its own sum', () => {
    const rows = [1, 2, 3, 4, 5].map((number) => payoutRow(number, { amountMinor: 10 ** number }));
    const xml = write({ maxRowsPerGroup: 2 }, batchOf(rows));
    expect(one(xml, 'GrpHdr', 'NbOfTxs')).toBe('5');
    expect(
      elements(xml, 'PmtInf').map((group) => [
        one(group, 'PmtInfId'),
        one(group, 'NbOfTxs'),
        one(group, 'CtrlSum'),
        elements(group, 'CdtTrfTxInf').length,
      ]),
    ).toEqual([
      ['P000000042-G0001', '2', '1.10', 2],
      ['P000000042-G0002', '2', '110.00', 2],
      ['P000000042-G0003', '1', '1000.00', 1],
    ]);
  });

  it.each([
    ['sepa', 70],
    ['unicode', 140],
  ])('has names of the characters %s with at most %i code points', (characters, width) => {
    const batch = batchOf([payoutRow(1, { accountName: 'Ğ'.repeat(200) })]);
    expect(one(write({ characters }, batch), 'Cdtr', 'Nm')).toHaveLength(width);
  });

  it('keeps every Turkish letter where the bank takes them', () => {
    const batch = batchOf([payoutRow(1, { accountName: TURKISH })]);
    expect(one(write({ characters: 'latin' }, batch), 'Cdtr', 'Nm')).toBe(TURKISH);
  });
});

describe('the built-in profiles', () => {
  it.each(BANK_FILE_PROFILES.map((profile) => [profile.id, profile] as const))(
    '%s writes a file',
    (_, profile) => {
      expect(bytesOf(profile, two).toString()).toContain(`tech:xsd:${profile.format}"`);
    },
  );

  it('begin with version 9', () => {
    expect(BANK_FILE_PROFILES[0].format).toBe('pain.001.001.09');
  });
});

describe('a whole file', () => {
  it('comes with the SHA-256 of its bytes', async () => {
    const { bytes, sha256 } = await wholeBankFile(isoProfile(), two, async () => {});
    expect(Buffer.from(bytes).equals(bytesOf(isoProfile(), two))).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
