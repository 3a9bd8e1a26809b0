export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly what: string;
}

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

/**
 * Settings of an installation, listed on the help page. A test compares them with the settings that the
 * server reads.
 */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Addresses and ports',
    settings: [
      { name: 'NORTHLIGHT_PORT', fallback: '8080', what: 'Port of the console and its API.' },
      {
        name: 'NORTHLIGHT_HOST',
        fallback: '127.0.0.1',
        what: 'Address on which the console, the API and the encrypted endpoints for devices listen. Addresses other than loopback need your own certificate (NORTHLIGHT_TLS_CERT) or a trusted proxy.',
      },
      {
        name: 'NORTHLIGHT_TRUSTED_PROXY',
        fallback: 'unset',
        what: 'Address of the proxy that handles HTTPS. The server then takes callers’ addresses from its headers.',
      },
      {
        name: 'NORTHLIGHT_PUBLIC_URL',
        fallback: 'unset',
        what: 'Address under which users open the console.',
      },
      {
        name: 'NORTHLIGHT_TUNNEL_HOST',
        fallback: 'localhost, on loopback',
        what: 'Host name for devices’ local pages. Each page has a name below it. It needs a DNS entry and a certificate for *.HOST.',
      },
      {
        name: 'NORTHLIGHT_MQTTS_PORT',
        fallback: '8883',
        what: 'Port for devices: MQTT over TLS, with client certificates.',
      },
      {
        name: 'NORTHLIGHT_DEVICE_HTTPS_PORT',
        fallback: '8443',
        what: 'Port for devices: HTTPS, for firmware downloads, parts of backups, and tunnels to devices’ local pages.',
      },
      {
        name: 'NORTHLIGHT_UCENTRAL_PORT',
        fallback: '15002',
        what: 'Port for OpenWiFi devices: WebSocket over TLS, with client certificates of trusted authorities; off disables it.',
      },
      {
        name: 'NORTHLIGHT_UCENTRAL_SIMULATORS',
        fallback: 'off',
        what: 'Accepts OpenWiFi load generators, whose serial numbers begin with SIM: on or off.',
      },
      {
        name: 'NORTHLIGHT_DEVICE_NAMES',
        fallback: 'unset: the public address, otherwise this machine',
        what: 'Host names and addresses of the server for devices, separated by commas. The certificate contains all of them. Devices connect to the first one. Some OpenWiFi access points verify only host names: for these, enter a host name of the server first.',
      },
      {
        name: 'NORTHLIGHT_MQTT_PORT',
        fallback: '1883',
        what: 'Port for devices without encryption, on loopback only.',
      },
    ],
  },
  {
    title: 'Certificates and keys',
    settings: [
      {
        name: 'NORTHLIGHT_TLS_CERT',
        fallback: 'unset: plain HTTP for browsers, the server’s own certificate for devices',
        what: 'PEM file of the certificate, with its chain, for browsers and devices alike. The console then uses HTTPS.',
      },
      { name: 'NORTHLIGHT_TLS_KEY', fallback: 'unset', what: 'PEM file of that certificate’s key.' },
      {
        name: 'NORTHLIGHT_CA_CERT',
        fallback: 'tls/authority.pem in the data directory, created at first start',
        what: 'PEM file of the authority that signs devices’ certificates and the server’s own.',
      },
      {
        name: 'NORTHLIGHT_CA_KEY',
        fallback: 'tls/authority.key in the data directory',
        what: 'PEM file of the authority’s key.',
      },
      {
        name: 'NORTHLIGHT_COOKIE',
        fallback: 'northlight',
        what: 'Name of the session cookie, so that several servers can run on one host.',
      },
      {
        name: 'NORTHLIGHT_KEY',
        fallback: 'unset: secret.key in the data directory',
        what: 'The server’s key, which encrypts all stored secrets: 64 hexadecimal digits.',
      },
    ],
  },
  {
    title: 'Data and processes',
    settings: [
      {
        name: 'NORTHLIGHT_DATA',
        fallback: './data',
        what: 'The data directory: database, keys, files, outbox.',
      },
      {
        name: 'NORTHLIGHT_DISK_RESERVE_MB',
        fallback: '128',
        what: 'Free disk space in MB below which the server refuses writes but still answers reads; 0 is off.',
      },
      {
        name: 'DATABASE_URL',
        fallback: 'unset: the embedded PostgreSQL',
        what: 'Your own PostgreSQL server, version 15 or newer.',
      },
      {
        name: 'NORTHLIGHT_ROLES',
        fallback: 'all',
        what: 'Parts that this process runs, separated by commas: api, gateway, jobs, demo.',
      },
      {
        name: 'NORTHLIGHT_BUS',
        fallback: 'postgres with DATABASE_URL, otherwise local',
        what: 'How processes on one database notify each other: postgres or local.',
      },
      {
        name: 'NORTHLIGHT_PEER_PORT',
        fallback: '0: a free port',
        what: 'Port for other processes on the same database. Both sides authenticate with the server’s key.',
      },
      {
        name: 'NORTHLIGHT_PEER_HOST',
        fallback: 'NORTHLIGHT_HOST, or the machine’s host name if that is every address',
        what: 'Host name at which the other processes reach this process.',
      },
      { name: 'NORTHLIGHT_DEMO', fallback: 'on', what: 'The live demo with simulated devices: on or off.' },
      {
        name: 'NORTHLIGHT_LOG',
        fallback: 'warn',
        what: 'Log level: error, warn, info, debug.',
      },
      {
        name: 'NORTHLIGHT_METRICS_TOKEN',
        fallback: 'unset: this machine only',
        what: 'Bearer token for /metrics.',
      },
    ],
  },
  {
    title: 'Mail, text messages and webhooks',
    settings: [
      {
        name: 'NORTHLIGHT_SMTP_URL',
        fallback: 'unset: the outbox',
        what: 'Mail server for codes and notifications. Without one, mails are stored as files in the data directory.',
      },
      {
        name: 'NORTHLIGHT_SMS_URL',
        fallback: 'unset: the outbox',
        what: 'Address that receives text messages as JSON with the fields to and text.',
      },
      {
        name: 'NORTHLIGHT_WEBHOOK_PRIVATE',
        fallback: 'off',
        what: 'Allows alarm webhooks to call private addresses.',
      },
    ],
  },
  {
    title: 'Sign-in',
    settings: [
      {
        name: 'NORTHLIGHT_OIDC',
        fallback: 'unset: none',
        what: 'JSON file of OpenID Connect providers for sign-in with other accounts. Its form and the redirect address are on the help page Signing in with other accounts.',
      },
      { name: 'NORTHLIGHT_PASSWORD_MIN', fallback: '8', what: 'Minimum password length, 6 to 32.' },
      { name: 'NORTHLIGHT_PASSWORD_MAX', fallback: '64', what: 'Maximum password length, 32 to 256.' },
      { name: 'NORTHLIGHT_EMAIL_CODE_DIGITS', fallback: '6', what: 'Digits of a code by e-mail, 4 to 8.' },
      {
        name: 'NORTHLIGHT_SMS_CODE_DIGITS',
        fallback: '4',
        what: 'Digits of a code by text message, 4 to 8.',
      },
      {
        name: 'NORTHLIGHT_ONE_SESSION',
        fallback: 'off',
        what: 'One console session per account: a newer sign-in ends the older one (code 69).',
      },
      {
        name: 'NORTHLIGHT_IDLE_MINUTES',
        fallback: '30',
        what: 'Minutes without mouse or keyboard after which an open page shows a warning and signs the user out; 0 is off.',
      },
    ],
  },
];

export const SETTINGS: readonly Setting[] = SETTING_GROUPS.flatMap(({ settings }) => settings);
