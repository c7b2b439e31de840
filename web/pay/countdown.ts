import { announce, type LiveTexts } from './texts.ts';
import { showUntil } from './times.ts';

/**
 * A countdown by the clock of the service, independent of the clock of this device. It may stop while the device
 * sleeps, until it is set again.
 */
export interface Countdown {
  set(secondsLeft: number): void;
}

/**
 * Shows the remaining time, updated every second. Warnings at five minutes and at one minute are shown, and read out
 * once each.
 */
export function startCountdown(root: HTMLElement, texts: LiveTexts, onEnd: () => void): Countdown {
  let endMs = 0;
  let hasEnded = false;
  let warned = '';
  const warn = (seconds: number) => {
    const warning = warningAt(seconds, texts);
    const element = root.querySelector<HTMLElement>('[data-warning]');
    if (!element || warning === warned) return;
    element.hidden = warning === '';
    element.textContent = warning;
    if (warning !== '') announce(warning);
    warned = warning;
  };
  const tick = () => {
    const element = root.querySelector<HTMLElement>('[data-time-left]');
    if (!element) return;
    const seconds = Math.max(0, Math.round((endMs - performance.now()) / 1000));
    element.textContent = seconds > 0 ? printTime(seconds, root.dataset.locale) : texts.timeOver;
    warn(seconds);
    if (seconds === 0 && !hasEnded) onEnd();
    hasEnded = seconds === 0;
  };
  const set = (secondsLeft: number) => {
    endMs = performance.now() + secondsLeft * 1000;
    showUntil(root, texts.until, secondsLeft);
    tick();
  };
  set(Number(root.dataset.secondsLeft));
  setInterval(tick, 1000);
  return { set };
}

function warningAt(seconds: number, { over, oneMinute, fiveMinutes }: LiveTexts): string {
  if (seconds === 0) return over;
  return seconds < 60 ? oneMinute : seconds < 300 ? fiveMinutes : '';
}

/** Formats a duration as `29:05`, or in hours and minutes: `6:00:00` would read as a time of day. */
function printTime(seconds: number, locale: string | undefined): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours === 0) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  const format = (unit: 'hour' | 'minute', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  return `${format('hour', hours)} ${format('minute', minutes)}`;
}
