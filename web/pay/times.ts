const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DATE = { day: 'numeric', month: 'short', ...TIME } as const;

/**
 * Shows the time of day at which the time to pay ends, by the clock of this device. If the end is on another day, the
 * date is shown as well.
 */
export function showUntil(root: HTMLElement, text: string, secondsLeft: number): void {
  const element = root.querySelector('[data-until]');
  if (!element) return;
  const now = new Date();
  const end = new Date(now.getTime() + secondsLeft * 1000);
  const isToday = end.toDateString() === now.toDateString();
  element.textContent = text.replace('{}', format(end, isToday ? TIME : DATE, root));
}

/** Shows the dates in the time zone of this device, and names the zone where it is not that of the service. */
export function showDates(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('[data-date]'))
    element.textContent = format(new Date(element.dateTime), { year: 'numeric', ...DATE }, root);
}

function format(date: Date, style: Intl.DateTimeFormatOptions, root: HTMLElement): string {
  const isUsual = new Intl.DateTimeFormat().resolvedOptions().timeZone === root.dataset.zone;
  const named = isUsual ? style : { ...style, timeZoneName: 'short' as const };
  // The name of the zone, the last word, stays on the line of its time.
  return new Intl.DateTimeFormat(root.dataset.locale, named).format(date).replace(/ (?=\S+$)/, '\u00a0');
}
