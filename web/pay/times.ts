const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
const DATE = { day: 'numeric', month: 'short', ...TIME } as const;

/**
 * Shows the time of day at which the time to pay ends, by the clock of this device, with the name of its time zone. If
 * the end is on another day, the date is shown as well.
 */
export function showUntil(root: HTMLElement, text: string, secondsLeft: number): void {
  const element = root.querySelector('[data-until]');
  if (!element) return;
  const now = new Date();
  const end = new Date(now.getTime() + secondsLeft * 1000);
  const isToday = end.toDateString() === now.toDateString();
  element.textContent = text.replace('{}', format(end, isToday ? TIME : DATE, root));
}

/** Shows the dates in the time zone of this device. */
export function showDates(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('[data-date]'))
    element.textContent = format(new Date(element.dateTime), { year: 'numeric', ...DATE }, root);
}

function format(date: Date, style: Intl.DateTimeFormatOptions, root: HTMLElement): string {
  // The name of the zone, the last word, stays on the line of its time.
  return new Intl.DateTimeFormat(root.dataset.locale, style).format(date).replace(/ (?=\S+$)/, '\u00a0');
}
