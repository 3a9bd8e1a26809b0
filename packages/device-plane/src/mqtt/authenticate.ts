import { DEVICE_ID_PATTERN } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import type { Credential, DeviceStore } from '../store.ts';
import type { CertificateIdentity } from './client-certificate.ts';

const PROVISIONING_ID = /^p-([0-9A-Z]{16,32})$/;

/** The authenticated identity of a connection and the credentials that proved it. */
export interface Identity {
  readonly kind: 'device' | 'provisioning';
  /** Device id or serial number. */
  readonly identity: string;
  readonly token?: string;
  /** Fingerprint of the certificate that proved the identity. */
  readonly certificate?: string;
}

/** The credentials that a client presents. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string;
  /**
   * Identity in the certificate that the TLS handshake has proved; undefined without TLS or without a
   * certificate.
   */
  readonly certificate: CertificateIdentity | undefined;
}

/**
 * Authenticates a client; undefined if its credentials are not valid. If it presents a certificate, the
 * certificate decides; a valid token in addition only allows the device to renew that token.
 */
export async function authenticate(
  store: DeviceStore,
  credentials: ClientCredentials,
): Promise<Identity | undefined> {
  const { certificate, clientId, password, username } = credentials;
  const sn = PROVISIONING_ID.exec(clientId)?.[1];
  if (sn) return certificate ? undefined : authenticateBySecret(store, sn, username, password);
  if (!DEVICE_ID_PATTERN.test(clientId) || username !== clientId) return undefined;
  const credential = await store.readCredential(clientId);
  if (!credential) return undefined;
  if (certificate) {
    if (certificate.deviceId !== clientId) return undefined;
    if (!(await isCurrentCertificate(store, clientId, credential, certificate.fingerprint))) return undefined;
  }
  const hasToken = await isCurrentToken(store, clientId, credential, password);
  if (!certificate && !hasToken) return undefined;
  return {
    kind: 'device',
    identity: clientId,
    ...(hasToken && { token: password }),
    ...(certificate && { certificate: certificate.fingerprint }),
  };
}

async function authenticateBySecret(
  store: DeviceStore,
  sn: string,
  username: string | undefined,
  password: string,
): Promise<Identity | undefined> {
  const listed = username === sn ? await store.readProvisioning(sn) : undefined;
  return listed && listed.secretHash === hashSha256Hex(password)
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
  const hash = hashSha256Hex(token);
  return tokenHash === hash || (nextHash === hash && (await store.promoteCredential(deviceId, hash)));
}
