import { z } from 'zod';

// Disables zod's compiled parsers: zod would try `new Function`, which the content security policy forbids.
z.config({ jitless: true });
