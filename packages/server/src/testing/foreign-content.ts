/** Random content of the kinds that neighbours, guests and other makers put into reports of devices. */
import { drawRandomInt, type Entropy } from '@northlight/runtime';

const TEXTS = [
  '',
  ' ',
  'core-gw',
  'Lecture room screen, third floor, north wing, next to the coffee bar (leave it on)',
  'x'.repeat(300),
  'GigabitEthernet1/0/24',
  'abc\u0000\u0001\u001b[31m',
  'tab\tbreak\r\nline',
  '\u202Eevil\u2066 \u2069',
  '\uFEFFname\u200b',
  '🐙'.repeat(40),
  'e\u0301'.repeat(50),
  '\ud800 lone',
  '<script>alert(1)</script>',
  "'; drop table devices; --",
  '${jndi:ldap://x}',
  '__proto__',
  'fe80:0000:0000:0000:aaaa:bbbb:cccc:dddd%wlp0s20f3u1',
  'مرحبا',
  'WPA2 PSK (CCMP) + WPA3 SAE (CCMP), 802.11r',
];
const NUMBERS = [
  0,
  -1,
  1,
  0.5,
  100.4,
  255,
  4_096,
  65_536,
  2 ** 31,
  2 ** 53,
  2 ** 64,
  -(2 ** 63),
  1e300,
  -1e-300,
];

export class ForeignContent {
  readonly #entropy: Entropy;

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  pick<T>(values: readonly T[]): T {
    return values[drawRandomInt(this.#entropy, 0, values.length - 1)] as T;
  }

  text(): string {
    return this.pick(TEXTS);
  }

  number(): number {
    return this.pick(NUMBERS);
  }

  /** Returns a text, a number, or a value of another type. */
  value(): unknown {
    const values = [
      () => this.text(),
      () => this.number(),
      () => null,
      () => true,
      () => [],
      () => ({ a: { b: this.text() } }),
      () => `${this.number()}`,
    ];
    return this.pick(values)();
  }

  /** Returns one of the right values mostly, and any other value otherwise. */
  mostly(...right: readonly unknown[]): unknown {
    return drawRandomInt(this.#entropy, 1, 3) === 1 ? this.value() : this.pick(right);
  }

  mac(index: number): string {
    return `02:aa:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`;
  }

  neighbour(index: number): object {
    return {
      port: this.mostly('p1', 'p2', 'u1'),
      peerMac: this.mostly(this.mac(index), this.text()),
      peerPort: this.value(),
      peerName: this.value(),
      caps: this.mostly(['bridge'], ['router', 'bridge']),
    };
  }

  client(index: number): object {
    return {
      mac: this.mostly(this.mac(index)),
      name: this.value(),
      ip: this.mostly('10.0.0.9'),
      ssid: this.value(),
      band: this.mostly('5G', '6G'),
      vlan: this.mostly(20),
      port: this.mostly('p1'),
      signalDbm: this.mostly(-60),
      since: this.number(),
      rxBytes: this.number(),
      txRateKbps: this.number(),
    };
  }

  network(index: number): object {
    return {
      bssid: this.mostly(this.mac(index)),
      ssid: this.value(),
      band: this.mostly('2.4G', '5G'),
      channel: this.mostly(6, 36),
      signalDbm: this.mostly(-70),
      security: this.value(),
    };
  }

  /** Returns the state of an OpenWiFi access point or switch as its client encodes it. */
  openWifiState(): object {
    const peers = Array.from({ length: 4 }, (_, index) => ({
      name: this.value(),
      mac: this.mostly(this.mac(index)),
      port_id: this.value(),
      capability: this.mostly(['Bridge'], ['Station']),
    }));
    const clients = Array.from({ length: 4 }, (_, index) => ({
      mac: this.mostly(this.mac(index)),
      ipv4_addresses: this.mostly(['10.0.0.9'], [this.text()]),
      ports: this.mostly(['Ethernet1']),
    }));
    return {
      'lldp-peers': { upstream: { Ethernet0: peers, Ethernet1: this.value() } },
      interfaces: this.mostly([{ name: this.text(), clients, ssids: this.value(), counters: this.value() }]),
      'link-state': { upstream: { Ethernet0: this.mostly({ carrier: true, speed: this.number() }) } },
      unit: this.mostly({ load: [this.number()], memory: { total: this.number(), free: this.number() } }),
      radios: this.mostly([{ channel: this.number(), tx_power: this.value() }]),
    };
  }
}
