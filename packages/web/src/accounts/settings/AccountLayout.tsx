import { Outlet } from '@tanstack/react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { useCurrent } from '../../app/current.tsx';

/** Layout of the account pages, which visitors of the live demo cannot open. */
export function AccountLayout() {
  const { session } = useCurrent();
  return session.visitor ? <NotFoundPage /> : <Outlet />;
}
