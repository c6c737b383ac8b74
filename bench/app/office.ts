/** A server with a company in it, and a browser that is signed in: what the figures of the web app are measured with. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { createApp } from '../../src/app.ts'
import { changeCapture } from '../../src/events/change_capture.ts'
import { loadSeed, parseSeed } from '../../src/exchange/seed/seed.ts'
import { folderFiles } from '../../src/files/folder.ts'
import { temporaryFolder } from '../../src/files/location.ts'
import { createSession, sessionCookie } from '../../src/identity/sessions.ts'
import { createWebhookClient } from '../../src/jobs/webhook_client.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { off } from '../program.ts'
import { fillInboxes, officeSeed, type PersonKey, type ProjectKey } from './office_seed.ts'

const KEY = 'a key of thirty-two characters..'
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find(path => path && existsSync(path))

export interface Office {
  url: string
  /** The gid of the organization, and those of its projects. */
  workspace: string
  project(key: ProjectKey): string
  browser: Browser
  /** A window of a person, without anything stored. */
  open(person?: PersonKey): Promise<BrowserContext>
  close(): Promise<void>
}

/** Opens the office; null without a browser. */
export async function openOffice(): Promise<Office | null> {
  if (!executablePath) return null
  const store = await openSqlite({ folder: null, clock: systemClock, capture: changeCapture })
  const files = folderFiles(temporaryFolder())
  const parsed = parseSeed(JSON.stringify(officeSeed), 'json')
  if ('errors' in parsed) throw new Error(parsed.errors.map(({ message }) => message).join('\n'))
  const loaded = await loadSeed(store, parsed.seed, systemClock, { key: KEY, files })
  await fillInboxes(store, loaded)
  const { workspace, gids } = loaded
  const app = await createApp({
    ...{ store, files, clock: systemClock, key: KEY, log: () => {}, post: createWebhookClient({ allowPrivate: true }) },
    ...{ publicUrl: null, trustedProxies: [], web: join(import.meta.dirname, '../../dist/web'), limits: off },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  return {
    ...{ url, workspace, browser },
    project: key => gids[key] ?? '',
    open: async (person = 'ann') => {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
      const agent = { agent: 'bench', address: '127.0.0.1' }
      const value = await store.write(tx => createSession(tx, Number(gids[person]), agent))
      await context.addCookies([{ name: sessionCookie(false), value, url }])
      return context
    },
    close: async () => {
      await browser.close()
      await app.close()
      await store.close()
    },
  }
}
