import type { ConfigMirror } from '@northlight/contract/device-protocol';
import { EncodingRefused } from '../system/encode.ts';
import type { BridgePort } from './layout.ts';

/** Names of the mirrored bridge ports and of the port that receives the copies. */
export interface MirrorLayout {
  /** Ports whose received frames are mirrored. */
  readonly arriving: readonly string[];
  /** Ports whose sent frames are mirrored. */
  readonly leaving: readonly string[];
  readonly target: string;
}

export function renderMirror({ sources, target }: ConfigMirror, ports: readonly BridgePort[]): MirrorLayout {
  const bridgePort = (id: string, path: string): string => {
    const port = ports.find(({ members }) => members.includes(id));
    if (!port) throw new EncodingRefused(path, 'a port of this device');
    return port.name;
  };
  const named = sources.map(({ direction, port }, index) => ({
    direction,
    name: bridgePort(port, `mirror.sources.${index}.port`),
  }));
  const of = (...directions: string[]): string[] => [
    ...new Set(named.filter(({ direction }) => directions.includes(direction)).map(({ name }) => name)),
  ];
  return {
    arriving: of('both', 'in'),
    leaving: of('both', 'out'),
    target: bridgePort(target, 'mirror.target'),
  };
}
