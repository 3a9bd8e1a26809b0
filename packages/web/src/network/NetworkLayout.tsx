import { Outlet } from '@tanstack/react-router';
import { NetworkFrame } from './NetworkFrame.tsx';

/** Layout route of the configuration pages. */
export const NetworkLayout = () => (
  <NetworkFrame>
    <Outlet />
  </NetworkFrame>
);
