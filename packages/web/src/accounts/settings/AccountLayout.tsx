import { Outlet } from '@tanstack/react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { useCurrent } from '../../app/current.tsx';

/** Pages of a signed-in account; a visitor has none. */
export function AccountLayout() {
  const { session } = useCurrent();
  return session.visitor ? <NotFoundPage /> : <Outlet />;
}
