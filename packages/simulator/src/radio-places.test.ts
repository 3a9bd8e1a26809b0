import { findCapabilities } from '@northlight/contract';
import { expect, test } from 'vitest';
import { listRadioPlaces, listWalls } from './radio-places.ts';
import { createHotelSite, createMeshHouseSite } from './sites/index.ts';

test('access points on a floor plan are where the plan shows them, behind its walls', () => {
  const hotel = createHotelSite(1);
  const places = listRadioPlaces(hotel);
  const floors = hotel.building?.floors ?? [];
  expect(floors.length).toBeGreaterThan(0);
  for (const { floor, places: placed } of floors)
    for (const { sn, x, y } of placed) expect(places.get(sn)?.position).toEqual({ x, y, floor });
  const walls = listWalls(hotel);
  expect(walls).toHaveLength(floors.reduce((sum, each) => sum + each.walls.length, 0));
  expect(new Set(walls.map(({ floor }) => floor))).toEqual(new Set(floors.map(({ floor }) => floor)));
});

test('every device with radios has a place of its own', () => {
  for (const site of [createHotelSite(1), createMeshHouseSite(1)]) {
    const withRadios = [...site.devices, ...(site.spares ?? [])].filter(
      ({ model }) => (findCapabilities(model)?.radios.length ?? 0) > 0,
    );
    const positions = [...listRadioPlaces(site).values()].map(
      ({ position: { floor, x, y } }) => `${floor} ${x} ${y}`,
    );
    expect(positions).toHaveLength(withRadios.length);
    expect(new Set(positions).size).toBe(withRadios.length);
  }
});
