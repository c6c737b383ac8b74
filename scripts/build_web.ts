/**
 * Makes `dist/web` of `web/`, unless what is there is newer than everything it is made of. Runs before `npm start` too, so that
 * a fresh clone has its pages; without the tools to make them (an installation for production) the server starts as it is.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const made = join(root, 'dist/web')

const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isCurrent(): boolean {
  const sources = globSync(['web/**/*', 'docs/*.md', 'docs/images/*'], { cwd: root }).concat(
    'package-lock.json',
    'scripts/build_web.ts',
    'scripts/guides.ts',
  )
  const built = changed(join(made, 'index.html'))
  return built > 0 && sources.every(path => changed(join(root, path)) < built)
}

function hasTools(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return ['vite', 'react', 'marked'].every(name => resolve(name) !== '')
  } catch {
    return false
  }
}

async function make(): Promise<void> {
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
      outDir: made,
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
  const files = globSync(['index.html', 'assets/index-*.{css,js}'], { cwd: made }).map(path => join(made, path))
  const bytes = files.filter(path => statSync(path).isFile()).map(path => gzipSync(readFileSync(path)).length)
  return `${Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1000)} kB`
}

if (!isCurrent()) {
  if (hasTools()) {
    const started = performance.now()
    await make()
    console.log(
      `Built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s: the first page is ${size()} as it travels.`,
    )
  } else if (!existsSync(made)) {
    console.log('The web app is not built: its tools are not installed. The API works without it.')
  }
}
