import type { FloorPlan } from '@northlight/contract';
import type { Quantity, TargetShare } from '@northlight/rf/map';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { toast } from '../../app/toast.ts';
import { MapClient, type MapScene } from '../../map-canvas/index.ts';
import { buildScene, type SceneInput } from './build-scene.ts';
import { sendScene } from './send-scene.ts';

export interface Heat {
  readonly client: MapClient;
  readonly scene: MapScene;
}

/** Computes the map in a worker. Moves of radios and walls are sent alone, other changes as a whole scene. */
export function useHeat(input: SceneInput, quantity: Quantity): Heat {
  const { band, devices, floor, materials, others, plan, proposed, wallLosses, whatIf } = input;
  const scene = useMemo(
    () =>
      buildScene({
        band,
        devices,
        floor,
        materials,
        others,
        plan,
        whatIf,
        ...(proposed && { proposed }),
        ...(wallLosses && { wallLosses }),
      }),
    [band, devices, floor, materials, others, plan, proposed, wallLosses, whatIf],
  );
  const [client] = useState(() => new MapClient((message) => toast.error(new Error(message))));
  const sent = useRef<MapScene>(undefined);
  const disposal = useRef<number>(undefined);
  useEffect(() => {
    window.clearTimeout(disposal.current);
    // Ends the worker in a later task, because React's strict mode runs effects again after their end.
    return () => {
      disposal.current = window.setTimeout(() => client[Symbol.dispose]());
    };
  }, [client]);
  useEffect(() => {
    sendScene(client, sent.current, scene);
    sent.current = scene;
  }, [client, scene]);
  const { levelDbm } = plan.settings.target;
  const isTarget = quantity === 'signal' && plan.settings.target.band === band;
  const excluded = useMemo(() => listExcluded(plan.zones), [plan.zones]);
  useEffect(() => {
    client.setOptions({ quantity, excluded, ...(isTarget && { target: levelDbm }) });
  }, [client, excluded, isTarget, levelDbm, quantity]);
  return { client, scene };
}

/** Returns the share of the floor with the target; undefined before the first frame and for other quantities. */
export const useShare = (client: MapClient): TargetShare | undefined =>
  useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => client.getFrame()?.share,
  );

const listExcluded = (zones: FloorPlan['zones']) =>
  zones.flatMap(({ kind, points }) => (kind === 'excluded' ? [points] : []));
