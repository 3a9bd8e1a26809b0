import { topics } from '@northlight/contract/device-protocol';
import type { Command } from './dynamic-security.ts';

/** What the plugin tells apart (mosquitto's dynamic security, 2.0). */
type Right = 'publishClientSend' | 'publishClientReceive' | 'subscribePattern' | 'unsubscribePattern';

interface Acl {
  readonly acltype: Right;
  readonly topic: string;
  readonly allow: true;
}

export const SERVER_ROLE = 'northlight-server';
/** Every device is in it, so that all of them can be sent away by one command. */
export const DEVICE_GROUP = 'northlight-devices';
export const CONTROL = '$CONTROL/dynamic-security/v1';
export const CONTROL_RESPONSES = `${CONTROL}/response`;
export const UP_TOPICS = 'd/+/up/#';

const allow = (acltype: Right, topic: string): Acl => ({ acltype, topic, allow: true });

const deviceRole = (deviceId: string): string => `device-${deviceId}`;

/** A device says what it has to say and hears what is said to it, and nothing else. */
function deviceAcls(deviceId: string): Acl[] {
  const down = topics.downAll(deviceId);
  return [
    allow('publishClientSend', `d/${deviceId}/up/#`),
    allow('publishClientReceive', down),
    allow('subscribePattern', down),
    allow('unsubscribePattern', down),
  ];
}

/** Administering the plugin. */
export const SERVER_ADMINISTRATION: readonly Acl[] = [
  allow('publishClientSend', CONTROL),
  allow('publishClientReceive', CONTROL_RESPONSES),
  allow('subscribePattern', CONTROL_RESPONSES),
];

/** What the server may do beside that. */
export const SERVER_ACLS: readonly Acl[] = [
  allow('publishClientReceive', UP_TOPICS),
  allow('subscribePattern', UP_TOPICS),
  allow('publishClientSend', 'd/+/down/#'),
];

/** Whatever no role allows is refused. */
export const NOTHING_BY_DEFAULT = (
  ['publishClientSend', 'publishClientReceive', 'subscribe', 'unsubscribe'] as const
).map((acltype) => ({ acltype, allow: false }));

export interface DeviceAccount {
  readonly deviceId: string;
  readonly token: string;
  /** SHA-256 of the token: kept beside the account, so that it can be compared with the server's own records. */
  readonly tokenHash: string;
}

/** The broker has the device with an earlier token, or had it: who is in with that is out. */
export function admitAgain({ deviceId, token, tokenHash }: DeviceAccount): Command[] {
  return [
    { command: 'setClientPassword', username: deviceId, password: token },
    { command: 'modifyClient', username: deviceId, textdescription: tokenHash },
  ];
}

/** Begins with its removal, for what may be left of it. */
export function admitFirst({ deviceId, token, tokenHash }: DeviceAccount): Command[] {
  const rolename = deviceRole(deviceId);
  return [
    ...expel(deviceId),
    { command: 'createRole', rolename, acls: deviceAcls(deviceId) },
    {
      command: 'createClient',
      username: deviceId,
      // A client that came in under another's name would take over his connection.
      clientid: deviceId,
      password: token,
      textdescription: tokenHash,
      roles: [{ rolename }],
      groups: [{ groupname: DEVICE_GROUP }],
    },
  ];
}

/** Nobody comes in under this id any more, and who is in is out. */
export const expel = (deviceId: string): Command[] => [
  { command: 'deleteClient', username: deviceId },
  { command: 'deleteRole', rolename: deviceRole(deviceId) },
];

export const shutOut = (deviceId: string): Command => ({ command: 'disableClient', username: deviceId });
export const letIn = (deviceId: string): Command => ({ command: 'enableClient', username: deviceId });

/** Ends the device's connection and leaves its credential. */
export const sendAway = (deviceId: string): Command[] => [shutOut(deviceId), letIn(deviceId)];

/** A change of their group ends the connections of all devices. */
export const sendAllAway = (now: number): Command[] => [
  { command: 'modifyGroup', groupname: DEVICE_GROUP, textdescription: `sent away at ${now}` },
];

/** The server's own rights, given by itself as the plugin's administrator. */
export const serverRole = (username: string): Command[] => [
  { command: 'createRole', rolename: SERVER_ROLE, acls: SERVER_ACLS },
  { command: 'addClientRole', username, rolename: SERVER_ROLE },
];

export const hasServerRole = (roles: readonly { readonly rolename: string }[]): boolean =>
  roles.some(({ rolename }) => rolename === SERVER_ROLE);
