/** What a listener presents, all PEM. */
export interface TlsMaterial {
  /** The server's certificate and what leads to its authority. */
  readonly certificate: string;
  readonly key: string;
  /** The authority that signs devices' certificates. */
  readonly authority: string;
}

/** A server's identity towards devices; it changes when its certificate is made anew. */
export interface TlsIdentity {
  readonly material: TlsMaterial;
  /** Calls back after each change; the returned function ends that. */
  onChange(changed: () => void): () => void;
}

export interface IssuedCertificate {
  /** PEM, of the device alone. */
  readonly certificate: string;
  /** PEM, of who signed it. */
  readonly authority: string;
  /** Milliseconds since 1970. */
  readonly notAfter: number;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
}

/** Signs what devices ask to have signed. */
export interface CertificateIssuer {
  /** A certificate whose CN is the device's id, whatever the request says; undefined for a request that is not in order. */
  issue(deviceId: string, csrPem: string): Promise<IssuedCertificate | undefined>;
}
