/**
 * Topics of the native MQTT protocol. A device's own tree is `d/{id}/up|down/...`, with an opaque id that it
 * gets when it is claimed. A device that is not claimed uses `p/{sn}` and may only send its hello.
 */
export const UP_CHANNELS = ['birth', 'death', 'stat', 'clients', 'topo', 'evt', 'cfg', 'cmd'] as const;
export type UpChannel = (typeof UP_CHANNELS)[number];

/** Id of a request, chosen by the device. */
export const REQUEST_ID_PATTERN = /^[0-9A-Za-z-]{1,36}$/;

export const DEVICE_ID_PATTERN = /^[0-9A-Za-z]{22}$/;

export const topics = {
  up: (id: string, channel: Exclude<UpChannel, 'cmd'>) => `d/${id}/up/${channel}`,
  upCommand: (id: string, commandId: string) => `d/${id}/up/cmd/${commandId}`,
  upRequest: (id: string, requestId: string) => `d/${id}/up/req/${requestId}`,
  downResponse: (id: string, requestId: string) => `d/${id}/down/res/${requestId}`,
  downConfig: (id: string) => `d/${id}/down/cfg`,
  downCommand: (id: string, commandId: string) => `d/${id}/down/cmd/${commandId}`,
  /** Prefix of every topic that a device may publish to. */
  upTree: (id: string) => `d/${id}/up/`,
  downAll: (id: string) => `d/${id}/down/#`,
  hello: (sn: string) => `p/${sn}/up/hello`,
  offer: (sn: string) => `p/${sn}/down/offer`,
} as const;

/** MQTT client id of a device that has not been claimed yet. */
export const formatProvisioningClientId = (sn: string): string => `p-${sn}`;

export interface UpTopic {
  readonly deviceId: string;
  readonly channel: UpChannel;
  readonly commandId?: string;
}

/** Parses `d/{id}/up/...`; undefined for any other topic. */
export function parseUpTopic(topic: string): UpTopic | undefined {
  const [root, deviceId, direction, channel, commandId, ...rest] = topic.split('/');
  if (root !== 'd' || direction !== 'up' || !deviceId || rest.length > 0) return undefined;
  const known = UP_CHANNELS.find((name) => name === channel);
  if (!known || (known === 'cmd') !== (commandId !== undefined)) return undefined;
  return commandId === undefined ? { deviceId, channel: known } : { deviceId, channel: known, commandId };
}

/** Parses `d/{id}/up/req/{rid}`; undefined for any other topic. */
export function parseRequestTopic(topic: string): { deviceId: string; requestId: string } | undefined {
  const [root, deviceId, direction, channel, requestId = '', ...rest] = topic.split('/');
  if (root !== 'd' || direction !== 'up' || channel !== 'req' || !deviceId || rest.length > 0)
    return undefined;
  return REQUEST_ID_PATTERN.test(requestId) ? { deviceId, requestId } : undefined;
}
