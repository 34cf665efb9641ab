/** API pages from the comments in the sources: one page per symbol. */

/** `webgpu-segmented/cub` for src/cub/index.ts. */
const entryName = ({ name }) => (name === 'index' ? 'webgpu-segmented' : `webgpu-segmented/${name}`);

export default {
  name: 'API',
  entryPoints: ['../src/index.ts', '../src/*/index.ts', '../src/js/worker/index.ts'],
  tsconfig: './tsconfig.json',
  plugin: ['typedoc-plugin-markdown', './parameters.mjs'],
  out: './api',
  readme: 'none',
  router: 'member',
  entryFileName: 'modules',
  pageTitleTemplates: { module: entryName },
  hidePageHeader: true,
  hideBreadcrumbs: true,
  disableSources: true,
  useCodeBlocks: true,
  expandParameters: true,
  groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
  indexFormat: 'table',
  parametersFormat: 'table',
  propertyMembersFormat: 'table',
  interfacePropertiesFormat: 'table',
  sanitizeComments: true,
  // The index describes every entry.
  requiredToBeDocumented: ['Function', 'Class', 'Interface', 'TypeAlias', 'Variable'],
  validation: { notExported: false, notDocumented: true },
  treatValidationWarningsAsErrors: true,
};
