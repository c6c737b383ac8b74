/** What a page does when its person loses access: it shows nothing more of it, and keeps nothing of it in the browser. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createLaunch, headers, openList, row, untilEqual } from './launch.ts'
import { stored } from './stored.ts'
import { administrator, callConsole, createObject, openVisitor, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** Waits until the stored records contain a text, or do not. */
const untilStored = (page: Page, text: string, isExpected: boolean): Promise<void> =>
  untilEqual(
    async () => JSON.stringify(await stored(page, 'chunks')).includes(text),
    isExpected,
    `The browser ${isExpected ? 'does not have' : 'still has'} "${text}".`,
  )

/** A private project of the administrator with a task and a comment, and another person who has it open. */
async function withReader(t: TestContext) {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Secret launch', ['Secret task'])
  const { workspace, project } = launch
  await host.context.request.put(`/api/1.0/projects/${project}`, {
    headers,
    data: { data: { privacy_setting: 'private' } },
  })
  const invited = { email: `ben${Date.now()}@example.com`, name: 'Ben' }
  const path = `/organizations/${workspace}/invitations`
  const { link } = await callConsole<{ link: string }>(host, 'POST', path, invited)
  const reader = await openVisitor(t, site)
  await callConsole(reader, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  const { user } = await callConsole<{ user: { gid: string } }>(reader, 'GET', '/session')
  const member = { parent: project, member: user.gid, access_level: 'editor' }
  const membership = await createObject(host, '/memberships', member)
  const tasks = await host.context.request.get(`/api/1.0/projects/${project}/tasks`, { headers })
  const task = (await tasks.json()).data[0].gid as string
  await createObject(host, `/tasks/${task}/stories`, { text: 'Secret words' })
  return { host, reader, launch, user: user.gid, membership, task }
}

test('a person who is removed from a project sees it no more, and keeps nothing of it', { skip }, async t => {
  const { host, reader, launch, membership, task } = await withReader(t)
  const { page } = reader
  await openList(page, launch)
  await page.locator('html[data-live="open"]').waitFor()
  await row(page, 'Secret task').getByRole('link', { name: 'Secret task', exact: true }).click()
  await page.getByRole('complementary', { name: 'Secret task' }).getByText('Secret words').waitFor()
  await untilStored(page, 'Secret words', true)
  await host.context.request.delete(`/api/1.0/memberships/${membership}`, { headers })
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  await page.getByRole('link', { name: 'Secret task' }).waitFor({ state: 'detached' })
  await untilStored(page, 'Secret', false)
  await page.goto(`/1/${launch.workspace}/task/${task}`)
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
})

test('a person who is removed from the workspace keeps nothing of it', { skip }, async t => {
  const { host, reader, launch, user } = await withReader(t)
  const { page } = reader
  await openList(page, launch)
  await untilStored(page, 'Secret task', true)
  const path = `/api/1.0/workspaces/${launch.workspace}/removeUser`
  const removed = await host.context.request.post(path, { headers, data: { data: { user } } })
  assert.ok(removed.ok(), await removed.text())
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await untilStored(page, 'Secret', false)
})
