/** Creates the wired network of the machine, and devices in it that connect to a cloud on the host. */
import { CommandFailed } from '@northlight/agent';
import type { ConfigReport, DeviceConfig } from '@northlight/contract/device-protocol';
import { MqttCloud } from '@northlight/lab/testing';
import { plugCable, Host } from './host.ts';
import { type BackgroundProgram, HOST_ADDRESS, type Machine } from './machine.ts';
import { pollUntil } from './poll-until.ts';

/** Addresses of the router and its /24 network, untagged and in VLAN 20. */
export const UNTAGGED = { router: '10.77.0.1', base: '10.77.0' } as const;
export const VLAN_20 = { id: 20, router: '10.77.20.1', base: '10.77.20' } as const;

/**
 * Time limit that only ends a hang: under load, the emulated machine takes more than 1 min for a large
 * configuration.
 */
const CONFIGURE_SECONDS = 150;

/** Creates a router with DHCP in the untagged network and in VLAN 20, and a route to the cloud. */
export async function createRouter(machine: Machine, other: Host, device: string): Promise<Host> {
  const router = await Host.create(machine, 'router');
  await plugCable(machine, router, 'lan0', other, device);
  const up = async (name: string, address: string): Promise<void> => {
    await router.run('ip', 'address', 'add', address, 'dev', name);
    await router.run('ip', 'link', 'set', name, 'up');
  };
  await up('lan0', `${UNTAGGED.router}/24`);
  await router.run('ip', 'link', 'add', 'link', 'lan0', 'name', 'lan0.20', 'type', 'vlan', 'id', '20');
  await up('lan0.20', `${VLAN_20.router}/24`);
  await addUplink(machine, router, 'out0', '10.99.0');
  const ranges = [UNTAGGED.base, VLAN_20.base].map((base) => `--dhcp-range=${base}.100,${base}.199,1h`);
  const quiet = ['--conf-file=/dev/null', '--port=0', '--no-ping', '--dhcp-authoritative', '--user=root'];
  await router.run(
    'dnsmasq',
    ...quiet,
    ...ranges,
    '--interface=lan0',
    '--interface=lan0.20',
    '--dhcp-leasefile=/run/router.leases',
    '--pid-file=/run/router.pid',
  );
  return router;
}

/** Connects a host to the machine's outer network with a default route; the machine translates its addresses. */
export async function addUplink(machine: Machine, host: Host, device: string, base: string): Promise<void> {
  const outside = `${host.name}-out`;
  await machine.run([
    'ip',
    'link',
    'add',
    outside,
    'type',
    'veth',
    'peer',
    'name',
    device,
    'netns',
    host.name,
  ]);
  await machine.run(['ip', 'address', 'add', `${base}.1/24`, 'dev', outside]);
  await machine.run(['ip', 'link', 'set', outside, 'up']);
  await host.run('ip', 'address', 'add', `${base}.2/24`, 'dev', device);
  await host.run('ip', 'link', 'set', device, 'up');
  await host.run('ip', 'route', 'add', 'default', 'via', `${base}.1`);
  const masquerade = (out: string): string =>
    `table ip out {\n chain post {\n type nat hook postrouting priority 100;\n oifname "${out}" masquerade\n }\n}\n`;
  await host.run('sysctl', '-qw', 'net.ipv4.ip_forward=1');
  await host.write(`/run/${host.name}.nft`, masquerade(device));
  await host.run('nft', '-f', `/run/${host.name}.nft`);
  await machine.run(['sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  await machine.run(['tee', '/run/out.nft'], `table ip out\ndelete table ip out\n${masquerade('eth0')}`);
  await machine.run(['nft', '-f', '/run/out.nft']);
}

/** A device that runs the real agent and has its own cloud. */
export class Device implements AsyncDisposable {
  readonly cloud: MqttCloud;
  readonly host: Host;
  readonly #program: string;
  readonly #file: string;
  #process: BackgroundProgram | undefined;
  #rev = 0;
  #last: { readonly config: DeviceConfig; readonly confirmSecs: number } | undefined;

  private constructor(cloud: MqttCloud, host: Host, program: string) {
    this.cloud = cloud;
    this.host = host;
    this.#program = program;
    this.#file = `/run/${host.name}.json`;
  }

  /** Starts a device. `own` contains the interfaces and radios for the agent's configuration file. */
  static async start(host: Host, program: string, own: object): Promise<Device> {
    const cloud = await MqttCloud.start();
    const device = new Device(cloud, host, program);
    const common = { secret: '00'.repeat(32), cloudHost: HOST_ADDRESS, cloudPort: cloud.port };
    await host.write(
      `/run/${host.name}.json`,
      JSON.stringify({ ...common, stateDir: `/var/lib/nl-${host.name}`, ...own }),
    );
    await device.run();
    return device;
  }

  async run(): Promise<void> {
    this.#process = await this.host.start(process.execPath, this.#program, this.#file);
  }

  /** Returns the output of the agent since its last start. */
  output(): Promise<string> {
    return this.#process?.output() ?? Promise.resolve('');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#process?.end(signal);
    this.#process = undefined;
  }

  /**
   * Returns the device's present figures. It sends them after each birth, otherwise every minute; the connection to the
   * cloud is therefore interrupted.
   */
  async requestStat() {
    await this.cloud.stop();
    const stats = this.cloud.received('stat').length;
    await this.cloud.restart();
    return pollUntil(() => {
      const stat = this.cloud.received('stat').at(stats);
      if (!stat) throw new Error('The device has not sent its figures.');
      return stat;
    }, 60);
  }

  /** Returns the revision of the last push. */
  get rev(): number {
    return this.#rev;
  }

  /** Pushes a configuration without waiting for reports; returns its revision. */
  push(config: DeviceConfig, confirmSecs = 120): number {
    this.#last = { config, confirmSecs };
    this.cloud.push(++this.#rev, config, confirmSecs);
    return this.#rev;
  }

  /** Repeats the last push, as the cloud does after a birth with another revision. */
  pushAgain(): void {
    if (this.#last) this.cloud.push(this.#rev, this.#last.config, this.#last.confirmSecs);
  }

  /**
   * Pushes a configuration; resolves with the device's final report. The push is lost when the connection
   * ends, for example because the device switches to another WAN. Like the cloud, it therefore pushes again
   * after a birth with another revision.
   */
  async configure(config: DeviceConfig, seconds = CONFIGURE_SECONDS): Promise<ConfigReport> {
    let births = this.cloud.received('birth').length;
    const rev = this.push(config);
    return pollUntil(() => {
      const last = this.cloud.received('cfg').findLast((report) => report.rev === rev);
      if (last && last.status !== 'received' && last.status !== 'applying') return last;
      const allBirths = this.cloud.received('birth');
      if (allBirths.length > births && allBirths.at(-1)?.cfgRev !== rev) this.pushAgain();
      births = allBirths.length;
      throw new Error(`Revision ${rev} is ${last?.status ?? 'not reported'}.`);
    }, seconds);
  }

  /** Sends a command; resolves with the report in which it is done or failed. */
  async command(kind: Parameters<MqttCloud['command']>[1], args: object, seconds = 30) {
    const cid = `c${this.cloud.received('cmd').length}-${kind}`;
    this.cloud.command(cid, kind, args, Date.now() + 600_000);
    return pollUntil(() => {
      const last = this.cloud.received('cmd').findLast((report) => report.cid === cid);
      if (last?.state !== 'done' && last?.state !== 'failed')
        throw new Error(`${kind} is ${last?.state ?? 'not reported'}.`);
      return last;
    }, seconds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill('SIGTERM').catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error;
    });
    await this.cloud[Symbol.asyncDispose]();
  }
}
