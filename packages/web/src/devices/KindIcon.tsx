import type { Device } from '@northlight/contract';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs';
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs';
import IconRouter from '@tabler/icons-react/dist/esm/icons/IconRouter.mjs';
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs';
import IconTopologyStar3 from '@tabler/icons-react/dist/esm/icons/IconTopologyStar3.mjs';

const ICONS = {
  gateway: IconRouter,
  ac: IconRouter,
  wrouter: IconRouter,
  switch: IconServer,
  ap: IconAccessPoint,
  mesh: IconTopologyStar3,
  cpe: IconBroadcast,
  nvr: IconServer2,
  ipc: IconDeviceCctv,
} satisfies Record<Device['kind'], typeof IconRouter>;

/** Icon of a kind of device. It is decorative, because the kind is written next to it. */
export function KindIcon({ kind }: { readonly kind: Device['kind'] }) {
  const Icon = ICONS[kind];
  return <Icon size={15} stroke={1.6} aria-hidden />;
}
