/**
 * `npm run build`: builds the program into `dist` from `src/`, the typed client into `dist/client`, the
 * test helpers into `dist/testing`, and the web app into `dist/web` from `web/`, each unless it is current. `npm start` does so too, so that a fresh clone has all of them.
 * Without the build tools (an installation for production) it does nothing.
 *
 * Invariants:
 * - The program is a few modules directly in `dist`, because `src/main.ts` finds the manifest and the web app relative
 *   to itself.
 * - The output stays readable, so that a stack trace shows where an error happened.
 */
import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { isCurrent } from './current.mjs'
import { buildServer } from './package/build_server.ts'

const root = join(import.meta.dirname, '..')
const made = join(root, 'dist')
const web = join(made, 'web')

function hasTools(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ['vite', 'react', 'marked'].every(name => resolve(name) !== '')
  } catch {
    return false
  }
}

/** The folders of the parts that are built by themselves. */
const PARTS = ['client', 'testing', 'web', 'package']

/** Files of an earlier build that the new one may lack. */
function clear(): void {
  mkdirSync(made, { recursive: true })
  for (const name of readdirSync(made)) {
    if (!PARTS.includes(name)) rmSync(join(made, name), { recursive: true })
  }
}

/** Whether a module is a part of screens that is loaded after them: see `web/src/components/lazily.tsx`. */
const isPart = (id: string) =>
  /web[\\/]src[\\/]components[\\/](?:task|task_list|views)[\\/].*(?:_dialog|_pickers?|save_view|open_\w+|delete_section|many_tasks|selection_toolbar)\.tsx$/.test(
    id,
  ) || /web[\\/]src[\\/]app[\\/](?:quick_add|new_project|shortcuts|shell[\\/]phone_menu)\b.*\.tsx$/.test(id)

/**
 * Which modules are one file. Each file costs a request with its headers, so what a page loads together is together:
 * a group contains its modules and what they import, unless an earlier group has it.
 */
const GROUPS = [
  // What every page needs changes only with its packages.
  {
    name: 'base',
    test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[^\\/]+)[\\/]/,
  },
  { name: 'start', test: /web[\\/]src[\\/](?:main\.tsx|features[\\/]sign_in[\\/]sign_in\.tsx)$/ },
  { name: 'frame', test: /web[\\/]src[\\/]app[\\/]shell[\\/]shell\.tsx$/ },
  {
    name: 'list',
    test: /web[\\/]src[\\/](?:components[\\/]task_list[\\/]task_list|features[\\/]project[\\/]page)\.tsx$/,
  },
  { name: 'overlays', test: /web[\\/]src[\\/]components[\\/](?:overlay[\\/]open_\w+|dialog)\.tsx$/ },
  { name: 'parts', test: isPart },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

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
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        // Build statistics do not interest a person who starts the program.
        // The sign-in page loads some modules only when it needs them, which other pages load at once.
        checks: { pluginTimings: false, ineffectiveDynamicImport: false },
        output: { codeSplitting: { groups: GROUPS } },
      },
      // The first versions with `light-dark()` and `URL.parse`.
      target: ['chrome126', 'firefox126', 'safari18'],
    },
  })
}

/** How each file of text is compressed, once instead of at each request. The server sends what the browser accepts. */
const COMPRESSIONS = [
  { end: '.br', compress: promisify(brotliCompress) },
  { end: '.gz', compress: promisify(gzip) },
]

/** Smaller files fit in one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024

/** Writes a compressed file next to each file of text. A file appears whole: a server may already run. */
async function compressTexts(): Promise<void> {
  const paths = globSync('**/*.{html,js,css,svg,json,webmanifest,map,txt}', { cwd: web })
  const write = async (path: string, { end, compress }: (typeof COMPRESSIONS)[number]) => {
    const content = await readFile(join(web, path))
    if (content.length < MIN_COMPRESSED_BYTES) return
    const target = join(web, `${path}${end}`)
    await writeFile(`${target}.part`, await compress(content))
    await rename(`${target}.part`, target)
  }
  await Promise.all(paths.flatMap(path => COMPRESSIONS.map(compression => write(path, compression))))
}

/** The compressed size of the sign-in page. */
function size(): string {
  const files = globSync(['index.html', 'assets/{base,start}-*.{css,js}'], { cwd: web }).map(path => join(web, path))
  const bytes = files.map(path => statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size)
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
  if (!isCurrent('server')) console.log(`Built the server in ${await timed(() => buildServer(made, { clear }))}.`)
  if (!isCurrent('client')) {
    const { buildClient } = await import('./package/build_client.ts')
    console.log(`Built the client in ${await timed(() => buildClient(join(made, 'client')))}.`)
  }
  if (!isCurrent('testing')) {
    const { buildTesting } = await import('./package/build_testing.ts')
    console.log(`Built the test helpers in ${await timed(() => buildTesting(join(made, 'testing')))}.`)
  }
  if (!isCurrent('web')) {
    const seconds = await timed(async () => {
      await buildWeb()
      await compressTexts()
    })
    console.log(`Built the web app in ${seconds}: the sign-in page is ${size()} compressed.`)
  }
} else if (!existsSync(web)) {
  console.log('The web app is not built: its tools are not installed. The API works without it.')
}
