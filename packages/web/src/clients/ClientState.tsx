import { isSelfAssigned, type OnlineClient } from '@northlight/contract';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconLogout2 from '@tabler/icons-react/dist/esm/icons/IconLogout2.mjs';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';

type ClientPresence = Pick<OnlineClient, 'ip' | 'online'>;

export const NO_ADDRESS = 'No address';

/** True for an online client that got no address by DHCP. */
export const lacksAddress = ({ ip, online }: ClientPresence): boolean => online && isSelfAssigned(ip);

export function formatClientStateLabel(client: ClientPresence): string {
  if (lacksAddress(client)) return NO_ADDRESS;
  return client.online ? 'Online' : 'Offline';
}

const SIGNS = { ok: IconCircleCheckFilled, warning: IconAlertTriangleFilled, offline: IconLogout2 } as const;

export function ClientState({ client }: { readonly client: ClientPresence }) {
  const state = lacksAddress(client) ? 'warning' : client.online ? 'ok' : 'offline';
  const Sign = SIGNS[state];
  return (
    <span
      className={`inline-row gap-6 ${state === 'warning' ? 'warn' : ''}`}
      data-state={state}
      title={
        state === 'warning'
          ? `Online, but without an address by DHCP: the client assigned itself ${client.ip}`
          : undefined
      }
    >
      <Sign className="tone" size={15} aria-hidden />
      <span>{formatClientStateLabel(client)}</span>
    </span>
  );
}
