import { Dialog } from '../ui/dialog.tsx';
import { CopyButton } from '../ui/parts.tsx';

/** A new secret. The service never returns it again. */
export interface ShownSecret {
  readonly appKey: string;
  readonly secret: string;
  /** Additional information. */
  readonly about?: string;
}

interface SecretDialogProps {
  readonly shown: ShownSecret;
  readonly onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ shown, onClose }: SecretDialogProps) {
  return (
    <Dialog title={`Secret of ${shown.appKey}`} onClose={onClose}>
      <p class="banner">Copy it now: it is shown only here, and cannot be read again.</p>
      <p class="secret">
        <code>{shown.secret}</code> <CopyButton value={shown.secret} what="secret" />
      </p>
      {shown.about && <p>{shown.about}</p>}
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
