import { z } from 'zod';
import { measure } from './measure.ts';
import { findEarlierDuplicates } from '../kit/duplicates.ts';
import { macAddress } from '../net/index.ts';

export const MAX_BACKHAUL_HOPS = 16;
export const MAX_BACKHAUL_CANDIDATES = 8;
const MAX_RATE_MBPS = 100_000;

const signalDbm = measure(-120, 0);

/** Another mesh node that the node receives and could connect to. */
export const backhaulCandidate = z.object({ mac: macAddress, signalDbm });

const connection = {
  /** MAC address of the device that the node is connected to. */
  parentMac: macAddress,
  /** Number of connections between the node and the primary node. */
  hops: z.number().int().min(1).max(MAX_BACKHAUL_HOPS),
  /** Other nodes that the node receives, without its parent. */
  candidates: z.array(backhaulCandidate).max(MAX_BACKHAUL_CANDIDATES).default([]),
};
const absent = z.never('A wired connection must have no radio figures.').optional();

const wirelessBackhaul = z.object({
  kind: z.literal('wireless'),
  ...connection,
  band: z.enum(['2.4G', '5G', '6G']),
  channel: z.number().int().min(1).max(233),
  /** Signal of the parent at the node. */
  signalDbm,
  rateMbps: measure(0, MAX_RATE_MBPS),
  /** Share of the frames that were sent again. */
  retryPercent: measure(0, 100),
});
const wiredBackhaul = z.object({
  kind: z.literal('wired'),
  ...connection,
  band: absent,
  channel: absent,
  signalDbm: absent,
  rateMbps: absent,
  retryPercent: absent,
});

/** Connection of a mesh node to its parent. */
export const backhaulStat = z
  .discriminatedUnion('kind', [wirelessBackhaul, wiredBackhaul])
  .check(({ issues, value }) => {
    const refuse = (index: number, message: string) =>
      issues.push({ code: 'custom', path: ['candidates', index], message, input: value });
    const macs = value.candidates.map(({ mac }) => mac);
    for (const [index, earlier] of findEarlierDuplicates(macs, (mac) => mac).entries())
      if (earlier !== undefined) refuse(index, 'A node must not be listed twice.');
    const parent = macs.indexOf(value.parentMac);
    if (parent >= 0) refuse(parent, 'The parent must not be listed as another node.');
  });
export type BackhaulStat = z.infer<typeof backhaulStat>;
export type WirelessBackhaul = z.infer<typeof wirelessBackhaul>;
