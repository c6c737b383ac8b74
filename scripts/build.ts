/**
 * `npm run build`: builds the program into `dist` from `src/`, and the web app into `dist/web` from `web/`, each unless
 * it is current. `npm start` does so too, so that a fresh clone has both. Without the build tools (an installation for
 * production) it does nothing.
 *
 * Invariants:
 * - The program is a few modules directly in `dist`, because `src/main.ts` finds the manifest and the web app relative
 *   to itself.
 * - The output stays readable, so that a stack trace shows where an error happened.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isCurrent } from './current.mjs'

const root = join(import.meta.dirname, '..')
const made = join(root, 'dist')
const web = join(made, 'web')

/**
 * Packages of many small ES modules that each start needs. They are bundled; all others are loaded from node_modules.
 */
const PUT_IN = ['kysely', 'jose', '@rgrove/parse-xml']

function hasTools(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ['vite', 'react', 'marked'].every(name => resolve(name) !== '')
  } catch {
    return false
  }
}

/** Files of an earlier build that the new one may lack. */
function clear(): void {
  mkdirSync(made, { recursive: true })
  for (const name of readdirSync(made)) {
    if (name !== 'web') rmSync(join(made, name), { recursive: true })
  }
}

async function buildServer(): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [{ name: 'clear', generateBundle: clear }],
    ssr: { external: true, noExternal: PUT_IN },
    build: {
      ssr: 'src/main.ts',
      outDir: made,
      emptyOutDir: false,
      minify: false,
      // Bundled packages keep their license.
      license: { fileName: 'licenses.md' },
      target: 'node24',
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // One shared chunk, instead of one for each set of commands that share modules.
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] },
        },
        checks: { pluginTimings: false },
      },
    },
  })
}

async function buildWeb(): Promise<void> {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const { guides } = await import('./guides.ts')
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    plugins: [react(), guides()],
    // Nothing is inlined into the page: its policy allows only files of this server.
    build: {
      outDir: web,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The first page is one file; `size` prints its compressed size.
      chunkSizeWarningLimit: 600,
      // Build statistics do not interest a person who starts the program.
      rolldownOptions: { checks: { pluginTimings: false } },
      // The first versions with `light-dark()` and `URL.parse`.
      target: ['chrome126', 'firefox126', 'safari18'],
    },
  })
}

/** The compressed size of the first page: guides and the reference are fetched when they are opened. */
function size(): string {
  const files = globSync(['index.html', 'assets/index-*.{css,js}'], { cwd: web }).map(path => join(web, path))
  const bytes = files.filter(path => statSync(path).isFile()).map(path => gzipSync(readFileSync(path)).length)
  return `${Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1000)} kB`
}

/** Builds a part and returns the duration. */
async function timed(build: () => Promise<void>): Promise<string> {
  const started = performance.now()
  await build()
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

if (hasTools()) {
  // The first build clears the folder that contains the second.
  if (!isCurrent('server')) console.log(`Built the server in ${await timed(buildServer)}.`)
  if (!isCurrent('web')) {
    const seconds = await timed(buildWeb)
    console.log(`Built the web app in ${seconds}: the first page is ${size()} compressed.`)
  }
} else if (!existsSync(web)) {
  console.log('The web app is not built: its tools are not installed. The API works without it.')
}
