import type { Application } from '@northlight/contract/device-protocol';

type Ports = readonly (number | readonly [from: number, to: number])[];
type ByPort = Readonly<Partial<Record<Exclude<Application, 'other'>, Ports>>>;

/** Server ports by application: registered ports and others in common use. */
export const TCP_APPLICATIONS: ByPort = {
  web: [80, 443, 8080, 8443],
  dns: [53, 853],
  mail: [25, 110, 143, 465, 587, 993, 995],
  // SSH, Telnet, RDP, VNC.
  remote: [22, 23, 3389, [5900, 5901]],
  // OpenVPN, PPTP.
  vpn: [1194, 1723],
  // SIP, STUN and TURN.
  voice: [[5060, 5061], 3478, 5349],
  // RTSP, RTMP.
  streaming: [554, 1935, 8554],
  // FTP, SMB, AFP, rsync, NFS, BitTorrent.
  files: [[20, 21], 139, 445, 548, 873, [989, 990], 2049, [6881, 6889]],
  // XMPP, push messages of Apple and Google, MQTT.
  messaging: [[5222, 5223], [5228, 5230], 1883, 8883],
};

export const UDP_APPLICATIONS: ByPort = {
  quic: [80, 443],
  dns: [53, 853],
  remote: [3389],
  // IKE, IPsec through NAT, OpenVPN, L2TP, WireGuard.
  vpn: [500, 4500, 1194, 1701, 51820],
  // SIP, STUN and TURN, and the media ports of Microsoft Teams and Google Meet.
  voice: [5060, [3478, 3481], 5349, [19302, 19309]],
  streaming: [554],
  // BitTorrent.
  files: [[6881, 6889]],
  time: [123],
};

/** Expands the ranges to pairs of port and application. */
export const listPorts = (byPort: ByPort): readonly (readonly [port: number, id: string])[] =>
  Object.entries(byPort).flatMap(([id, ports]) =>
    ports.flatMap((port) => {
      const [from, to] = typeof port === 'number' ? [port, port] : port;
      return Array.from({ length: to - from + 1 }, (_, index) => [from + index, id] as const);
    }),
  );
