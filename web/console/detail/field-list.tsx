import type { ComponentChildren } from 'preact';
import { CopyButton } from '../ui/parts.tsx';

export type Field = readonly [label: string, value: ComponentChildren, copied?: string | null | undefined];

/** A field for an id, with a button to copy it. */
export function idField(label: string, value: string | null | undefined): Field {
  return [label, value && <span class="id">{value}</span>, value];
}

/** Labels with their values. Those without a value are left out. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields
        .filter(([, value]) => value)
        .map(([label, value, copied]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              {copied && <CopyButton value={copied} what={label} />}
            </dd>
          </div>
        ))}
    </dl>
  );
}
