import { type ParityCase, parityCase, type ResponseTo } from './parity-cases.ts';

const DAY = '2026-11-18';
const hashOf = (kept: string) => (responseTo: ResponseTo) => responseTo(kept).figuresHash;

/** The cases of a day that is closed. */
export function dayCases(): ParityCase[] {
  const figuresHash = hashOf('the day');
  const close = (name: string, input: object) =>
    parityCase('closeDay', name, { day: DAY, figuresHash, lastClosing: 0, ...input }, 'operator');
  return [
    parityCase('getDay', 'that is open', { day: DAY }, 'operator', { keep: 'the day' }),
    close('without a reason', {}),
    close('with other figures', { figuresHash: 'f'.repeat(64), reason: 'x' }),
    close('well', { reason: 'no statement comes', note: 'call the bank' }),
    close('again, as if nobody had', { reason: 'another reason' }),
    parityCase('getDay', 'that is closed', { day: DAY, closing: 1 }, 'viewer'),
  ];
}
