/** Runs the RADIUS server of hostapd with one user, who signs in with a password (EAP-PWD). */
import type { Host } from './host.ts';

export async function startRadius(host: Host, secret: string): Promise<void> {
  const file = (name: string): string => `/run/radius.${name}`;
  await host.write(file('users'), '"anna" PWD "open sesame"\n');
  await host.write(file('clients'), `0.0.0.0/0 ${secret}\n`);
  const lines = [
    'driver=none',
    'interface=lo',
    'eap_server=1',
    `eap_user_file=${file('users')}`,
    `radius_server_clients=${file('clients')}`,
    'radius_server_auth_port=1812',
    'pwd_group=19',
  ];
  await host.write(file('conf'), `${lines.join('\n')}\n`);
  await host.run('hostapd', '-B', '-P', file('pid'), file('conf'));
}
