/**
 * `npm run build`: makes the program in `dist` of `src/`, and the web app in `dist/web` of `web/`, each unless it is current.
 * `npm start` does so too, so that a fresh clone has both; without the tools to make them (an installation for production)
 * nothing is done.
 *
 * Must hold: the program is a few modules directly in `dist`, because `src/main.ts` finds the manifest and the web app from
 * where it stands; and its text stays legible, so that a trace tells where something happened.
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
 * Packages of many small ES modules that each start needs. They become a part of the program; all others are loaded from
 * where they are installed.
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

/** Files of an earlier build, which the new one may not have. */
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
      // What is put in keeps its license.
      license: { fileName: 'licenses.md' },
      target: 'node24',
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // What most commands need is one file, and not one for each set of commands that need the same.
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
    // Nothing is put into the page itself: its policy runs and shows only what is a file of this server.
    build: {
      outDir: web,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The first page is one file; `size` tells what it weighs as it travels.
      chunkSizeWarningLimit: 600,
      // Which part of the build was slow is of no interest to somebody who starts the program.
      rolldownOptions: { checks: { pluginTimings: false } },
      // The first ones that know `light-dark()` and `URL.parse`.
      target: ['chrome126', 'firefox126', 'safari18'],
    },
  })
}

/** What the first page weighs, compressed: guides and the reference are fetched when somebody opens them. */
function size(): string {
  const files = globSync(['index.html', 'assets/index-*.{css,js}'], { cwd: web }).map(path => join(web, path))
  const bytes = files.filter(path => statSync(path).isFile()).map(path => gzipSync(readFileSync(path)).length)
  return `${Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1000)} kB`
}

/** Builds a part and answers how long that took. */
async function timed(build: () => Promise<void>): Promise<string> {
  const started = performance.now()
  await build()
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

if (hasTools()) {
  // The first clears the folder in which the second has its own.
  if (!isCurrent('server')) console.log(`Built the server in ${await timed(buildServer)}.`)
  if (!isCurrent('web')) {
    const seconds = await timed(buildWeb)
    console.log(`Built the web app in ${seconds}: the first page is ${size()} as it travels.`)
  }
} else if (!existsSync(web)) {
  console.log('The web app is not built: its tools are not installed. The API works without it.')
}
