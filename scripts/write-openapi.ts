import { writeFileSync } from 'node:fs';
import { buildOpenApiDocument } from '../packages/contract/src/openapi/index.ts';
import { VERSION } from '../packages/server/src/version.ts';

writeFileSync(
  'packages/contract/openapi.json',
  `${JSON.stringify(buildOpenApiDocument(VERSION), null, 2)}\n`,
);
