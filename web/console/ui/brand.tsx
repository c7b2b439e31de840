import { texts } from '../texts/texts.ts';

/** Returns the name of the operator of the service, or otherwise of the console. */
export function brandName(): string {
  return document.documentElement.dataset.name || texts().shell.console;
}

/** The mark and the name of the operator of the service. */
export function Brand() {
  const name = brandName();
  return (
    <p class="brand">
      <span class="brand-mark" aria-hidden="true">
        {[...name][0]}
      </span>
      <span class="label">{name}</span>
    </p>
  );
}
