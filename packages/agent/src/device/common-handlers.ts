import { COMMAND_TRAITS } from '@northlight/contract';
import { type Capabilities, COMMAND_KINDS } from '@northlight/contract/device-protocol';
import {
  type CommandHandlers,
  type LocateLight,
  createPingHandler,
  createResetHandler,
  createRestartHandler,
  createTracerouteHandler,
} from '../commands/index.ts';
import type { KindPartsServices } from './kind-parts.ts';

/**
 * Returns the command handlers of every Linux device. The command `locate` is included only if the device has
 * a light.
 */
export function createCommonHandlers(
  { run }: KindPartsServices,
  light: LocateLight | undefined,
  end: () => void,
  sendTopology: () => Promise<void>,
): CommandHandlers {
  return {
    restart: createRestartHandler(end),
    reset: createResetHandler(end),
    discover: async () => {
      await sendTopology();
      return {};
    },
    ping: createPingHandler(run),
    traceroute: createTracerouteHandler(run),
    ...(light && { locate: light.handler }),
  };
}

/** Removes features whose commands have no handler. */
export function addHandlers(caps: Capabilities, handlers: CommandHandlers): Capabilities {
  const kinds = COMMAND_KINDS.map((kind) => ({ kind, feature: COMMAND_TRAITS[kind].feature }));
  const unhandled = new Set(kinds.map(({ feature }) => feature));
  for (const { feature, kind } of kinds) if (handlers[kind]) unhandled.delete(feature);
  return { ...caps, features: caps.features.filter((feature) => !unhandled.has(feature)) };
}
