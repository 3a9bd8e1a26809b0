/** A RADIUS server on a host: hostapd's own, with one user who proves himself by a password (EAP-PWD). */
import type { Host } from './host.ts';

export async function startRadius(host: Host, secret: string): Promise<void> {
  const at = (name: string): string => `/run/radius.${name}`;
  await host.write(at('users'), '"anna" PWD "open sesame"\n');
  await host.write(at('clients'), `0.0.0.0/0 ${secret}\n`);
  const lines = [
    'driver=none',
    'interface=lo',
    'eap_server=1',
    `eap_user_file=${at('users')}`,
    `radius_server_clients=${at('clients')}`,
    'radius_server_auth_port=1812',
    'pwd_group=19',
  ];
  await host.write(at('conf'), `${lines.join('\n')}\n`);
  await host.run('hostapd', '-B', '-P', at('pid'), at('conf'));
}
