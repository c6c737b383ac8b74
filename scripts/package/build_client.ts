/**
 * The package entry `workloom/client`: the runtime of `src/client` with all operations as an ES module and as CommonJS,
 * and one file of types for both.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { clientTypes, operationTable } from './client_types.ts'
import { declarationsIn, merged } from './declarations.ts'

const root = join(import.meta.dirname, '../..')
const ENTRY = 'virtual:client'

/** What programs can import. Everything else is internal. */
const VALUES = ['PagedList', 'WorkloomError', 'verifyWebhook', 'webhookHandshake']
const TYPES = [
  ...['ApiProblem', 'CallOptions', 'Compact', 'FollowOptions', 'Full', 'HttpVerb', 'Path', 'RequestParts'],
  ...['ResponseBody', 'ResultPage', 'RetryNotice', 'Selected', 'WithHeaders', 'WorkloomOptions'],
]

/** Builds the client into a folder. */
export async function buildClient(to: string): Promise<void> {
  const catalog = createCatalog()
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const runtime = merged(declarationsIn('src/client').values())
  const exported = `export { ${VALUES.join(', ')}, type ${TYPES.join(', type ')} }`
  // ES modules can import the types of a CommonJS one, but not the reverse.
  writeFileSync(join(to, 'index.d.cts'), `${runtime}\n${clientTypes(catalog)}\n\n${exported}\n`)
  writeFileSync(join(to, 'index.d.ts'), "export * from './index.cjs'\n")
  await bundle(to, operationTable(catalog))
}

async function bundle(to: string, table: string): Promise<void> {
  const { build } = await import('vite')
  const from = (file: string) => JSON.stringify(join(root, 'src/client', file))
  const entry = `
    import { clientWith } from ${from('operations.ts')}
    export { WorkloomError } from ${from('failure.ts')}
    export { PagedList } from ${from('paged_list.ts')}
    export { verifyWebhook, webhookHandshake } from ${from('webhook.ts')}
    export const Workloom = clientWith(${JSON.stringify(table)})`
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [
      {
        name: 'client',
        resolveId: id => (id.endsWith(ENTRY) ? `\0${ENTRY}` : null),
        load: id => (id === `\0${ENTRY}` ? entry : null),
      },
    ],
    build: {
      outDir: to,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['es', 'cjs'], fileName: format => (format === 'es' ? 'index.js' : 'index.cjs') },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
}
