import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, test } from 'vitest';
import { createDeviceUuid } from './device-uuid.ts';
import { DISCOVERY_GROUP, OnvifDiscovery } from './onvif-discovery.ts';
import { parseXml, type XmlElement } from './xml.ts';

const LOCAL = '127.0.0.1';
const D = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';
const WSA = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const MAC = '02:00:5E:00:53:01';
const UUID = createDeviceUuid(MAC);
const cameras = [
  { mac: MAC, model: 'NL-Cam 4', name: 'Gate 1', address: 'http://127.0.0.1:8080/onvif/device_service' },
  {
    mac: '02:00:5E:00:53:02',
    model: 'NL-Dome',
    name: 'Hall',
    address: 'http://127.0.0.1:8081/onvif/device_service',
  },
];

const start = (port = 0) =>
  OnvifDiscovery.start({
    interfaceAddress: LOCAL,
    port,
    cameras,
    clock: new SteppedClock(),
    entropy: new SeededEntropy(3),
  });

const writeProbe = (id: string, inner = '<d:Types>dn:NetworkVideoTransmitter</d:Types>') =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${WSA}" xmlns:d="${D}" xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><s:Header><a:Action s:mustUnderstand="1">${D}/Probe</a:Action><a:MessageID>${id}</a:MessageID><a:ReplyTo><a:Address>${WSA}/role/anonymous</a:Address></a:ReplyTo><a:To s:mustUnderstand="1">urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header><s:Body><d:Probe>${inner}</d:Probe></s:Body></s:Envelope>`;

/** A client that sends probes and collects what it receives. */
class ProbeClient implements AsyncDisposable {
  readonly #socket: Socket;
  readonly received: XmlElement[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (message) => this.received.push(parseXml(message.toString())));
  }

  static async open(port = 0): Promise<ProbeClient> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.bind(port);
    await once(socket, 'listening');
    socket.setMulticastInterface(LOCAL);
    if (port !== 0) socket.addMembership(DISCOVERY_GROUP, LOCAL);
    return new ProbeClient(socket);
  }

  send(text: string, port: number, address = LOCAL): void {
    this.#socket.send(text, port, address);
  }

  async receive(count: number): Promise<XmlElement[]> {
    while (this.received.length < count) await once(this.#socket, 'message');
    return this.received.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

const readBody = (message: XmlElement): XmlElement | undefined => message.children[1]?.children[0];
const readAddress = (message: XmlElement): string | undefined => {
  const body = readBody(message);
  const camera = body?.child(D, 'ProbeMatch') ?? body;
  return camera?.child(WSA, 'EndpointReference')?.textAt(WSA, 'Address');
};

describe('discovery', () => {
  test.each([DISCOVERY_GROUP, LOCAL])('answers a probe at %s for each camera', async (address) => {
    await using discovery = await start();
    await using client = await ProbeClient.open();
    client.send(writeProbe('urn:uuid:1'), discovery.port, address);
    const [first, second] = await client.receive(2);
    const match = first && readBody(first)?.child(D, 'ProbeMatch');
    expect(first?.children[0]?.textAt(WSA, 'RelatesTo')).toBe('urn:uuid:1');
    expect(first?.children[0]?.textAt(WSA, 'Action')).toBe(`${D}/ProbeMatches`);
    expect(match?.child(WSA, 'EndpointReference')?.textAt(WSA, 'Address')).toBe(`urn:uuid:${UUID}`);
    expect(match?.textAt(D, 'XAddrs')).toBe('http://127.0.0.1:8080/onvif/device_service');
    expect(match?.textAt(D, 'Types')).toBe('dn:NetworkVideoTransmitter tds:Device');
    expect(match?.textAt(D, 'MetadataVersion')).toBe('1');
    expect(match?.textAt(D, 'Scopes')?.split(' ')).toEqual(
      expect.arrayContaining([
        'onvif://www.onvif.org/name/Gate%201',
        'onvif://www.onvif.org/hardware/NL-Cam%204',
        'onvif://www.onvif.org/MAC/02:00:5e:00:53:01',
      ]),
    );
    expect(second && readAddress(second)).not.toBe(`urn:uuid:${UUID}`);
  });

  test('sends a Hello at the start and a Bye at the end', async () => {
    const { port } = await (async () => {
      await using free = await start();
      return { port: free.port };
    })();
    await using client = await ProbeClient.open(port);
    const discovery = await start(port);
    const hellos = await client.receive(2);
    await discovery[Symbol.asyncDispose]();
    const byes = await client.receive(2);
    expect([...hellos, ...byes].map((message) => readBody(message)?.name)).toEqual([
      'Hello',
      'Hello',
      'Bye',
      'Bye',
    ]);
    expect([hellos[0], byes[0]].map((message) => message && readAddress(message))).toEqual([
      `urn:uuid:${UUID}`,
      `urn:uuid:${UUID}`,
    ]);
    const numbers = [...hellos, ...byes].map((message) =>
      message.children[0]?.child(D, 'AppSequence')?.attributes.get('MessageNumber'),
    );
    expect(numbers).toEqual(['1', '2', '3', '4']);
  });

  const good = writeProbe('urn:uuid:x');
  test.each([
    ['a DOCTYPE', `<!DOCTYPE a>${good}`],
    ['text that is not XML', 'M-SEARCH * HTTP/1.1'],
    ['another action', good.replace(`${D}/Probe<`, `${D}/Resolve<`)],
    ['another receiver', good.replace('urn:schemas-xmlsoap-org', 'urn:x')],
    ['no message id', good.replace(/<a:MessageID>.*<\/a:MessageID>/, '')],
    [
      'SOAP 1.1',
      good.replace('http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/'),
    ],
    [
      'another version of discovery',
      good.replaceAll(D, 'http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01'),
    ],
    ['another type', writeProbe('urn:uuid:x', '<d:Types>tds:Printer</d:Types>')],
    ['a type of an unknown prefix', writeProbe('urn:uuid:x', '<d:Types>y:Device</d:Types>')],
    ['another scope', writeProbe('urn:uuid:x', '<d:Scopes>onvif://www.onvif.org/name/Gate</d:Scopes>')],
    [
      'an unknown rule for scopes',
      writeProbe('urn:uuid:x', `<d:Scopes MatchBy="${D}/ldap">onvif://www.onvif.org/type</d:Scopes>`),
    ],
    ['more than 4 kB', writeProbe('urn:uuid:x', ' '.repeat(5_000))],
  ])('ignores a probe with %s', async (_title, text) => {
    await using discovery = await start();
    await using client = await ProbeClient.open();
    client.send(text, discovery.port);
    client.send(writeProbe('urn:uuid:2'), discovery.port);
    const answers = await client.receive(2);
    expect(answers.map((message) => message.children[0]?.textAt(WSA, 'RelatesTo'))).toEqual([
      'urn:uuid:2',
      'urn:uuid:2',
    ]);
  });

  test.each([
    ['no type', '', 2],
    ['the type device', '<d:Types>tds:Device dn:NetworkVideoTransmitter</d:Types>', 2],
    ['the scope of one name', '<d:Scopes>onvif://www.onvif.org/name/Hall</d:Scopes>', 1],
    ['a scope above', '<d:Scopes>onvif://www.onvif.org/type/ onvif://www.onvif.org/hardware</d:Scopes>', 2],
    [
      'an exact scope',
      `<d:Scopes MatchBy="${D}/strcmp0">onvif://www.onvif.org/hardware/NL-Dome</d:Scopes>`,
      1,
    ],
  ])('answers a probe with %s', async (_title, inner, count) => {
    await using discovery = await start();
    await using client = await ProbeClient.open();
    client.send(writeProbe('urn:uuid:3', inner), discovery.port);
    client.send(writeProbe('urn:uuid:4'), discovery.port);
    const answers = await client.receive(count + 2);
    expect(answers.map((message) => message.children[0]?.textAt(WSA, 'RelatesTo'))).toEqual([
      ...Array.from({ length: count }, () => 'urn:uuid:3'),
      'urn:uuid:4',
      'urn:uuid:4',
    ]);
  });

  test('answers a repeated probe once', async () => {
    await using discovery = await start();
    await using client = await ProbeClient.open();
    for (const id of ['urn:uuid:5', 'urn:uuid:5', 'urn:uuid:6']) client.send(writeProbe(id), discovery.port);
    const answers = await client.receive(4);
    expect(
      answers.filter((message) => message.children[0]?.textAt(WSA, 'RelatesTo') === 'urn:uuid:5'),
    ).toHaveLength(2);
  });

  test('derives a UUID of version 5 from the MAC address', () => {
    expect(UUID).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-a[\da-f]{3}-02005e005301$/);
    expect(createDeviceUuid(MAC.toLowerCase())).toBe(UUID);
    expect(createDeviceUuid('02:00:5E:00:53:02')).not.toBe(UUID);
  });
});
