import fc from 'fast-check';
import { MT_DIALECTS, type MtModel, type MtModelLine } from './write-mt940.ts';

const WORD = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöüğşı0123456789'),
  minLength: 1,
  maxLength: 9,
});

/** Words with the signs between them that occur in texts of payments. No word is a key of a dialect. */
function text(maxLength: number) {
  const word = fc.tuple(WORD, fc.constantFrom(' ', ' ', '/', '-', ':', ', ', '. '));
  return fc.array(word, { minLength: 1, maxLength: 30 }).map((words) =>
    words
      .flat()
      .join('')
      .slice(0, maxLength)
      .replace(/[ /:,.-]+$/, ''),
  );
}

const NAME = fc
  .array(WORD, { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' ').toUpperCase().slice(0, 54).trim());
const ID = fc.string({ unit: fc.constantFrom(...'ABCDEFGHJK0123456789-'), minLength: 1, maxLength: 35 });
const DAY = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2079-12-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const IBANS = fc.constantFrom(
  'DE89370400440532013000',
  'NL44RABO0123456789',
  'TR330006100519786457841326',
  'PL61109010140000071219812874',
);

const LINE = fc.record<MtModelLine & { bookedAfterDays: number | null }>({
  valueDate: DAY,
  bookingDate: fc.constant(null),
  bookedAfterDays: fc.option(fc.integer({ min: -60, max: 60 })),
  isCredit: fc.boolean(),
  isReversal: fc.boolean(),
  amountMinor: fc.integer({ min: 1, max: 99_999_999_999_999 }),
  text: text(100),
  name: NAME,
  ultimateName: fc.oneof(
    fc.constant(''),
    NAME.map((name) => name.slice(0, 27).trim()),
  ),
  iban: IBANS,
  endToEndId: fc.oneof(fc.constant(''), ID),
  bankReference: fc.oneof(
    fc.constant(''),
    ID.map((id) => id.slice(0, 16)),
  ),
});

function booked({ bookedAfterDays, ...line }: MtModelLine & { bookedAfterDays: number | null }): MtModelLine {
  if (bookedAfterDays === null) return line;
  const time = Date.parse(line.valueDate) + bookedAfterDays * 86_400_000;
  return { ...line, bookingDate: new Date(time).toISOString().slice(0, 10) };
}

/** Any file that the standard allows. */
export const MT_MODELS: fc.Arbitrary<MtModel> = fc.record({
  dialect: fc.constantFrom(...MT_DIALECTS),
  isIntraday: fc.boolean(),
  account: fc.constant('DE89370400440532013000'),
  currency: fc.constantFrom('EUR', 'TRY', 'PLN'),
  openingMinor: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
  day: DAY,
  pages: fc.array(fc.array(LINE.map(booked), { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasEnvelope: fc.boolean(),
  isPadded: fc.boolean(),
});
