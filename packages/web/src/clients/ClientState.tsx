import type { OnlineClient } from '@northlight/contract';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconLogout2 from '@tabler/icons-react/dist/esm/icons/IconLogout2.mjs';
import classes from './clients.module.css';

export function formatClientStateLabel(client: Pick<OnlineClient, 'online'>): string {
  return client.online ? 'Online' : 'Offline';
}

export function ClientState({ online }: { readonly online: boolean }) {
  const Sign = online ? IconCircleCheckFilled : IconLogout2;
  return (
    <span className={classes['state']} data-online={online}>
      <Sign size={15} aria-hidden />
      <span>{formatClientStateLabel({ online })}</span>
    </span>
  );
}
