/** The two people of a recorded day: their browsers, what a step looks at, and how the day begins. */
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { headers, untilSent } from '../launch.ts'
import { callConsole, createObject, firstOrganization, openVisitor, type Server, type Visitor } from '../visitor.ts'

/** Two people of the marketing team, each with a browser, and one of them with a phone too. */
export interface Day {
  readonly elena: Page
  readonly sam: Page
  readonly samsPhone: Page
  /** The address of the workspace. */
  readonly home: string
}

export const TEAM = 'Marketing'
export const PROJECT = 'Autumn fair'

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
export const textbox = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const pane = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
export const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
export const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const inboxRow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Notifications', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

export const notice = (page: Page, text: string) =>
  region(page, 'Notices').getByRole('status').filter({ hasText: text })

export async function undo(page: Page, text: string) {
  await button(notice(page, text), 'Undo').click()
  await notice(page, 'Undone').waitFor()
  await untilSent(page)
}

/** Opens an address of the app, and waits until the page receives what others do. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await page.locator('html[data-live=open]').waitFor()
}

export const openProject = async (page: Page, layout: 'List' | 'Board' | 'Calendar' | 'Updates') => {
  await sidebar(page, PROJECT).click()
  await page.getByRole('navigation', { name: 'Project views' }).getByRole('link', { name: layout, exact: true }).click()
}

/** The names of the cards of a column, from the top. */
export const cardsOf = (page: Page, name: string): Promise<string[]> =>
  column(page, name).getByRole('listitem').getByRole('link').allInnerTexts()

export interface DemoSite {
  readonly browser: Browser
  readonly server: Server
}

/** Opens a browser of a person, whom the administrator gives a link. */
async function signIn(
  t: TestContext,
  site: DemoSite,
  administrator: Visitor,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const workspace = await firstOrganization(administrator)
  const path = `/api/1.0/workspaces/${workspace}/users?opt_fields=email&limit=100`
  const { data } = await (await administrator.context.request.get(path, { headers })).json()
  const person = data.find((one: { email: string }) => one.email === email)
  const route = `/organizations/${workspace}/people/${person.gid}/link`
  const { link } = await callConsole<{ link: string }>(administrator, 'POST', route)
  const visitor = await openVisitor(t, site, options)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  return visitor
}

/** The project of the last fair, in the team of both. */
async function createSpringFair(visitor: Visitor, workspace: string) {
  const path = `/api/1.0/workspaces/${workspace}/teams?limit=100`
  const { data } = await (await visitor.context.request.get(path, { headers })).json()
  const team = data.find(({ name }: { name: string }) => name === TEAM).gid
  const project = await createObject(visitor, '/projects', { name: 'Spring fair', workspace, team })
  for (const name of ['To do', 'Doing', 'Done']) await createObject(visitor, `/projects/${project}/sections`, { name })
  const found = await visitor.context.request.get(`/api/1.0/projects/${project}/sections`, { headers })
  const [untitled, first] = (await found.json()).data
  await createObject(visitor, '/tasks', { name: 'Book a stand', memberships: [{ project, section: first.gid }] })
  await visitor.context.request.delete(`/api/1.0/sections/${untitled.gid}`, { headers })
}

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true } as const
const ELENA = 'elena@larkmoor.example'
const SAM = 'sam@larkmoor.example'

export async function startDay(t: TestContext, site: DemoSite): Promise<Day> {
  const maya = await openVisitor(t, site)
  await callConsole(maya, 'POST', '/sign_in/link', { link: new URL(site.server.link).hash.slice(1) })
  const [elena, sam] = [await signIn(t, site, maya, ELENA), await signIn(t, site, maya, SAM)]
  const phone = await signIn(t, site, maya, SAM, PHONE)
  const workspace = await firstOrganization(elena)
  await createSpringFair(elena, workspace)
  return { elena: elena.page, sam: sam.page, samsPhone: phone.page, home: `/1/${workspace}` }
}
