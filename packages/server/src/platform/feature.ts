import { StartupError } from './startup-error.ts';

/** An optional part of a server process: there, or absent with the reason in words for people. */
export type Feature<Part> =
  | { readonly enabled: true; readonly part: Part }
  | { readonly enabled: false; readonly reason: string };

export const enabled = <Part>(part: Part): Feature<Part> => ({ enabled: true, part });
export const disabled = (reason: string): Feature<never> => ({ enabled: false, reason });

/** The part; throws a StartupError with the reason where it is absent. */
export function required<Part>(feature: Feature<Part>): Part {
  if (!feature.enabled) throw new StartupError(feature.reason);
  return feature.part;
}
