import { z } from 'zod';

// The content security policy forbids `new Function`, which zod would otherwise try once.
z.config({ jitless: true });
