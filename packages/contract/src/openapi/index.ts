export { buildOpenApiDocument } from './document.ts';
export { EXAMPLES } from './examples/index.ts';
