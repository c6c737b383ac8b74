/** Visitors of an emulator: each has a world of their own, with the seed of its process. */
import type { Browser, Page } from 'playwright-core'
import type { TestEmulator } from '../../src/testing/start.ts'
import type { CleanupScope } from '../harness/program.ts'
import { untilEqual } from './launch.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

interface WorldVisitor extends Visitor {
  world: TestEmulator
  url: string
}

/** The name of a world. */
export const nameOf = ({ url }: TestEmulator): string => url.slice(url.lastIndexOf('/') + 1)

/** A new world, and its pages: their address is a host of its own, because paths belong to the app. */
export async function visitWorld(
  t: CleanupScope,
  browser: Browser,
  emulator: TestEmulator,
  email: string,
  options?: VisitorOptions,
): Promise<WorldVisitor> {
  const world = await emulator.createWorld()
  t.after(() => world.close().catch(() => undefined))
  const { port } = new URL(emulator.url)
  const url = `http://${nameOf(world)}.localhost:${port}`
  const visitor = await openVisitor(t, { browser, server: { url, link: '' } }, options)
  await signIn(visitor.page, world, email)
  return { ...visitor, world, url }
}

/** Signs in with the link of an e-mail, as people do there. */
async function signIn(page: Page, world: TestEmulator, email: string): Promise<void> {
  await page.goto('/sign_in')
  const post = (path: string, data: object) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'x-requested-with': 'test', 'content-type': 'application/json' }
        return (await fetch(`/-/sign_in/${path}`, { method: 'POST', headers, body })).status
      },
      [path, JSON.stringify({ data })] as const,
    )
  await untilEqual(() => post('forgot', { email }), 200)
  let links: string[] = []
  while (links.length === 0) links = (await world.mail()).flatMap(mail => mail.links)
  await untilEqual(() => post('link', { link: new URL(links.at(-1) ?? '').hash.slice(1) }), 200)
}
