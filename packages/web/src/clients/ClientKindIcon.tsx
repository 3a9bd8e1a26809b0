import type { OnlineClient } from '@northlight/contract';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceGamepad2 from '@tabler/icons-react/dist/esm/icons/IconDeviceGamepad2.mjs';
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconDeviceTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs';
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs';
import IconDeviceWatch from '@tabler/icons-react/dist/esm/icons/IconDeviceWatch.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import classes from './clients.module.css';
import { CLIENT_KIND_LABELS, type ClientKind, guessClientKind } from './client-kind.ts';

const ICONS = {
  camera: IconCamera,
  computer: IconDeviceLaptop,
  console: IconDeviceGamepad2,
  phone: IconDeviceMobile,
  printer: IconPrinter,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
  unknown: IconDeviceDesktop,
  watch: IconDeviceWatch,
} satisfies Record<ClientKind, typeof IconCamera>;

/** Icon of the kind of a client, guessed from its host name. The icon of an unknown kind is pale. */
export function ClientKindIcon({ client }: { readonly client: OnlineClient }) {
  const kind = guessClientKind(client);
  const Icon = ICONS[kind];
  const label = kind === 'unknown' ? CLIENT_KIND_LABELS.unknown : `${CLIENT_KIND_LABELS[kind]}, by its name`;
  return (
    <span
      title={label}
      className={`inline-row fixed ${classes['kind']}`}
      data-known={kind !== 'unknown' || undefined}
    >
      <Icon size={15} stroke={1.6} aria-hidden />
    </span>
  );
}
