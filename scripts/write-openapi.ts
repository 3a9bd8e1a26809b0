import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../packages/contract/src/openapi/index.ts';
import { VERSION } from '../packages/server/src/version.ts';

writeFileSync('packages/contract/openapi.json', `${JSON.stringify(openApiDocument(VERSION), null, 2)}\n`);
