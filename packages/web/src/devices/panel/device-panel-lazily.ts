import { lazy } from 'react';

/** Panel of a device for other slices. It is loaded when a panel is opened. */
export const DevicePanel = lazy(async () => ({ default: (await import('./DevicePanel.tsx')).DevicePanel }));
