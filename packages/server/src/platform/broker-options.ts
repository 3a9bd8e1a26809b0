import { rootCertificates } from 'node:tls';
import type { BrokerLinkOptions, TlsMaterial } from '@northlight/device-plane';
import type { BrokerSetting } from './broker-setting.ts';

/** The broker shows a certificate of the server's own authority, or of one that the world trusts. */
export function brokerOptions(
  { devices, encrypted, host, password, port, username }: BrokerSetting,
  { authority }: TlsMaterial,
): BrokerLinkOptions {
  return {
    address: { host, port, username, password, ...(encrypted && { ca: [authority, ...rootCertificates] }) },
    places: { plain: encrypted ? devices : { host, port }, tls: devices },
  };
}
