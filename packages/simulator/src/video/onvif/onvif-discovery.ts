import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type Clock, createRandomId, type Entropy } from '@northlight/runtime';
import type { OnvifCameraOptions } from './camera-options.ts';
import { createDeviceUuid } from './device-uuid.ts';
import {
  type DiscoveredCamera,
  matchesProbe,
  type MessageNumbers,
  readProbe,
  writeBye,
  writeHello,
  writeProbeMatch,
} from './discovery-messages.ts';
import { createScopes } from './scopes.ts';

export const DISCOVERY_GROUP = '239.255.255.250';
export const DISCOVERY_PORT = 3702;
const MAX_PROBE_BYTES = 4_096;
/** Message ids that are remembered, because clients send a probe several times. */
const MAX_REMEMBERED = 200;

/** A camera that discovery publishes. */
export interface PublishedCamera extends Pick<OnvifCameraOptions, 'mac' | 'model' | 'name' | 'records'> {
  /** Address of its device service. */
  readonly address: string;
}

export interface OnvifDiscoveryOptions {
  /** IPv4 address of the interface. */
  readonly interfaceAddress: string;
  /** 3702 if it is left out; 0 chooses a free port for a test. */
  readonly port?: number;
  readonly cameras: readonly PublishedCamera[];
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * The responder of WS-Discovery for cameras on one interface. It answers at once: the random delay that protects
 * large networks would only slow down a simulation.
 */
export class OnvifDiscovery implements AsyncDisposable {
  readonly port: number;
  readonly #options: OnvifDiscoveryOptions;
  readonly #socket: Socket;
  readonly #cameras: readonly DiscoveredCamera[];
  readonly #answered = new Set<string>();
  readonly #instanceId: number;
  #messageNumber = 0;

  private constructor(options: OnvifDiscoveryOptions, socket: Socket) {
    this.port = socket.address().port;
    this.#options = options;
    this.#socket = socket;
    this.#instanceId = Math.floor(options.clock.now() / 1_000);
    this.#cameras = options.cameras.map((camera) => ({
      uuid: createDeviceUuid(camera.mac),
      scopes: createScopes(camera).map(({ item }) => item),
      address: camera.address,
    }));
    socket.on('message', (message, sender) => this.#answer(message, sender));
    // A network that is down must not end the simulation.
    socket.on('error', () => undefined);
  }

  /** Joins the group and sends a Hello for each camera. Errors: those of binding and joining. */
  static async start(options: OnvifDiscoveryOptions): Promise<OnvifDiscovery> {
    const { interfaceAddress, port = DISCOVERY_PORT } = options;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.bind(port);
    await once(socket, 'listening');
    try {
      socket.addMembership(DISCOVERY_GROUP, interfaceAddress);
      socket.setMulticastInterface(interfaceAddress);
      socket.setMulticastTTL(1);
    } catch (error) {
      socket.close();
      throw error;
    }
    const discovery = new OnvifDiscovery(options, socket);
    for (const camera of discovery.#cameras)
      await discovery.#publish(writeHello(camera, discovery.#createNumbers()));
    return discovery;
  }

  /** Sends a Bye for each camera and closes the socket. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const camera of this.#cameras) await this.#publish(writeBye(camera, this.#createNumbers()));
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #answer(message: Buffer, { address, port }: RemoteInfo): void {
    if (message.length > MAX_PROBE_BYTES) return;
    const probe = readProbe(message.toString('utf8'));
    if (!probe || this.#answered.has(probe.messageId)) return;
    this.#remember(probe.messageId);
    for (const camera of this.#cameras) {
      if (matchesProbe(probe, camera))
        this.#socket.send(writeProbeMatch(camera, this.#createNumbers(), probe.messageId), port, address);
    }
  }

  #remember(messageId: string): void {
    const [oldest] = this.#answered;
    if (this.#answered.size >= MAX_REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
    this.#answered.add(messageId);
  }

  #createNumbers(): MessageNumbers {
    const { clock, entropy } = this.#options;
    this.#messageNumber += 1;
    return {
      instanceId: this.#instanceId,
      messageNumber: this.#messageNumber,
      messageId: `urn:uuid:${createRandomId(entropy, clock.now())}`,
    };
  }

  /** Sends to the group; a failure to send is the loss of a datagram. */
  #publish(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.send(text, this.port, DISCOVERY_GROUP, () => resolve());
    });
  }
}
