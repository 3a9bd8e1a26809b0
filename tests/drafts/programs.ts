import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findCapabilities,
  checkNetworkConfig,
  chooseRole,
  networkConfig,
  NET_MODES,
  type NetworkConfig,
} from '@northlight/contract';
import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { CommandFailed, checkConfig, renderGateway, runProgram } from '@northlight/agent';
import { renderApLimits, renderApNft } from '../../packages/agent/src/ap/ap-nft.ts';
import { formatChannelLines } from '../../packages/agent/src/radio/hostapd-lines.ts';
import { type ApMachine, renderAp } from '../../packages/agent/src/ap/render.ts';
import { buildDesiredConfiguration } from '../../packages/server/src/network/desired/desired.ts';

const HOSTAPD = '/usr/sbin/hostapd';
const CHANNELS = {
  radio0: { channel: 6, widthMhz: 40, second: 1 },
  radio1: { channel: 36, widthMhz: 80, second: 1, centre: 42 },
} as const;

export async function listMissingPrograms(): Promise<string[]> {
  const asked = await Promise.all(
    (
      [
        ['unshare', '-n', 'nft', 'list', 'tables'],
        ['dnsmasq', '--version'],
        ['hostapd', '-h'],
      ] as const
    ).map(async (argv) => {
      const error = await runProgram([...argv]).catch((reason: unknown) => reason);
      return error instanceof CommandFailed && /ENOENT|not found|not permitted/.test(error.message)
        ? [argv.join(' ')]
        : [];
    }),
  );
  return asked.flat();
}

const getCapabilities = (model: string): Capabilities => {
  const document = findCapabilities(model);
  if (!document) throw new Error(`There is no model ${model}.`);
  return document;
};
const createLanPort = (id: string) =>
  ({ id, label: id, role: 'lan', type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const LAN = ['lan1', 'lan2', 'lan3', 'lan4'];
const GATEWAY: Capabilities = {
  ...getCapabilities('NL-LGW'),
  ports: [{ ...createLanPort('wan1'), role: 'wan' }, ...LAN.map(createLanPort)],
};
const ACCESS_POINT: Capabilities = {
  ...getCapabilities('NL-LAP'),
  radios: [
    { id: 'radio0', band: '2.4G', maxPowerDbm: 20 },
    { id: 'radio1', band: '5G', maxPowerDbm: 20 },
  ],
};
const PROJECT = { net_mode: 0, country: 'DE', time_zone: 'Europe/Berlin' };

/** Returns whether the contract accepts a draft for this gateway and this access point. */
export function isAccepted(draft: NetworkConfig): boolean {
  const parsed = networkConfig.safeParse(draft);
  if (!parsed.success) return false;
  const broken = checkNetworkConfig(parsed.data, {
    device: { id: 'gateway', name: 'Gateway', model: 'NL-LGW', state: 1 },
    lanPorts: GATEWAY.ports.filter(({ role }) => role === 'lan'),
    wanPorts: GATEWAY.ports.filter(({ role }) => role === 'wan'),
    features: GATEWAY.features,
    limits: GATEWAY.limits,
    wireless: {
      netMode: 0,
      hasGateway: true,
      country: PROJECT.country,
      devices: [{ id: 'air', name: 'AP', model: 'NL-LAP', radios: ACCESS_POINT.radios }],
    },
  });
  return broken.length === 0;
}

/** Checks configuration files with the programs that read them on a device, in a temporary directory. */
export class Programs implements AsyncDisposable {
  readonly #directory: string;
  readonly #machine: ApMachine;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#machine = {
      sn: 'NLAP000000000001',
      caps: ACCESS_POINT,
      management: { mode: 'dhcp', vlanId: 1 },
      radios: [
        { id: 'radio0', interface: 'wlan0', mac: '02:00:00:00:00:00' },
        { id: 'radio1', interface: 'wlan1', mac: '02:00:00:00:01:00' },
      ],
      controlDir: join(directory, 'ctl'),
      denyFile: join(directory, 'denied'),
      tagging: true,
      limiting: true,
    };
  }

  static async start(): Promise<Programs> {
    const directory = await mkdtemp(join(tmpdir(), 'nl-drafts-'));
    await writeFile(join(directory, 'denied'), '02:00:00:00:00:07\n');
    return new Programs(directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** Returns the refusals of the programs with their drafts; empty when all drafts are accepted. */
  async refusals(drafts: readonly NetworkConfig[]): Promise<string[]> {
    const asked = await Promise.all(
      drafts.map(async (draft, index) => {
        const at = (name: string): string => join(this.#directory, `${index}-${name}`);
        try {
          await this.#gateway(this.#desired(GATEWAY, 'gateway', draft), at);
          const files = await this.#wireless(this.#desired(ACCESS_POINT, 'air', draft), at);
          return { refused: [], files: files.map((name) => ({ name, draft })) };
        } catch (error) {
          return { refused: [`${String(error)}\n${JSON.stringify(draft)}`], files: [] };
        }
      }),
    );
    const files = asked.flatMap((each) => each.files);
    return [...asked.flatMap(({ refused }) => refused), ...(await this.#checkHostapd(files))];
  }

  #desired(caps: Capabilities, id: string, draft: NetworkConfig): DeviceConfig {
    const desired = buildDesiredConfiguration(
      { id, caps, role: chooseRole(caps, NET_MODES.wlan, []) },
      { config: draft, project: PROJECT, settings: undefined, macs: new Map(), localPassword: undefined },
    );
    if (!desired) throw new Error(`There is no configuration for the ${id}.`);
    const { issues, status } = checkConfig(desired, caps);
    if (status === 'rejected') throw new Error(`The ${id} refuses it: ${JSON.stringify(issues)}`);
    return desired;
  }

  async #gateway(config: DeviceConfig, at: FileAt): Promise<void> {
    const { dnsmasq, nft } = renderGateway(config, {
      wan: ['wan1'],
      lan: LAN,
      leaseFile: at('leases'),
      hostsDir: this.#directory,
      resolvFile: () => at('resolv.conf'),
      tagging: true,
    });
    await askNft(nft, at('gateway.json'));
    if (dnsmasq === undefined) return;
    await writeFile(at('dnsmasq.conf'), dnsmasq);
    await runProgram(['dnsmasq', '--test', `--conf-file=${at('dnsmasq.conf')}`]);
  }

  /** Writes the configuration files of hostapd, without radio and bridge. */
  async #wireless(config: DeviceConfig, at: FileAt): Promise<string[]> {
    const artefacts = renderAp(config, this.#machine);
    const nftables = [...renderApNft(artefacts).nftables, ...renderApLimits(artefacts.bsses).nftables];
    await askNft({ nftables }, at('air.json'));
    return Promise.all(
      artefacts.bsses.map(async (bss, index) => {
        const channel = formatChannelLines(CHANNELS[bss.radio === 'radio0' ? 'radio0' : 'radio1'], {
          country: PROJECT.country,
          vht: true,
        });
        const lines = [...channel, ...bss.lines].map((line) =>
          line === 'driver=nl80211' ? 'driver=none' : line,
        );
        const file = at(`bss${index}.conf`);
        await writeFile(file, `${lines.filter((line) => !line.startsWith('bridge=')).join('\n')}\n`);
        return file;
      }),
    );
  }

  /** Checks all files together and, after a refusal, one by one to find the refused file. */
  async #checkHostapd(files: readonly { name: string; draft: NetworkConfig }[]): Promise<string[]> {
    if (files.length === 0 || (await readByHostapd(files.map(({ name }) => name)))) return [];
    const refused: string[] = [];
    for (const { draft, name } of files)
      if (!(await readByHostapd([name]))) refused.push(`hostapd refuses it\n${JSON.stringify(draft)}`);
    return refused.length > 0 ? refused : ['hostapd refuses these files together but none of them alone'];
  }
}

/** Returns the path of a file in the temporary directory. */
type FileAt = (name: string) => string;

async function askNft(ruleset: unknown, file: string): Promise<void> {
  await writeFile(file, JSON.stringify(ruleset));
  await runProgram(['unshare', '-n', 'nft', '-c', '-j', '-f', file]);
}

/**
 * Returns true if hostapd parses these files. hostapd has no option to check files, but it fails at the
 * missing radios only after parsing.
 */
async function readByHostapd(files: readonly string[]): Promise<boolean> {
  const child = spawn(HOSTAPD, [...files], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.split('UNINITIALIZED->').length > files.length) child.kill('SIGTERM');
    });
  await ended;
  return !/errors? found in configuration|Line \d+|Failed to set up interface with/.test(text);
}
