import { DEVICE_ID_PATTERN } from '@northlight/contract/device-protocol';
import { sha256Hex } from '@northlight/runtime';
import type { Credential, DeviceStore } from '../store.ts';
import type { CertificateIdentity } from './client-certificate.ts';

const PROVISIONING_ID = /^p-([0-9A-Z]{16,32})$/;

/** Who a connection is, and what it proved that with. */
export interface Identity {
  readonly kind: 'device' | 'provisioning';
  /** Device id or serial number. */
  readonly identity: string;
  readonly token?: string;
  /** Fingerprint. */
  readonly certificate?: string;
}

/** What a client brings to prove who it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string;
  /** Proved in the handshake; absent without TLS or without a certificate. */
  readonly certificate: CertificateIdentity | undefined;
}

/**
 * Looks whether a client is who it says. One that brings a certificate is judged by that; its token, when it brings the
 * right one as well, only lets it renew the token.
 */
export async function authenticate(
  store: DeviceStore,
  claim: ClientCredentials,
): Promise<Identity | undefined> {
  const { certificate, clientId, password, username } = claim;
  const sn = PROVISIONING_ID.exec(clientId)?.[1];
  if (sn) return certificate ? undefined : authenticateBySecret(store, sn, username, password);
  if (!DEVICE_ID_PATTERN.test(clientId) || username !== clientId) return undefined;
  const credential = await store.credential(clientId);
  if (!credential) return undefined;
  if (certificate) {
    if (certificate.deviceId !== clientId) return undefined;
    if (!(await isCurrentCertificate(store, clientId, credential, certificate.fingerprint))) return undefined;
  }
  const known = await isCurrentToken(store, clientId, credential, password);
  if (!certificate && !known) return undefined;
  return {
    kind: 'device',
    identity: clientId,
    ...(known && { token: password }),
    ...(certificate && { certificate: certificate.fingerprint }),
  };
}

async function authenticateBySecret(
  store: DeviceStore,
  sn: string,
  username: string | undefined,
  password: string,
): Promise<Identity | undefined> {
  const known = username === sn ? await store.provisioning(sn) : undefined;
  return known && known.secretHash === sha256Hex(password)
    ? { kind: 'provisioning', identity: sn }
    : undefined;
}

async function isCurrentCertificate(
  store: DeviceStore,
  deviceId: string,
  { certificate, nextCertificate }: Credential,
  fingerprint: string,
): Promise<boolean> {
  if (certificate === fingerprint) return true;
  return nextCertificate === fingerprint && store.promoteCertificate(deviceId, fingerprint);
}

async function isCurrentToken(
  store: DeviceStore,
  deviceId: string,
  { nextHash, tokenHash }: Credential,
  token: string,
): Promise<boolean> {
  const hash = sha256Hex(token);
  return tokenHash === hash || (nextHash === hash && (await store.promoteCredential(deviceId, hash)));
}
