import { Outlet } from '@tanstack/react-router';
import { NetworkFrame } from './NetworkFrame.tsx';

/** Around the pages of the network's configuration. */
export const NetworkLayout = () => (
  <NetworkFrame>
    <Outlet />
  </NetworkFrame>
);
