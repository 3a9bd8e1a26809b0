import type { ConfigReport, DeviceConfig } from '@northlight/contract/device-protocol';

/** How long something of the old owner that was committed before a device was removed may still be on its way. */
const ON_ITS_WAY_MS = 2_000;

interface Owner {
  readonly sn: string;
  readonly projectId: number;
  removedAt: number | undefined;
}

/** Names of configurations begin with whose they are. */
export const markOf = (projectId: number): string => `P${projectId}-`;

/** Looks at every message that passes: whose it is (I6), and that it tells no secret to anybody else (I7). */
export class WireWatch {
  readonly #violated: (text: string) => void;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  readonly #commands = new Map<string, string>();
  /** Secrets and tokens, and the serial number of the one device that may hear each. */
  readonly #secrets = new Map<string, string>();
  /** Tokens that hold: given out at first contact, or a device was let in with them. */
  readonly #holding = new Set<string>();
  /** Hashes of the configurations that every device can do. */
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

  /** An older state of the database knows it again. */
  cameBack(deviceId: string): void {
    const owner = this.#owners.get(deviceId);
    if (owner) owner.removedAt = undefined;
  }

  commanded(commandId: string, deviceId: string): void {
    this.#commands.set(commandId, deviceId);
  }

  letIn(token: string): void {
    this.#holding.add(token);
  }

  holds(token: string): boolean {
    return this.#holding.has(token);
  }

  canBeDone(hash: string): void {
    this.#feasible.add(hash);
  }

  /** What a device says must hold no secret at all, and what it can do it does not refuse. */
  up(topic: string, text: string): void {
    if (topic.endsWith('/up/cfg')) this.#reported(text);
    for (const secret of this.#secrets.keys())
      if (text.includes(secret)) this.#violated(`I7: ${topic} tells a secret`);
  }

  logged(text: string): void {
    this.up('the log', text);
  }

  #reported(text: string): void {
    const { hash, issues, rev, status }: ConfigReport = JSON.parse(text);
    if (status === 'rejected' && this.#feasible.has(hash))
      this.#violated(`I3: ${rev} was refused: ${issues[0]?.reason}`);
  }

  /** What the cloud says to whom proved to be `identity`, a device's id or, at first contact, a serial number. */
  down(identity: string, topic: string, text: string): void {
    const message: Partial<Down> = JSON.parse(text);
    const owner = this.#owners.get(identity);
    const sn = owner?.sn ?? identity;
    if (message.token !== undefined) this.#issued(message.token, message.id, sn);
    if (message.token !== undefined && !owner) this.#holding.add(message.token);
    for (const [secret, holder] of this.#secrets)
      if (holder !== sn && text.includes(secret)) this.#violated(`I7: ${topic} tells another's secret`);
    if (!topic.startsWith(owner ? `d/${identity}/down/` : `p/${identity}/down/`))
      this.#violated(`I6: ${topic} was sent to ${identity}`);
    if (!owner) return;
    const config = message.config ?? message.desired?.config;
    const isOfOwner = config !== undefined || message.cid !== undefined;
    if (isOfOwner && owner.removedAt !== undefined && this.#now() - owner.removedAt > ON_ITS_WAY_MS)
      this.#violated(`I6: ${topic} was sent to a device that was removed`);
    const name = config?.vlans[0]?.name;
    if (name !== undefined && !name.startsWith(markOf(owner.projectId)))
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

/** The parts of the cloud's messages that are looked at. */
interface Down {
  readonly token: string;
  readonly id: string;
  readonly cid: string;
  readonly config: DeviceConfig;
  readonly desired: { readonly config?: DeviceConfig };
}
