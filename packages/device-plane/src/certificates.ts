/** Keys and certificates of a TLS listener in PEM. */
export interface TlsMaterial {
  /** The server's certificate chain. */
  readonly certificate: string;
  readonly key: string;
  /** Certificate of the authority that signs devices' certificates. */
  readonly authority: string;
}

/** TLS identity of the server for devices. It changes when its certificate is renewed. */
export interface TlsIdentity {
  readonly material: TlsMaterial;
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  onChange(listener: () => void): () => void;
}

export interface IssuedCertificate {
  /** Certificate of the device without a chain, PEM. */
  readonly certificate: string;
  /** Certificate of the signing authority, PEM. */
  readonly authority: string;
  /** Expiry of the certificate (ms since 1970). */
  readonly notAfter: number;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
}

/** Signs certificate requests of devices. */
export interface CertificateIssuer {
  /**
   * Returns a certificate whose CN is the device id; ignores the name in the request. Returns undefined for
   * an invalid request.
   */
  issue(deviceId: string, csrPem: string): Promise<IssuedCertificate | undefined>;
}
