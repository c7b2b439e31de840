/**
 * Returns the values of a form that differ from those that it was filled with; undefined when none does. Nothing else is
 * sent: the rest may have been changed since it was read.
 */
export function changesOf<T extends object>(
  values: T,
  shown: { readonly [Name in keyof T]?: unknown },
): Partial<T> | undefined {
  const changed = { ...values };
  for (const name of Object.keys(values) as (keyof T)[])
    if (JSON.stringify(values[name]) === JSON.stringify(shown[name])) delete changed[name];
  return Object.keys(changed).length > 0 ? changed : undefined;
}
