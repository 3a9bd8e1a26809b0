import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';

/**
 * Message after a session that a third party opened has ended. It offers no sign-in, because these accounts
 * have no password.
 */
export function EndedPage() {
  return (
    <AuthFrame title="The session has ended">
      <Notice tone="plain">
        This console was opened from another page. Return to that page and open the console again.
      </Notice>
    </AuthFrame>
  );
}
