export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly what: string;
}

/** Settings of an installation as the help lists them; a test of the server holds the names against what is read. */
export const SETTINGS: readonly Setting[] = [
  { name: 'NORTHLIGHT_PORT', fallback: '8080', what: 'Port of the console and its API.' },
  {
    name: 'NORTHLIGHT_HOST',
    fallback: '127.0.0.1',
    what: 'Address that the console, the API and the devices’ encrypted doors listen on. Another than loopback is refused without a certificate of your own (NORTHLIGHT_TLS_CERT) or a trusted proxy.',
  },
  {
    name: 'NORTHLIGHT_TRUSTED_PROXY',
    fallback: 'unset',
    what: 'Address of the proxy that speaks HTTPS for the server. Whose address a caller has is then taken from it.',
  },
  { name: 'NORTHLIGHT_PUBLIC_URL', fallback: 'unset', what: 'Address under which people reach the console.' },
  {
    name: 'NORTHLIGHT_TUNNEL_HOST',
    fallback: 'localhost, on loopback',
    what: 'Host name for devices’ own pages: each is reached under a name below it. Needs a name and a certificate for all of them (*.HOST).',
  },
  {
    name: 'NORTHLIGHT_MQTTS_PORT',
    fallback: '8883',
    what: 'Port of the devices’ door: MQTT over TLS, with client certificates.',
  },
  {
    name: 'NORTHLIGHT_DEVICE_HTTPS_PORT',
    fallback: '8443',
    what: 'Port from which devices fetch firmware and files, over HTTPS.',
  },
  {
    name: 'NORTHLIGHT_UCENTRAL_PORT',
    fallback: '15002',
    what: 'Port of the door for OpenWiFi devices: WebSocket over TLS, with client certificates of authorities that accounts trust. The word off keeps it shut.',
  },
  {
    name: 'NORTHLIGHT_UCENTRAL_SIMULATORS',
    fallback: 'off',
    what: 'Whether load generators of OpenWiFi, whose serial numbers begin with SIM, are let in there: on or off.',
  },
  {
    name: 'NORTHLIGHT_DEVICE_NAMES',
    fallback: 'unset: the public address, else this machine',
    what: 'Host names and addresses, between commas, by which devices reach the server. They stand in its certificate, and devices are sent to the first one.',
  },
  {
    name: 'NORTHLIGHT_MQTT_PORT',
    fallback: '1883',
    what: 'Port of the devices’ endpoint without encryption, on loopback only.',
  },
  {
    name: 'NORTHLIGHT_TLS_CERT',
    fallback: 'unset: plain HTTP for browsers, the server’s own certificate for devices',
    what: 'PEM file of the certificate, with its chain, for browsers and devices alike. The console then speaks HTTPS.',
  },
  { name: 'NORTHLIGHT_TLS_KEY', fallback: 'unset', what: 'PEM file of that certificate’s key.' },
  {
    name: 'NORTHLIGHT_CA_CERT',
    fallback: 'tls/authority.pem in the data directory, made at first start',
    what: 'PEM file of the authority that signs devices’ certificates and the server’s own.',
  },
  {
    name: 'NORTHLIGHT_CA_KEY',
    fallback: 'tls/authority.key in the data directory',
    what: 'PEM file of the authority’s key.',
  },
  {
    name: 'NORTHLIGHT_DATA',
    fallback: './data',
    what: 'The data directory: database, keys, files, outbox.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'unset: the embedded PostgreSQL',
    what: 'A PostgreSQL server of your own, version 15 or newer.',
  },
  {
    name: 'NORTHLIGHT_ROLES',
    fallback: 'all',
    what: 'Parts that this process runs, between commas: api, gateway, jobs, demo.',
  },
  {
    name: 'NORTHLIGHT_BUS',
    fallback: 'postgres with DATABASE_URL, else local',
    what: 'How processes that share a database tell each other what happened: postgres or local.',
  },
  {
    name: 'NORTHLIGHT_PEER_PORT',
    fallback: '0: a free port',
    what: 'Port at which processes that share a database reach each other. Both sides prove the server’s key.',
  },
  {
    name: 'NORTHLIGHT_PEER_HOST',
    fallback: 'NORTHLIGHT_HOST, or the machine’s host name where that is every address',
    what: 'Host by which the other processes reach this one.',
  },
  { name: 'NORTHLIGHT_DEMO', fallback: 'on', what: 'The live demo: on or off.' },
  {
    name: 'NORTHLIGHT_SMTP_URL',
    fallback: 'unset: the outbox',
    what: 'Mail server for codes and notices. Without one, mails are files in the data directory.',
  },
  {
    name: 'NORTHLIGHT_SMS_URL',
    fallback: 'unset: the outbox',
    what: 'Address that takes short messages as JSON with the fields to and text.',
  },
  {
    name: 'NORTHLIGHT_WEBHOOK_PRIVATE',
    fallback: 'off',
    what: 'Whether webhooks of alarms may call addresses that are not on the internet.',
  },
  {
    name: 'NORTHLIGHT_OIDC',
    fallback: 'unset: none',
    what: 'JSON file of OpenID Connect providers for signing in through others.',
  },
  { name: 'NORTHLIGHT_PASSWORD_MIN', fallback: '8', what: 'Shortest password that can be set, 6 to 32.' },
  { name: 'NORTHLIGHT_PASSWORD_MAX', fallback: '64', what: 'Longest password that can be set, 32 to 256.' },
  { name: 'NORTHLIGHT_EMAIL_CODE_DIGITS', fallback: '6', what: 'Digits of a code by e-mail, 4 to 8.' },
  { name: 'NORTHLIGHT_SMS_CODE_DIGITS', fallback: '4', what: 'Digits of a code by short message, 4 to 8.' },
  {
    name: 'NORTHLIGHT_ONE_SESSION',
    fallback: 'off',
    what: 'One console session per account: a newer sign-in ends the older one (code 69).',
  },
  {
    name: 'NORTHLIGHT_IDLE_MINUTES',
    fallback: '30',
    what: 'Minutes without mouse or keyboard after which an open page warns and signs out; 0 is off.',
  },
  {
    name: 'NORTHLIGHT_METRICS_TOKEN',
    fallback: 'unset: this machine alone',
    what: 'Who brings it as a bearer token may read /metrics.',
  },
  {
    name: 'NORTHLIGHT_DISK_RESERVE_MB',
    fallback: '128',
    what: 'Below so much free room on the disk nothing is written, and reading goes on; 0 is off.',
  },
  {
    name: 'NORTHLIGHT_COOKIE',
    fallback: 'northlight',
    what: 'Name of the session’s cookie, to keep servers side by side on one host apart.',
  },
  {
    name: 'NORTHLIGHT_KEY',
    fallback: 'unset: secret.key in the data directory',
    what: 'The server’s key that wraps all stored secrets: 64 hexadecimal digits.',
  },
  {
    name: 'NORTHLIGHT_LOG',
    fallback: 'warn',
    what: 'How much the server writes to its log: error, warn, info, debug.',
  },
];
