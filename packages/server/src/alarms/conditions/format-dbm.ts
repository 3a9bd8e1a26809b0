export const formatDbm = (dbm: number): string => `${dbm < 0 ? '−' : ''}${Math.round(Math.abs(dbm))} dBm`;
