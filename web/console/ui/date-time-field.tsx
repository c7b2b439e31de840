import type { EdgeName } from '../date-time.ts';
import { texts } from '../texts/texts.ts';
import { TextField } from './form.tsx';

interface DateTimeProps {
  readonly label: string;
  readonly name: EdgeName;
}

/**
 * A field for a date with an optional time, in the desk's time zone. The browser's own field would use the browser's
 * language.
 */
export function DateTimeField(props: DateTimeProps) {
  return <TextField {...props} placeholder={texts().ui.dateForm} />;
}
