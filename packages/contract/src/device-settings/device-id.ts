import { z } from 'zod';

export const deviceId = z.string().regex(/^[0-9A-Za-z]{22}$/, 'A device id has 22 letters and digits.');
