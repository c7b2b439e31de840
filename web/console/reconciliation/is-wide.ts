/** Whether the list and the pane are side by side, as in the styles. */
export function isWide(): boolean {
  return matchMedia('(min-width: 1100px)').matches;
}
