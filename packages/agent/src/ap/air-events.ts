import { type Watching, watchProgram } from '../system/watch-program.ts';

/** Calls when a client joins or leaves, or an SSID comes or goes, until disposed of or until `iw` ends. */
export const watchAir = (onChange: () => void): Promise<Watching> =>
  watchProgram(['iw', 'event'], (line) => {
    if (/new station|del station|start(?:ed)? AP|stop(?:ped)? AP|ch_switch/i.test(line)) onChange();
  });
