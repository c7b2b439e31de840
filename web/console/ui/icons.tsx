/** Line drawings on a square of 18 by 18, by the path of a screen or the action of a button. */
const PATHS: Readonly<Record<string, string>> = {
  queue: 'M3 4.5h12M3 9h12M3 13.5h7',
  search: 'M12.5 8a4.5 4.5 0 1 1-9 0a4.5 4.5 0 0 1 9 0zM11.2 11.2L15 15',
  reconciliation: 'M3 6.5h11.5l-3-3M15 11.5H3.5l3 3',
  payouts: 'M9 11V3M6 6l3-3l3 3M3 11v4h12v-4',
  overview: 'M3.5 15V9.5M9 15V3.5M14.5 15V7',
  callbacks: 'M15.5 2.5l-13 5l5 3l3 5zM7.5 10.5l3.5-3.5',
  clients:
    'M9.5 5.5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0zM2.5 15c0-6 9-6 9 0M12 3.5a2.2 2.2 0 0 1 0 4.2M13.5 10.5q2.2 1 2.2 4',
  banks: 'M2.5 7L9 3l6.5 4zM4.5 7v6M9 7v6M13.5 7v6M2.5 15h13',
  blacklist: 'M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0zM4.8 4.8l8.4 8.4',
  templates: 'M3 3.5h12v8H8l-3 3v-3H3z',
  audit: 'M4.5 2.5h9v13h-9zM7 6h4M7 9h4M7 12h2',
  close: 'M5 5l8 8M13 5l-8 8',
  more: 'M4 9h.01M9 9h.01M14 9h.01',
};

/** A picture next to a text or in place of one. The text names it for screen readers. */
export function Icon({ of }: { readonly of: string }) {
  return (
    <svg class={`icon ${of}`} viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  );
}
