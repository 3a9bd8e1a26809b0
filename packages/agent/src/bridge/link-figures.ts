import { type BridgePeer, type BridgeStat, MAX_BRIDGE_PEERS } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { readInterfaces } from '../radio/iw.ts';
import { PeerCounters } from '../radio/peer-counters.ts';
import { computeRetryPercent, parseStationDump, type RadioPeer } from '../radio/station-dump.ts';
import { parseSurvey } from '../radio/survey.ts';
import type { RunProgram } from '../system/run.ts';
import { LINK_DEVICE } from './render.ts';

const MAX_CHAINS = 4;

/** Reads what the radio of a bridge measures. */
export class LinkFigures {
  readonly #run: RunProgram;
  readonly #counters: PeerCounters;

  constructor({ clock, run }: { readonly clock: Clock; readonly run: RunProgram }) {
    this.#run = run;
    this.#counters = new PeerCounters(clock);
  }

  async read(mode: BridgeStat['mode']): Promise<BridgeStat> {
    const run = this.#run;
    const interfaces = await readInterfaces(run);
    const own = interfaces.find(({ device }) => device === LINK_DEVICE);
    if (!own) return { mode, peers: [] };
    // hostapd gives each client of a base an interface of its own.
    const devices = interfaces.flatMap(({ device }) =>
      device === LINK_DEVICE || device.startsWith(`${LINK_DEVICE}.sta`) ? [device] : [],
    );
    const [survey, ...stations] = await Promise.all([
      run(['iw', 'dev', LINK_DEVICE, 'survey', 'dump']).catch(() => ''),
      ...devices.map((device) => run(['iw', 'dev', device, 'station', 'dump']).catch(() => '')),
    ]);
    const peers = stations.flatMap(parseStationDump).filter(({ isConnected }) => isConnected);
    const before = this.#counters.compareWith(peers);
    const noise = parseSurvey(survey).find(({ isInUse }) => isInUse)?.noiseDbm;
    return {
      mode,
      ...(own.channel !== undefined && { channel: own.channel }),
      ...(own.widthMhz !== undefined && { widthMhz: own.widthMhz }),
      ...(own.powerDbm !== undefined && { powerDbm: own.powerDbm }),
      ...(noise !== undefined && { noiseDbm: noise }),
      peers: peers
        .flatMap((peer) =>
          toBridgePeer(
            peer,
            before.find(({ mac }) => mac === peer.mac),
          ),
        )
        .slice(0, mode === 'client' ? 1 : MAX_BRIDGE_PEERS),
    };
  }
}

function toBridgePeer(peer: RadioPeer, before: RadioPeer | undefined): BridgePeer[] {
  const { chainsDbm, mac, rxRateMbps = 0, signalDbm, txRateMbps = 0 } = peer;
  if (signalDbm === undefined) return [];
  return [
    {
      mac,
      signalDbm: clampDbm(signalDbm),
      chainsDbm: chainsDbm.slice(0, MAX_CHAINS).map(clampDbm),
      rxRateMbps,
      txRateMbps,
      retryPercent: computeRetryPercent(peer, before),
    },
  ];
}

const clampDbm = (dbm: number): number => Math.min(0, Math.max(-120, dbm));
