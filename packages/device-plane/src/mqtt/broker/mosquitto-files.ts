import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MAX_PAYLOAD_BYTES } from '@northlight/contract/device-protocol';
import { DEVICE_GROUP, SERVER_ACLS, SERVER_ADMINISTRATION, SERVER_ROLE } from './rights.ts';

const PLUGIN = 'mosquitto_dynamic_security.so';
/** Of the plugin; every token and this password are 256 random bits, so that guessing is no way in. */
const ITERATIONS = 101;
const KEY_BYTES = 64;
const SALT_BYTES = 12;
/** Longer ones are refused: a device that is gone is noticed after one and a half of it. */
const MAX_KEEPALIVE_SECONDS = 60;
/** Messages that the server takes at once; one device's come one after another. */
const MAX_INFLIGHT = 1000;

export interface MosquittoPlaces {
  /** Absolute; the accounts, what waits for the server, and the certificate are kept there. */
  readonly directory: string;
  /** Of the plugin's file: `/usr/lib/x86_64-linux-gnu` on Debian. */
  readonly pluginDirectory: string;
  /** Without TLS, on loopback: for the server and for simulated devices. */
  readonly port: number;
  /** For devices. */
  readonly tls?: { readonly port: number; readonly certificate: string; readonly key: string };
}

export const accountsFile = (directory: string): string => join(directory, 'dynamic-security.json');

/** The whole mosquitto.conf that the server's promises need. */
export function mosquittoConf({ directory, pluginDirectory, port, tls }: MosquittoPlaces): string {
  return `# Who may come in and what he may say and hear is in the plugin's file; the server keeps it.
allow_anonymous false
allow_zero_length_clientid false
plugin ${join(pluginDirectory, PLUGIN)}
plugin_opt_config_file ${accountsFile(directory)}

# What was acknowledged to devices waits for the server, also over a restart of either.
persistence true
persistence_location ${directory}/
autosave_interval 10
max_queued_messages 0
max_inflight_messages ${MAX_INFLIGHT}

# Limits of the protocol: no state in the broker, no message beyond its size, nobody gone unnoticed.
retain_available false
max_packet_size ${MAX_PAYLOAD_BYTES + 1024}
max_keepalive ${MAX_KEEPALIVE_SECONDS}
set_tcp_nodelay true
sys_interval 0

# The server, and simulated devices of this machine.
listener ${port} 127.0.0.1
${
  tls
    ? `
# Devices: they prove themselves by their token; the broker knows no end of a certificate.
listener ${tls.port}
certfile ${tls.certificate}
keyfile ${tls.key}
tls_version tlsv1.2
require_certificate false
`
    : ''
}`;
}

/** The plugin's file at first: the server's own account, and nothing allowed beside. */
export function firstAccounts(username: string, password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const none = {
    publishClientSend: false,
    publishClientReceive: false,
    subscribe: false,
    unsubscribe: false,
  };
  const accounts = {
    defaultACLAccess: none,
    clients: [
      {
        username,
        clientid: username,
        password: pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha512').toString('base64'),
        salt: salt.toString('base64'),
        iterations: ITERATIONS,
        roles: [{ rolename: SERVER_ROLE }],
      },
    ],
    groups: [{ groupname: DEVICE_GROUP, roles: [], clients: [] }],
    roles: [{ rolename: SERVER_ROLE, acls: [...SERVER_ADMINISTRATION, ...SERVER_ACLS] }],
  };
  return `${JSON.stringify(accounts, undefined, 2)}\n`;
}
