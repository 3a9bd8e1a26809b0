import { z } from 'zod';
import { measure } from './measure.ts';
import { findEarlierDuplicates } from '../kit/duplicates.ts';
import { macAddress } from '../net/index.ts';

export const MAX_BRIDGE_PEERS = 64;
const MAX_CHAINS = 4;
const MAX_RATE_MBPS = 100_000;

const levelDbm = measure(-120, 0);
const rateMbps = measure(0, MAX_RATE_MBPS);

/** A connected peer of a bridge, as the radio of the bridge measures it. */
export const bridgePeer = z.object({
  mac: macAddress,
  /** Signal of the peer at this bridge, all chains together. */
  signalDbm: levelDbm,
  /** Signal at each antenna chain, in the order of the hardware. */
  chainsDbm: z.array(levelDbm).max(MAX_CHAINS).default([]),
  /** Link rates: received from and sent to the peer. */
  rxRateMbps: rateMbps,
  txRateMbps: rateMbps,
  /** Share of the frames that were sent again. */
  retryPercent: measure(0, 100).optional(),
});
export type BridgePeer = z.infer<typeof bridgePeer>;

/** State of a bridge's end of its link. A client has at most one peer, its base. */
export const bridgeStat = z
  .object({
    mode: z.enum(['base', 'client']),
    channel: z.number().int().min(1).max(233).optional(),
    widthMhz: z.number().int().positive().max(320).optional(),
    powerDbm: measure(-20, 40).optional(),
    /** Noise on the channel. */
    noiseDbm: levelDbm.optional(),
    peers: z.array(bridgePeer).max(MAX_BRIDGE_PEERS),
  })
  .check(({ issues, value: { mode, peers } }) => {
    const refuse = (index: number, message: string) =>
      issues.push({ code: 'custom', path: ['peers', index], message, input: peers });
    for (const [index, earlier] of findEarlierDuplicates(peers, ({ mac }) => mac).entries())
      if (earlier !== undefined) refuse(index, 'A peer must not be listed twice.');
    if (mode === 'client')
      for (let index = 1; index < peers.length; index++) refuse(index, 'A client must have one base only.');
  });
export type BridgeStat = z.infer<typeof bridgeStat>;
