/** The gallery of components: built for tests, and served under the content security policy of the program. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after, type TestContext } from 'node:test'
import react from '@vitejs/plugin-react'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import type { CleanupScope } from '../harness/program.ts'
import { beforeFirstTest, openVisitor, type Server, startBrowser } from './visitor.ts'

const web = join(import.meta.dirname, '../../web')

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'"

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

async function buildGallery(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(web, 'gallery.html'), checks: { pluginTimings: false } },
      target: ['chrome126', 'firefox126', 'safari18'],
    },
  })
}

/** Builds the gallery and serves it until the end of the scope. */
async function startGallery(scope: CleanupScope): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-gallery-'))
  scope.after(() => rmSync(folder, { recursive: true }))
  await buildGallery(folder)
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, new URL(url, 'http://gallery').pathname)
    if (!existsSync(path) || extname(path) === '') {
      response.writeHead(404).end()
      return
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': CONTENT_SECURITY_POLICY })
    response.end(readFileSync(path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.after(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, link: '' }
}

export const PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true }

/** Starts the gallery and a browser for a test file. Returns a function that opens a page of the gallery. */
export function galleryOfFile(): (t: TestContext, show: string, options?: BrowserContextOptions) => Promise<Page> {
  const cleanups: (() => void | Promise<void>)[] = []
  let browser: Browser
  let server: Server
  beforeFirstTest(async () => {
    server = await startGallery({ after: cleanup => void cleanups.push(cleanup) })
    browser = await startBrowser()
  })
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  return async (t, show, options) => {
    const { page } = await openVisitor(t, { browser, server }, { reducedMotion: 'reduce', ...options })
    await page.goto(`/gallery.html?show=${show}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
}
