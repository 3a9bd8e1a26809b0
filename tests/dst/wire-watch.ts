import type { ConfigReport, DeviceConfig } from '@northlight/contract/device-protocol';

/** Time for which messages of the former owner, committed before the removal of a device, may still arrive. */
const ON_ITS_WAY_MS = 2_000;

interface Owner {
  readonly sn: string;
  readonly projectId: number;
  removedAt: number | undefined;
}

/** Returns the prefix of the names in a project's configurations. */
export const formatNameMark = (projectId: number): string => `P${projectId}-`;

/**
 * Checks every message: its receiver must own its content (I6), and it must disclose no secret to other
 * devices (I7).
 */
export class WireWatch {
  readonly #violated: (text: string) => void;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  readonly #commands = new Map<string, string>();
  /** Secrets and tokens, each with the serial number of the device that may receive it. */
  readonly #secrets = new Map<string, string>();
  /** Valid tokens: issued at first contact or used for a connection. */
  readonly #validTokens = new Set<string>();
  /** Hashes of configurations that every device supports. */
  readonly #feasible = new Set<string>();

  constructor(now: () => number, violated: (text: string) => void) {
    this.#now = now;
    this.#violated = violated;
  }

  keepSecret(secret: string, sn: string): void {
    this.#secrets.set(secret, sn);
  }

  claimed(deviceId: string, sn: string, projectId: number): void {
    this.#owners.set(deviceId, { sn, projectId, removedAt: undefined });
  }

  removed(deviceId: string): void {
    const owner = this.#owners.get(deviceId);
    if (owner) owner.removedAt = this.#now();
  }

  /** Records a device that exists again because the database was restored. */
  restored(deviceId: string): void {
    const owner = this.#owners.get(deviceId);
    if (owner) owner.removedAt = undefined;
  }

  commanded(commandId: string, deviceId: string): void {
    this.#commands.set(commandId, deviceId);
  }

  admit(token: string): void {
    this.#validTokens.add(token);
  }

  holds(token: string): boolean {
    return this.#validTokens.has(token);
  }

  canBeDone(hash: string): void {
    this.#feasible.add(hash);
  }

  /** Checks that a device's message contains no secret and refuses no supported configuration. */
  up(topic: string, text: string): void {
    if (topic.endsWith('/up/cfg')) this.#reported(text);
    for (const secret of this.#secrets.keys())
      if (text.includes(secret)) this.#violated(`I7: ${topic} discloses a secret`);
  }

  logged(text: string): void {
    this.up('the log', text);
  }

  #reported(text: string): void {
    const { hash, issues, rev, status }: ConfigReport = JSON.parse(text);
    if (status === 'rejected' && this.#feasible.has(hash))
      this.#violated(`I3: ${rev} was refused: ${issues[0]?.reason}`);
  }

  /** Checks a message to `identity`, an authenticated device id or, at first contact, a serial number. */
  down(identity: string, topic: string, text: string): void {
    const message: Partial<Down> = JSON.parse(text);
    const owner = this.#owners.get(identity);
    const sn = owner?.sn ?? identity;
    if (message.token !== undefined) this.#issued(message.token, message.id, sn);
    if (message.token !== undefined && !owner) this.#validTokens.add(message.token);
    for (const [secret, holder] of this.#secrets)
      if (holder !== sn && text.includes(secret)) this.#violated(`I7: ${topic} discloses another's secret`);
    if (!topic.startsWith(owner ? `d/${identity}/down/` : `p/${identity}/down/`))
      this.#violated(`I6: ${topic} was sent to ${identity}`);
    if (!owner) return;
    const config = message.config ?? message.desired?.config;
    const isOfOwner = config !== undefined || message.cid !== undefined;
    if (isOfOwner && owner.removedAt !== undefined && this.#now() - owner.removedAt > ON_ITS_WAY_MS)
      this.#violated(`I6: ${topic} was sent to a device that was removed`);
    const name = config?.vlans[0]?.name;
    if (name !== undefined && !name.startsWith(formatNameMark(owner.projectId)))
      this.#violated(`I6: ${identity} of project ${owner.projectId} was sent ${name}`);
    if (message.cid !== undefined && this.#commands.get(message.cid) !== identity)
      this.#violated(`I6: ${identity} was sent the command ${message.cid} of another`);
  }

  #issued(token: string, deviceId: string | undefined, sn: string): void {
    const holder = this.#secrets.get(token);
    if (holder !== undefined && holder !== sn) this.#violated(`I7: two devices have one token`);
    if (deviceId !== undefined && this.#owners.get(deviceId)?.sn !== sn)
      this.#violated(`I8: ${sn} was offered ${deviceId}, which is another device`);
    this.#secrets.set(token, sn);
  }
}

/** Parts of the cloud's messages that are checked. */
interface Down {
  readonly token: string;
  readonly id: string;
  readonly cid: string;
  readonly config: DeviceConfig;
  readonly desired: { readonly config?: DeviceConfig };
}
