import { Outlet } from '@tanstack/react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { useShellContext } from '../../app/shell-context.tsx';

/** Layout of the account pages, which visitors of the live demo cannot open. */
export function AccountLayout() {
  const { session } = useShellContext();
  return session.visitor ? <NotFoundPage /> : <Outlet />;
}
