import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';

/** Where a console that a third party opened ends: there is no password to sign in with. */
export function EndedPage() {
  return (
    <AuthFrame title="The session has ended">
      <Notice tone="plain">
        This console was opened from another page. Go back there and open it again to go on.
      </Notice>
    </AuthFrame>
  );
}
