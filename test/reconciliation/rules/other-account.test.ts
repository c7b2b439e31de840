import { describe, expect, test } from 'vitest';
import { type AccountSigns, warnOfOtherAccount } from '../../../src/reconciliation/domain/other-account.ts';

const NOTHING: AccountSigns = {
  accountId: 'mine',
  depositLines: new Map(),
  ibanLines: new Map(),
  selfLines: 0,
  openingMinor: null,
  lastBalances: new Map(),
};
const codes = (signs: Partial<AccountSigns>) =>
  warnOfOtherAccount({ ...NOTHING, ...signs }).map(({ code }) => code);
const ended = (closingMinor: number) => ({ closingMinor, day: '2026-11-20' });

describe('lines look like those of another account', () => {
  test('when as many name its deposits as name deposits of the chosen one', () => {
    const depositLines = new Map([
      ['mine', 2],
      ['a', 1],
      ['b', 2],
    ]);
    expect(warnOfOtherAccount({ ...NOTHING, depositLines })).toEqual([
      { code: 'other-deposits', otherAccountId: 'b', lineCount: 2 },
    ]);
  });

  test('when their texts have its IBAN', () => {
    expect(codes({ ibanLines: new Map([['b', 1]]) })).toEqual(['other-iban']);
  });

  test('when the chosen account is their other side', () => {
    expect(codes({ selfLines: 1 })).toEqual(['own-iban']);
  });

  test('when their balance goes on from it', () => {
    const lastBalances = new Map([
      ['mine', ended(500)],
      ['b', ended(700)],
    ]);
    expect(codes({ openingMinor: 700, lastBalances })).toEqual(['other-balance']);
  });

  test('when their balance does not go on from the chosen one', () => {
    const signs = { openingMinor: 700, lastBalances: new Map([['mine', ended(500)]]) };
    expect(warnOfOtherAccount({ ...NOTHING, ...signs })).toEqual([
      { code: 'balance-gap', openingMinor: 700, closingMinor: 500, day: '2026-11-20' },
    ]);
  });
});

describe('nothing speaks for another account', () => {
  test.each<[string, Partial<AccountSigns>]>([
    ['without any sign', {}],
    [
      'where fewer lines name deposits of others',
      {
        depositLines: new Map([
          ['mine', 3],
          ['b', 2],
        ]),
      },
    ],
    [
      'where the balance goes on',
      {
        openingMinor: 5,
        lastBalances: new Map([
          ['b', ended(5)],
          ['mine', ended(5)],
        ]),
      },
    ],
    [
      'where no balance of the account is known',
      { openingMinor: 5, lastBalances: new Map([['b', ended(6)]]) },
    ],
    ['where another account is as empty', { openingMinor: 0, lastBalances: new Map([['b', ended(0)]]) }],
  ])('%s', (_, signs) => {
    expect(codes(signs)).toEqual([]);
  });
});
