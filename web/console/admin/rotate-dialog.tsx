import { formatTimestamp } from '../format.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Values } from '../ui/use-submit.ts';
import { isPersonRole } from './client-fields.tsx';
import { RotateSecretDocument } from './gql/graphql.ts';
import type { ShownSecret } from './secret-dialog.tsx';

interface RotateDialogProps {
  readonly client: Client;
  readonly onRotated: (shown: ShownSecret) => void;
  readonly onClose: () => void;
}

const GRACES = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [604_800, 'week'],
  [0, 'none'],
] as const;

/** Gives a merchant or a person a new secret. */
export function RotateDialog({ client: { appKey, name, role }, onRotated, onClose }: RotateDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().clients;
  const isOwn = appKey === session.appKey;
  // Ending one's own secret at once would sign the user out before the new one is shown, and it cannot be read later.
  const graces = isOwn ? GRACES.filter(([seconds]) => seconds > 0) : GRACES;
  const rotate = async (values: Values) => {
    const graceSeconds = Number(values.get('graceSeconds'));
    const { rotateSecret } = await session.request(RotateSecretDocument, { input: { appKey, graceSeconds } });
    // The next renewal ends the secret with which this session began.
    if (isOwn) await session.adopt(rotateSecret.secret);
    const isMerchant = !isPersonRole(role);
    const endsAt = formatTimestamp(rotateSecret.previousSecretEndsAt);
    const about = isMerchant ? t.merchantPreviousEnds(endsAt) : t.previousEnds(endsAt);
    onRotated({ name, isMerchant, appKey, secret: rotateSecret.secret, about });
  };
  return (
    <FormDialog
      title={t.rotateTitle(name)}
      label={t.makeSecret}
      tone="danger"
      action={rotate}
      onClose={onClose}
    >
      {isOwn && <p>{t.rotateOwn}</p>}
      <SelectField
        label={t.grace}
        name="graceSeconds"
        options={graces.map(([seconds, grace]) => [String(seconds), t.graces[grace]])}
      />
    </FormDialog>
  );
}
