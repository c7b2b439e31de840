const SOON_SECONDS = 300;

/** A countdown by the service's clock, independent of the clock of this device. */
export interface Countdown {
  set(secondsLeft: number): void;
}

/** Shows the remaining time, updated every second. */
export function startCountdown(root: HTMLElement, timeOver: string): Countdown {
  let endMs = 0;
  const tick = () => {
    const element = root.querySelector<HTMLElement>('[data-time-left]');
    if (!element) return;
    const seconds = Math.max(0, Math.round((endMs - performance.now()) / 1000));
    element.textContent = seconds > 0 ? printTime(seconds) : timeOver;
    element.toggleAttribute('data-soon', seconds < SOON_SECONDS);
  };
  const set = (secondsLeft: number) => {
    endMs = performance.now() + secondsLeft * 1000;
    tick();
  };
  set(Number(root.dataset.secondsLeft));
  setInterval(tick, 1000);
  return { set };
}

/** Formats a duration as `29:05` or `1:05:00`. */
function printTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
