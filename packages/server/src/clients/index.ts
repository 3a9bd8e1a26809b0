export type * from './tables.ts';
export { createClientRows } from './live-rows.ts';
export { clientRoutes } from './routes.ts';
export { clientReads } from './reads.ts';
export { endClients, saveClients } from './client-reports.ts';
export {
  countAllClientsByNetwork,
  countClientsByNetwork,
  countClientsByVlan,
  type ClientPlaces,
  countClientsIn,
  countClientsWithoutAddress,
  countOnlineClients,
  hasSeenClients,
  listMeanSignals,
  listProjectsWithClients,
} from './counts.ts';
export { listAddressedClients } from './addressed.ts';
export { listAttachedClients, listWiredPlaces } from './attached.ts';
export { countLostClients } from './lost-clients.ts';
export { listVisitsDuring } from './visits.ts';
export { listSeenSignals } from './seen-signals.ts';
export { presentClient } from './present.ts';
export {
  deleteDeviceFromClients,
  deleteOldClients,
  deleteOldVisits,
  deleteProjectClients,
  findClientsByMac,
} from './store.ts';
export { createUnknownClientError } from './unknown-client-error.ts';
